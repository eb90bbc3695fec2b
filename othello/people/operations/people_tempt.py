"""The operation `people.tempt`: a move that leads players of a rating into errors."""

from typing import Annotated, ClassVar

from othello.engine.strength import MoveChoice
from othello.fields import JSON_ONLY, Range
from othello.limits import MAX_SCORE
from othello.operation import SEARCH, Engines, Progress, operation
from othello.operations import BOOKS
from othello.operations.search import Found, Search
from othello.people.scale import USUAL_RATING, Rating
from othello.people.tempting import Tempting


@operation(SEARCH, BOOKS)
class PeopleTempt(Search):
    """Find the move, of those about as good, after which players of a rating lose most."""

    example: ClassVar[str] = "othello people tempt f5d6c3d3c4 --rating 1300 --level 8"

    rating: Annotated[Rating, "the opponent's; 1500 is a middling one"] = USUAL_RATING
    book: Annotated[
        float | None, JSON_ONLY, Range(0, MAX_SCORE, "discs"), "not used, as in search with near"
    ] = None

    def choice(self) -> MoveChoice:
        """Return what chooses the move."""
        return Tempting(super().choice(), self.rating)

    async def run(  # type: ignore[override]
        self, engines: Engines, progress: Progress
    ) -> Found:
        """Search until the first of the limits is met, without the book."""
        return await super().run(engines, progress)
