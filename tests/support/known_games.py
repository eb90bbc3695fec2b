"""Games and positions with a property that several tests need."""

from __future__ import annotations

from othello.game import Game

WIPEOUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""One of the shortest games: after nine moves white has no disc."""

MUST_PASS = "XO" + "-" * 62 + " O"
"""White has no move, black plays c1."""

OVER = {
    "p1win": "X" * 40 + "O" * 24 + " X",
    "p2win": "O" * 3 + "-" * 61 + " X",
    "draw": "X" * 32 + "O" * 32 + " O",
}
"""Positions without a move, by their result."""


def game_before_a_pass() -> Game:
    """Return a game, of first legal moves, whose side to move must pass for the first time."""
    game = Game()
    while not game.board.must_pass:
        game.play(game.board.legal_moves()[0])
    return game
