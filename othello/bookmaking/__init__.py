"""Opening books that grow: what changes a book, and the formats of other programs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from othello.bookmaking.growth import BookBuilder, Round

__all__ = ["BookBuilder", "Round"]


def __getattr__(name: str) -> object:
    if name in __all__:  # imported when first used, as the command line reads `room` at its start
        return getattr(import_module("othello.bookmaking.growth"), name)
    raise AttributeError(f"module 'othello.bookmaking' has no attribute {name!r}")
