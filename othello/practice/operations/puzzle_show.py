"""The operation `puzzle.show`: the solution of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.engine import Engine
from othello.explaining.wording import Phrase
from othello.fields import Length
from othello.notation import Move
from othello.operation import SHORT, operation
from othello.operations import PLAY
from othello.practice.operations.puzzle_next import Number
from othello.practice.profiles import Profiles
from othello.practice.puzzles import shipped_set
from othello.practice.request_fields import Kept
from othello.practice.solving import PuzzleRound


@dataclass(frozen=True)
class SolvedPuzzle:
    """The solution, and why the move in `wrong` is none."""

    best: Move
    score: float
    margin: float  #: discs by which it is better than any other move
    line: tuple[Move, ...]
    source: str  #: the game that it is from
    sentences: tuple[Phrase, ...]
    kept: bool
    rating: int | None  #: the person's, if a profile keeps it


@operation(SHORT, PLAY)
class PuzzleShow(Kept):
    """Show the solution of a puzzle, which is kept as an answer that is not right."""

    example: ClassVar[str] = '{"do": "puzzle.show", "number": 7, "wrong": "b2"}'

    number: Number
    wrong: Annotated[str | None, Length(0, 4), "a wrong move, to be explained"] = None

    def run(self, engine: Engine, profiles: Profiles) -> SolvedPuzzle:
        """Reveal it in a round of this puzzle."""
        puzzle, keeper = shipped_set().puzzle(self.number), profiles.keeper(self.profile)
        one = [(self.number, puzzle)]
        sentences: tuple[Phrase, ...] = ()
        if self.wrong is not None:
            explanation = PuzzleRound(one, engine).judge(self.wrong).explanation
            sentences = tuple(reason.says for reason in explanation.reasons)
        asked = PuzzleRound(one, engine, keeper)
        line = asked.reveal(self.seconds, self.once).pv
        rating = None if keeper is None else round(asked.rating.rating)
        return SolvedPuzzle(
            *(puzzle.best, puzzle.score, puzzle.margin, tuple(line), puzzle.source),
            *(sentences, keeper is not None, rating),
        )
