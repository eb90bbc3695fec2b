"""``othello play``."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import ExitStack
from random import randrange
from typing import TYPE_CHECKING, NamedTuple

from othello.commands.arguments import (
    BOOK_PLAY,
    MACHINE,
    add_described,
    add_shared,
    given_options,
)
from othello.commands.output import EXIT_UNUSABLE_INPUT, show_text
from othello.commands.positions import parse_board
from othello.commands.protocol import settings_of
from othello.commands.values import DISCS, FILE, FLAG, whole_number
from othello.engine import Engine
from othello.errors import InvalidOption, quote
from othello.game import Game
from othello.levels import DEFAULT_LEVEL
from othello.limits import MAX_SCORE
from othello.play.commands.terminal import COLOURS, TerminalGame
from othello.practice.commands.screen import has_colours, piped_lines, typed_lines
from othello.protocol.play_options import PlayOptions
from othello.rooms import provider

if TYPE_CHECKING:
    from othello.practice.partner import Coach
    from othello.practice.played import GameKeeper

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
    "near",
    "tempt",
    "human_openings",
    "coach",
)
"""Options that a game goes on with as they were given; those that lines can change are not here."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--colour",
        choices=list(COLOURS),
        default="black",
        help="the colour that you play: black (the default, begins a game), white, both or none",
    )
    add_described(parser, "level", f"how hard the engine thinks (default {DEFAULT_LEVEL})")
    add_shared(parser, "strength")
    add_described(
        parser,
        "seconds",
        "seconds for each move of the engine, not a level; with --level whichever ends first",
    )
    parser.add_argument(
        "--randomness",
        **DISCS,
        help="let the engine play moves worse than the best by up to DISCS, so that games differ "
        "(default: 1 at a terminal, 0 for lines from a pipe or file)",
    )
    add_described(parser, "seed", "seed of the engine's choices (default: another one each time)")
    add_partner(parser)
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
    start.add_argument(
        "--opening",
        metavar="xot|FILE",
        help="begin after an opening dealt by chance: of xot, eight moves after which neither side "
        "is ahead, or of a file with moves on each line. new deals the next one, and you change "
        "sides",
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--keep",
        action="store_true",
        help="keep games that are over in your profile, for othello practise mistakes",
    )
    kept.add_argument("--profile", **FILE, help="keep them in this profile")
    add_shared(parser, *BOOK_PLAY, *MACHINE)


