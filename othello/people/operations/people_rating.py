"""The operation `people.rating`: players of which rating would have played like this."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.analysis.game_texts import game_of
from othello.errors import InvalidOption
from othello.fields import JSON_ONLY
from othello.game import Game
from othello.notation import BLACK, WHITE
from othello.operation import SHORT, GameMoves, StartText, operation
from othello.operations import BOOKS
from othello.people.asking import played_like
from othello.people.estimate import Estimate


@dataclass(frozen=True)
class PeopleRatingAnswer:
    """The rating that each side played like; None for one without a move that counts."""

    black: Estimate | None
    white: Estimate | None

    @property
    def text(self) -> str:
        """Both in a line."""
        return f"black {self.black or '–'}, white {self.white or '–'}"


@operation(SHORT, BOOKS)
class PeopleRating:
    """Estimate the ratings of both players of a game from the moves alone."""

    example: ClassVar[str] = "othello people rating f5d6c3d3c4f4c5b3c2e3d2c6"

    moves: Annotated[GameMoves, JSON_ONLY] = ""
    start: Annotated[StartText, JSON_ONLY] = None

    def run(self) -> PeopleRatingAnswer:
        """Return the ratings with their errors."""
        game = game_of(self.moves, self.start)
        if not game.moves:
            raise InvalidOption("a game without moves: expected some")
        return ratings_of(game)


def ratings_of(game: Game) -> PeopleRatingAnswer:
    """Return what both players of a game played like."""
    moves = [*zip(game.positions(), game.moves, strict=False)]
    black, white = (
        played_like((board, move) for board, move in moves if board.turn == side)
        for side in (BLACK, WHITE)
    )
    return PeopleRatingAnswer(black, white)
