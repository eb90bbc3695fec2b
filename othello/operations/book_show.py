"""The operation `book.show`: what the book knows of a position."""

from typing import ClassVar

from othello.analysis.book_entry import KnownPosition, known_position
from othello.board import Board
from othello.book import Book
from othello.book.position import settled
from othello.operation import ASIDE, PositionText, operation
from othello.operations import BOOKS


@operation(ASIDE, BOOKS)
class BookShow:
    """Show what the book knows of a position: its score, its grade, its moves."""

    example: ClassVar[str] = "othello book show f5d6"

    position: PositionText = "startpos"

    def run(self, book: Book) -> KnownPosition:
        """Return the score, the grade and the moves, behind the pass that is forced, if one is."""
        return known_position(book, settled(Board.parse(self.position)))
