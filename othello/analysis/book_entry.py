"""What a book knows of a position, as a JSON object, with the names of openings."""

from __future__ import annotations

from othello.analysis.openings import name_of
from othello.board import Board
from othello.book import Book, BookMove
from othello.result import rounded

__all__ = ["book_entry"]


def book_entry(book: Book, board: Board) -> dict[str, object]:
    """Return the score, the grade and the moves of a position; those are none if it is not there.

    Each ``error`` is the score's standard error in discs, None where that is not known.
    """
    moves, grade = book.moves(board), book.grade(board)
    return {
        "position": board.to_obf(),
        "score": rounded(moves[0].score) if moves else None,
        "error": rounded(book.error(board)),
        "grade": None if grade is None else grade.text(board.n_empties),
        "games": book.games(board),
        "name": _name(board),
        "moves": [_move_entry(board, known) for known in moves],
    }


def _move_entry(board: Board, known: BookMove) -> dict[str, object]:
    return {
        "move": str(known.move),
        "score": rounded(known.score),
        "error": rounded(known.error),
        "grade": known.grade.text(board.n_empties),
        "games": known.games,
        "name": _name(board.after(known.move)),
    }


def _name(board: Board) -> str | None:
    opening = name_of(board)
    return None if opening is None else opening.name
