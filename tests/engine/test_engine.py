"""`Engine`: results, limits, options, and the errors for bad ones."""

import copy
import pickle
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from support.endgames import ENDGAME, ENDGAME_SCORES, random_endgame
from support.scripts import output_of
from support.threads import TWO, needs_openmp

from othello import AsyncEngine, Board, Engine, Limits, Move
from othello._core import core
from othello.errors import InvalidOption
from othello.result import VALUE_PER_DISC, Info

MUST_PASS = Board.from_obf("XO" + "-" * 62 + " O")
OVER = Board.from_obf("X" * 40 + "O" * 24 + " O")

# ---------------------------------------------------------------------- results


def test_the_core_agrees_on_the_unit() -> None:
    assert core.VALUE_PER_DISC == VALUE_PER_DISC


def test_search(engine: Engine) -> None:
    result = engine.search(Board(), depth=6)
    assert result.move in Board().legal_moves() and result.pv[0] is result.move
    assert (result.depth, result.selectivity, result.exact, result.bound) == (6, 100, False, None)
    assert isinstance(result.score, float) and -64 <= result.score <= 64
    assert result.nodes > 0 and result.seconds >= 0 and not result.stopped
    assert all(isinstance(move, Move) for move in result.pv)
    Board.from_moves(result.pv)


def test_limits_as_an_object_and_as_keywords_are_the_same(engine: Engine) -> None:
    by_object = engine.search(Board(), Limits(depth=5))
    engine.clear()
    by_keyword = engine.search(Board(), depth=5)
    assert by_object._replace(seconds=0) == by_keyword._replace(seconds=0)


def test_solve(engine: Engine) -> None:
    result = engine.solve(ENDGAME)
    assert (str(result.move), result.score, result.exact) == ("a4", 6, True)
    assert isinstance(result.score, int)
    board = ENDGAME
    for move in result.pv:
        board = board.after(move)
    assert board.is_over and board.score() == (6 if board.turn == "X" else -6)


def test_solve_for_who_wins(engine: Engine) -> None:
    result = engine.solve(ENDGAME, wld=True)
    assert result.score == 1 and result.exact and ENDGAME_SCORES[str(result.move)] > 0
    assert engine.solve(ENDGAME.after("f1"), wld=True).score == 1


@pytest.mark.parametrize("algorithm", Engine.ALGORITHMS)
def test_every_algorithm_can_say_only_who_wins(algorithm: str) -> None:
    with Engine(hash_mb=1, algorithm=algorithm) as engine:
        for board in [ENDGAME, *(ENDGAME.after(move) for move in ENDGAME.legal_moves())]:
            score = engine.solve(board).score
            assert engine.solve(board, wld=True).score == (score > 0) - (score < 0)
        assert engine.solve(OVER).score == -16
        assert engine.solve(OVER, wld=True).score == -1


def test_a_forced_pass_and_a_finished_game(engine: Engine) -> None:
    result = engine.search(MUST_PASS, depth=4)
    assert ([str(move) for move in result.pv], result.score) == (["pass", "c1"], -64)
    result = engine.search(OVER, depth=4)
    assert (result.move, result.pv, result.score, result.exact) == (None, (), -16, True)


def test_infos_come_in_order(engine: Engine) -> None:
    infos: list[Info] = []
    result = engine.search(Board(), depth=6, multipv=2, on_info=infos.append)
    assert [info.depth for info in infos] == [depth for depth in range(1, 7) for _ in range(2)]
    assert [info.rank for info in infos] == [1, 2] * 6
    assert all(a.nodes <= b.nodes and a.seconds <= b.seconds for a, b in pairwise(infos))
    assert [info[:6] for info in infos[-2:]] == [line[:6] for line in result.lines]


# ---------------------------------------------------------------------- limits


def test_without_limits_the_level_decides() -> None:
    with Engine(hash_mb=1, level=3) as engine:
        assert engine.search(Board()).depth == 3
        assert engine.search(Board(), level=4).depth == 4
        engine.level = 10
        assert engine.search(ENDGAME).exact


