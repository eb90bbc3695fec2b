"""What ``match`` and ``tournament`` share: openings, limits, the folder of the games."""

from __future__ import annotations

import argparse
import os
import random
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

from othello.commands.arguments import add_json, add_machine, seconds, whole_number
from othello.commands.output import print_fault
from othello.errors import InvalidOption
from othello.formats import STDIN
from othello.levels import MAX_LEVEL
from othello.limits import MAX_DEPTH
from othello.matches.openings import Opening, read_openings, shipped_openings
from othello.matches.players import Effort

__all__ = ["PLAYER", "add_playing", "describe_playing", "effort_of", "list_openings"]

PLAYER = (
    "settings of our own engine such as level=10 or "
    "evaluation=classic,depth=8 (UGI options, and the limits below, which then replace those of "
    "the command line; othello for none), or the command of an engine: UGI as it is or after ugi:, "
    "GTP after gtp:, NBoard's protocol after nboard:"
)


def add_playing(parser: argparse.ArgumentParser, games_help: str | None) -> None:
    """Declare the arguments; `games_help` says what ``--games`` counts, None leaves it out."""
    add = parser.add_argument
    add(
        "--openings",
        metavar="FILE",
        help="a line of moves or a position on each line, - for stdin (default: a list of our own)",
    )
    if games_help is not None:
        add("--games", type=whole_number(1), metavar="N", help=games_help)
    add(
        "--seed",
        type=whole_number(0),
        metavar="N",
        help="shuffle the openings; other moves of players with randomness=HUNDREDTHS_OF_A_DISC",
    )
    add("--time", type=seconds, metavar="S", help="seconds on the clock of each side for a game")
    add("--inc", type=seconds, default=0.0, metavar="S", help="seconds that each move adds to it")
    add(
        "--movetime",
        "--movetime-ms",
        type=whole_number(1),
        metavar="MS",
        help="milliseconds a move",
    )
    add("--depth", type=whole_number(1, MAX_DEPTH), metavar="N", help="plies")
    add("--nodes", type=whole_number(1), metavar="N", help="positions a move")
    add("--level", type=whole_number(0, MAX_LEVEL), metavar="N", help=f"0 to {MAX_LEVEL}")
    add(
        "--cputime",
        action="store_true",
        help="times of our own engine are processor time: a busy machine does not weaken it",
    )
    add(
        "--concurrency",
        type=whole_number(1),
        default=1,
        metavar="K",
        help="games at once (default 1), each on processors of its own while there are enough",
    )
    add(
        "--log",
        type=Path,
        metavar="DIR",
        help="a folder to keep what is played, so that --resume can go on with it",
    )
    add("--resume", action="store_true", help="go on with what is in the folder of --log")
    add("--quiet", action="store_true", help="print the total alone")
    add_machine(parser)
    add_json(parser)


def effort_of(
    arguments: argparse.Namespace,
) -> tuple[Effort, dict[str, str], dict[str, str]]:
    """Return how long players may think, what all engines are told, and our own alone."""
    if arguments.inc and arguments.time is None:
        raise InvalidOption(f"--inc {arguments.inc:g} without a clock: expected --time too")
    if arguments.resume and arguments.log is None:
        raise InvalidOption("--resume without a folder: expected --log too")
    effort = Effort(**{name: getattr(arguments, name) for name in Effort._fields})
    machine = {"threads": str(arguments.threads), "hash": str(arguments.hash)}
    return effort, machine, own_options(arguments)


def describe_playing(
    arguments: argparse.Namespace, openings: Sequence[Opening]
) -> dict[str, object]:
    """Return what makes games the same games, apart from the players, as a JSON object."""
    names = ("seed", "threads", "hash", *Effort._fields)
    listed = "\n".join(map(str, openings)).encode()
    return (
        {name: getattr(arguments, name) for name in names}
        | {"openings": f"{len(openings)}, CRC-32 {zlib.crc32(listed):08x}"}
        | own_options(arguments)
    )


def own_options(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the options that the command line sets for our own engine alone."""
    options = {}
    if arguments.cputime:
        options["cputime"] = "true"
    if arguments.weights_file is not None:
        options["weightsfile"] = os.path.abspath(arguments.weights_file)
    return options


def list_openings(arguments: argparse.Namespace, faults: list[object]) -> list[Opening]:
    """Return the openings; lines that cannot be used are reported, and added to `faults`."""

    def report(fault: object) -> None:
        faults.append(fault)
        print_fault(fault)

    if arguments.openings is None:
        openings = shipped_openings()
    elif arguments.openings == STDIN:
        openings = list(read_openings(sys.stdin or (), STDIN, report))
    else:
        with open(arguments.openings, encoding="utf-8-sig", errors="backslashreplace") as file:
            openings = list(read_openings(file, arguments.openings, report))
    if not openings:
        raise InvalidOption(f"no openings in {arguments.openings}: expected one on each line")
    if arguments.seed is not None:
        random.Random(arguments.seed).shuffle(openings)
    return openings
