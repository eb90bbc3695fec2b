"""The operation `endgame.hint`: what is to be thought of in an endgame."""

from __future__ import annotations

from typing import ClassVar

from othello.engine import Engine
from othello.operation import SHORT, operation
from othello.operations import PLAY
from othello.practice.exercises import Hint
from othello.practice.operations.endgame_answer import EXAMPLE, Begun


@operation(SHORT, PLAY)
class EndgameHint(Begun):
    """Say what is to be thought of in an endgame, without the move."""

    example: ClassVar[str] = f'{{"do": "endgame.hint", "position": "{EXAMPLE}"}}'

    def run(self, engine: Engine) -> Hint:
        """Ask the round of this endgame."""
        return Hint.of(self.round(engine).hint())
