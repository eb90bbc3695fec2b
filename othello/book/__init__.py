"""The opening book: positions with the scores of their moves, in one SQLite file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from othello.book.book import Book, BookMove, shipped_book
from othello.book.position import Grade

if TYPE_CHECKING:
    from othello.book.growth import BookBuilder, Round

__all__ = ["Book", "BookBuilder", "BookMove", "Grade", "Round", "shipped_book"]


def __getattr__(name: str) -> object:
    # What grows books needs numpy, and is not imported where a book is only asked.
    if name in ("BookBuilder", "Round"):
        from othello.book import growth

        return getattr(growth, name)
    raise AttributeError(f"module 'othello.book' has no attribute {name!r}")
