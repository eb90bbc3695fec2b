"""Threads: the same scores with any number, stops, engines side by side, the interpreter's lock.

ThreadSanitizer runs this file too (docs/building.md).
"""

import os
import random
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support.endgames import FFO_1_19, FFO_20_39, HARD_20, random_endgame, score_by_the_book
from support.patience import SECONDS

from othello import Board, Engine, Limits, batch
from othello._core import core
from othello.formats.obf import ScoredPosition
from othello.result import Result

if Engine.max_threads() == 1:
    pytest.skip("built without OpenMP", allow_module_level=True)

MORE_THAN_CORES = 2 * (os.cpu_count() or 1) + 3
THREADS = [1, 2, 3, 4, MORE_THAN_CORES]

#: Endgames of 14 to 20 empties; each takes some hundredths of a second.
ENDGAMES = FFO_1_19[14:] + FFO_20_39[2:4] + HARD_20[:1]

MIDGAME = Board.from_moves("f5d6c3d3c4f4f6f3e6e7")

STOPS = int(os.environ.get("OTHELLO_TEST_STOPS", "20"))
"""How often each search is stopped at random."""


def expect_solved(engine: Engine, position: ScoredPosition) -> None:
    result = engine.solve(position.board)
    assert result.exact and not result.stopped
    assert result.score == position.best_score and result.move in position.best_moves, position.id


@pytest.mark.parametrize("granularity", [0, 1, 6])
def test_exact_scores_do_not_depend_on_the_number_of_threads(granularity: int) -> None:
    for threads in THREADS:
        with Engine(threads, hash_mb=1, granularity=granularity) as engine:
            for position in ENDGAMES:
                expect_solved(engine, position)


def test_random_endgames() -> None:
    boards = [random_endgame(seed, 13) for seed in range(12)]
    for threads in THREADS:
        with Engine(threads, hash_mb=1, granularity=3) as engine:
            for board in boards:
                assert engine.solve(board).score == score_by_the_book(board), (threads, board)


@pytest.mark.parametrize("algorithm", Engine.ALGORITHMS)
def test_verified_scores_do_not_depend_on_the_number_of_threads(algorithm: str) -> None:
    boards = [MIDGAME, *(random_endgame(seed, 30) for seed in range(4))]
    found = set()
    for threads in THREADS:
        with Engine(threads, hash_mb=1, algorithm=algorithm, granularity=2, verify=True) as engine:
            found.add(tuple(engine.search(board, depth=5).score for board in boards))
    assert len(found) == 1, found


def test_every_moves_score_on_many_threads() -> None:
    with Engine(3, hash_mb=1, granularity=3) as engine:
        for position in FFO_1_19[:6]:
            lines = engine.solve(position.board, multipv=64).lines
            assert {line.move: line.score for line in lines} == position.scores, position.id


def test_the_number_of_threads_can_be_changed_between_searches() -> None:
    with Engine(hash_mb=1) as engine:
        for threads, position in zip(2 * THREADS, ENDGAMES, strict=False):
            engine.threads = threads
            expect_solved(engine, position)


def test_engines_in_one_process() -> None:
    """Engines that search at the same time, each with one to four threads, find right scores."""

    def work(number: int) -> None:
        chooser = random.Random(number)
        with Engine(1 + number % 4, hash_mb=1) as engine:
            for position in chooser.sample(ENDGAMES, 6):
                engine.search(position.board, depth=6)
                expect_solved(engine, position)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))


def test_one_engine_from_many_threads_in_turn() -> None:
    """An engine can be called from one thread after another."""
    with Engine(2, hash_mb=1) as engine:
        for position in ENDGAMES:
            caller = threading.Thread(target=expect_solved, args=(engine, position))
            caller.start()
            caller.join()
        expect_solved(engine, ENDGAMES[0])


def stop_at_random(
    engine: Engine, board: Board, limits: Limits, chooser: random.Random, longest: float
) -> Result:
    """Search, and stop from another thread up to `longest` seconds later."""
    search = engine.prepare(board, limits)
    timer = threading.Timer(chooser.uniform(0, longest), search.stop)
    timer.start()
    try:
        return search.run()
    finally:
        timer.join()


@pytest.mark.parametrize("threads", THREADS)
def test_a_search_stopped_at_random_has_a_legal_move(threads: int) -> None:
    """Its line can be played, what it claims to be exact is right, and so are later solves."""
    chooser = random.Random(threads)
    endless = Limits(depth=60)
    with Engine(threads, hash_mb=1) as engine:
        for _ in range(STOPS):
            result = stop_at_random(engine, MIDGAME, endless, chooser, 0.02)
            assert result.stopped and result.move in MIDGAME.legal_moves()
            Board.from_moves(result.pv, MIDGAME)
        for position in ENDGAMES:
            for limits in (Limits(exact=True), Limits(wld=True), Limits(depth=8, multipv=3)):
                result = stop_at_random(engine, position.board, limits, chooser, 0.01)
                assert result.move in position.board.legal_moves()
                if result.exact and not limits.wld:
                    assert result.score == position.best_score, position.id
            expect_solved(engine, position)


