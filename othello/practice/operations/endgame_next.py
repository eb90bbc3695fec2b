"""The operation `endgame.next`: a won endgame to play out."""

from __future__ import annotations

from functools import partial
from random import choice
from typing import Annotated, ClassVar

from othello.fields import JSON_ONLY, Range
from othello.operation import ASIDE, operation
from othello.operations import PLAY
from othello.practice.endgames import (
    EMPTIES,
    MOST_EMPTIES,
    Endgame,
    endgame_of_puzzle,
    endgames_of_puzzles,
    fewest_first,
)
from othello.practice.profiles import Profiles
from othello.practice.puzzles import shipped_set
from othello.practice.request_fields import ProfileText

FIRST = 10
"""Endgames of which chance chooses one for a profile: the fewest empty squares, not won."""


@operation(ASIDE, PLAY)
class EndgameNext:
    """Choose a won endgame of the shipped puzzles, for a profile one that was not won."""

    example: ClassVar[str] = '{"do": "endgame.next", "empties": [10, 12], "profile": "Ann"}'

    empties: Annotated[
        tuple[int, int],
        Range(1, MOST_EMPTIES),
        "how many empty squares such an endgame has",
    ] = EMPTIES
    number: Annotated[
        int | None, JSON_ONLY, Range(1), "the one of this number, whatever else is given"
    ] = None
    hidden: Annotated[bool, JSON_ONLY, "do not tell the score"] = False
    profile: ProfileText = None

    def run(self, profiles: Profiles) -> Endgame:
        """Choose by the fields, and by chance between several."""
        endgame = self._chosen(profiles)
        return endgame._replace(score=None) if self.hidden else endgame

    def _chosen(self, profiles: Profiles) -> Endgame:
        if self.number is not None:
            return endgame_of_puzzle(shipped_set(), self.number)
        found = endgames_of_puzzles(shipped_set(), self.empties)
        if self.profile is not None:
            found = profiles.read(self.profile, partial(fewest_first, found))[:FIRST]
        return choice(found)
