"""``othello serve``."""

from __future__ import annotations

import argparse
import sys

from othello._core import core
from othello.commands.arguments import add_machine, seconds, whole_number
from othello.serving.stdio import serve_lines
from othello.serving.tasks import Tasks
from othello.serving.turns import Turns

EXAMPLE = "othello serve"

PORT = 8064

MOST_ENGINES = 256

SECONDS = 60.0
"""Time for a search that is asked for without a limit."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "--port",
        type=whole_number(0, 65535),
        default=PORT,
        metavar="N",
        help="the port (default %(default)s); 0 takes a free one",
    )
    add(
        "--host",
        default="127.0.0.1",
        metavar="NAME",
        help="the address to listen on (default %(default)s: this machine only)",
    )
    add("--token", metavar="TEXT", help="a secret that every client has to know")
    add("--no-open", action="store_true", help="do not open the browser")
    add("--stdio", action="store_true", help="answer lines of JSON on stdin, without a browser")
    add(
        "--engines",
        type=whole_number(1, MOST_ENGINES),
        metavar="N",
        help="searches at the same time (default: as many as there are processors for)",
    )
    add(
        "--seconds",
        type=seconds,
        default=SECONDS,
        metavar="S",
        help="time that one search may take at most (default %(default)g)",
    )
    add_machine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stdin ends, with ``--stdio``, or until a signal."""
    engines = arguments.engines or max(1, core.processors() // arguments.threads)
    turns = Turns(engines, arguments.threads, arguments.hash)
    tasks = Tasks(turns, arguments.seconds)
    try:
        if arguments.stdio:
            if sys.stdin is not None:
                serve_lines(tasks, sys.stdin.buffer, sys.stdout)
            return 0
        raise NotImplementedError
    finally:
        turns.close()
