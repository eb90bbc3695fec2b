"""A base of games: which moves were played in a position, by whom, with what result."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from othello.gamebase.base import GameBase, PlayedMove, StoredGame

__all__ = ["GameBase", "PlayedMove", "StoredGame"]


def __getattr__(name: str) -> object:
    if name in __all__:  # imported when first used, as the command line reads `room` at its start
        from othello.gamebase import base

        return getattr(base, name)
    raise AttributeError(f"module 'othello.gamebase' has no attribute {name!r}")
