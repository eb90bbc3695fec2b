"""A base of games: which moves were played in a position, by whom, with what result."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from othello.gamebase.base import GameBase, PlayedMove, StoredGame

__all__ = ["GameBase", "PlayedMove", "StoredGame"]


def __getattr__(name: str) -> object:
    """Import a class when it is first used: it needs numpy, which the room's operations do not."""
    if name not in __all__:
        raise AttributeError(f"module 'othello.gamebase' has no attribute {name!r}")
    from othello.gamebase import base

    return getattr(base, name)
