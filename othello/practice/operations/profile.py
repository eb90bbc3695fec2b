"""The operations ``profile.…``: the files that a server keeps, and what is in them."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple

from othello.analysis.game_texts import game_of
from othello.fields import Length, Range
from othello.operation import ASIDE, GameMoves, StartText, operation
from othello.operations import PLAY
from othello.practice.played import keep_once, played_game
from othello.practice.profiles import Profiles
from othello.practice.progress import Summary, progress_of


@dataclass(frozen=True)
class KeptGame:
    """The number of the game in the profile, and its result."""

    game: int
    result: str


@operation(ASIDE, PLAY)
class ProfileKeep:
    """Keep a game that was played: one to its end, or with its result."""

    example: ClassVar[str] = (
        '{"do": "profile.keep", "profile": "Ann", "moves": "f5d6", "side": "black", '
        '"opponent": "level 6", "result": "W+R"}'
    )

    profile: Annotated[str, Length(1, 40), "the profile"]
    start: StartText = None
    moves: GameMoves = ""
    side: Annotated[Literal["black", "white"], "the person's side"]
    opponent: Annotated[str, Length(1, 100), "who the other was, such as level 6"]
    result: Annotated[
        str | None, Length(0, 40), "the result of a game that was given up, such as W+R"
    ] = None
    replaces: Annotated[
        int | None,
        Range(1, 2**53),
        "the number of a game that was taken back and played on: it is taken out",
    ] = None

    def run(self, profiles: Profiles) -> KeptGame:
        """Keep it, unless it is the last one that was kept."""
        headers = {} if self.result is None else {"Result": self.result}
        game = game_of(self.moves, self.start, headers)
        played = played_game(game, self.side, self.opponent)
        with profiles.opened(self.profile) as profile:
            return KeptGame(keep_once(profile, played, self.replaces), played.result)


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


@operation(ASIDE, PLAY)
class ProfileProgress:
    """Tell what a profile has: answers, cards, ratings and games, counted."""

    example: ClassVar[str] = '{"do": "profile.progress", "profile": "Ann"}'

    profile: Annotated[str, Length(1, 40), "the profile"]

    def run(self, profiles: Profiles) -> Summary:
        """Count; a profile that is not there has nothing."""
        return profiles.read(self.profile, progress_of)
