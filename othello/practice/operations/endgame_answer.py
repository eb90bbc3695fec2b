"""The operation `endgame.answer`: a move of an endgame, judged and replied to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.board import Board
from othello.engine import Engine
from othello.fields import Length
from othello.notation import split_moves
from othello.operation import SHORT, MoveText, PositionText, operation
from othello.operations import PLAY
from othello.practice.endgames import Endgame, EndgameOutcome, EndgameRound, Step
from othello.practice.profiles import Profiles
from othello.practice.request_fields import Kept
from othello.practice.rounds import Keeper

EXAMPLE = "XOOOOOOOOOOOOX-XOOXOXXXX-OOXOXXX-XXOXXXX--OOXXOX-OXXXXXX--XXXXXX X"


@dataclass(frozen=True, kw_only=True)
class Begun(Kept):
    """An endgame, and what was played in it."""

    position: PositionText
    moves: Annotated[
        str, Length(0, 1000), "both sides' moves since the position, where the endgame began"
    ] = ""

    def round(self, engine: Engine, keeper: Keeper | None = None) -> EndgameRound:
        """Return a round of this endgame, as far as it was played."""
        begun = Endgame(Board.parse(self.position), None, "")
        return EndgameRound([begun], engine, keeper, split_moves(self.moves))


@dataclass(frozen=True)
class AnsweredMove:
    """The cost of a move in discs, the perfect reply, and how the endgame went if it is over."""

    step: Step
    outcome: EndgameOutcome | None
    kept: bool

    def to_dict(self) -> dict[str, object]:
        """Return it as a JSON object."""
        outcome = None if self.outcome is None else self.outcome.to_dict()
        return {**self.step.to_dict(), "outcome": outcome, "kept": self.kept}


@operation(SHORT, PLAY)
class EndgameAnswer(Begun):
    """Judge a move of an endgame and reply to it; when it is over, all of it is kept."""

    example: ClassVar[str] = f'{{"do": "endgame.answer", "position": "{EXAMPLE}", "move": "a8"}}'

    move: Annotated[MoveText, "a legal move of the position"]

    def run(self, engine: Engine, profiles: Profiles) -> AnsweredMove:
        """Judge it in a round of this endgame, whose moves are proven once it is over."""
        keeper = profiles.keeper(self.profile)
        step, outcome = self.round(engine, keeper).judge(self.move, self.seconds, self.once)
        return AnsweredMove(step, outcome, outcome is not None and keeper is not None)
