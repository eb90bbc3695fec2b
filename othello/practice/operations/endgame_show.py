"""The operation `endgame.show`: the best line of an endgame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from othello.engine import Engine
from othello.notation import Move
from othello.operation import SHORT, operation
from othello.operations import PLAY
from othello.practice.operations.endgame_answer import EXAMPLE, Begun
from othello.practice.profiles import Profiles


@dataclass(frozen=True)
class SolvedEndgame:
    """The best line of where an endgame stands."""

    best: Move
    score: float
    line: tuple[Move, ...]
    kept: bool


@operation(SHORT, PLAY)
class EndgameShow(Begun):
    """Show the best line of an endgame, which is kept as one that was not won."""

    example: ClassVar[str] = f'{{"do": "endgame.show", "position": "{EXAMPLE}"}}'

    def run(self, engine: Engine, profiles: Profiles) -> SolvedEndgame:
        """Reveal it in a round of this endgame."""
        keeper = profiles.keeper(self.profile)
        best = self.round(engine, keeper).reveal(self.seconds, self.once)
        return SolvedEndgame(best.pv[0], best.score, tuple(best.pv), keeper is not None)
