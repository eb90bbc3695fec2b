"""``othello practise --puzzles``: the puzzles of a set, asked one after the other."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextlib import nullcontext

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
from othello.practice.solving import PuzzleRound, nearest_first

COUNT = 10
"""Puzzles of a round, unless another number is asked for."""


def solve_puzzles(arguments: argparse.Namespace, lines: Iterable[str]) -> int:
    """Ask puzzles; return the exit code. `lines` are the answers."""
    faults = Faults()
    found = opened_set(arguments.puzzles, faults)
    numbers = found.numbers(arguments.kind, arguments.difficulty)
    puzzles = {number: found.puzzles[number - 1] for number in numbers}
    status = EXIT_UNUSABLE_INPUT if faults.count else 0
    with (
        nullcontext() if arguments.no_profile else Profile(arguments.profile) as profile,
        default_engine(arguments.threads, arguments.hash) as engine,
    ):
        asked = PuzzleRound(
            nearest_first(puzzles, profile)[: arguments.count or COUNT], engine, profile
        )
        if arguments.json:
            status |= answered_in_json(asked, lines, answer_record, exercise_asked)
        else:
            Dialogue(asked, show_text, in_colour=has_colours(sys.stdout)).run(lines)
        rating = None if profile is None else round(profile.rating().rating)
        if arguments.json:
            total = {"puzzles": asked.size, "answered": asked.n_asked, "right": asked.n_right}
            print_json({"total": {**total, "rating": rating}})
        else:
            text = (
                f"{asked.n_right} of {counted(asked.n_asked, 'puzzle')} right at the first answer"
            )
            show_text("\n" + text + ("" if rating is None else f", your rating {rating}"))
    return status
