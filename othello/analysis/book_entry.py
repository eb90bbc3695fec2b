"""A book's entry of a position, as a JSON object with the names of openings, and that of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from othello.analysis.moves import GameAnalysis
from othello.analysis.openings import name_of
from othello.board import Board
from othello.errors import counted
from othello.notation import PASS
from othello.result import rounded, score_text

if TYPE_CHECKING:
    from othello.book import Book, BookMove


class BookPath(NamedTuple):
    """The part of a game that follows a book."""

    moves: tuple[BookMove | None, ...]  #: the book's entry of each move; None if it has none
    left: int | None  #: the index of the first move that is not in the book; None if all are
    instead: BookMove | None  #: the book's best move there; None if it does not know the position
    text: str  #: the same in words


def book_path(book: Book, analysis: GameAnalysis) -> BookPath:
    """Return what a book has of a game's moves, and where the game leaves it."""
    known = [book.moves(move.board) for move in analysis.moves]
    found = tuple(
        next((each for each in moves if each.move == move.move), None)
        for moves, move in zip(known, analysis.moves, strict=True)
    )
    missing = (
        index
        for index, (each, move) in enumerate(zip(found, analysis.moves, strict=True))
        if each is None and move.move is not PASS
    )
    left = next(missing, None)
    if left is None:
        return BookPath(found, None, None, "book: all moves")
    text = f"book: {counted(left, 'move')}"
    if not known[left]:
        return BookPath(found, left, None, text)
    best, move = known[left][0], analysis.moves[left]
    grade = best.grade.text(move.board.n_empties)
    instead = f"{best.move} {score_text(best.score)}, {grade}"
    return BookPath(found, left, best, f"{text}; then {move.move}, where it has {instead}")


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
        "moves": [move_entry(board, known) for known in moves],
    }


def move_entry(board: Board, known: BookMove) -> dict[str, object]:
    """Return what a book knows of a move in a position."""
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
