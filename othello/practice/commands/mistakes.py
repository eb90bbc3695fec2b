"""``othello practise mistakes``: better moves where discs were lost in games."""

import argparse
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypeVar

from othello.analysis.moves import GameAnalysis
from othello.commands.analyse import analyse_shown
from othello.commands.arguments import add_described, add_fields
from othello.commands.game_source import heading
from othello.commands.output import EXIT_UNUSABLE_INPUT, Progress, no_game_with
from othello.commands.searching import Working
from othello.engine import Engine
from othello.errors import InvalidOption, counted
from othello.limits import Limits
from othello.practice.commands import practising
from othello.practice.commands.puzzles import bases_and_games
from othello.practice.exercises import Exercise
from othello.practice.mistakes import KIND, grouped, once_each
from othello.practice.operations.mistakes import MistakesNext
from othello.practice.played import analysed, side_of
from othello.practice.profile import Profile
from othello.practice.rounds import ExerciseRound, known_last

FIELDS = ("side", "player", "least", "decisive", "level")
"""Fields of the operation that the command has."""

Item = TypeVar("Item")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "games",
        metavar="GAME",
        nargs="*",
        help="games to learn from: files of games, - for stdin, moves such as f5d6c3, an opening's "
        "name; or a base of games, with --player (default: the games that your profile keeps, see "
        "othello play --keep)",
    )
    add_fields(parser, "mistakes.next", *FIELDS)
    add_described(
        parser,
        "count",
        "so many exercises at most; more games are not analysed then (default: all)",
    )
    practising.add_engine(parser)


@practising.with_engine
def run(arguments: argparse.Namespace, engine: Engine, profile: Profile | None) -> int:
    """Ask exercises from mistakes in games."""
    source = MistakeSource(arguments, engine, profile)
    found = source.mistakes()
    exercises = known_last(once_each(found), profile)[: arguments.count]
    if not arguments.json and not found and source.n_games:
        changed = " changed the result" if arguments.decisive else ""
        least = f"no mistake of {arguments.least:g} discs or more"
        print(f"{least}{changed} in {counted(source.n_games, 'game')}")
    status = EXIT_UNUSABLE_INPUT if source.faults else 0
    if arguments.json or found:
        asked = ExerciseRound(exercises, engine, profile)
        status |= MistakeDialogue(asked, source.n_games, found).run(arguments, arguments.games)
    return status


# ---------------------------------------------------------------------- finding mistakes


class MistakeSource:
    """Finds the mistakes in the games of the command line.

    With ``--count`` no more games are analysed once there are so many that the profile does not
    know as answered rightly. `n_games` counts those that were analysed.
    """

    def __init__(
        self, arguments: argparse.Namespace, engine: Engine, profile: Profile | None
    ) -> None:
        self.n_games = 0
        self._engine = engine
        self._profile = profile
        self._count = arguments.count
        self._asked = MistakesNext(**{name: getattr(arguments, name) for name in FIELDS})
        self._is_own = not arguments.games
        self._bases, self._source = bases_and_games(arguments.games)

    @property
    def faults(self) -> int:
        """Number of games, files or other sources that could not be used so far."""
        return self._source.faults

    def mistakes(self) -> list[Exercise]:
        """Return an exercise for each mistake, game by game."""
        found: list[Exercise] = []
        for name, sides, analysis in self._analyses():
            self.n_games += 1
            found += self._asked.mistakes_in(analysis, self._engine, name, sides)
            if self._count is not None and self._n_unknown(found) >= self._count:
                return found
        player = self._asked.player
        if player is not None and not self.n_games and not self.faults:
            self._source.report(practising.no_games_of(player, self._asked.side))
        return found

    def _n_unknown(self, found: Sequence[Exercise]) -> int:
        """Return how many exercises the profile does not know as answered rightly."""
        known = {} if self._profile is None else self._profile.last_right(KIND)
        return sum(not known.get(each.key, False) for each in once_each(found))

    def _analyses(self) -> Iterator[tuple[str, str, GameAnalysis]]:
        """Yield each game's name, the sides whose mistakes count, and its analysis."""
        if self._is_own:
            yield from self._of_profile()
        for path in self._bases:
            yield from self._of_base(path)
        for each in self._source:
            if sides := self._asked.sides_of(each.game):
                limits = Limits(level=self._asked.level)
                yield heading(each.id), sides, analyse_shown(each.game, self._engine, limits)

    def _of_profile(self) -> Iterator[tuple[str, str, GameAnalysis]]:
        """Yield the games of the profile, the latest first; it keeps the analyses."""
        profile = self._profile
        if profile is None:
            raise InvalidOption("no games: expected some, or a profile with games")
        if self._asked.player is not None:
            raise InvalidOption("--player: expected games to choose from; a profile's are yours")
        kept = profile.games()
        games = self._asked.of_kept(kept)
        if not games:
            none = f"no games as {self._asked.side}" if kept else "no games"
            self._source.report(f"{profile.path}: {none}: othello play --keep keeps them there")
        for each in self._shown(games):
            name = f"game {each.number}, against {each.opponent} on {day_of(each.time)}"
            yield name, side_of(each), analysed(profile, each, self._engine, self._asked.level)

    def _of_base(self, path: str) -> Iterator[tuple[str, str, GameAnalysis]]:
        """Yield the player's games in a base, the latest first; the base keeps the analyses."""
        from othello.gamebase.base import GameBase

        player = self._asked.player
        if player is None:
            raise InvalidOption(f"{path} is a base of games: expected --player NAME too")
        with GameBase(path) as base:
            games = list(base.games(player=player))
            if not games:
                known = base.names_like(player, condition="player")
                self._source.report(no_game_with("player", player, path, known))
            for stored in self._shown(games):
                if sides := self._asked.sides_of(stored.game()):
                    analysis = base.analysed(stored, self._engine, self._asked.level)
                    yield heading(f"{path}:{stored.number}"), sides, analysis

    def _shown(self, games: Sequence[Item]) -> Iterator[Item]:
        """Yield games; how many were analysed is shown."""
        with Progress(len(games)) as progress:
            progress.watch(Working(self._engine).text)
            for each in games:
                yield each
                progress.step()


def day_of(time: str) -> str:
    """Return the day of a profile's time, which is in UTC, where the person is."""
    try:
        return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d}"
    except ValueError:  # damaged
        return time


# ---------------------------------------------------------------------- the end of a round


class MistakeDialogue(practising.ExerciseDialogue):
    """The mistakes that were `found` in so many games, asked in a round."""

    def __init__(self, asked: ExerciseRound, n_games: int, found: list[Exercise]) -> None:
        super().__init__(asked)
        self._n_games = n_games
        self._found = found

    def _summary(self) -> str:
        asked, groups = self._asked, grouped(self._found)
        lost = round(sum(group.lost for group in groups))
        right = f"{asked.n_right} of {counted(asked.n_asked, 'exercise')} right"
        mistakes = f"{counted(len(self._found), 'mistake')} in {counted(self._n_games, 'game')}"
        head = f"\n{right} at the first answer\n{mistakes} lost {counted(lost, 'disc')}:"
        rows = (f"{times:4} x  {lost:6.1f} discs  {idea.habit}" for idea, times, lost in groups)
        return "\n".join([head, *rows])

    def _total(self) -> dict[str, object]:
        return {
            "games": self._n_games,
            "mistakes": len(self._found),
            "lost": round(sum(each.loss for each in self._found), 2),
            "exercises": self._asked.size,
            "answered": self._asked.n_asked,
            "right": self._asked.n_right,
            "groups": [group.to_dict() for group in grouped(self._found)],
        }
