"""A base of games: which moves were played in a position, by whom, with what result."""

from typing import TYPE_CHECKING

from othello.rooms import lazily

if TYPE_CHECKING:
    from othello.gamebase.base import GameBase, PlayedMove, StoredGame

__all__ = ["GameBase", "PlayedMove", "StoredGame"]

__getattr__ = lazily(__name__, __all__, "base")
