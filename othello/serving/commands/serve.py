"""``othello serve``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from othello._core import core
from othello.commands.arguments import MACHINE, add_described, add_shared, has_book, opened_book
from othello.commands.values import FLAG, SECONDS, number
from othello.errors import EngineError
from othello.rooms import provider, providers

if TYPE_CHECKING:
    from othello.serving.scheduler import Scheduler

EXAMPLE = "othello serve"

MOST_ENGINES = 256

HASH_MB = 16
"""Each search has a table of its own. A larger one takes longer to begin with, and gains little."""

SEARCH_SECONDS = 60.0
"""Time for a search that is asked for without a limit."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    if server := provider("server"):
        server.add_options(parser)
    add("--stdio", **FLAG, help="answer lines of JSON on stdin, without a browser")
    add(
        "--engines",
        **number(1, MOST_ENGINES),
        help="short searches at the same time, and long ones (default: as many as there are "
        "processors for)",
    )
    add(
        "--seconds",
        **SECONDS,
        default=SEARCH_SECONDS,
        help="time that one search may take at most (default %(default)g)",
    )
    add_shared(parser, *MACHINE, hash=HASH_MB)
    add_described(parser, "book", "play, and answer requests of clients, from this opening book")
    add_shared(parser, "no_book")
    for service in providers("service"):
        service.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stdin ends, with ``--stdio``, or until a signal.

    Where there is no server for the network, stdin is all there is.
    """
    with extra():
        from othello.serving.scheduler import Scheduler
        from othello.serving.services import opened_services
        from othello.serving.stdio import serve_lines
    engines = arguments.engines or max(1, core.processors() // arguments.threads)
    with opened_book(_book_in_use(arguments)) as book, opened_services(arguments) as services:
        threads, hash_mb = arguments.threads, arguments.hash
        scheduler = Scheduler(engines, threads, hash_mb, arguments.seconds, book, **services)
        server = provider("server")
        if server is not None and not arguments.stdio:
            server.serve(arguments, scheduler)
        elif sys.stdin is not None:
            use_own_data(scheduler)
            serve_lines(scheduler, sys.stdin.buffer, sys.stdout)
    return 0


def use_own_data(scheduler: Scheduler) -> None:
    """Answer from the user's own data, and keep there what clients want to be kept."""
    from othello.files.folders import data_folder

    for service in scheduler.services.values():
        service.use_folder(data_folder(), warn)


def _book_in_use(arguments: argparse.Namespace) -> Path | None:
    if has_book(arguments) is False:
        return None
    from othello.book import shipped_book

    return arguments.book or shipped_book()


def warn(what: object) -> None:
    """Say on stderr what is wrong, though the server runs."""
    print(f"othello: warning: {what}", file=sys.stderr)


@contextmanager
def extra() -> Iterator[None]:
    """Say which extra has what cannot be imported in the ``with`` block."""
    try:
        yield
    except ImportError as error:
        install = "pip install 'othello-engine[web]'"
        raise EngineError(f"serve needs {error.name}, which is not installed: {install}") from None