class NearRange(NamedTuple):
    """The score that the engine keeps near, in discs for the person."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:g},{self.high:g}"


def score_range(text: str) -> NearRange:
    """Read ``A,B``: two scores, the lower one first.

    >>> score_range("-2,4")
    NearRange(low=-2.0, high=4.0)
    """
    low, _, high = text.partition(",")
    try:
        found = NearRange(float(low), float(high))
    except ValueError:
        found = NearRange(1, 0)
    if not -MAX_SCORE <= found.low <= found.high <= MAX_SCORE:
        expected = f"expected two numbers from -{MAX_SCORE} to {MAX_SCORE}, the lower one first, "
        expected += "such as 0,4"
        raise argparse.ArgumentTypeError(f"{quote(text)}: {expected}")
    return found


def add_partner(parser: argparse.ArgumentParser) -> None:
    """Add the options of `othello.practice.partner`."""
    parser.add_argument(
        "--near",
        type=score_range,
        metavar="A,B",
        help="a training partner: of its moves the engine plays those that keep you ahead by A to "
        "B discs, by its search; --near=-4,-1 keeps you behind",
    )
    parser.set_defaults(tempt=None)
    if scale := provider("ratings of people"):
        parser.add_argument(
            "--tempt",
            type=whole_number(scale.LEAST_RATING, scale.MOST_RATING),
            metavar="RATING",
            help="of moves about as good the engine plays the one after which people of this "
            "rating lose most, by the model of othello people; "
            f"{scale.USUAL_RATING} is a middling player",
        )
    parser.add_argument(
        "--human-openings",
        **FILE,
        help="let the engine open as people do: its first moves are as frequent as in this base "
        "of games, which othello games build makes",
    )
    parser.add_argument(
        "--coach",
        **FLAG,
        help="comment on each of your moves in a sentence; at a terminal mistakes may be taken "
        "back at once",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play a game in the terminal; the person's lines come from stdin, typed or piped."""
    hint = f"; othello play {shlex.quote(arguments.position)} goes on with the game in it"
    begun = Game(start=parse_board(arguments.position, hint))
    if arguments.game:
        from othello.play.commands.game_files import load_game

        loaded = load_game(" ".join(arguments.game))
        if loaded is None:
            return EXIT_UNUSABLE_INPUT
        begun, said = loaded
        show_text(said)
    deal = None
    if arguments.opening is not None:
        from othello.play.commands.game_files import dealer

        deal = dealer(arguments.opening, arguments.seed)
        if deal is None:
            return EXIT_UNUSABLE_INPUT
        begun = deal()
    if arguments.near is not None and arguments.colour == "none":
        raise InvalidOption("--near with --colour none: expected a colour that you play")
    level = DEFAULT_LEVEL if arguments.level is None else arguments.level
    with ExitStack() as stack:
        engine = stack.enter_context(
            Engine(threads=arguments.threads, hash_mb=arguments.hash, level=level)
        )
        at_keyboard = sys.stdin is not None and sys.stdin.isatty()
        game = TerminalGame(
            engine,
            arguments.colour,
            begun,
            show_text,
            at_keyboard=at_keyboard,
            in_colour=has_colours(sys.stdout),
            play_options=_play_options(arguments, at_keyboard, stack),
            seconds=arguments.seconds,
            level_too=arguments.level is not None,
            others=_others(arguments),
            keeper=_keeper(arguments, stack),
            coach=_coach(arguments, stack),
            deal=deal,
        )
        try:
            game.run(typed_lines(PROMPT) if at_keyboard else piped_lines())
        except KeyboardInterrupt:
            if resumption := game.resumption():
                show_text(resumption)
            raise
    return 0


def _keeper(arguments: argparse.Namespace, stack: ExitStack) -> GameKeeper | None:
    """Return what keeps games until the stack is closed; None unless it is asked for."""
    if not (arguments.keep or arguments.profile):
        return None
    from othello.practice.played import GameKeeper
    from othello.practice.profile import Profile

    return GameKeeper(stack.enter_context(Profile(arguments.profile)), show_text)


def _others(arguments: argparse.Namespace) -> list[str]:
    """Return the words of the options that a game goes on with as they were given."""
    words = []
    for option, value in given_options(arguments, add_arguments, OTHERS):
        if value is True:
            words.append(option)
        elif str(value).startswith("-"):  # which would look like an option
            words.append(f"{option}={value}")
        else:
            words += [option, str(value)]
    return words


def _play_options(
    arguments: argparse.Namespace, at_keyboard: bool, stack: ExitStack
) -> PlayOptions:
    """Return how the engine chooses its moves: at a terminal so that games differ."""
    usual = USUAL_RANDOMNESS if at_keyboard else 0.0
    seed = randrange(SEEDS) if arguments.seed is None else arguments.seed
    chosen = {"randomness": arguments.randomness, "book_randomness": arguments.book_randomness}
    discs = {name: usual if value is None else value for name, value in chosen.items()}
    options = settings_of(arguments, seed=seed, **discs).play_options(owns_book=True)
    if arguments.near is arguments.tempt is arguments.human_openings is None:
        return options
    from othello.practice.partner import HumanOpenings, Partner

    openings = None
    if arguments.human_openings is not None:
        from othello.gamebase import GameBase

        base = stack.enter_context(GameBase(arguments.human_openings))
        openings = HumanOpenings(base, seed)
    parts = options.randomness, options.strength, options.book
    return Partner(*parts, near=arguments.near, tempts=arguments.tempt, openings=openings)


def _coach(arguments: argparse.Namespace, stack: ExitStack) -> Coach | None:
    """Return who comments on the person's moves, with an engine of its own."""
    if not arguments.coach:
        return None
    from othello.analysis.games import default_engine
    from othello.practice.partner import Coach

    return Coach(stack.enter_context(default_engine(arguments.threads, arguments.hash)))
