"""The arguments that the commands that speak a protocol share."""

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any

from othello.commands.arguments import BOOK_PLAY, add_option, add_shared, has_book
from othello.protocol.action import Handler
from othello.protocol.loop import Loop
from othello.protocol.main import main
from othello.protocol.options import SETTINGS, Settings


def add_protocol_arguments(parser: argparse.ArgumentParser) -> None:
    # Egaroucid's match script appends -l LEVEL -t THREADS to the command of each GTP engine.
    add_option(parser, SETTINGS["threads"], "-t")
    add_shared(parser, "hash", "weights_file")
    add_option(parser, SETTINGS["level"], "-l")
    for name in ("seconds", "randomness", "seed", "strength"):
        add_option(parser, SETTINGS[name])
    add_shared(parser, *BOOK_PLAY)
    parser.add_argument(
        "--log", metavar="FILE", help="append everything read and written, with times, to FILE"
    )


def settings_of(arguments: argparse.Namespace, **others: Any) -> Settings:
    """Return the settings that options have set, and `others`.

    Raises OthelloError for a file that is no book, and for a wrong number.
    """
    given = {name: getattr(arguments, name, None) for name in SETTINGS}
    given |= {"own_book": has_book(arguments), "book": str(arguments.book or ""), **others}
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    settings.engine()
    book = settings.play_options().book
    book.open(settings.book)
    book.close()
    return settings


def speak(make_handler: Callable[[Loop, Settings], Handler], arguments: argparse.Namespace) -> int:
    """Speak the protocol of `make_handler` until the input ends; return the exit code."""
    return main(lambda loop: make_handler(loop, settings_of(arguments)), arguments.log)


def speaking(module: str, handler: str) -> Callable[[argparse.Namespace], int]:
    """Return the `run` of a command that speaks the protocol of a handler, imported only then."""
    return lambda arguments: speak(getattr(import_module(module), handler), arguments)
