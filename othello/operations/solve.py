"""The operation `solve`: who wins a position, and by how much."""

from typing import Annotated, ClassVar

from othello.board import Board
from othello.limits import Limits, Multipv, Seconds, Selectivity
from othello.operation import SHORT, Engines, PositionText, Progress, operation
from othello.operations import ANALYSE
from othello.result import Result


@operation(SHORT, ANALYSE)
class Solve:
    """Find the exact score of a position, or who wins."""

    example: ClassVar[str] = "othello solve tests/positions/ffo-01-19.obf --lines 1-5"

    position: PositionText
    wld: Annotated[bool, "find only who wins: score -1, 0 or 1"] = False
    seconds: Seconds = None
    selectivity: Selectivity = None
    multipv: Multipv = 1

    async def run(self, engines: Engines, progress: Progress) -> Result:
        """Search to the end of the game; a score that is not proven in time is a bound."""
        limits = Limits(
            exact=not self.wld,
            wld=self.wld,
            seconds=self.seconds,
            selectivity=self.selectivity,
            multipv=self.multipv,
        )
        return await engines.search(Board.parse(self.position), limits, progress)
