"""The operation `games.text`: the games in a text."""

from typing import Annotated, ClassVar

from othello.analysis.game_texts import Games, read_text
from othello.fields import Length
from othello.operation import READ, SourceName, operation
from othello.operations import BOOKS


@operation(READ, BOOKS)
class GamesText:
    """Read the games of a text: moves, GGF, SGF, OBF, several of them together."""

    example: ClassVar[str] = '{"do": "games.text", "text": "f5d6c3"}'

    text: Annotated[str, Length(0, None), "the text"]
    name: SourceName = None

    def run(self) -> Games:
        """Return the games, and what cannot be read."""
        return read_text(self.text, self.name)
