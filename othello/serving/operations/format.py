"""The operation `format`: a game written in another form."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.analysis.game_texts import format_as, game_of
from othello.convert import warnings_of
from othello.fields import Choices
from othello.formats.dropped_headers import without_headers
from othello.formats.registry import Item, record_formats, text_format
from othello.operation import ASIDE, GameMoves, Headers, StartText, operation
from othello.operations import BOOKS

WITH_HEADERS = {"text": text_format(), **record_formats()}
"""Forms that state players and result."""


@dataclass(frozen=True)
class Written:
    """A game as text, and what it does not say or contradicts."""

    text: str
    doubts: list[str]


@operation(ASIDE, BOOKS)
class Format:
    """Write a game in another form."""

    example: ClassVar[str] = '{"do": "format", "moves": "f5d6", "form": "text"}'

    form: Annotated[
        str,
        Choices(("moves", *record_formats(), "obf", "fen", "text", "svg")),
        "the form: of the game, or (obf, fen, svg) of its last position",
    ]
    moves: GameMoves = ""
    start: StartText = None
    headers: Headers = None

    def run(self) -> Written:
        """Return the game in the form, and which headers have no place there."""
        game = game_of(self.moves, self.start, self.headers)
        doubts: list[str] = []
        if (known := WITH_HEADERS.get(self.form)) is not None:
            places = known.places
            doubts = [*warnings_of(Item(None, game), places), *without_headers(places.lost(game))]
        return Written(format_as(game, self.form), doubts)
