"""The operation `games.file`: the games in a file."""

from typing import Annotated, ClassVar

from othello.analysis.game_texts import Games, read_file
from othello.fields import Length
from othello.operation import READ, SourceName, operation
from othello.operations import BOOKS


@operation(READ, BOOKS)
class GamesFile:
    """Read the games of a file of text, or of WTHOR."""

    example: ClassVar[str] = '{"do": "games.file", "file": "ZjVkNg==", "name": "a.txt"}'

    file: Annotated[str, Length(0, None), "the file in base64, which may be compressed (gzip)"]
    name: SourceName = None
    players: Annotated[
        str | None, Length(0, None), "WTHOR's names of players in base64, a .jou file"
    ] = None
    tournaments: Annotated[
        str | None, Length(0, None), "WTHOR's names of tournaments in base64, a .trn file"
    ] = None

    def run(self) -> Games:
        """Return the games, and what cannot be read."""
        return read_file(self.file, self.name, self.players, self.tournaments)
