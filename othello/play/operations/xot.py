"""The operation `xot`: balanced openings, dealt by chance."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.fields import EACH, Range
from othello.openings.balanced import BalancedOpening, deal
from othello.operation import ASIDE, operation
from othello.operations import BOOKS


@dataclass(frozen=True)
class Dealt:
    """The openings that were dealt, each with its moves and black's score in discs."""

    openings: Annotated[tuple[BalancedOpening, ...], EACH]

    @property
    def text(self) -> str:
        """The openings, one a line."""
        return "\n".join(f"{each.moves} {each.score:+.1f}" for each in self.openings)


@operation(ASIDE, BOOKS)
class Xot:
    """Deal balanced openings by chance: eight moves, after which neither side is ahead."""

    example: ClassVar[str] = "othello xot --count 10 --seed 1"

    count: Annotated[int, Range(1, 1000), "how many, each another one"] = 1
    seed: Annotated[int | None, Range(0, 2**31 - 1), "deal the same ones again"] = None

    def run(self) -> Dealt:
        """Return different openings of the list that comes with othello."""
        return Dealt(tuple(deal(self.count, self.seed)))