@pytest.mark.parametrize("threads", [2, 3])
def test_nobody_joins_a_split_that_its_owner_leaves(threads: int) -> None:
    """Many splits and stops. The debug build waits where a worker could join such a split."""
    chooser = random.Random(threads)
    with Engine(threads, hash_mb=1, granularity=1) as engine:
        for _ in range(5 * STOPS):
            assert stop_at_random(engine, MIDGAME, Limits(depth=60), chooser, 0.02).stopped


@pytest.mark.parametrize("algorithm", Engine.ALGORITHMS)
def test_stopping_leaves_no_wrong_value_behind(algorithm: str) -> None:
    """In verification mode, a search with the table of stopped ones finds the value of minimax."""
    chooser = random.Random(1)
    with Engine(1, hash_mb=1, algorithm="minimax", verify=True) as alone:
        right = alone.search(MIDGAME, depth=5).score
    with Engine(3, hash_mb=1, algorithm=algorithm, granularity=2, verify=True) as engine:
        for _ in range(STOPS):
            stop_at_random(engine, MIDGAME, Limits(depth=12), chooser, 0.02)
            engine.algorithm = "pvs"
            assert engine.search(MIDGAME, depth=5).score == right
            engine.algorithm = algorithm


def test_stops_from_many_threads() -> None:
    with Engine(2, hash_mb=1) as engine, ThreadPoolExecutor(4) as pool:
        for _ in range(STOPS):
            search = engine.prepare(MIDGAME, depth=60)
            running = pool.submit(search.run)
            for _ in range(3):
                pool.submit(engine.stop)
            assert running.result(SECONDS).stopped


def test_searches_run_at_the_same_time() -> None:
    """Each search waits in `on_info` until all run; one that kept the lock would block them."""
    engines = [Engine(threads, hash_mb=1) for threads in (1, 1, 2)]
    everyone = threading.Barrier(len(engines) + 1)

    def work(engine: Engine) -> Result:
        waiting = True

        def meet(_: object) -> None:
            nonlocal waiting
            if waiting:
                waiting = False
                everyone.wait(SECONDS)

        return engine.search(Board(), depth=60, on_info=meet)

    with ThreadPoolExecutor(len(engines)) as pool:
        running = [pool.submit(work, engine) for engine in engines]
        everyone.wait(SECONDS)
        # All are past their first depth; from here on only a stop ends them.
        assert not any(search.done() for search in running)
        for engine in engines:
            engine.stop()
        assert all(search.result(SECONDS).stopped for search in running)


def many_positions(number: int) -> tuple[np.ndarray, np.ndarray]:
    """Return players and opponents of `number` positions with eleven empties."""
    boards = batch.from_boards(random_endgame(i % 20, 11) for i in range(number))
    return np.ascontiguousarray(boards[:, 0]), np.ascontiguousarray(boards[:, 1])


def count_leaves() -> None:
    core.perft(MIDGAME.player, MIDGAME.opponent, 8)


def solve_many() -> None:
    players, opponents = many_positions(2000)
    core.solve_scores(players, opponents, np.empty(len(players), np.int8), threads=2)


def look_ahead_of_many() -> None:
    players, opponents = many_positions(2000)
    core.best_moves(players, opponents, np.empty(len(players), np.uint8), 6, threads=2)


@pytest.mark.parametrize("work", [count_leaves, solve_many, look_ahead_of_many])
def test_other_threads_run_meanwhile(work: Callable[[], None]) -> None:
    """The work gives up the interpreter's lock: another thread runs before it is done."""
    assert any(runs_beside(work) for _ in range(10))


def runs_beside(work: Callable[[], None]) -> bool:
    """Return whether this thread ran after `work` had begun and before it was done.

    Threads are kept from changing places by themselves, so that only `work` can let this one run.
    On a busy machine it may be let run too late.
    """
    begun = threading.Event()
    done = []

    def work_and_tell() -> None:
        begun.set()
        work()
        done.append(True)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        thread = threading.Thread(target=work_and_tell)
        thread.start()
        begun.wait()
        was_first = not done
    finally:
        sys.setswitchinterval(interval)
    thread.join()
    return was_first


def test_arrays_on_many_threads() -> None:
    players, opponents = many_positions(200)
    scores = [np.empty(len(players), np.int8) for _ in THREADS]
    moves = [np.empty(len(players), np.uint8) for _ in THREADS]
    for threads, score, move in zip(THREADS, scores, moves, strict=True):
        core.solve_scores(players, opponents, score, threads=threads)
        core.best_moves(players, opponents, move, 4, threads=threads)
    assert all(np.array_equal(scores[0], score) for score in scores)
    assert all(np.array_equal(moves[0], move) for move in moves)
