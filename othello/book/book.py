"""A book to ask: the moves that it knows in a position."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from othello.board import Board, BoardLike, check_board
from othello.book.file import BookFile
from othello.book.links import key_of
from othello.notation import MOVES, Move
from othello.result import VALUE_PER_DISC
from othello.symmetry import symmetric_moves

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["Book", "BookMove"]


class BookMove(NamedTuple):
    """A move of the book.

    Attributes
    ----------
    move : Move
        The move.
    score : float or int
        Discs for the side to move; an int if it is proven.
    depth, selectivity : int
        How far the line behind it was searched, and the confidence of pruning in percent.
    source : str
        Who found the score.
    in_book : bool
        Whether the position after it is in the book.
    """

    move: Move
    score: float
    depth: int
    selectivity: int
    source: str
    in_book: bool


class Book:
    """An opening book in a file.

    Parameters
    ----------
    path : path
        The file.

    Raises
    ------
    FileError
        If it is no book, or one of a newer version.
    """

    def __init__(self, path: str | Path) -> None:
        self._file = BookFile(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __len__(self) -> int:
        return self._file.count()

    def __contains__(self, board: BoardLike) -> bool:
        return self._file.find(key_of(check_board(board))) is not None

    def moves(self, board: BoardLike) -> list[BookMove]:
        """Return what the book knows of a position's moves, the best first.

        Moves that a symmetry of the board makes alike are all there.
        """
        board = check_board(board)
        position = self._file.find(key_of(board))
        if position is None:
            return []
        found = []
        for move, square in squares_of(board).items():
            if (known := position.moves.get(square)) is not None:
                proven = known.selectivity == 100 and known.depth >= board.n_empties
                score = known.value / VALUE_PER_DISC
                found.append(
                    BookMove(
                        move,
                        round(score) if proven else score,
                        known.depth,
                        known.selectivity,
                        known.source,
                        known.child is not None,
                    )
                )
        return sorted(found, key=lambda each: -each.score)

    def choose(
        self, board: BoardLike, discs: float = 0.0, chance: random.Random | None = None
    ) -> BookMove | None:
        """Return one of the moves that give away at most so many `discs`; None if none is known."""
        moves = self.moves(board)
        near = [each for each in moves if each.score >= moves[0].score - discs]
        return (chance or random).choice(near) if near else None


def squares_of(board: Board) -> dict[Move, int]:
    """Return by legal move the square that stands for it in the book.

    It is a square of the canonical image; of moves to one position it is the first.
    """
    canonical = board.canonical()
    turn = board.symmetries().index(canonical)
    images = {move: symmetric_moves([move])[turn][0] for move in board.legal_moves()}
    first: dict[bytes, int] = {}
    for square in sorted(images.values()):
        after = canonical.after(MOVES[square])
        if not after.is_over:
            first.setdefault(key_of(after.after("pass") if after.must_pass else after), square)
    found = {}
    for move, square in images.items():
        after = canonical.after(MOVES[square])
        if after.is_over:
            found[move] = square
        else:
            found[move] = first[key_of(after.after("pass") if after.must_pass else after)]
    return found
