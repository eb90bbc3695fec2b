"""``othello practise --puzzles``: the puzzles of a set, asked one after the other."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from random import Random

from othello.analysis.games import default_engine
from othello.commands.output import EXIT_UNUSABLE_INPUT, Faults, print_json, show_text
from othello.commands.practising import (
    Dialogue,
    answer_record,
    answered_in_json,
    exercise_asked,
)
from othello.commands.puzzles import opened_set
from othello.commands.screen import has_colours
from othello.errors import counted
from othello.practice.profile import Profile
from othello.practice.solving import PuzzleRound, failed, nearest_first

COUNT = 10
"""Puzzles of a round, unless another number is asked for."""


def solve_puzzles(arguments: argparse.Namespace, lines: Iterable[str]) -> int:
    """Ask puzzles; return the exit code. `lines` are the answers."""
    faults = Faults()
    found = opened_set(arguments.puzzles, faults)
    numbers = found.numbers(arguments.kind, arguments.difficulty, arguments.goal)
    puzzles = {number: found.puzzles[number - 1] for number in numbers}
    status = EXIT_UNUSABLE_INPUT if faults.count else 0
    with (
        nullcontext() if arguments.no_profile else Profile(arguments.profile) as profile,
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
        )
        if minutes is not None:
            lines = lines_within(lines, minutes, "" if arguments.json else "\ntime is up")
        if arguments.json:
            status |= answered_in_json(asked, lines, answer_record, exercise_asked)
        else:
            Dialogue(asked, show_text, in_colour=has_colours(sys.stdout)).run(lines)
        rating = None if profile is None else round(profile.rating().rating)
        if arguments.json:
            print_json({"total": total(asked, rating)})
        else:
            show_text("\n" + summary(asked, rating))
    return status


def lines_within(
    lines: Iterable[str],
    minutes: float,
    at_end: str,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[str]:
    """Yield the lines that come within some minutes of when the first one is waited for.

    The text `at_end` is shown when a line comes later, which is left out.
    """
    end = clock() + 60 * minutes
    for line in lines:
        if clock() > end:
            show_text(at_end) if at_end else None
            return
        yield line


def summary(asked: PuzzleRound, rating: int | None) -> str:
    """Return how a round went."""
    right = f"{asked.n_right} of {counted(asked.n_asked, 'puzzle')} right at the first answer"
    stays = "" if asked.repeats else "stays "  # against the clock
    rated = "" if rating is None else f", your rating {stays}{rating}"
    row = f"; {asked.longest_row} in a row" if asked.longest_row > 1 else ""
    return f"{right}{rated}{row}"


def total(asked: PuzzleRound, rating: int | None) -> dict[str, object]:
    """Return the last JSON object."""
    return {
        "puzzles": asked.size if asked.repeats else asked.n_asked,
        "answered": asked.n_asked,
        "right": asked.n_right,
        "in_a_row": asked.longest_row,
        "rating": rating,
    }
