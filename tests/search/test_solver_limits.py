"""A solve that is stopped claims nothing false and leaves no wrong entries in the table."""

import random
import threading
from types import ModuleType
from typing import Any

import pytest
from support.endgames import FFO_1_19, FFO_20_39, HARD_20, expect_claims_hold, expect_solved, search
from support.threads import needs_openmp

from othello.board import Board
from othello.engine import Engine
from othello.result import Info, Result

HASH_MB = 4
LONGEST_WAIT = 0.03  # seconds; about as long as solving one of these positions takes

POSITIONS = FFO_1_19[12:] + FFO_20_39[2:7] + HARD_20[:2]


def stop_at_random(searcher: Any, board: Board, chooser: random.Random, **keywords: Any) -> Result:
    """Start a solve, and stop it from another thread after a random time up to LONGEST_WAIT."""
    searcher.arm()
    timer = threading.Timer(chooser.uniform(0, LONGEST_WAIT), searcher.stop)
    timer.start()
    try:
        return search(searcher, board, exact=True, **keywords)
    finally:
        timer.join()
        searcher.arm()


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=needs_openmp)])
@pytest.mark.parametrize(
    "stops", [pytest.param(1, id="few"), pytest.param(60, id="many", marks=pytest.mark.slow)]
)
def test_stopped_at_random(core: ModuleType, threads: int, stops: int) -> None:
    """Stop the solve of each position, then solve all with what that left in the table."""
    chooser = random.Random(threads)
    searcher = core.Searcher(threads=threads, hash_mb=HASH_MB)
    n_stopped = 0
    for _ in range(stops):
        for position in POSITIONS:
            result = stop_at_random(searcher, position.board, chooser)
            expect_claims_hold(position, result)
            n_stopped += result.stopped
        for position in POSITIONS:
            expect_solved(searcher, position)
        searcher.clear()
    assert n_stopped > 2 * stops


def test_stopped_by_nodes(core: ModuleType) -> None:
    """Each position is searched with growing limits on nodes until a search is not stopped."""
    for position in FFO_20_39[3:8]:
        searcher = core.Searcher(hash_mb=HASH_MB)
        limit = 1000
        kinds = set()
        while (result := search(searcher, position.board, exact=True, nodes=limit)).stopped:
            expect_claims_hold(position, result)
            kinds.add((result.bound, result.depth == position.board.n_empties))
            limit = limit * 5 // 4
        expect_claims_hold(position, result)
        assert result.exact and len(kinds) > 1, kinds


@pytest.mark.parametrize("milliseconds", [1, 4, 16])
def test_stopped_by_the_clock(core: ModuleType, milliseconds: int) -> None:
    searcher = core.Searcher(hash_mb=HASH_MB)
    for position in POSITIONS:
        limits = {"hard_seconds": milliseconds / 1000}
        expect_claims_hold(position, search(searcher, position.board, exact=True, **limits))
        result = search(searcher, position.board, exact=True, multipv=3, **limits)
        for line in result.lines:
            if line.exact and line.move is not None:
                assert line.score == position.scores[line.move], position.id
    for position in POSITIONS:
        expect_solved(searcher, position)


@pytest.mark.parametrize("selectivity", [73, 95])
def test_a_selective_search_that_is_cut_off_claims_no_bound(selectivity: int) -> None:
    n_stopped = 0
    for position in POSITIONS + HARD_20[2:30]:
        for nodes in (300, 1000, 3000, 10_000):
            with Engine(hash_mb=1) as engine:
                result = engine.search(position.board, nodes=nodes, selectivity=selectivity)
            n_stopped += result.stopped
            assert result.bound is None and not result.exact, (position.id, result)
    assert n_stopped > 50


def test_only_finished_iterations_are_reported() -> None:
    n_unfinished = 0
    for position in HARD_20[:40]:
        infos: list[Info] = []
        with Engine(hash_mb=1) as engine:
            result = engine.search(position.board, nodes=2000, on_info=infos.append)
            finished = [info[:6] for info in infos]
            for info in infos:
                if info.depth < position.board.n_empties:
                    limits = {"depth": info.depth, "selectivity": info.selectivity}
                    engine.clear()
                    expected = engine.search(position.board, **limits).lines[0]
                    assert expected.score == info.score, (position.id, info)
        n_unfinished += tuple(result.lines[0]) not in finished
    assert n_unfinished > 0


def test_stopped_for_who_wins(core: ModuleType) -> None:
    """With 20,000 nodes some of the positions are decided, rightly, and others are not."""
    searcher = core.Searcher(hash_mb=HASH_MB)
    n_decided = 0
    for position in POSITIONS:
        result = search(searcher, position.board, wld=True, nodes=20_000)
        best = position.best_score
        if result.exact:
            assert result.score == (best > 0) - (best < 0), position.id
            n_decided += 1
    assert 0 < n_decided < len(POSITIONS)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_after_another_ends(threads: int) -> None:
    """Once deeper entries of an earlier search let the aspiration window change for ever."""
    with Engine(threads=min(threads, Engine.max_threads()), hash_mb=16) as engine:
        for board in (Board(), Board().after("d3")):
            assert engine.search(board, depth=10).depth == 10
