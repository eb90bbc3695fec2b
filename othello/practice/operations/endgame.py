"""The operations ``endgame.…``: a won endgame to play out."""

from dataclasses import dataclass
from functools import partial
from random import choice
from typing import Annotated, ClassVar

from othello.board import Board
from othello.engine import Engine
from othello.fields import JSON_ONLY, Length, Range
from othello.notation import Move, split_moves
from othello.operation import ASIDE, SHORT, MoveText, PositionText, operation
from othello.operations import PLAY
from othello.practice import endgames
from othello.practice.exercises import Hint
from othello.practice.profiles import Kept, Profiles, ProfileText
from othello.practice.puzzles import shipped_set
from othello.practice.rounds import Keeper

EXAMPLE = "XOOOOOOOOOOOOX-XOOXOXXXX-OOXOXXX-XXOXXXX--OOXXOX-OXXXXXX--XXXXXX X"

FIRST = 10
"""Endgames of which chance chooses one for a profile: the fewest empty squares, not won."""


@operation(ASIDE, PLAY)
class EndgameNext:
    """Choose a won endgame of the shipped puzzles, for a profile one that was not won."""

    example: ClassVar[str] = '{"do": "endgame.next", "empties": [10, 12], "profile": "Ann"}'

    empties: Annotated[
        tuple[int, int],
        Range(1, endgames.MOST_EMPTIES),
        "how many empty squares such an endgame has",
    ] = endgames.EMPTIES
    number: Annotated[
        int | None, JSON_ONLY, Range(1), "the one of this number, whatever else is given"
    ] = None
    hidden: Annotated[bool, JSON_ONLY, "do not tell the score"] = False
    profile: ProfileText = None

    def run(self, profiles: Profiles) -> endgames.Endgame:
        """Choose by the fields, and by chance between several."""
        if self.number is not None:
            endgame = endgames.endgame_of_puzzle(shipped_set(), self.number)
        else:
            found = endgames.endgames_of_puzzles(shipped_set(), self.empties)
            if self.profile is not None:
                found = profiles.read(self.profile, partial(endgames.fewest_first, found))[:FIRST]
            endgame = choice(found)
        return endgame._replace(score=None) if self.hidden else endgame


@dataclass(frozen=True, kw_only=True)
class Begun(Kept):
    """An endgame, and what was played in it."""

    position: PositionText
    moves: Annotated[
        str, Length(0, 1000), "both sides' moves since the position, where the endgame began"
    ] = ""

    def round(self, engine: Engine, keeper: Keeper | None = None) -> endgames.EndgameRound:
        """Return a round of this endgame, as far as it was played."""
        begun = endgames.Endgame(Board.parse(self.position), None, "")
        return endgames.EndgameRound([begun], engine, keeper, split_moves(self.moves))


@dataclass(frozen=True)
class AnsweredMove:
    """The cost of a move in discs, the perfect reply, and how the endgame went if it is over."""

    step: endgames.Step
    outcome: endgames.EndgameOutcome | None
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
        asked = self.round(engine, profiles.keeper(self.profile))
        step, outcome = asked.judge(self.move, self.seconds, self.once)
        return AnsweredMove(step, outcome, outcome is not None and asked.is_kept)


@operation(SHORT, PLAY)
class EndgameHint(Begun):
    """Say what is to be thought of in an endgame, without the move."""

    example: ClassVar[str] = f'{{"do": "endgame.hint", "position": "{EXAMPLE}"}}'

    def run(self, engine: Engine) -> Hint:
        """Ask the round of this endgame."""
        return Hint.of(self.round(engine).hint())


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
        asked = self.round(engine, profiles.keeper(self.profile))
        best = asked.reveal(self.seconds, self.once)
        return SolvedEndgame(best.pv[0], best.score, tuple(best.pv), asked.is_kept)
