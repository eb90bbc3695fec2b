"""``othello lessons``: making the exercises of the lessons, and checking them."""

import argparse
import os
import shlex
from collections.abc import Iterator
from random import Random

from othello.commands.arguments import MACHINE, add_described, add_shared, add_verb
from othello.commands.game_source import GameSource
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    EXIT_WRONG_RESULT,
    Progress,
    show,
)
from othello.engine import Engine
from othello.errors import counted
from othello.lessons.exercises import LessonExercise, format_exercises, lesson_exercises
from othello.lessons.making import chosen, exercises_of_game, problem_of, rated
from othello.lessons.questions import QUESTIONS
from othello.practice.commands.puzzles import described

EXAMPLE = "othello lessons make games.ggf"

MOST_RATED = 60
"""Exercises of a question that are rated for difficulty, and chosen from; chance says which."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(
        dest="act", metavar="ACT", required=True, title="what is to be done"
    )
    make_parser = add_verb(acts, "make", "print exercises out of games, as they come with othello")
    make_parser.add_argument("games", metavar="FILE", nargs="+", help="files of games")
    add_described(make_parser, "seed", "which exercises are taken", 1)
    make_parser.add_argument(
        "--note", action="append", default=[], help="a line for the file, such as who played"
    )
    check_parser = add_verb(acts, "check", "solve the exercises that come with othello again")
    add_shared(check_parser, "json")
    for act, one in ((make, make_parser), (check, check_parser)):
        add_shared(one, *MACHINE, hash=8)
        one.set_defaults(run=act)


def make(arguments: argparse.Namespace) -> int:
    """Print the file of exercises."""
    source = GameSource(arguments.games)
    with _engine(arguments) as engine, Progress(None) as progress:
        found: list[LessonExercise] = []
        for each in source:
            item = each.game, described(each.id, each.game)
            found += exercises_of_game(engine, item)
            progress.step()
        Random(arguments.seed).shuffle(found)
        known = [rated(engine, each) for each in _few_of_each(found)]
    files = shlex.join(map(os.path.basename, arguments.games))
    command = f"othello lessons make {files} --seed {arguments.seed}"
    print(*format_exercises(chosen(known), command, arguments.note), sep="\n")
    return EXIT_UNUSABLE_INPUT if source.faults else 0


def _few_of_each(exercises: list[LessonExercise]) -> Iterator[LessonExercise]:
    for question in QUESTIONS.values():
        yield from [each for each in exercises if each.question is question][:MOST_RATED]


def check(arguments: argparse.Namespace) -> int:
    """Solve and count all again; the exit code is 1 if something is wrong."""
    n_problems, exercises = 0, [each for listed in lesson_exercises().values() for each in listed]
    with _engine(arguments) as engine, Progress(len(exercises)) as progress:
        for each in exercises:
            if problem := problem_of(engine, each):
                n_problems += 1
                progress.hide()
                lesson, number = each.question.lesson, each.number
                record = {"lesson": lesson, "number": number, "problem": problem}
                show(arguments.json, record, f"lesson {lesson}, exercise {number}: {problem}")
            progress.step()
    total = {"exercises": len(exercises), "problems": n_problems}
    text = f"{counted(len(exercises), 'exercise')}  {counted(n_problems, 'problem')}"
    show(arguments.json, {"total": total}, text)
    return EXIT_WRONG_RESULT if n_problems else 0


def _engine(arguments: argparse.Namespace) -> Engine:
    return Engine(threads=arguments.threads, hash_mb=arguments.hash)
