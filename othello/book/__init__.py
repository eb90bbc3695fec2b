"""The opening book: positions with the scores of their moves, in one SQLite file."""

from __future__ import annotations

from othello.book.file import BookFile
from othello.book.graph import Graph, Move, Position

__all__ = ["BookFile", "Graph", "Move", "Position"]
