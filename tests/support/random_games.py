"""Random games, repeatable by their seed."""

from __future__ import annotations

import random

from othello.board import Board


def random_squares(seed: int) -> tuple[int, ...]:
    """Return the squares of a random game, passes among them."""
    rng = random.Random(seed)
    board = Board()
    squares = []
    while not board.is_over:
        move = rng.choice(board.legal_moves())
        squares.append(int(move))
        board = board.after(move)
    return tuple(squares)
