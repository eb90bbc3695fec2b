"""A position of the book and its moves, as the file holds them. Nothing here needs numpy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from othello.board import Board
from othello.levels import NO_PRUNING
from othello.result import VALUE_PER_DISC
from othello.standard_error import standard_error

HIGHEST = 64 * VALUE_PER_DISC
"""The greatest value that a move can have."""

HIGHEST_DEPTH = 128
"""The greatest depth that a grade can have."""

MOST_GAMES = 2**31 - 1
"""The greatest number of learned games that a position can have; Edax's books hold no more."""


class Grade(NamedTuple):
    """The reliability of a score."""

    #: Plies that the search at the end of the best line looked ahead; 0 if that is not known. If it
    #: went to the end of the game, so many as there are empty squares.
    depth: int
    selectivity: int  #: confidence of pruning in percent
    source: str  #: the searcher or book that found the score, such as ``level 20``

    def is_proven(self, n_empties: int) -> bool:
        """Return whether it is exact in a position with so many empties."""
        return self.selectivity == NO_PRUNING and self.depth >= n_empties

    def error(self, score: float, n_empties: int) -> float | None:
        """Return the standard error of a score with this grade, as ``Line.error``."""
        return standard_error(score, n_empties, self.depth, self.selectivity)

    def text(self, n_empties: int) -> str:
        """Return the grade of a score in a position with so many empties, in words.

        >>> Grade(24, 73, "level 24").text(40), Grade(20, 95, "level 14").text(20)
        ('depth 24 at 73 %', 'to the end at 95 %')
        >>> Grade(20, 100, "level 14").text(20), Grade(0, 0, "Edax level 21").text(40)
        ('proven', 'from Edax level 21')
        """
        if self.is_proven(n_empties):
            return "proven"
        if not self.depth:
            return f"from {self.source}"
        if self.depth >= n_empties:
            return f"to the end at {self.selectivity} %"
        sure = f" at {self.selectivity} %" if self.selectivity < NO_PRUNING else ""
        return f"depth {self.depth}{sure}"


@dataclass(slots=True)
class StoredMove:
    """A move, with its value as far as it is known."""

    child: int | None  #: number of the position that it leads to, if that is in the book
    value: int  #: in 1/128 disc, for the side that makes the move
    #: Reliability of the value. Of a move with a child, it is that of the position there.
    grade: Grade
    same: bool = False  #: whether the same side is to move after it, as the other must pass


@dataclass(slots=True)
class StoredPosition:
    """A position of the book, its canonical image. The side to move has a move."""

    id: int  #: its number, from 1 on, in the order in which positions came
    key: bytes  #: the discs of the side to move and of the other
    games: int = 0  #: learned games that came through it
    #: Its moves, by square.
    moves: dict[int, StoredMove] = field(default_factory=dict)
    parents: list[int] = field(default_factory=list)  #: the positions that have a move to it

    @property
    def board(self) -> Board:
        """The position, with black to move."""
        return board_of(self.key)

    @property
    def n_empties(self) -> int:
        """Number of empty squares."""
        return 64 - int.from_bytes(self.key, "big").bit_count()

    @property
    def best(self) -> StoredMove:
        """The move with the greatest value, of several the one with the first square."""
        return max(self.moves.items(), key=_by_value)[1]

    @property
    def leaf(self) -> int | None:
        """The square of the best move that leads out of the book."""
        leaves = [item for item in self.moves.items() if item[1].child is None]
        return max(leaves, key=_by_value)[0] if leaves else None

    @property
    def grade(self) -> Grade:
        """The reliability of the position's value: that of the end of the best line.

        It is proven only if all moves are. Where the best alone is, the least sure one counts.
        """
        best, n_empties = self.best, self.n_empties
        if best.value < HIGHEST and best.grade.is_proven(n_empties):
            others = (move.grade for move in self.moves.values())
            open_ones = [grade for grade in others if not grade.is_proven(n_empties)]
            return min(open_ones, key=lambda grade: (grade[1], grade[0]), default=best.grade)
        return best.grade

    def move_to(self, child: StoredPosition, same: bool) -> StoredMove:
        """Return the move of this position that leads to `child`, with its value from there."""
        value, (depth, selectivity, source) = child.best.value, child.grade
        if depth >= child.n_empties:
            depth = self.n_empties
        return StoredMove(
            child.id, value if same else -value, Grade(depth, selectivity, source), same
        )


def _by_value(item: tuple[int, StoredMove]) -> tuple[int, int]:
    square, move = item
    return move.value, -square


def discs(value: int) -> int:
    """Return a value in whole discs."""
    return round(value / VALUE_PER_DISC)


def key_of(board: Board) -> bytes:
    """Return the 16 bytes that stand for a position and its images."""
    canonical = board.canonical()
    return canonical.player.to_bytes(8, "big") + canonical.opponent.to_bytes(8, "big")


def board_of(key: bytes) -> Board:
    """Return the position that a key stands for, with black to move."""
    return Board(int.from_bytes(key[:8], "big"), int.from_bytes(key[8:], "big"))


def settled(board: Board) -> Board:
    """Return a position after the pass that is forced in it, if one is."""
    return board.after("pass") if board.must_pass else board
