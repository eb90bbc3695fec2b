"""The arguments that the commands that speak a protocol share."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module

from othello.commands.arguments import (
    DISCS,
    add_book_play,
    add_limit,
    add_machine,
    add_strength,
    has_book,
    number,
    own_book,
)
from othello.levels import DEFAULT_LEVEL
from othello.protocol.action import Handler
from othello.protocol.loop import Loop
from othello.protocol.main import main
from othello.protocol.options import Settings


def add_protocol_arguments(parser: argparse.ArgumentParser) -> None:
    add_machine(parser, "-t")
    # Egaroucid's match script appends -l LEVEL -t THREADS to the command of each GTP engine.
    add_limit(parser, "level", "how hard to think without a clock", DEFAULT_LEVEL, "-l")
    add_limit(parser, "seconds", "seconds a move without a clock, instead of a level")
    parser.add_argument(
        "--randomness",
        **DISCS,
        default=0.0,
        help="play moves that are worse than the best by up to DISCS, so that games differ",
    )
    parser.add_argument("--seed", **number(0, default=0), help="seed of the random choices")
    add_strength(parser)
    add_book_play(parser)
    parser.add_argument(
        "--log", metavar="FILE", help="append everything read and written, with times, to FILE"
    )


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Return the settings that `add_protocol_arguments` has declared.

    Raises OthelloError for a file that is no book, and for a wrong number.
    """
    settings = Settings(
        arguments.threads,
        arguments.hash,
        arguments.level,
        arguments.seconds,
        arguments.randomness,
        arguments.seed,
        arguments.strength,
        has_book(arguments),
        "" if arguments.book is None else str(arguments.book),
        arguments.book_randomness or 0.0,
        arguments.book_depth,
    )
    own_book(arguments).close()
    settings.engine(), settings.play_options()
    return settings


def speak(make_handler: Callable[[Loop, Settings], Handler], arguments: argparse.Namespace) -> int:
    """Speak the protocol of `make_handler` until the input ends; return the exit code."""
    return main(lambda loop: make_handler(loop, settings_of(arguments)), arguments.log)


def speaking(module: str, handler: str) -> Callable[[argparse.Namespace], int]:
    """Return the `run` of a command that speaks the protocol of a handler, imported only then."""
    return lambda arguments: speak(getattr(import_module(module), handler), arguments)
