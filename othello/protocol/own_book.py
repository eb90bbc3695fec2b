"""The opening book that an engine plays from. Its file is opened when a move is first asked of it.

What reads books is imported only then: the protocols must start at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from othello.board import Board
from othello.errors import InvalidOption, OthelloError
from othello.fields import Range, number_in
from othello.limits import MAX_DEPTH, MAX_SCORE
from othello.notation import PASS
from othello.result import Line, Result, near_best, score_text, with_first

if TYPE_CHECKING:
    from random import Random

    from othello.book import Book, BookMove
    from othello.protocol.variety import Variety

SOLVED = 18
"""Empty squares from which on even a short search solves the game, for several moves."""

IN_THE_END = 0.5
"""Discs that another move costs there at least if it wins as well; twice as many in a draw.

Three times in a game that is lost. It is better to differ earlier, the more the worse it went.
"""

DISCS = Range(0, MAX_SCORE, "discs")

SAFE = 3
"""Factor by which such a move may give away more than elsewhere."""


class Seeded:
    """Has a random sequence, which begins again when the seed is set."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @property
    def seed(self) -> int:
        """Seed of the random choices."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed = seed
        self._chance: Random | None = None

    def chance(self) -> Random:
        """Return what the next choice is made by."""
        if self._chance is None:
            from random import Random  # slow to import: only when a choice is made

            self._chance = Random(self._seed)
        return self._chance


class BookAnswer(NamedTuple):
    """A move of the book: as the result of a search, and in words."""

    result: Result
    text: str
    source: str = "book"  #: the source, in a word


class OwnBook(Seeded):
    """Chooses moves of a book.

    `path` is the file, empty for the one that comes with this package, if one does. `is_used` says
    whether moves are taken from the book. `discs` are those that the moves of a side may give away
    in a game, all together; no move more than half of them, as the book's score of a move may be
    wrong. With 0 only best moves are chosen. `depth` is the number of moves of a game, of both
    sides, in which the book is asked: those of the first position are number 1. `seed` is that of
    the random choices, among moves that cost about the same.
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
        super().__init__(seed)
        self.path = path
        self.is_used = is_used
        self.discs = number_in("randomness", discs, DISCS)
        self.depth = depth
        self._book: Book | None = None
        self._given: dict[str, dict[int, float]] = {}
        """By side, and by empty squares before a move of the book: what that move gave away."""
        self._varieties: dict[str, Variety] = {}
        self._asked: Board | None = None
        self._left = 0.0
        self._may_vary = False

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
        if not self.is_used:
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

    def _variety(self, side: str) -> Variety:
        from othello.protocol.variety import Variety

        return self._varieties.setdefault(side, Variety())

    def _opened(self, path: str) -> Book:
        from othello.book import Book

        return Book(path)

    def _choose(self, book: Book, board: Board) -> BookMove | None:
        """Choose a move, and note what it gives away.

        What counts is what this side has given away with more empty squares: earlier in this game,
        whatever was taken back since.

        Games differ from those that were played before where that is worth it: see `Variety`.
        """
        given = self._given.setdefault(board.turn, {})
        for n_empties in [each for each in given if each <= board.n_empties]:
            del given[n_empties]
        left = min(max(self.discs - sum(given.values()), 0.0), self.discs / 2)
        variety = self._variety(board.turn)
        variety.arrive(board)
        moves = book.moves(board) if board.n_empties > 60 - self.depth else []
        self._asked, self._left, self._may_vary = board, left, False
        if not moves:
            is_wanted = board.n_empties <= SOLVED or variety.wants_choice(board, self.discs)
            self._may_vary = self.discs > 0 and is_wanted
            return None
        losses = {known.move: moves[0].score - known.score for known in moves}
        move = variety.choose(board, losses, left, self.discs, self.chance())
        given[board.n_empties] = losses[move]
        return next(known for known in moves if known.move == move)

    # ------------------------------------------------------------------ behind the book

    def may_vary(self, board: Board) -> bool:
        """Return whether the search of a position should find several moves, for another game.

        That is where the book was asked last and had no move: in the end of the game, or where
        nearly all that follows was played before.
        """
        return board == self._asked and self._may_vary

    def vary(self, board: Board, result: Result) -> Result:
        """Return the result of a search behind the book with the move first that is played."""
        best = result.move
        if not self.discs or board != self._asked or best is None or best is PASS:
            return result
        self._asked, variety = None, self._variety(board.turn)
        if not self._may_vary:
            variety.play(board, best)
            return result
        is_solved = result.depth >= board.n_empties
        near = near_best(result, SAFE * self.discs if is_solved else self._left)
        lines = {line.move: line for line in near if line.move is not None}
        costs = {
            move: self._cost(lines[best], line) if is_solved else result.score - line.score
            for move, line in lines.items()
        }
        move = variety.choose(board, costs, self.discs, self.discs, self.chance())
        if not is_solved:
            self._given[board.turn][board.n_empties] = costs[move]
        return with_first(result, lines[move])

    def _cost(self, best: Line, line: Line) -> float:
        """Return what a move costs, in discs, where the game is solved."""
        loss = best.score - line.score
        if line is best:
            return 0.0
        if outcome(line) == outcome(best):
            return min(IN_THE_END * (2 - outcome(best)) + loss / 8, self.discs)
        return loss


def outcome(line: Line) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss."""
    return (line.score > 0) - (line.score < 0)
