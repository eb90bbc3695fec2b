"""``othello practise puzzles``: the puzzles of a set, asked one after the other."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from othello.analysis.games import default_engine
from othello.commands.arguments import MACHINE, add_described, add_fields, add_shared
from othello.commands.output import EXIT_UNUSABLE_INPUT, Faults, show_text
from othello.commands.values import SHIPPED, number_where
from othello.errors import InvalidOption, MissingFile, counted
from othello.practice.commands import practising
from othello.practice.commands.puzzles import opened_set
from othello.practice.exercises import Exercise
from othello.practice.kinds import KINDS
from othello.practice.profile import Profile
from othello.practice.puzzles import GOALS
from othello.practice.solving import PuzzleRound, failed, nearest_first

COUNT = 10
"""Puzzles of a round, unless another number is asked for."""


MOST_MINUTES = 1_000_000
"""Nearly two years; few enough to be counted in seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "set",
        metavar="SET",
        nargs="?",
        default=SHIPPED,
        help="puzzles of this set, which othello puzzles make wrote (default: the set that comes "
        "with othello), those about as strong as you first",
    )
    add_fields(parser, "puzzle.next", "kind", "goal", "difficulty", "failed")
    add_described(parser, "count", f"so many puzzles at most (default {COUNT})")
    add(
        "--minutes",
        type=number_where(
            lambda given: 0 < given <= MOST_MINUTES,
            f"minutes, more than 0, at most {MOST_MINUTES}",
        ),
        metavar="N",
        help="as many puzzles as you can in so many minutes; a wrong answer is explained at once, "
        "and its puzzle does not come again",
    )
    practising.add_profile(parser)
    add_shared(parser, *MACHINE)


def run(arguments: argparse.Namespace) -> int:
    """Ask puzzles; return the exit code."""
    faults = Faults()
    try:
        found = opened_set(arguments.set, faults)
    except MissingFile as error:
        raise InvalidOption(f"{error}{option_meant(arguments.set)}") from None
    numbers = found.numbers(arguments.kind, arguments.difficulty, arguments.goal)
    puzzles = {number: found.puzzles[number - 1] for number in numbers}
    status = EXIT_UNUSABLE_INPUT if faults.count else 0
    with (
        practising.profile_of(arguments) as profile,
        default_engine(arguments.threads, arguments.hash) as engine,
    ):
        minutes, random = arguments.minutes, Random()
        order = failed if arguments.failed else partial(nearest_first, random=random)
        asked = PuzzleRound(
            order(puzzles, profile),
            engine,
            profile,
            count=arguments.count or (COUNT if minutes is None else math.ceil(60 * minutes)),
            repeats=minutes is None,
            random=random,
            rates=minutes is None,
            in_order=arguments.failed,
        )
        lines = practising.answers_of(arguments, [arguments.set])
        countdown = None if minutes is None else Countdown(minutes)
        if countdown is not None:
            lines = lines_within(lines, countdown, "" if arguments.json else "\ntime is up")
        status |= PuzzleDialogue(asked, profile, countdown).run(arguments, lines)
    return status


def option_meant(word: str) -> str:
    """Return the option that a word in place of a set's name may be meant for, to append.

    >>> option_meant("5"), option_meant("corner"), option_meant("my.puzzles")
    (" (did you mean '--count 5'?)", " (did you mean '--kind corner'?)", '')
    """
    known = {"count": word.isdecimal(), "kind": word in KINDS, "goal": word in GOALS}
    return "".join(f" (did you mean '--{name} {word}'?)" for name in known if known[name])


class Countdown:
    """A number of minutes, from when it begins."""

    def __init__(self, minutes: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = 60 * minutes
        self._clock = clock
        self._end: float | None = None

    def begin(self) -> None:
        """Let the time run."""
        self._end = self._clock() + self._seconds

    @property
    def left(self) -> float:
        """Seconds that are left; negative once the time is over."""
        return self._seconds if self._end is None else self._end - self._clock()

    @property
    def text(self) -> str:
        """The time left, in minutes and seconds.

        >>> Countdown(2.5).text
        '2:30 left'
        """
        seconds = max(0, math.ceil(self.left))
        return f"{seconds // 60}:{seconds % 60:02} left"


class PuzzleDialogue(practising.ExerciseDialogue):
    """Puzzles of a round, each with the time that is left, if there is a `countdown`."""

    def __init__(
        self, asked: PuzzleRound, profile: Profile | None, countdown: Countdown | None
    ) -> None:
        super().__init__(asked)
        self._profile = profile
        self._countdown = countdown

    def _told(self, item: Exercise) -> str:
        told = super()._told(item)
        return told if self._countdown is None else f"{self._countdown.text}, {told}"

    @property
    def _rating(self) -> int | None:
        return None if self._profile is None else round(self._profile.rating().rating)

    def _summary(self) -> str:
        asked, rating = self._asked, self._rating
        right = f"\n{asked.n_right} of {counted(asked.n_asked, 'puzzle')} right at the first answer"
        stays = "" if asked.repeats else "stays "  # against the clock
        rated = "" if rating is None else f", your rating {stays}{rating}"
        row = f"; {asked.longest_row} in a row" if asked.longest_row > 1 else ""
        return f"{right}{rated}{row}"

    def _total(self) -> dict[str, object]:
        asked = self._asked
        return {
            "puzzles": asked.size if asked.repeats else asked.n_asked,
            "answered": asked.n_asked,
            "right": asked.n_right,
            "in_a_row": asked.longest_row,
            "rating": self._rating,
        }


def lines_within(lines: Iterable[str], countdown: Countdown, at_end: str) -> Iterator[str]:
    """Yield the lines that come in time, which begins when the first one is waited for.

    The text `at_end` is shown when a line comes later, which is left out.
    """
    countdown.begin()
    for line in lines:
        if countdown.left < 0:
            show_text(at_end) if at_end else None
            return
        yield line
