"""The operation `profile.progress`: what a profile has, counted."""

from __future__ import annotations

from typing import Annotated, ClassVar

from othello.fields import Length
from othello.operation import ASIDE, operation
from othello.operations import PLAY
from othello.practice.profiles import Profiles
from othello.practice.progress import Summary, progress_of


@operation(ASIDE, PLAY)
class ProfileProgress:
    """Tell what a profile has: answers, cards, ratings and games, counted."""

    example: ClassVar[str] = '{"do": "profile.progress", "profile": "Ann"}'

    profile: Annotated[str, Length(1, 40), "the profile"]

    def run(self, profiles: Profiles) -> Summary:
        """Count; a profile that is not there has nothing."""
        return profiles.read(self.profile, progress_of)
