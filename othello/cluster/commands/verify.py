"""``othello verify``."""

import argparse
import errno
import os
from collections.abc import Iterator

from othello.commands.arguments import MACHINE, add_shared
from othello.commands.output import EXIT_WRONG_RESULT, Progress, print_fault, show
from othello.commands.values import file_name, whole_number
from othello.engine import Engine
from othello.errors import FileError, counted
from othello.proving.store import Store, check_is_store, opened_store
from othello.proving.verify import check_leaves, check_store

EXAMPLE = "othello verify ffo45.db --leaves 20"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "store", type=file_name, metavar="STORE", help="what othello solve --store has written"
    )
    parser.add_argument(
        "--leaves",
        type=leaf_count,
        default=0,
        metavar="N|all",
        help="solve so many leaves again, chosen at random (default 0)",
    )
    add_shared(parser, *MACHINE, "json")


def leaf_count(text: str) -> int | None:
    """Read a number of leaves; None is all.

    >>> leaf_count("20"), leaf_count("all")
    (20, None)
    """
    return None if text.lower() == "all" else whole_number(0)(text)


def run(arguments: argparse.Namespace) -> int:
    """Check the proof; the exit code is 1 if something is not proven."""
    if not os.path.lexists(arguments.store):
        raise FileError(errno.ENOENT, "no such file", str(arguments.store))
    check_is_store(arguments.store)
    problems = 0
    with opened_store(arguments.store) as store:
        scores = store.scores()
        with Progress(None) as progress:
            for problem in all_problems(store, arguments, progress):
                progress.hide()
                print_fault(problem)
                problems += 1
        positions = sum(1 for _ in store.rows())
    for position, score in scores:
        text = f"{position}  {'not solved' if score is None else format(score, '+d')}"
        show(arguments.json, {"position": position, "score": score}, text)
    total = {"total": {"positions": positions, "problems": problems}}
    text = f"{counted(positions, 'position')}  {counted(problems, 'problem')}"
    show(arguments.json, total, text)
    return EXIT_WRONG_RESULT if problems else 0


def all_problems(store: Store, arguments: argparse.Namespace, progress: Progress) -> Iterator[str]:
    """Yield what is wrong with a store."""
    yield from check_store(store, progress.step)
    if arguments.leaves != 0:
        with Engine(threads=arguments.threads, hash_mb=arguments.hash) as engine:
            yield from check_leaves(store, engine, arguments.leaves, on_leaf=progress.step)
