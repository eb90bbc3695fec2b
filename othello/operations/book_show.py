"""The operation `book.show`: what the book knows of a position."""

from __future__ import annotations

from typing import ClassVar

from othello.analysis.book_entry import book_entry
from othello.board import Board
from othello.book import Book
from othello.operation import ASIDE, PositionText, operation
from othello.operations import BOOKS


@operation(ASIDE, BOOKS)
class BookShow:
    """Show what the book knows of a position: its score, its grade, its moves."""

    example: ClassVar[str] = "othello book show f5d6"

    position: PositionText

    def run(self, book: Book) -> dict[str, object]:
        """Return the score, the grade and the moves with games and names."""
        return book_entry(book, Board.parse(self.position))