@pytest.mark.parametrize("limit", [{"nodes": 20_000}, {"seconds": 0.05}, {"soft_seconds": 0.02}])
def test_what_ends_an_endless_search(engine: Engine, limit: dict[str, float]) -> None:
    result = engine.search(Board(), **limit)
    assert result.move in Board().legal_moves()
    assert result.stopped or "soft_seconds" in limit
    assert result.nodes < 100_000 or "nodes" not in limit


@pytest.mark.parametrize("moves", [["a4"], ["f1", "D8"], [Move("f1"), 58], ("h1",)])
def test_root_moves(engine: Engine, moves: list[str]) -> None:
    allowed = [str(Move(move)) for move in moves]
    result = engine.search(ENDGAME, exact=True, moves=moves)
    best = max(allowed, key=ENDGAME_SCORES.__getitem__)
    assert (str(result.move), result.score) == (best, ENDGAME_SCORES[best])


def test_endgame_depth_solves_early(engine: Engine) -> None:
    assert not engine.search(ENDGAME, depth=2).exact
    engine.endgame_depth = 8
    assert engine.search(ENDGAME, depth=2).score == 6


# ---------------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("threads", 0),
        ("hash_mb", 0),
        ("hash_mb", 1_000_000),
        ("algorithm", "luck"),
        ("endgame_depth", 61),
    ],
)
@pytest.mark.parametrize("allocated", [False, True])
def test_bad_options(option: str, value: object, allocated: bool) -> None:
    engine = Engine(hash_mb=1)
    if allocated:
        engine.allocate()
    before = getattr(engine, option)
    with pytest.raises(InvalidOption, match=str(value)):
        setattr(engine, option, value)
    assert getattr(engine, option) == before
    assert engine.search(Board(), depth=2).depth == 2
    with pytest.raises(InvalidOption):
        Engine(**{option: value})  # type: ignore[arg-type]


def test_options_can_change_between_searches(engine: Engine) -> None:
    scores = set()
    for threads, hash_mb, algorithm in [(1, 1, "pvs"), (TWO, 4, "alphabeta"), (1, 2, "minimax")]:
        engine.threads, engine.hash_mb, engine.algorithm = threads, hash_mb, algorithm
        engine.verify = True
        scores.add(engine.search(Board.from_moves("f5d6c3"), depth=4).score)
    assert len(scores) == 1


def test_evaluate(engine: Engine) -> None:
    assert engine.evaluate(OVER) == -16
    board = Board.from_moves("f5f6e6f4")
    value = core.evaluate(board.player, board.opponent, engine.evaluation)
    assert engine.evaluate(board) == value / core.VALUE_PER_DISC != 0


def test_counters(engine: Engine) -> None:
    assert engine.counters() == {}
    engine.search(Board(), depth=5)
    assert engine.counters()["evaluations"] > 0


@needs_openmp
def test_nodes_of_each_thread() -> None:
    with Engine(threads=3, hash_mb=1) as engine:
        assert engine.worker_nodes() == []
        result = engine.search(Board(), depth=10)
        nodes = engine.worker_nodes()
        # The first thread always works; the system may start the others too late for any.
        assert len(nodes) == 3 and nodes[0] and sum(nodes) == result.nodes


@needs_openmp
def test_more_threads_than_processors_warn() -> None:
    threads = core.processors() + 1
    with pytest.warns(RuntimeWarning, match=f"{threads} threads on {threads - 1} processor"):
        engine = Engine(threads=threads, hash_mb=1)
    assert engine.solve(ENDGAME).score == 6


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("copied", [lambda engine: pickle.loads(pickle.dumps(engine)), copy.copy])
def test_a_pickled_engine_is_a_new_one_with_the_same_settings(
    copied: Callable[[Any], Any], is_async: bool
) -> None:
    settings = {"hash_mb": 2, "level": 4, "algorithm": "minimax", "selectivity": 87, "verify": True}
    made = AsyncEngine(**settings) if is_async else Engine(**settings)
    engine = made.engine if isinstance(made, AsyncEngine) else made
    engine.search(ENDGAME)
    other = copied(made)
    assert type(other) is type(made)
    inner = other.engine if is_async else other
    assert inner is not engine and inner.counters() == {}
    assert {name: getattr(inner, name) for name in settings} == settings
    assert inner.search("f5d6", depth=3).depth == 3


