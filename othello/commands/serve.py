"""``othello serve``."""

from __future__ import annotations

import argparse
import re
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from othello._core import core
from othello.commands.arguments import (
    FLAG,
    SECONDS,
    add_address,
    add_book,
    add_machine,
    add_no_book,
    has_book,
    number,
    opened_book,
)
from othello.errors import EngineError, quote
from othello.rooms import providers

if TYPE_CHECKING:
    from othello.serving.scheduler import Scheduler

EXAMPLE = "othello serve"

PORT = 8064

MOST_ENGINES = 256

SEARCH_SECONDS = 60.0
"""Time for a search that is asked for without a limit."""


def text_like(pattern: re.Pattern[str], expected: str) -> Callable[[str], str]:
    """Return a function that returns a text which `pattern` matches; it says what is `expected`."""

    def parse(text: str) -> str:
        if not pattern.fullmatch(text):
            raise argparse.ArgumentTypeError(f"{quote(text)}: expected {expected}")
        return text

    return parse


host_name = text_like(re.compile(r"[\w.-]+", re.ASCII), "a name alone, such as othello.example")
token = text_like(re.compile(r"[\w.~-]+", re.ASCII), "letters, digits and . _ ~ -")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_address(parser, PORT)
    add(
        "--host-name",
        type=host_name,
        nargs="+",
        default=[],
        metavar="NAME",
        help="further names that browsers reach the server by, such as a proxy's",
    )
    add(
        "--token",
        type=token,
        metavar="TEXT",
        help="a secret that every client has to know: letters, digits and . _ ~ -",
    )
    add("--no-open", **FLAG, help="do not open the browser")
    add("--stdio", **FLAG, help="answer lines of JSON on stdin, without a browser")
    add(
        "--engines",
        **number(1, MOST_ENGINES),
        help="searches at the same time (default: as many as there are processors for)",
    )
    add(
        "--seconds",
        **SECONDS,
        default=SEARCH_SECONDS,
        help="time that one search may take at most (default %(default)g)",
    )
    add_machine(parser)
    add_book(parser, "play, and answer requests of clients, from this opening book")
    add_no_book(parser)
    for service in providers("service"):
        service.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stdin ends, with ``--stdio``, or until a signal."""
    with _extra():
        from othello.serving.scheduler import Scheduler
        from othello.serving.services import opened_services
        from othello.serving.stdio import serve_lines
    engines = arguments.engines or max(1, core.processors() // arguments.threads)
    with opened_book(_book_in_use(arguments)) as book, opened_services(arguments) as services:
        threads, hash_mb = arguments.threads, arguments.hash
        scheduler = Scheduler(engines, threads, hash_mb, arguments.seconds, book, **services)
        if not arguments.stdio:
            _serve_web(arguments, scheduler)
        elif sys.stdin is not None:
            _use_own_data(scheduler)
            serve_lines(scheduler, sys.stdin.buffer, sys.stdout)
    return 0


def _use_own_data(scheduler: Scheduler) -> None:
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
def _extra() -> Iterator[None]:
    """Say which extra has what cannot be imported in the ``with`` block."""
    try:
        yield
    except ImportError as error:
        install = "pip install 'othello-engine[web]'"
        raise EngineError(f"serve needs {error.name}, which is not installed: {install}") from None


def _serve_web(arguments: argparse.Namespace, scheduler: Scheduler) -> None:
    """Serve on a port; print the address, and open it in a browser unless told not to."""
    with _extra():
        from othello.serving.web import address_of, is_local, listen, serve_socket
    with listen(arguments.host, arguments.port) as server:
        address = address_of(server, arguments.host, arguments.token)
        if is_local(server) and not arguments.host_name:  # else others might see the user's games
            _use_own_data(scheduler)
        if arguments.token is None and not is_local(server):
            warn("everybody who reaches this machine may use the engine: expected --token too")

        def welcome() -> None:
            print(address, flush=True)
            if not arguments.no_open:
                Thread(target=webbrowser.open, args=[address], daemon=True).start()

        names = arguments.host_name
        serve_socket(server, scheduler, arguments.host, names, arguments.token, welcome)
