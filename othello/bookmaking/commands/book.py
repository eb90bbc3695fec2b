"""``othello book``."""

import argparse
import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, NamedTuple

from othello.commands.arguments import (
    MACHINE,
    add_cluster,
    add_described,
    add_fields,
    add_shared,
    add_verb,
)
from othello.commands.operating import add_operations
from othello.commands.positions import is_position
from othello.commands.values import FLAG, SHIPPED, book_file, changed_book, file_name, number
from othello.fields import MISSING, Option, Range, Word
from othello.limits import MAX_DEPTH, MAX_SCORE

EXAMPLE = "othello book build my.book --time 600 && othello book show my.book f5d6"


class Act(NamedTuple):
    """A thing that can be done with a book: what it is, and where it is done."""

    summary: str
    module: str
    name: str  #: of the function
    add: Callable[[argparse.ArgumentParser], None] | None = None  #: adds arguments
    options: type | None = None  #: has more of them as fields


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(
        dest="act", metavar="ACT", required=True, title="what is to be done"
    )
    for name, act in ACTS.items():
        one = add_verb(kinds, name, act.summary)
        reads = act.module == READING
        told = "the file of the book" + f", or {SHIPPED} for that of the engine" * reads
        one.add_argument(
            "book", type=book_file if reads else changed_book, metavar="FILE", help=told
        )
        if act.options is not None:
            add_fields(one, act.options)
        if act.add is not None:
            act.add(one)
        add_shared(one, "json")
    add_operations(kinds, "book")


def with_verb(words: Sequence[str]) -> list[str]:
    """Return a command line where FILE before the position is an option, as it was not before.

    >>> with_verb(["show", "f5d6", "--json"]), with_verb(["show", "my.book", "f5d6"])
    (['show', 'f5d6', '--json'], ['show', '--book', 'my.book', 'f5d6'])
    """
    at = next((n for n, word in enumerate(words) if n and not word.startswith("-")), 0)
    if words[:1] != ["show"] or not at or "--book" in words:
        return [*words]
    is_file = words[at] == SHIPPED or os.path.exists(words[at]) or not is_position(words[at])
    return [*words[:at], "--book", *words[at:]] if is_file else [*words]


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked with the book."""
    act = ACTS[arguments.act]
    does = getattr(import_module(f"othello.bookmaking.commands.{act.module}"), act.name)
    status: int = does(arguments)
    return status


# ---------------------------------------------------------------------- options


Start = Annotated[
    str, Option("--from"), Word("POSITION"), "where to begin (default: the start of the game)"
]
Plies = Annotated[int, Range(1, MAX_DEPTH), "only the first N moves of a game"]
Time = Annotated[float | None, Range(0, unit="seconds", is_open=True)]
IN_DISCS = Range(0, MAX_SCORE, "discs")
PLY_COST = "what each move of a line costs beside the discs that it gives away; "


class Building:
    """How a book grows."""

    start: Start = "startpos"
    ply_cost: Annotated[
        float,
        IN_DISCS,
        f"{PLY_COST}more: the book grows bushier near the start, less: its main lines grow longer",
    ] = 0.25


class Learning:
    """How much of games is learned."""

    plies: Plies = 30


class Deviating:
    """Which nearly best moves are added."""

    start: Start = "startpos"
    discs: Annotated[float, IN_DISCS, "add moves that are worse than the best by up to DISCS"] = 1.0
    window: Annotated[
        float, IN_DISCS, "whose score is at most DISCS from that of the position to begin with"
    ] = 4.0
    plies: Plies = 20
    seconds: Annotated[Time, "stop after S seconds"] = None


class Deepening:
    """Which lines are deepened."""

    start: Start = "startpos"
    discs: Annotated[float, IN_DISCS, "also on lines that give away up to DISCS"] = 0.0


class Pruning:
    """Which positions stay."""

    discs: Annotated[float | None, IN_DISCS, "keep lines that give away up to DISCS in all"] = None
    positions: Annotated[
        int | None, Range(1), "keep N positions, those nearest to the best lines"
    ] = None
    ply_cost: Annotated[float, IN_DISCS, f"{PLY_COST}for --positions, as build grew the book"] = (
        0.25
    )
    empties: Annotated[int, Range(0, 60), "keep positions with N or more empty squares"] = 0


def add_search(parser: argparse.ArgumentParser, *, needs_level: bool = False) -> None:
    """Add what searches need."""
    usual = "" if needs_level else " (default: the greatest that the book has, or 16)"
    add_described(
        parser, "level", f"level of the searches{usual}", MISSING if needs_level else None
    )
    add_shared(parser, *MACHINE, hash=16)
    add_cluster(parser, keeps=False, each="each with one thread")


def add_deeper(parser: argparse.ArgumentParser) -> None:
    add_search(parser, needs_level=True)


def add_build(parser: argparse.ArgumentParser) -> None:
    limit = parser.add_mutually_exclusive_group(required=True)
    add_described(limit, "seconds", "go on for S seconds")
    limit.add_argument("--positions", **number(1), help="until the book has N positions")
    add_search(parser)


def add_learn(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="+", help="files of games, - for stdin, or moves"
    )
    add_search(parser)


def add_merge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "others", metavar="OTHER", nargs="+", type=book_file, help="the books to put into FILE"
    )
    add_search(parser)


def add_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("others", metavar="IN", nargs="+", type=file_name, help="the files to read")
    add_format(parser, "IN", egaroucid=".egbk3")
    add_search(parser)


def add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="OUT", type=file_name, help="the file to write")
    add_format(parser, "OUT")


def add_format(parser: argparse.ArgumentParser, of: str, **more: str) -> None:
    endings = {"json": ".jsonl", "text": ".txt", "edax": ".dat", **more}
    parser.add_argument(
        "--format",
        choices=endings,
        help=f"the format of {of} (default: told by its name: {', '.join(endings.values())})",
    )


def add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--repair",
        **FLAG,
        help="drop what cannot be, search what is missing, make all values new from leaf moves",
    )
    add_search(parser)


GROWING, READING = "book_growing", "book_reading"

ACTS = {
    "build": Act("grow a book where leaving it costs least", GROWING, "build", add_build, Building),
    "learn": Act("add the positions of games", GROWING, "learn", add_learn, Learning),
    "deviate": Act("add nearly best moves", GROWING, "change", add_search, Deviating),
    "deepen": Act(
        "search the ends of the best lines again, deeper", GROWING, "change", add_deeper, Deepening
    ),
    "correct": Act("search again what is shallower than a level", GROWING, "change", add_deeper),
    "prune": Act("remove positions", GROWING, "change", None, Pruning),
    "merge": Act("put other books into a book", GROWING, "merge", add_merge),
    "import": Act("add what another format holds", GROWING, "import_files", add_import),
    "export": Act("write the book in another format", READING, "export", add_export),
    "stats": Act("count positions by their number of moves made", READING, "stats"),
    "check": Act("check that the book is sound", READING, "check", add_check),
}