@needs_openmp
@pytest.mark.parametrize("chosen", ["", "active"])
def test_the_environment_stays_as_it_was(chosen: str) -> None:
    """Loading the core sets OMP_WAIT_POLICY only while it loads: os.environ stays as it was."""
    begins = "" if chosen else "import os; os.environ.pop('OMP_WAIT_POLICY', None)\n"
    script = "import os; before = dict(os.environ); import othello; othello.Engine()"
    script += "; assert os.environ == before, os.environ"
    output_of(begins + script, OMP_WAIT_POLICY=chosen)


def test_hot_positions_are_searched_deeper(engine: Engine) -> None:
    """`extensions` is off by default, changes the tree if on, and changes nothing with `verify`."""
    board = random_endgame(5, 30)
    usual = engine.search(board, depth=9)
    nodes = []
    for verify in (False, True):
        for extensions in (False, True):
            engine.clear()
            engine.verify, engine.extensions = verify, extensions
            nodes.append(engine.search(board, depth=9).nodes)
    assert nodes[0] == usual.nodes != nodes[1] and nodes[2] == nodes[3]


# ---------------------------------------------------------------------- several lines


@pytest.mark.parametrize("selectivity", [73, 87, 100])
def test_lines_are_in_order(engine: Engine, selectivity: int) -> None:
    """Lines are sorted by score, even though pruned searches may find a better line later."""
    infos: list[Info] = []
    for seed in range(12):
        board = random_endgame(seed, 34)
        limits = Limits(depth=9, multipv=5, selectivity=selectivity)
        result = engine.search(board, limits, on_info=infos.append)
        scores = [line.score for line in result.lines]
        assert scores == sorted(scores, reverse=True), board
        assert len({line.move for line in result.lines}) == len(result.lines)
    for first, second in pairwise(infos):
        if second.rank > first.rank:
            assert second.depth == first.depth and second.score <= first.score


@pytest.mark.parametrize("nodes", [1, 1000, 5000, 20_000, 50_000, 100_000])
def test_lines_are_of_one_depth(engine: Engine, nodes: int) -> None:
    for seed in range(6):
        result = engine.search(random_endgame(seed, 34), nodes=nodes, multipv=4, depth=60)
        assert len({line.depth for line in result.lines}) == 1, seed
        engine.clear()


def test_what_is_proven_comes_first(engine: Engine) -> None:
    """After a solve that is cut short, lines with proven scores come before the estimates."""
    board = random_endgame(3, 18)
    proof = engine.solve(board, multipv=6)
    found = set()
    for twentieths in range(1, 20):
        engine.clear()
        limits = Limits(exact=True, multipv=6, nodes=proof.nodes * twentieths // 20)
        lines = engine.search(board, limits).lines
        exact = [line.exact for line in lines]
        assert exact == sorted(exact, reverse=True)
        if lines[0].exact:
            assert lines[0].score == proof.score
        found.add(sum(exact))
    assert any(0 < n < 6 for n in found), found


# ---------------------------------------------------------------------- what the table may know


def test_a_prepared_search_does_not_use_another_evaluation_s_values() -> None:
    board = Board.from_moves("f5d6c3d3c4f4f6f3")
    with Engine(hash_mb=1) as engine:
        expected = engine.search(board, depth=9)
    with Engine(hash_mb=1) as engine:
        prepared = engine.prepare(board, depth=9)
        engine.evaluation = "classic"
        engine.search(board, depth=11)
        found = prepared.run()
    assert found._replace(seconds=0) == expected._replace(seconds=0)


def discs(positions: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
    """An evaluation of one's own: the difference of discs."""
    return np.array([int(p).bit_count() - int(o).bit_count() for p, o in positions], float)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"verify": True}),
        ({"extensions": True}, {"extensions": False, "verify": True}),
        ({"extensions": True}, {"verify": True}),
        ({"selectivity": 73}, {"selectivity": 100, "verify": True}),
        ({"evaluation": "classic"}, {"evaluation": "pattern", "verify": True}),
        ({"verify": True}, {"verify": True, "evaluation": "classic"}),
        ({"verify": True}, {"verify": True, "evaluation": discs}),
    ],
)
@pytest.mark.parametrize("moves", ["f5d6c3d3c4", "f5f6e6f4", "f5d6c3g5"])
def test_verification_gives_the_textbooks_values_whatever_the_table_knows(
    before: dict[str, Any], after: dict[str, Any], moves: str
) -> None:
    """A table warmed by deeper searches of what follows, whose values must not be used."""
    board = Board.from_moves(moves)
    with Engine(hash_mb=4, **before) as engine:
        for reply in board.legal_moves():
            for answer in board.after(reply).legal_moves():
                engine.search(board.after(reply).after(answer), depth=6)
        engine.search(board, depth=6)
        for name, value in after.items():
            setattr(engine, name, value)
        found = engine.search(board, depth=6)
    with Engine(algorithm="alphabeta", evaluation=after.get("evaluation", "pattern")) as textbook:
        assert found.score == textbook.search(board, depth=6).score


