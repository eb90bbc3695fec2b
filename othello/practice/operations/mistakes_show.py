"""The operation `mistakes.show`: the best move in a position where another one was a mistake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.board import Board
from othello.engine import Engine
from othello.explaining.explanation import Explanation
from othello.fields import Length
from othello.notation import Move
from othello.operation import SHORT, operation
from othello.operations import PLAY
from othello.practice.mistakes import mistake_at
from othello.practice.operations.mistakes_answer import AskedMistake
from othello.practice.profiles import Profiles
from othello.practice.rounds import ExerciseRound


@dataclass(frozen=True)
class SolvedMistake:
    """The best move, and what the move in `played` costs."""

    best: Move
    score: float
    exact: bool
    line: tuple[Move, ...]
    explanation: Explanation | None
    kept: bool


@operation(SHORT, PLAY)
class MistakesShow(AskedMistake):
    """Show the best move in a position, which is kept as an answer that is not right."""

    example: ClassVar[str] = '{"do": "mistakes.show", "position": "f5d6c3", "played": "f6"}'

    played: Annotated[str | None, Length(0, 4), "the mistake, to be explained"] = None

    def run(self, engine: Engine, profiles: Profiles) -> SolvedMistake:
        """Reveal it in a round of this position."""
        board, keeper = Board.parse(self.position), profiles.keeper(self.profile)
        exercise = mistake_at(board, self.level, self.idea, engine)
        explanation = None
        if self.played is not None:
            explanation = ExerciseRound([exercise], engine).judge(self.played).explanation
        best = ExerciseRound([exercise], engine, keeper).reveal(self.seconds, self.once)
        return SolvedMistake(
            *(best.pv[0], best.score, best.exact, tuple(best.pv), explanation),
            kept=keeper is not None,
        )
