"""The operation `people.tempt`: a move that leads players of a rating into errors."""

from typing import Annotated, ClassVar

from othello.engine.strength import MoveChoice
from othello.operation import SEARCH, operation
from othello.operations import BOOKS
from othello.operations.search import Search
from othello.people.scale import USUAL_RATING, Rating
from othello.people.tempting import Tempting


@operation(SEARCH, BOOKS)
class PeopleTempt(Search):
    """Find the move, of those about as good, after which players of a rating lose most."""

    example: ClassVar[str] = "othello people tempt f5d6c3d3c4 --rating 1300 --level 8"

    rating: Annotated[Rating, "the opponent's; 1500 is a middling one"] = USUAL_RATING

    def choice(self) -> MoveChoice:
        """Return what chooses the move."""
        return Tempting(super().choice(), self.rating)
