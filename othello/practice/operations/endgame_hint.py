"""The operation `endgame.hint`: what is to be thought of in an endgame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from othello.analysis.wording import Phrase
from othello.engine import Engine
from othello.operation import SHORT, operation
from othello.operations import PLAY
from othello.practice.operations.endgame_answer import EXAMPLE, Begun


@dataclass(frozen=True)
class Hint:
    """What is to be thought of; nothing if no move loses a disc."""

    idea: str | None
    hint: Phrase | None


@operation(SHORT, PLAY)
class EndgameHint(Begun):
    """Say what is to be thought of in an endgame, without the move."""

    example: ClassVar[str] = f'{{"do": "endgame.hint", "position": "{EXAMPLE}"}}'

    def run(self, engine: Engine) -> Hint:
        """Ask the round of this endgame."""
        idea = self.round(engine).hint()
        return Hint(None, None) if idea is None else Hint(idea.name or None, idea.hint)
