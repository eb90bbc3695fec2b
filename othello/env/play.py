"""A game as the environments keep it: two sets of squares, played on without further objects."""

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

    def reward(self, turn: int, kind: str) -> float:
        """Return what the game, which is over, is worth for a side."""
        score: int = core.final_score(self.player, self.opponent)
        return float(reward_of(score if turn == self.turn else -score, kind))

    def planes(self, turn: int) -> npt.NDArray[np.uint8]:
        """Return the position as a side's observation, shape (2, 8, 8)."""
        own, other = (
            (self.player, self.opponent) if turn == self.turn else (self.opponent, self.player)
        )
        octets = np.frombuffer(own.to_bytes(8, "little") + other.to_bytes(8, "little"), np.uint8)
        return np.unpackbits(octets, bitorder="little").reshape(2, 8, 8)


class OneGame:
    """The options, the board and the picture of an environment with one game."""

    def __init__(self, reward: str, render_mode: str | None) -> None:
        self._reward = one_of("reward", reward, REWARDS)
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self._play = Play()

    @property
    def board(self) -> Board:
        """The position; its colours are those of the game."""
        return self._play.board

    def render(self) -> str | None:
        """Return the board as text in the mode ``"ansi"``."""
        return str(self.board) if self.render_mode == "ansi" else None


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
