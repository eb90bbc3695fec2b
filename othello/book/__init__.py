"""The opening book: positions with the scores of their moves, in one SQLite file."""

from typing import Any

from othello.book.book import Book, BookMove, shipped_book
from othello.book.position import Grade
from othello.book.umigame import Umigame

__all__ = ["Book", "BookMove", "Grade", "Umigame", "shipped_book"]


def __getattr__(name: str) -> Any:
    from othello.rooms import added

    return added(__name__, name)
