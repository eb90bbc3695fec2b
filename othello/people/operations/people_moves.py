"""The operation `people.moves`: what players of a rating play in a position."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.board import Board
from othello.fields import EACH
from othello.operation import SHORT, PositionText, operation
from othello.operations import BOOKS
from othello.people.asking import PlayedMove, people_moves
from othello.people.scale import USUAL_RATING, Rating


@dataclass(frozen=True)
class PeopleMovesAnswer:
    """The moves, the likeliest first."""

    moves: Annotated[tuple[PlayedMove, ...], EACH]

    @property
    def text(self) -> str:
        """A move on each row, with how often it is played."""
        return "\n".join(f"{each.move}  {each.percent:5.1f} %" for each in self.moves)


@operation(SHORT, BOOKS)
class PeopleMoves:
    """Show what people of a rating play in a position, by a model of tournament games."""

    example: ClassVar[str] = "othello people moves f5d6c3d3c4 --rating 1700"

    position: PositionText = "startpos"
    rating: Rating = USUAL_RATING

    def run(self) -> PeopleMovesAnswer:
        """Return the moves; none where there is none."""
        return PeopleMovesAnswer(tuple(people_moves(Board.parse(self.position), self.rating)))
