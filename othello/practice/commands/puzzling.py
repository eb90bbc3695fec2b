"""``othello practise puzzles``: the puzzles of a set, asked one after the other."""

import argparse
import math
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from othello.commands.arguments import add_described, add_fields
from othello.commands.output import EXIT_UNUSABLE_INPUT, Faults
from othello.commands.values import SHIPPED, number_where
from othello.engine import Engine
from othello.errors import InvalidOption, MissingFile, counted
from othello.practice.commands import practising
from othello.practice.commands.puzzles import opened_set
from othello.practice.exercises import Exercise, Judgement
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
    add_fields(parser, "puzzle.next", "kind", "goal", "length", "difficulty", "failed")
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
    practising.add_engine(parser)


@practising.with_engine
def run(arguments: argparse.Namespace, engine: Engine, profile: Profile | None) -> int:
    """Ask puzzles; return the exit code."""
    faults = Faults()
    try:
        found = opened_set(arguments.set, faults)
    except MissingFile as error:
        raise InvalidOption(f"{error}{option_meant(arguments.set)}") from None
    wanted = (arguments.kind, arguments.difficulty, arguments.goal, arguments.length)
    numbers = found.numbers(*wanted)
    puzzles = {number: found.puzzles[number - 1] for number in numbers}
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
    at_end = "" if arguments.json else "\ntime is up\n"
    countdown = None if minutes is None else Countdown(minutes, at_end)
    status = PuzzleDialogue(asked, profile, countdown).run(arguments, [arguments.set])
    return EXIT_UNUSABLE_INPUT if faults.count else status


def option_meant(word: str) -> str:
    """Return the option that a word in place of a set's name may be meant for, to append.

    >>> option_meant("5"), option_meant("corner"), option_meant("my.puzzles")
    (" (did you mean '--count 5'?)", " (did you mean '--kind corner'?)", '')
    """
    known = {"count": word.isdecimal(), "kind": word in KINDS, "goal": word in GOALS}
    return "".join(f" (did you mean '--{name} {word}'?)" for name in known if known[name])


class Countdown:
    """A number of minutes, and the text that is shown `at_end`."""

    def __init__(
        self, minutes: float, at_end: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds, self._at_end, self._clock = 60 * minutes, at_end, clock
        self._end: float | None = None

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

    def lines_within(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines that come in time, which begins when the first one is waited for."""
        self._end = self._clock() + self._seconds
        for line in lines:
            if self.left < 0:
                print(end=self._at_end, flush=True)
                return
            yield line


class PuzzleDialogue(practising.ExerciseDialogue):
    """Puzzles of a round, each with the time that is left, if there is a `countdown`."""

    TOTAL = (
        ("puzzles", "size"),
        ("answered", "n_asked"),
        ("right", "n_right"),
        ("in_a_row", "longest_row"),
    )

    def __init__(
        self, asked: PuzzleRound, profile: Profile | None, countdown: Countdown | None
    ) -> None:
        super().__init__(asked)
        self._profile = profile
        self._countdown = countdown

    def _told(self, item: Exercise) -> str:
        told = super()._told(item)
        return told if self._countdown is None else f"{self._countdown.text}, {told}"

    def _record(self, item: Exercise, verdict: Judgement | None = None) -> dict[str, object]:
        record = super()._record(item, verdict)
        if verdict is None or verdict.then is None:
            return {**record, "goes_on": False}
        return {**record, "goes_on": True, "reply": str(verdict.then)}

    def _until_quit(self, lines: Iterable[str]) -> Iterator[list[str]]:
        timed = lines if self._countdown is None else self._countdown.lines_within(lines)
        return super()._until_quit(timed)

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
        told = {**super()._total(), "rating": self._rating}
        return told if self._asked.repeats else {**told, "puzzles": self._asked.n_asked}
