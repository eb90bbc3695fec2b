"""A game as the environments keep it: two sets of squares, played on without further objects."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.board import BLACK, WHITE, Board
from othello.errors import InvalidMove, quote
from othello.fields import one_of
from othello.notation import Move

START = (34628173824, 68853694464)

RENDER_MODES = ("ansi",)
REWARDS = ("win", "discs")
"""Rewards at the end of a game: 1, 0 or -1; or discs / 64."""


class Play:
    """A game under way.

    Attributes
    ----------
    player, opponent : int
        The discs of the side to move, which has a move unless the game is over, and the other's.
    turn : int
        Who that is: 0 who moved first in the game, 1 the other.
    legal : int
        Where it may play; 0 once the game is over.
    """

    def __init__(self) -> None:
        self.player, self.opponent = START
        self.turn = 0
        self.legal: int = core.legal_moves(self.player, self.opponent)

    @property
    def board(self) -> Board:
        """The position; black moved first."""
        if self.turn == 0:
            return Board(self.player, self.opponent, BLACK)
        return Board(self.opponent, self.player, WHITE)

    def play(self, square: int) -> bool:
        """Play a move, and the pass after it if one is forced; false if it is illegal."""
        if not self.legal >> square & 1:
            return False
        flipped = core.flip(self.player, self.opponent, square)
        self.player, self.opponent = self.opponent ^ flipped, self.player ^ flipped ^ 1 << square
        self.turn ^= 1
        self.legal = core.legal_moves(self.player, self.opponent)
        if not self.legal:
            self.legal = core.legal_moves(self.opponent, self.player)
            if self.legal:
                self.player, self.opponent = self.opponent, self.player
                self.turn ^= 1
        return True

    def score(self, turn: int) -> int:
        """Return the score as if the game were over, in discs for a side."""
        score: int = core.final_score(self.player, self.opponent)
        return score if turn == self.turn else -score


def planes_of(player: int, opponent: int) -> npt.NDArray[np.uint8]:
    """Return a position as an observation, shape (2, 8, 8)."""
    octets = np.frombuffer(player.to_bytes(8, "little") + opponent.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(octets, bitorder="little").reshape(2, 8, 8)


def mask_of(squares: int) -> npt.NDArray[np.int8]:
    """Return a set of squares as an action mask, shape (64,)."""
    octets = np.frombuffer(squares.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(octets, bitorder="little").view(np.int8)


def reward_of(score: Any, kind: str) -> Any:
    """Return what a final score is worth, or an array of them."""
    return np.sign(score).astype(float) if kind == "win" else score / 64


def square_of(action: Any) -> int:
    """Return an action as an int; raise InvalidMove unless it is a whole number or a name.

    Spaces of some libraries give arrays with one number.
    """
    try:
        if isinstance(action, str):
            return Move(action)
        number = action.item() if isinstance(action, np.ndarray) else action
        if isinstance(number, bool):
            raise TypeError
        return operator.index(number)
    except (TypeError, ValueError):
        expected = "expected a whole number, 0 to 63, or a name such as 'f5'"
        raise InvalidMove(f"invalid action {quote(action)}: {expected}") from None


def checked_reward(kind: str) -> str:
    """Return a kind of reward that there is."""
    return one_of("reward", kind, REWARDS)


def checked_render_mode(mode: str | None) -> str | None:
    """Return a mode of rendering that there is, or None."""
    return mode if mode is None else one_of("render_mode", mode, RENDER_MODES)
