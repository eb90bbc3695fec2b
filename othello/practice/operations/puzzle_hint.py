"""The operation `puzzle.hint`: what a puzzle is about."""

from __future__ import annotations

from typing import ClassVar

from othello.engine import Engine
from othello.operation import SHORT, operation
from othello.operations import PLAY
from othello.practice.exercises import Hint
from othello.practice.operations.puzzle_next import Number
from othello.practice.puzzles import shipped_set
from othello.practice.solving import PuzzleRound


@operation(SHORT, PLAY)
class PuzzleHint:
    """Say what a puzzle is about, without the move."""

    example: ClassVar[str] = '{"do": "puzzle.hint", "number": 7}'

    number: Number

    def run(self, engine: Engine) -> Hint:
        """Ask the round of this puzzle."""
        return Hint.of(
            PuzzleRound([(self.number, shipped_set().puzzle(self.number))], engine).hint()
        )