def test_deepened_searches_begin_with_a_table_of_their_own(engine: Engine) -> None:
    board = random_endgame(5, 30)
    fresh = []
    for extensions in (True, False):
        engine.clear()
        engine.extensions = extensions
        fresh.append(engine.search(board, depth=9, selectivity=73)._replace(seconds=0))
    for extensions, expected in zip((True, False), fresh, strict=True):
        engine.extensions = not extensions
        engine.search(board, depth=9, selectivity=73)
        engine.extensions = extensions
        found = engine.search(board, depth=9, selectivity=73)
        assert found._replace(seconds=0) == expected


@pytest.mark.parametrize("evaluation", ["classic", "pattern"])
def test_how_much_is_pruned_does_not_depend_on_what_the_process_did_before(evaluation: str) -> None:
    script = (
        "import othello\n"
        f"engine = othello.Engine(hash_mb=1, evaluation={evaluation!r})\n"
        "print(engine.search('f5d6c3d3c4f4f6f3e6', depth=9, selectivity=73).nodes)"
    )
    searched = output_of(script)
    with Engine(hash_mb=1) as other:
        other.search("f5", depth=1)
    with Engine(hash_mb=1, evaluation=evaluation) as engine:
        result = engine.search("f5d6c3d3c4f4f6f3e6", depth=9, selectivity=73)
    assert int(searched) == result.nodes


# ---------------------------------------------------------------------- moves alike by symmetry


def images(board: Board) -> list[set[str]]:
    """Return the moves in groups that lead to the same position up to symmetry."""
    groups: dict[Board, set[str]] = {}
    for move in board.legal_moves():
        groups.setdefault(board.after(move).canonical(), set()).add(str(move))
    return list(groups.values())


def mirrored(seed: int) -> Board:
    """Return a board whose left half is the mirror image of its right half."""
    chooser = random.Random(seed)
    halves = ["".join(chooser.choices("-XO", (3, 1, 1), k=4)) for _ in range(8)]
    return Board.from_obf("".join(half + half[::-1] for half in halves) + " X")


SYMMETRIC = [
    Board(),
    Board.from_moves("f5f6e6"),
    Board.from_moves("d3c3f5f6"),
    *(board for board in map(mirrored, range(12)) if len(board.legal_moves()) > 2),
]


