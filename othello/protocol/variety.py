"""Games from a book that differ at the least cost.

One side's moves come from the book, and its games are remembered while the program runs. Where all
that follows a move was played before, something new can only be had by a worse move: at the
cheapest place, which may lie many moves later. `Variety.choose` weighs both.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from othello.board import Board
from othello.book.position import key_of

if TYPE_CHECKING:
    from othello.book import BookMove

__all__ = ["Variety"]

CHANCE = 0.1
"""Discs by which chance changes what a move is worth, on average."""

AGAIN = 0.25
"""Discs by which a game becomes dearer each time that it is played again."""

MOST_POSITIONS = 100_000
"""Of those that are remembered; beyond, all are forgotten."""


class Variety:
    """Remembers the games that one side has played from a book."""

    def __init__(self) -> None:
        self._own: dict[bytes, dict[bytes, float]] = {}
        """By position with this side to move: what each move to a position gives away."""
        self._replies: dict[bytes, Counter[bytes]] = {}
        """By position after a move of this side: the positions in which it was to move next."""
        self._ends: Counter[bytes] = Counter()
        """By position in which the book had no move any more: in how many games."""
        self._last: tuple[int, bytes] | None = None

    def choose(
        self,
        board: Board,
        losses: dict[BookMove, float],
        left: float,
        worth: float,
        chance: Random,
    ) -> BookMove | None:
        """Choose a move that gives away no more than is `left`; None if the book has no moves here.

        Parameters
        ----------
        board : Board
            The position.
        losses : dict
            What each move of the book gives away, in discs.
        left : float
            What may be given away.
        worth : float
            What it is worth, in discs, not to play a game again.
        chance : random.Random
            Decides among moves that cost about the same.
        """
        key = self._arrive(board)
        after = {move: key_of(board.after(move.move)) for move in losses}
        self._own[key] = {after[move]: loss for move, loss in losses.items()}
        if not losses:
            self._ends[key] += 1
        near = [move for move, loss in losses.items() if loss <= left]
        if not near:
            return None
        found: dict[bytes, float] = {}
        cost = {
            move: losses[move]
            + self._cost(after[move], worth, found)
            - CHANCE * chance.expovariate(1.0)
            for move in near
        }
        chosen = min(near, key=cost.__getitem__)
        self._last = board.n_empties, after[chosen]
        return chosen

    def _arrive(self, board: Board) -> bytes:
        """Note to which position the opponent's reply led; return its key."""
        if len(self._own) > MOST_POSITIONS:
            self._own, self._replies, self._ends = {}, {}, Counter()
        key = key_of(board)
        if self._last is not None and board.n_empties < self._last[0]:
            self._replies.setdefault(self._last[1], Counter())[key] += 1
        self._last = None
        return key

    def _cost(self, after: bytes, worth: float, found: dict[bytes, float]) -> float:
        """Return what has to be given away for something new, after a move to a position.

        The opponent is taken to reply as it did before, and once in a new way. `found` has what is
        known already.
        """
        if after not in found:
            replies = self._replies.get(after, Counter())
            costs = (n * self._cost_at(key, worth, found) for key, n in replies.items())
            found[after] = sum(costs) / (replies.total() + 0.1)
        return found[after]

    def _cost_at(self, key: bytes, worth: float, found: dict[bytes, float]) -> float:
        """Return the same for a position in which this side was to move."""
        costs = [loss + self._cost(after, worth, found) for after, loss in self._own[key].items()]
        return min(costs, default=worth + AGAIN * (self._ends[key] - 1))
