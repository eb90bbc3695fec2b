"""Opening books that grow: what changes a book, and the formats of other programs."""

from typing import TYPE_CHECKING

from othello.rooms import lazily

if TYPE_CHECKING:
    from othello.bookmaking.growth import BookBuilder, Round

__all__ = ["BookBuilder", "Round"]

__getattr__ = lazily(__name__, __all__, "growth")