@pytest.mark.parametrize("limits", [{"depth": 9}, {"depth": 9, "selectivity": 73}, {"nodes": 9000}])
def test_moves_that_are_alike_share_their_line(engine: Engine, limits: dict[str, Any]) -> None:
    assert len(SYMMETRIC) > 8
    for board in SYMMETRIC:
        infos: list[Info] = []
        result = engine.search(board, multipv=64, on_info=infos.append, **limits)
        lines = {str(line.move): line for line in result.lines}
        assert len(lines) == len(result.lines) == len(board.legal_moves()), board
        for group in images(board):
            assert len({lines[move][:5] for move in group}) == 1, (board, group)
            ends = {Board.from_moves(lines[move].pv, board).canonical() for move in group}
            assert len(ends) == 1, (board, group)
        ranks = [info.rank for info in infos]
        n_moves = len(result.lines)
        assert ranks == [*range(1, n_moves + 1)] * (len(ranks) // n_moves)


def test_moves_that_are_alike_are_searched_once(engine: Engine) -> None:
    nodes = []
    for moves in (None, ["e6"]):
        engine.clear()
        nodes.append(engine.search(Board(), depth=9, multipv=4, moves=moves).nodes)
    assert nodes[0] < 1.5 * nodes[1]


@pytest.mark.parametrize("multipv", [1, 2, 3, 4])
def test_only_moves_that_are_asked_for_are_shown(engine: Engine, multipv: int) -> None:
    for moves in (["e6"], ["f5", "e6"], ["c4", "f5", "e6"]):
        infos: list[Info] = []
        result = engine.search(Board(), depth=5, moves=moves, multipv=multipv, on_info=infos.append)
        found = [str(line.move) for line in result.lines]
        assert len(found) == min(multipv, len(moves)) and set(found) <= set(moves)
        assert {str(info.move) for info in infos} == set(found)


def test_alike_replies_after_a_pass_and_in_solves(engine: Engine) -> None:
    squares = "X" * 8 + "XOOOOOOX" * 6 + "-XXXXXX-"
    for turn in "XO":
        board = Board.from_obf(f"{squares} {turn}")
        result = engine.solve(board, multipv=4)
        assert len({line.score for line in result.lines}) == 1
        for line in result.lines:
            assert line.exact and Board.from_moves(line.pv, board).is_over
        assert len({line.pv[:2] for line in result.lines}) == len(result.lines) == 2


@needs_openmp
def test_root_moves_are_compared_at_one_depth_with_any_threads() -> None:
    board = Board.from_obf("-O--OO----OOOO---XOXOXX--OOOOXXX---OXOXOOOOOOX-O---XX--O--O-XX-- X")
    scores = []
    for threads in (1, TWO):
        with Engine(threads, 1, granularity=1, extensions=True) as engine:
            scores.append(engine.search(board, depth=1).score)
    assert scores[0] == scores[1]


def test_a_clock_limits_the_search_of_its_side() -> None:
    with Engine(hash_mb=1, level=1) as engine:
        under_time = engine.search(Board(), black_clock=0.05, white_clock=60)
        assert under_time.depth > 1 and under_time.move in Board().legal_moves()
        with pytest.raises(InvalidOption, match="no clock of black.*: expected black_clock"):
            engine.search(Board(), white_clock=0.05)
        assert engine.search(Board(), depth=3, black_clock=60, black_inc=1).depth == 3


ALIKE = "XXXOOOOXX-XXXOX-OOOOOO-X-OOXXOXO-OOXXOXOOOOOOO-XX-XXXOX-XXXOOOOX O"


@pytest.mark.parametrize("multipv", [1, 2, 3, 4, 5, 6])
def test_no_more_lines_are_told_than_asked_for(multipv: int) -> None:
    """Of moves that are alike in a symmetric position too."""
    with Engine(hash_mb=1) as engine:
        for depth in (1, 4):
            infos = [*engine.analyse(ALIKE, depth=depth, multipv=multipv)]
            ranks = [info.rank for info in infos if info.depth == depth]
            assert ranks[-multipv:] == [*range(1, multipv + 1)]
            assert max(ranks) == multipv


def test_verify_says_that_nothing_is_pruned() -> None:
    with Engine(hash_mb=1, verify=True, selectivity=73) as engine:
        for board, depth in (("f5d6", 6), (ALIKE, 60)):
            result = engine.search(board, depth=depth)
            assert (result.selectivity, result.exact) == (100, depth == 60)
