"""``othello play``."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import randrange
from typing import TYPE_CHECKING

from othello.commands.arguments import (
    DISCS,
    FILE,
    SECONDS,
    add_book_play,
    add_machine,
    add_strength,
    given_options,
    number,
    own_book,
    parse_board,
)
from othello.commands.input import piped_lines, typed_lines
from othello.commands.output import EXIT_UNUSABLE_INPUT, show_text
from othello.commands.screen import has_colours
from othello.commands.terminal import COLOURS, TerminalGame
from othello.engine import Engine
from othello.engine.strength import Strength
from othello.game import Game
from othello.levels import DEFAULT_LEVEL, MAX_LEVEL
from othello.protocol.play_options import PlayOptions, Randomness

if TYPE_CHECKING:
    from othello.commands.keeping import GameKeeper

EXAMPLE = "othello play --colour white --level 6"

PROMPT = "your move (or help): "

USUAL_RANDOMNESS = 1.0
"""Discs, for a person: few games are alike, and no move is bad."""

SEEDS = 2**31

OTHERS = (
    "randomness",
    "seed",
    "book",
    "no_book",
    "book_randomness",
    "book_depth",
    "threads",
    "hash",
    "weights_file",
    "keep",
    "profile",
)
"""Options that a game goes on with as they were given; those that lines can change are not here."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--colour",
        choices=list(COLOURS),
        default="black",
        help="the colour that you play: black (the default, begins a game), white, both or none",
    )
    parser.add_argument(
        "--level",
        **number(0, MAX_LEVEL),
        help=f"how hard the engine thinks, 0 to {MAX_LEVEL} (default {DEFAULT_LEVEL})",
    )
    add_strength(parser)
    parser.add_argument(
        "--time",
        **SECONDS,
        help="seconds for each move of the engine, not a level; with --level whichever ends first",
    )
    parser.add_argument(
        "--randomness",
        **DISCS,
        help="let the engine play moves worse than the best by up to DISCS, so that games differ "
        "(default: 1 at a terminal, 0 for lines from a pipe or file)",
    )
    parser.add_argument(
        "--seed", **number(0), help="seed of the engine's choices (default: another one each time)"
    )
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "game",
        metavar="GAME",
        nargs="*",
        default=[],
        help="a game to go on with: its file, the name of an opening, or moves",
    )
    start.add_argument(
        "--position",
        default="startpos",
        help="the position to begin with (default: the start); the side to move there moves "
        "first, whether you play it or the engine",
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--keep",
        action="store_true",
        help="keep games that are over in your profile, for othello practise --mistakes",
    )
    kept.add_argument("--profile", **FILE, help="keep them in this profile")
    add_book_play(parser)
    add_machine(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play a game in the terminal; the person's lines come from stdin, typed or piped."""
    hint = f"; othello play {shlex.quote(arguments.position)} goes on with the game in it"
    begun = Game(start=parse_board(arguments.position, hint))
    if arguments.game:
        from othello.commands.game_files import load_game

        loaded = load_game(" ".join(arguments.game))
        if loaded is None:
            return EXIT_UNUSABLE_INPUT
        begun, said = loaded
        show_text(said)
    level = DEFAULT_LEVEL if arguments.level is None else arguments.level
    with (
        Engine(threads=arguments.threads, hash_mb=arguments.hash, level=level) as engine,
        _keeper(arguments) as keeper,
    ):
        at_keyboard = sys.stdin is not None and sys.stdin.isatty()
        game = TerminalGame(
            engine,
            arguments.colour,
            begun,
            show_text,
            at_keyboard=at_keyboard,
            in_colour=has_colours(sys.stdout),
            play_options=_play_options(arguments, at_keyboard),
            seconds=arguments.time,
            level_too=arguments.level is not None,
            others=[
                word
                for option, value in given_options(arguments, add_arguments, OTHERS)
                for word in (option, *([] if value is True else [str(value)]))
            ],
            keeper=keeper,
        )
        try:
            game.run(typed_lines(PROMPT) if at_keyboard else piped_lines())
        except KeyboardInterrupt:
            if resumption := game.resumption():
                show_text(resumption)
            raise
    return 0


@contextmanager
def _keeper(arguments: argparse.Namespace) -> Iterator[GameKeeper | None]:
    """Give what keeps games during the ``with`` block; None unless it is asked for."""
    if not (arguments.keep or arguments.profile):
        yield None
        return
    from othello.commands.keeping import GameKeeper
    from othello.practice.profile import Profile

    with Profile(arguments.profile) as profile:
        yield GameKeeper(profile, show_text)


def _play_options(arguments: argparse.Namespace, at_keyboard: bool) -> PlayOptions:
    """Return how the engine chooses its moves: at a terminal so that games differ."""
    usual = USUAL_RANDOMNESS if at_keyboard else 0.0
    discs = usual if arguments.randomness is None else arguments.randomness
    seed = randrange(SEEDS) if arguments.seed is None else arguments.seed
    book = own_book(arguments, seed, usual)
    return PlayOptions(Randomness(discs, seed), Strength(arguments.strength, seed), book)
