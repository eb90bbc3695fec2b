"""The operation `games.moves`: what was played in a position, in a base of games."""

from typing import Annotated, Any, ClassVar, Literal

from othello.board import Board
from othello.fields import Length, Range
from othello.gamebase.serving.bases import Bases
from othello.operation import READ, PositionText, operation
from othello.operations import BOOKS

MAX_LISTED = 1000

Name = Annotated[str | None, Length(1, 300)]


@operation(READ, BOOKS)
class GamesMoves:
    """Show which moves were played in a position, and its latest games."""

    example: ClassVar[str] = '{"do": "games.moves", "position": "f5d6", "player": "Takeshi"}'

    position: PositionText
    base: Annotated[Name, "a name of `bases.list`, by default the first"] = None
    player: Annotated[
        Name, "who played, either side: each word begins a word of the name; accents do not count"
    ] = None
    black: Annotated[Name, "who was black"] = None
    white: Annotated[Name, "who was white"] = None
    event: Annotated[Name, "where it was played"] = None
    opening: Annotated[
        str | None, Length(0, 2000), "an opening that the games came to: its name, or moves"
    ] = None
    year: Annotated[
        str | None, Length(0, 20), "when: a year, or A-B, A- or -B, the first and the last one"
    ] = None
    result: Annotated[Literal["black", "white", "draw"] | None, "who won"] = None
    limit: Annotated[int, Range(0, MAX_LISTED), "games to list, the latest first"] = 20

    def run(self, bases: Bases) -> dict[str, Any]:
        """Return the moves with their games and results, the games, and what no game has."""
        # Where there is no base numpy may be missing, which this needs.
        name, base = bases.named(self.base)
        from othello.gamebase.entries import conditions_of, position_entry, unknown_entries

        conditions = conditions_of(self)
        found = position_entry(base, Board.parse(self.position), self.limit, **conditions)
        unknown = [] if found["count"] else unknown_entries(base, conditions)
        return {"base": name, **found, "unknown": unknown}
