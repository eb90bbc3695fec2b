"""Games that differ at the least cost.

The games of one side are remembered while the program runs. Where all that follows a move was
played before, something new can only be had by a worse move: at the cheapest place, which may lie
many moves later. `Variety.choose` finds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from othello.board import Board
from othello.book.position import key_of
from othello.notation import Move

if TYPE_CHECKING:
    from random import Random

CHANCE = 0.1
"""Discs by which chance changes what a move is worth, on average."""

AGAIN = 8.0
"""Discs by which a game becomes dearer each time that it is played."""

MOST_POSITIONS = 20_000
"""Positions that are remembered; beyond that number, all are forgotten."""


class Variety:
    """Remembers the games that one side has played."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._choices: dict[bytes, dict[bytes, float]] = {}
        """By position with a choice: what each move to a position gives away."""
        self._played: dict[bytes, Counter[bytes]] = {}
        """By other position with this side to move: the positions after its moves."""
        self._replies: dict[bytes, Counter[bytes]] = {}
        """By position after a move of this side: the positions in which it was to move next."""
        self._ends: Counter[bytes] = Counter()
        """How many games had no such position any more."""
        self._last: tuple[int, bytes] | None = None

    def arrive(self, board: Board) -> None:
        """Note that this side is to move in a position."""
        if len(self._replies) > MOST_POSITIONS:
            self._forget()
        key = key_of(board)
        if self._last is not None:
            n_empties, after = self._last
            if board.n_empties < n_empties:
                self._replies.setdefault(after, Counter())[key] += 1
            else:
                self._ends[after] += 1
            self._last = None

    def wants_choice(self, board: Board, worth: float) -> bool:
        """Return whether several moves should be known for `choose`, with the same `worth`.

        That is so where there was a choice before, or where what follows was mostly played.
        """
        key = key_of(board)
        return key in self._choices or self._cost_at(key, worth, {}) > worth

    def play(self, board: Board, move: Move) -> None:
        """Note the move that is played where there is no choice."""
        after = key_of(board.after(move))
        self._played.setdefault(key_of(board), Counter())[after] += 1
        self._last = board.n_empties, after

    def choose(
        self, board: Board, losses: Mapping[Move, float], left: float, worth: float, chance: Random
    ) -> Move:
        """Choose a move, which is then played.

        `losses` is what each move gives away, in discs; the best one nothing. `left` is what may be
        given away, and `worth` what it is worth, in discs, not to play a game again. `chance`
        decides among moves that cost about the same.
        """
        key, after = key_of(board), {move: key_of(board.after(move)) for move in losses}
        self._choices[key] = {after[move]: loss for move, loss in losses.items()}
        near = [move for move, loss in losses.items() if loss <= left]
        chosen = near[0]
        if len(near) > 1:  # what follows looks at all games from here on
            found: dict[bytes, float] = {}
            chosen = min(
                near,
                key=lambda move: (
                    losses[move]
                    + self._cost(after[move], worth, found)
                    - CHANCE * chance.expovariate(1.0)
                ),
            )
        self._last = board.n_empties, after[chosen]
        return chosen

    def _cost(self, after: bytes, worth: float, found: dict[bytes, float]) -> float:
        """Return what has to be given away for something new, after a move to a position.

        The opponent is taken to reply as it did before, and this side, where it has no choice, to
        move so. `found` has what is known already.
        """
        if after not in found:
            replies, n_ends = self._replies.get(after, Counter()), self._ends[after]
            costs = sum(n * self._cost_at(key, worth, found) for key, n in replies.items())
            costs += n_ends * (worth + AGAIN * n_ends)
            found[after] = costs / (replies.total() + n_ends + 0.01)
        return found[after]

    def _cost_at(self, key: bytes, worth: float, found: dict[bytes, float]) -> float:
        """Return the same for a position in which this side was to move."""
        if key in self._choices:
            losses = self._choices[key]
            return min(loss + self._cost(after, worth, found) for after, loss in losses.items())
        if key not in self._played:  # a game ended here
            return worth
        played = self._played[key]
        costs = sum(n * self._cost(after, worth, found) for after, n in played.items())
        return costs / played.total()
