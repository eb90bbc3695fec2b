"""The operation `profile.list`: the profiles that the server keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from othello.operation import ASIDE, operation
from othello.operations import PLAY
from othello.practice.profiles import Profiles


class Listed(NamedTuple):
    """A profile, and how many answers it has."""

    name: str
    answers: int


@dataclass(frozen=True)
class ProfileNames:
    """The profiles, by name."""

    profiles: tuple[Listed, ...]


@operation(ASIDE, PLAY)
class ProfileList:
    """List the profiles, and how many answers each has."""

    example: ClassVar[str] = '{"do": "profile.list"}'

    def run(self, profiles: Profiles) -> ProfileNames:
        """Open each profile, and count."""
        return ProfileNames(tuple(Listed(*each) for each in profiles.names().items()))
