"""`Game`: a position with the moves that led to it, which can be undone, read and written."""

from othello.formats import Game

__all__ = ["Game"]
