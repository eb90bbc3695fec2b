"""Entries of a book for a position, with the names of openings, and for a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from othello.analysis.moves import GameAnalysis, MoveAnalysis, raised
from othello.analysis.openings import name_text
from othello.board import Board
from othello.book import Umigame
from othello.errors import counted
from othello.notation import PASS, SIDE_NAMES, Move
from othello.result import error_text, score_text

if TYPE_CHECKING:
    from othello.book import Book, BookMove


CLEARLY = 2 / 3
"""Share of a book's standard error from which on a search is surer, as on the page."""


def judged_by_book(move: MoveAnalysis, book: Book) -> MoveAnalysis:
    """Return the analysis of a move with the scores and lines of a book, where it has any.

    The best move is the book's, and so is the score of the move played. One that the book does not
    score keeps that of the search. All stays as it is if the search is proven or clearly surer, or
    if it is not known how sure the book is.
    """
    known = book.moves(move.board)
    own = next((each for each in known if each.move == move.move), None)
    error = next((each.error for each in (own, *known) if each is not None), None)
    if error is None or (move.error is not None and move.error <= CLEARLY * error):
        return move
    best = book.line_of(move.board, known[0])
    played = move.played if own is None else book.line_of(move.board, own)
    if played.score >= best.score:
        best = raised(best, played)
    return move._replace(played=played, best=best, from_book=own is not None)


def by_book(analysis: GameAnalysis, book: Book | None) -> GameAnalysis:
    """Return the analysis of a game with its moves as `judged_by_book` has them, given a book."""
    if book is None:
        return analysis
    return analysis._replace(moves=tuple(judged_by_book(move, book) for move in analysis.moves))


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


class KnownMove(NamedTuple):
    """A book's entry for a move in a position."""

    move: Move
    score: float  #: discs for the side to move
    error: float | None  #: the score's standard error in discs; None if it is not known
    grade: str  #: how sure the score is, in words
    games: int  #: games in the book that went this way
    name: str | None  #: the opening that the move leads to
    in_book: bool  #: whether the position after it is in the book
    pv: tuple[Move, ...] = ()  #: with a whole position, the move and the book's best line after it


@dataclass(frozen=True)
class KnownPosition:
    """A book's entry for a position; it has no moves, and None, if the book lacks it."""

    position: Board
    score: float | None
    error: float | None
    grade: str | None
    games: int
    name: str | None
    umigame: Umigame | None  #: how many lines of the book each side must know to hold the score
    moves: tuple[KnownMove, ...]

    def __bool__(self) -> bool:
        return bool(self.moves)

    @property
    def text(self) -> str:
        """The position, its score, and a row for each move."""
        head = f"{self.position.to_obf()}  {self.name or ''}".rstrip()
        if self.score is None or self.umigame is None:
            return f"{head}\nnot in the book"
        score = f"{score_text(self.score)}{error_text(self.error)}"
        side = SIDE_NAMES[self.position.turn]
        rows = [head, f"{score} for {side}  {self.grade}  {counted(self.games, 'game')}"]
        black, white = self.umigame
        rows.append(f"to hold this, black must know {counted(black, 'line')}, white {white}")
        for known in self.moves:
            mark = " " if known.in_book else "*"
            score = f"{score_text(known.score):>6}{error_text(known.error):6}"
            told = f"{known.grade:20}  {counted(known.games, 'game'):>10}  {known.name or ''}"
            rows.append(f"{known.move}{mark}  {score}  {told}".rstrip())
        if not all(known.in_book for known in self.moves):
            rows.append("* leads out of the book, and is the best of those that do")
        return "\n".join(rows)


def known_position(book: Book, board: Board) -> KnownPosition:
    """Return what a book knows of a position."""
    moves, grade = book.moves(board), book.grade(board)
    return KnownPosition(
        board,
        moves[0].score if moves else None,
        book.error(board),
        None if grade is None else grade.text(board.n_empties),
        book.games(board),
        name_text(board),
        book.umigame(board),
        tuple(known_move(board, each)._replace(pv=book.line_of(board, each).pv) for each in moves),
    )


def known_move(board: Board, known: BookMove) -> KnownMove:
    """Return what a book knows of a move in a position."""
    move, score, grade, games, in_book, error = known
    name = name_text(board.after(move))
    return KnownMove(move, score, error, grade.text(board.n_empties), games, name, in_book)
