"""A book to ask: the moves that it knows in a position."""

import random
from pathlib import Path
from typing import NamedTuple

from othello.board import Board, BoardLike, check_board, image_squares
from othello.book.file import BookFile
from othello.book.position import Grade, StoredPosition, key_of, settled
from othello.book.umigame import Umigame, lines_to_know
from othello.fields import in_range, not_negative
from othello.files.access import FilePath, OpenFile
from othello.limits import MAX_MULTIPV
from othello.notation import MOVES, PASS, Move
from othello.result import VALUE_PER_DISC, Line, Result

HALVING = 0.5
"""Discs that a move gives away beside another to be chosen half as often."""


class BookMove(NamedTuple):
    """A move of the book.

    Attributes
    ----------
    move : Move
        The move.
    score : float or int
        Discs for the side to move; an int if it is proven.
    grade : Grade
        How sure that is.
    games : int
        Learned games in which it was played.
    in_book : bool
        Whether the position after it is in the book.
    error : float or None
        The score's standard error in discs, 0.0 if it is proven, None if it is not known.
    """

    move: Move
    score: float
    grade: Grade
    games: int
    in_book: bool
    error: float | None


class Book(OpenFile):
    """An opening book in a file, to be read; a context manager.

    `othello.bookmaking.growth.BookBuilder` writes books, and one may be read while another process
    writes it.

    Parameters
    ----------
    path : path
        The file.

    Raises
    ------
    FileError
        If it is no book, or one of a newer version. The methods raise it if it is damaged.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from othello.bookmaking import BookBuilder
    >>> with TemporaryDirectory() as folder:
    ...     with BookBuilder(f"{folder}/my.book", level=2) as builder:
    ...         builder.grow(positions=20)
    ...     with Book(f"{folder}/my.book") as book:
    ...         [str(known.move) for known in book.moves("startpos")]
    ['d3', 'c4', 'f5', 'e6']
    """

    def __init__(self, path: FilePath) -> None:
        self._file = BookFile(path)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __len__(self) -> int:
        return self._file.count()

    def __contains__(self, board: BoardLike) -> bool:
        return self._file.find(key_of(check_board(board))) is not None

    def games(self, board: BoardLike) -> int:
        """Return how many learned games came through a position."""
        position = self._file.find(key_of(check_board(board)))
        return 0 if position is None else position.games

    def grade(self, board: BoardLike) -> Grade | None:
        """Return how sure the score of a position is; None if it is not in the book."""
        position = self._file.find(key_of(check_board(board)))
        return position.grade if position is not None and position.moves else None

    def error(self, board: BoardLike) -> float | None:
        """Return the standard error of a position's score in discs; None if it is not known."""
        board = check_board(board)
        moves, grade = self.moves(board), self.grade(board)
        return None if grade is None else grade.error(moves[0].score, board.n_empties)

    def moves(self, board: BoardLike) -> list[BookMove]:
        """Return what the book knows of a position's moves, the best first.

        They are moves of this position, not of the image that stands for it. Moves that a symmetry
        of the board makes alike are all there.
        """
        board = check_board(board)
        position = self._file.find(key_of(board))
        if position is None:
            return []
        found = [
            self._book_move(board, move, position, square)
            for move, square in squares_of(board).items()
            if square in position.moves
        ]
        return sorted(found, key=lambda each: -each.score)

    def _book_move(
        self, board: Board, move: Move, position: StoredPosition, square: int
    ) -> BookMove:
        known = position.moves[square]
        score = known.value / VALUE_PER_DISC
        if known.grade.is_proven(board.n_empties):
            score = round(score)
        games = 0 if known.child is None else self._file.position(known.child).games
        error = known.grade.error(score, board.n_empties)
        return BookMove(move, score, known.grade, games, known.child is not None, error)

    def umigame(self, board: BoardLike) -> Umigame | None:
        """Return how many lines each side must know to hold a position; None if it is not there."""
        board = check_board(board)
        position = self._file.find(key_of(board))
        if position is None:
            return None
        counts = lines_to_know(self._file, position.id, {})
        return Umigame(*(counts if board.turn == "X" else counts[::-1]))

    def choose(
        self, board: BoardLike, discs: float = 0.0, chance: random.Random | None = None
    ) -> BookMove | None:
        """Choose one of the moves that give away at most so many `discs`; None if none is known.

        The better a move, the likelier it is: half a disc less makes it half as likely.
        """
        discs = not_negative("discs", discs, "discs")
        moves = self.moves(board)
        near = [each for each in moves if each.score >= moves[0].score - discs]
        if not near:
            return None
        weights = [2.0 ** ((each.score - near[0].score) / HALVING) for each in near]
        return (chance or random.Random()).choices(near, weights)[0]

    def answer(self, board: BoardLike, multipv: int = 1) -> Result | None:
        """Return the best moves with their lines, as a search would; None if none is known."""
        board = check_board(board)
        in_range("multipv", multipv, 1, MAX_MULTIPV)
        if not (moves := self.moves(board)[:multipv]):
            return None
        return Result(tuple(self.line_of(board, known) for known in moves), 0, 0.0, False)

    def line_of(self, board: BoardLike, known: BookMove) -> Line:
        """Return a move that the book knows, with the book's best line after it."""
        board = check_board(board)
        after = board.after(known.move)
        first = [known.move, PASS] if after.must_pass else [known.move]
        depth, selectivity, _ = known.grade
        is_proven = isinstance(known.score, int)
        line = (*first, *self.line(settled(after)))
        return Line(depth, selectivity, known.score, None, is_proven, line, board.n_empties)

    def line(self, board: BoardLike) -> list[Move]:
        """Return the best line of the book from a position on, forced passes included."""
        board = check_board(board)
        moves: list[Move] = []
        while known := self.moves(board):
            after = board.after(known[0].move)
            moves += [known[0].move, PASS] if after.must_pass else [known[0].move]
            board = settled(after)
        return moves


def shipped_book() -> Path | None:
    """Return the file of the book that comes with this package; None if none does."""
    path = Path(__file__).parents[1] / "data" / "opening.book"
    return path if path.is_file() else None


def squares_of(board: Board) -> dict[Move, int]:
    """Return by legal move the square that stands for it in the book.

    It is a square of the canonical image; of moves to one position it is the first.
    """
    canonical = board.canonical()
    images = {move: squares[0] for move, squares in image_squares(board).items()}
    first: dict[bytes, int] = {}
    found = {}
    for move, square in sorted(images.items(), key=lambda item: item[1]):
        after = canonical.after(MOVES[square])
        found[move] = square if after.is_over else first.setdefault(key_of(settled(after)), square)
    return found
