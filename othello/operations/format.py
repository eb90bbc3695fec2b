"""The operation `format`: a game written in another form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from othello.analysis.game_texts import format_as, game_of
from othello.convert import FORMATS, Item, warnings_of
from othello.formats.dropped_headers import without_headers
from othello.operation import ASIDE, GameMoves, Headers, StartText, operation
from othello.operations import BOOKS

FORMS_WITH_HEADERS = {"ggf": "ggf", "sgf": "sgf", "text": "pasted"}
"""Forms that state players and result, with their names in `FORMATS`."""


@dataclass(frozen=True)
class Written:
    """A game as text, and what it does not say or contradicts."""

    text: str
    doubts: list[str]


@operation(ASIDE, BOOKS)
class Format:
    """Write a game in another form."""

    example: ClassVar[str] = '{"do": "format", "moves": "f5d6", "form": "sgf"}'

    form: Annotated[
        Literal["moves", "ggf", "sgf", "obf", "fen", "text", "svg"],
        "the form: of the game, or (obf, fen, svg) of its last position",
    ]
    moves: GameMoves = ""
    start: StartText = None
    headers: Headers = None

    def run(self) -> Written:
        """Return the game in the form, and which headers have no place there."""
        game = game_of(self.moves, self.start, self.headers)
        doubts: list[str] = []
        if self.form in FORMS_WITH_HEADERS:
            places = FORMATS[FORMS_WITH_HEADERS[self.form]].places
            doubts = [*warnings_of(Item(None, game), places), *without_headers(places.lost(game))]
        return Written(format_as(game, self.form), doubts)
