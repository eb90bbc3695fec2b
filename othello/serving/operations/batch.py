"""The operation `batch`: many positions searched one after the other."""

from typing import Annotated, ClassVar, NamedTuple

from othello.board import Board
from othello.errors import IllegalMove, InvalidBoard, InvalidMove
from othello.fields import Length
from othello.limits import Depth, Level, Multipv, Nodes, Seconds, Selectivity, asked_limits
from othello.operation import SEARCH, Engines, PositionText, Progress, operation
from othello.operations import ANALYSE
from othello.result import Result

MAX_BATCH = 256


class Results(NamedTuple):
    """The results of searches, in the order of the positions."""

    results: list[Result]


@operation(SEARCH, ANALYSE)
class Batch:
    """Search many positions one after the other."""

    example: ClassVar[str] = '{"do": "batch", "positions": ["f5d6", "f5f6"], "depth": 8}'

    positions: Annotated[tuple[PositionText, ...], Length(1, MAX_BATCH), "the positions"]
    depth: Depth = None
    level: Level = None
    seconds: Seconds = None
    nodes: Nodes = None
    selectivity: Selectivity = None
    multipv: Multipv = 1

    async def run(self, engines: Engines, progress: Progress) -> Results:
        """Search each position until the first of the limits is met."""
        limits = asked_limits(self)
        boards = [board_of(*each) for each in enumerate(self.positions, 1)]
        found: list[Result] = []
        for board in boards:
            found.append(await engines.search(board, limits))
            progress({"done": len(found), "of": len(boards)})
        return Results(found)


def board_of(number: int, text: str) -> Board:
    """Return a position of a batch; what is wrong with it names its number."""
    try:
        return Board.parse(text)
    except (InvalidBoard, InvalidMove, IllegalMove) as error:
        raise type(error)(f"position {number}: {error}") from None
