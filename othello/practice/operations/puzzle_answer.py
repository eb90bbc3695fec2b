"""The operation `puzzle.answer`: a move of a puzzle, judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.engine import Engine
from othello.explaining.wording import Phrase
from othello.notation import Move
from othello.operation import SHORT, MoveText, operation
from othello.operations import PLAY
from othello.practice.operations.puzzle_next import Number
from othello.practice.profiles import Profiles
from othello.practice.puzzles import shipped_set
from othello.practice.request_fields import Kept
from othello.practice.solving import PuzzleRound


@dataclass(frozen=True)
class JudgedPuzzle:
    """The score of a move; of a wrong one nothing that gives the right move away."""

    move: Move
    right: bool
    score: float
    loss: float
    margin: float  #: discs by which the right move is better than any other
    refutation: tuple[Move, ...]
    sentences: tuple[Phrase, ...]
    kept: bool
    rating: int | None  #: the person's, if a profile keeps the answer


@operation(SHORT, PLAY)
class PuzzleAnswer(Kept):
    """Judge a move of a puzzle, and keep the answer; the first try changes the ratings."""

    example: ClassVar[str] = '{"do": "puzzle.answer", "number": 7, "move": "c2", "profile": "Ann"}'

    number: Number
    move: Annotated[MoveText, "a legal move of the position"]
    rated: Annotated[bool, "false: the answer changes no rating, as against the clock"] = True

    def run(self, engine: Engine, profiles: Profiles) -> JudgedPuzzle:
        """Judge it in a round of this puzzle."""
        puzzle, keeper = shipped_set().puzzle(self.number), profiles.keeper(self.profile)
        asked = PuzzleRound([(self.number, puzzle)], engine, keeper, rates=self.rated)
        judgement = asked.judge(self.move, self.seconds, self.once)
        explanation, is_right = judgement.explanation, judgement.is_right
        said = [reason.says for reason in explanation.reasons]
        return JudgedPuzzle(
            judgement.move,
            is_right,
            explanation.played.score,
            judgement.loss,
            puzzle.margin,
            () if is_right else tuple(explanation.refutation),
            tuple(each for each in said if "better" not in each.values),
            keeper is not None,
            None if keeper is None else round(asked.rating.rating),
        )
