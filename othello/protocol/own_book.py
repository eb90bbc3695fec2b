"""The opening book that an engine plays from. Its file is opened when a move is first asked of it.

What reads books is imported only then: the protocols must start at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from othello.board import Board
from othello.errors import InvalidOption, OthelloError, quote
from othello.limits import MAX_DEPTH
from othello.result import Result, score_text

if TYPE_CHECKING:
    from othello.book import Book, BookMove

__all__ = ["MAX_DISCS", "BookAnswer", "OwnBook"]

MAX_DISCS = 64

GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


class BookAnswer(NamedTuple):
    """A move of the book: as the result of a search, and in words."""

    result: Result
    text: str


class OwnBook:
    """Chooses moves of a book.

    Parameters
    ----------
    path : str
        The file; empty for the one that comes with this package, if one does.
    is_used : bool
        Whether moves are taken from the book.
    discs : float
        How much the moves of a side may give away in a game, in discs, all together. With 0 only
        best moves are chosen.
    depth : int
        In how many moves of a game, of both sides, the book is asked: those of the first position
        are number 1.
    seed : int
        Seed of the choices: of the next seed, the games differ as those of one seed do.
    """

    def __init__(
        self,
        path: str = "",
        *,
        is_used: bool = False,
        discs: float = 0.0,
        depth: int = MAX_DEPTH,
        seed: int = 0,
    ) -> None:
        if not 0 <= discs <= MAX_DISCS:
            raise InvalidOption(f"invalid randomness {quote(discs)}: expected 0 to {MAX_DISCS}")
        self.path = path
        self.is_used = is_used
        self.discs = discs
        self.depth = depth
        self.seed = seed
        self._book: Book | None = None
        self._given: dict[str, dict[int, float]] = {}
        """By side, and by empty squares before a move of the book: what that move gave away."""

    @property
    def seed(self) -> int:
        """Seed of the choices; setting it starts them again."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed = self._n_begun = seed
        self._point: dict[str, float] = {}
        """By side, where between 0 and 1 its game lies among all that it may choose."""

    def open(self, path: str) -> None:
        """Use the book in a file from now on, or the shipped one if `path` is empty.

        Raises FileError if the file is no book; the one in use stays.
        """
        book = self._opened(path) if path else None
        self.close()
        self.path, self._book = path, book

    def close(self) -> None:
        """Close the file. It is opened again when a move is asked for."""
        if self._book is not None:
            self._book.close()
            self._book = None

    def file(self) -> str:
        """Return the name of the book in use; empty if there is none."""
        from othello.book import shipped_book

        return self.path or str(shipped_book() or "")

    def ask(self, board: Board, complain: Callable[[str], object]) -> BookAnswer | None:
        """Return a move of the book; None if it is not used, or knows none here.

        A book that cannot be read is not used any more; `complain` is told why.
        """
        if not self.is_used or board.n_empties <= 60 - self.depth:
            return None
        try:
            if self._book is None:
                if not (path := self.file()):
                    raise InvalidOption("no book comes with this package: expected BookFile")
                self._book = self._opened(path)
            known = self._choose(self._book, board)
            if known is None:
                return None
            result = Result((self._book.line_of(board, known),), 0, 0.0, False)
        except OthelloError as error:
            self.is_used = False
            complain(f"no book is used: {error}")
            return None
        grade = known.grade.text(board.n_empties)
        return BookAnswer(result, f"{known.move} {score_text(known.score)} {grade}")

    def _opened(self, path: str) -> Book:
        from othello.book import Book

        return Book(path)

    def _choose(self, book: Book, board: Board) -> BookMove | None:
        """Choose a move, and note what it gives away.

        What counts is what this side has given away with more empty squares: earlier in this game,
        whatever was taken back since.

        The games that a side can play divide the numbers from 0 to 1 among them, each by its share:
        the first move divides all, the next one what belongs to the move before. A game is one
        number. Multiples of the golden ratio lie as far apart as can be, so games that follow each
        other differ as long as there are others; with random numbers they would begin again soon.
        """
        side = board.turn
        given = self._given.setdefault(side, {})
        if again := [each for each in given if each <= board.n_empties]:
            for n_empties in again:
                del given[n_empties]
        if again or side not in self._point:
            self._n_begun += 1
            self._point[side] = self._n_begun * GOLDEN % 1.0
        left = max(self.discs - sum(given.values()), 0.0)
        shares = book.shares(board, left)
        if not shares:
            return None
        point = self._point[side]
        for known, share in shares.items():  # noqa: B007 - the one where it breaks off
            if point < share:
                break
            point -= share
        self._point[side] = min(point / share, 1.0)
        given[board.n_empties] = next(iter(shares)).score - known.score
        return known
