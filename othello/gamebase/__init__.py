"""A base of games: which moves were played in a position, by whom, with what result."""

from __future__ import annotations

from othello.gamebase.base import GameBase, PlayedMove, StoredGame

__all__ = ["GameBase", "PlayedMove", "StoredGame"]
