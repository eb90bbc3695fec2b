"""The options of ``othello serve`` for the network, and what it does without ``--stdio``."""

from __future__ import annotations

import argparse
import re
import webbrowser
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

from othello.commands.arguments import add_shared
from othello.commands.values import FLAG
from othello.errors import quote
from othello.serving.commands.serve import extra, use_own_data, warn

if TYPE_CHECKING:
    from othello.serving.scheduler import Scheduler

PORT = 8064


def text_like(pattern: re.Pattern[str], expected: str) -> Callable[[str], str]:
    """Return a function that returns a text which `pattern` matches; it says what is `expected`."""

    def parse(text: str) -> str:
        if not pattern.fullmatch(text):
            raise argparse.ArgumentTypeError(f"{quote(text)}: expected {expected}")
        return text

    return parse


host_name = text_like(re.compile(r"[\w.-]+", re.ASCII), "a name alone, such as othello.example")
token = text_like(re.compile(r"[\w.~-]+", re.ASCII), "letters, digits and . _ ~ -")


def add_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_shared(parser, "port", "host", port=PORT)
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


def serve(arguments: argparse.Namespace, scheduler: Scheduler) -> None:
    """Serve on a port; print the address, and open it in a browser unless told not to."""
    with extra():
        from othello.server.web import address_of, is_local, listen, serve_socket
    with listen(arguments.host, arguments.port) as server:
        address = address_of(server, arguments.host, arguments.token)
        if is_local(server) and not arguments.host_name:  # else others might see the user's games
            use_own_data(scheduler)
        if arguments.token is None and not is_local(server):
            warn("everybody who reaches this machine may use the engine: expected --token too")

        def welcome() -> None:
            print(address, flush=True)
            if not arguments.no_open:
                Thread(target=webbrowser.open, args=[address], daemon=True).start()

        names = arguments.host_name
        serve_socket(server, scheduler, arguments.host, names, arguments.token, welcome)
