"""A window: inside it the score is true, outside it is a bound on the right side."""

import pytest
from support.endgames import random_endgame

from othello.board import Board
from othello.engine import Engine, Limits

MIDGAME = Board.from_moves("f5d6c3d3c4f4")


def expect_window(engine: Engine, board: Board, limits: Limits, true: float) -> None:
    """Ask in a window; what comes back must be true of the score."""
    result = engine.search(board, limits)
    alpha, beta = limits.window
    if result.bound == "lower":
        assert beta <= result.score <= true, (board, limits)
    elif result.bound == "upper":
        assert true <= result.score <= alpha, (board, limits)
    else:
        assert result.score == true, (board, limits)
    # The ends of the scale are no bounds.
    is_inside = (alpha < true or alpha == -64) and (true < beta or beta == 64)
    assert (result.bound is None) == is_inside, (board, limits)


@pytest.mark.parametrize("algorithm", Engine.ALGORITHMS)
def test_exact_scores(algorithm: str) -> None:
    with Engine(hash_mb=1, algorithm=algorithm) as engine:
        for seed in range(30):
            board = random_endgame(seed, 8)
            true = engine.solve(board).score
            for alpha in (-64, true - 4, true - 2, true, true + 2, true + 4):
                for width in (2, 8):
                    low = max(min(alpha, 62), -64)
                    window = (low, min(low + width, 64))
                    expect_window(engine, board, Limits(exact=True, window=window), true)


@pytest.mark.parametrize("algorithm", Engine.ALGORITHMS)
def test_estimates(algorithm: str) -> None:
    with Engine(hash_mb=1, algorithm=algorithm, verify=True) as engine:
        true = engine.search(MIDGAME, depth=4).score
        for alpha in (true - 3, true - 0.25, true, true + 1.5):
            expect_window(engine, MIDGAME, Limits(depth=4, window=(alpha, alpha + 1)), true)


def test_larger_endgames_by_null_windows() -> None:
    with Engine(hash_mb=4) as engine:
        for seed in range(3):
            board = random_endgame(seed, 17)
            true = int(engine.solve(board).score)
            engine.clear()
            for alpha in range(max(true - 4, -64), min(true + 4, 62), 2):
                window = (alpha, alpha + 2)
                expect_window(engine, board, Limits(exact=True, window=window), true)


def test_a_window_after_a_forced_pass() -> None:
    board = Board.from_obf("X" * 62 + "O- O")
    with Engine(hash_mb=1) as engine:
        assert engine.search(board, exact=True, window=(-10, 10)).bound == "upper"
        assert engine.search(board, exact=True, window=(-64, 10)).score == -64
