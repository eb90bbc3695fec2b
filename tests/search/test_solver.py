"""Exact scores are right, whatever was searched before and with any number of threads.

They are compared with the scores in the suites and with textbook alpha-beta. `pytest -m slow` runs
the long lists.
"""

import random
from types import ModuleType

import pytest
from support.endgames import (
    FFO_1_19,
    FFO_20_39,
    HARD_20,
    expect_solved,
    random_endgame,
    score_by_the_book,
    search,
    solve,
)
from support.threads import needs_openmp

from othello.board import Board
from othello.formats.obf import ScoredPosition

SMALL_MB, USUAL_MB = 1, 64

slow = pytest.mark.slow


@pytest.fixture(params=[1, pytest.param(2, marks=needs_openmp)], ids="threads {}".format)
def threads(request: pytest.FixtureRequest) -> int:
    """How many threads search."""
    number: int = request.param
    return number


def sign(score: float) -> int:
    return (score > 0) - (score < 0)


@pytest.mark.parametrize(
    "positions",
    [
        pytest.param(FFO_1_19 + FFO_20_39[:6] + HARD_20[:2], id="part"),
        pytest.param(FFO_20_39 + HARD_20, id="all", marks=slow),
    ],
)
def test_suites(core: ModuleType, threads: int, positions: tuple[ScoredPosition, ...]) -> None:
    searcher = core.Searcher(threads=threads, hash_mb=USUAL_MB)
    for position in positions:
        searcher.clear()
        expect_solved(searcher, position)


@pytest.mark.parametrize(
    "positions",
    [
        pytest.param(FFO_1_19 + FFO_20_39[:4], id="part"),
        pytest.param(FFO_20_39, id="all", marks=slow),
    ],
)
def test_every_moves_score(core: ModuleType, positions: tuple[ScoredPosition, ...]) -> None:
    searcher = core.Searcher(hash_mb=USUAL_MB)
    for position in positions:
        result = solve(searcher, position.board, multipv=64)
        scores = {line.move: line.score for line in result.lines}
        assert scores == position.scores, position.id
        assert set(scores) == set(position.board.legal_moves())
        assert list(scores.values()) == sorted(scores.values(), reverse=True)


def test_who_wins(core: ModuleType, threads: int) -> None:
    searcher = core.Searcher(threads=threads, hash_mb=SMALL_MB)
    for position in FFO_1_19 + FFO_20_39[:4]:
        result = solve(searcher, position.board, wld=True)
        assert result.exact and result.score == sign(position.best_score), position
        # The move must have the same sign.
        assert sign(position.scores[result.move]) == result.score, position


def test_same_nodes_on_every_core(cores: list[ModuleType]) -> None:
    searchers = [core.Searcher(hash_mb=4) for core in cores]
    for position in FFO_1_19 + FFO_20_39[:5]:
        results = [solve(searcher, position.board) for searcher in searchers]
        found = {(result.nodes, result.lines) for result in results}
        assert len(found) == 1, (position.id, found)


@pytest.mark.parametrize(
    ("n_empties", "number"),
    [
        pytest.param(7, 30),
        pytest.param(12, 20),
        pytest.param(14, 3),
        pytest.param(12, 1000, marks=slow),
        pytest.param(15, 60, marks=slow),
    ],
)
def test_random_endgames_by_the_book(
    core: ModuleType, threads: int, n_empties: int, number: int
) -> None:
    """Textbook alpha-beta agrees in all eight symmetries, with an empty and with a full table."""
    cold = core.Searcher(threads=threads, hash_mb=USUAL_MB)
    warm = core.Searcher(threads=threads, hash_mb=SMALL_MB)
    images = []
    for seed in range(number):
        board = random_endgame(seed, n_empties)
        images += [(image, score_by_the_book(board)) for image in board.symmetries()]
        cold.clear()
        assert solve(cold, board).score == score_by_the_book(board), board
        assert solve(cold, board, wld=True).score == sign(score_by_the_book(board)), board
    random.Random(n_empties).shuffle(images)
    for board, score in images:
        assert solve(warm, board).score == score, board


@needs_openmp
@pytest.mark.parametrize("threads", [3, 8])
def test_more_threads(core: ModuleType, threads: int) -> None:
    """With more threads than most machines have processors."""
    searcher = core.Searcher(threads=threads, hash_mb=SMALL_MB)
    for position in FFO_1_19[15:] + FFO_20_39[:3]:
        expect_solved(searcher, position)
        depth = min(10, position.board.n_empties)
        assert search(searcher, position.board, depth=10).depth >= depth
        searcher.clear()


def test_order_and_table_do_not_matter(core: ModuleType, threads: int) -> None:
    positions = [*FFO_1_19, *FFO_20_39[:3]]
    for seed, hash_mb in ((1, SMALL_MB), (2, USUAL_MB)):
        searcher = core.Searcher(threads=threads, hash_mb=hash_mb)
        for _ in range(2):
            random.Random(seed).shuffle(positions)
            for position in positions:
                expect_solved(searcher, position)


def test_a_midgame_search_before_does_not_matter(core: ModuleType, threads: int) -> None:
    searcher = core.Searcher(threads=threads, hash_mb=SMALL_MB)
    for position in FFO_1_19[10:] + FFO_20_39[:3]:
        for settings in ({"depth": 8}, {"selectivity": 73}, {"evaluation": "classic", "depth": 7}):
            search(searcher, position.board, **settings)
        expect_solved(searcher, position)


def test_the_last_moves(core: ModuleType) -> None:
    """Every position of the ends of some games is solved, also a forced pass or a finished game."""
    searcher = core.Searcher(hash_mb=SMALL_MB)
    for seed in range(6):
        board = random_endgame(seed, 9)
        while not board.is_over:
            result = solve(searcher, board)
            assert result.score == score_by_the_book(board), board
            assert result.move in board.legal_moves()
            # Go on with another move than the best one now and then.
            board = board.after(board.legal_moves()[seed % len(board.legal_moves())])
        result = solve(searcher, board)
        assert (result.move, result.score, result.nodes) == (None, board.score(), 0)


@pytest.mark.parametrize(
    "text",
    [
        "X" * 63 + "- X",
        "X" * 63 + "- O",
        "-" * 64 + " X",
        "XO" + "-" * 62 + " O",
        "OX" + "-" * 62 + " O",
        "-" * 20 + "OX" + "-" * 42 + " O",
    ],
)
def test_odd_positions(core: ModuleType, text: str) -> None:
    board = Board.from_obf(text)
    assert solve(core.Searcher(hash_mb=1), board).score == score_by_the_book(board)
