"""The operation `mistakes.answer`: a move in a position where one was a mistake, judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from othello.analysis.games import LEVEL
from othello.board import Board
from othello.engine import Engine
from othello.fields import Range
from othello.levels import MAX_LEVEL
from othello.operation import SHORT, MoveText, PositionText, operation
from othello.operations import PLAY
from othello.practice.exercises import BY_NAME, Judgement, legal_answer
from othello.practice.mistakes import mistake_at
from othello.practice.profiles import Profiles
from othello.practice.request_fields import Kept
from othello.practice.rounds import ExerciseRound

IDEAS = tuple(sorted(BY_NAME))


@dataclass(frozen=True, kw_only=True)
class AskedMistake(Kept):
    """Which position is asked, and how hard it is searched."""

    position: PositionText
    level: Annotated[int, Range(0, MAX_LEVEL), "how hard to think"] = LEVEL
    idea: Annotated[Literal[IDEAS], "the exercise's idea, for the profile"] = ""  # type: ignore[valid-type]


@dataclass(frozen=True)
class JudgedMistake:
    """The score of a move, whether it is right, and what refutes it."""

    judgement: Judgement
    kept: bool

    def to_dict(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {**self.judgement.to_dict(), "kept": self.kept}


@operation(SHORT, PLAY)
class MistakesAnswer(AskedMistake):
    """Judge a move in a position, and keep the answer."""

    example: ClassVar[str] = '{"do": "mistakes.answer", "position": "f5d6c3", "move": "d3"}'

    move: Annotated[MoveText, "a legal move of the position"]

    def run(self, engine: Engine, profiles: Profiles) -> JudgedMistake:
        """Judge it in a round of this position."""
        board, keeper = Board.parse(self.position), profiles.keeper(self.profile)
        move = legal_answer(board, self.move)
        asked = ExerciseRound([mistake_at(board, self.level, self.idea, engine)], engine, keeper)
        return JudgedMistake(asked.judge(move, self.seconds, self.once), keeper is not None)
