"""``othello match``."""

from __future__ import annotations

import argparse
import random
import sys
import warnings
import zlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from othello.commands.arguments import add_json, add_machine, add_sprt, seconds, whole_number
from othello.commands.output import EXIT_UNUSABLE_INPUT, Progress, print_fault, print_json
from othello.errors import InvalidOption
from othello.formats import STDIN
from othello.levels import MAX_LEVEL
from othello.limits import MAX_DEPTH
from othello.matches.arena import Match
from othello.matches.fixtures import match_fixtures
from othello.matches.log import describe_game, opened_log
from othello.matches.openings import Opening, read_openings, shipped_openings
from othello.matches.players import Effort, parse_player
from othello.matches.report import (
    describe_standing,
    format_game,
    format_progress,
    format_standing,
)
from othello.matches.sprt import OPEN, Sprt
from othello.matches.standing import GameRecord, Standing

EXAMPLE = (
    "othello match evaluation=pattern evaluation=classic --movetime 20 --games 10\n"
    "  othello match level=10 'cmd:./engine --ugi' --openings lines.txt --time 1 --inc 0.01\n"
    "  othello match movetime=10 'gtp:/usr/games/gtp-rhino --level 3' --log rhino"
)

DEFAULT_GAMES = 100

PLAYER = (
    "the first player: settings of our own engine such as level=10 or evaluation=classic,depth=8 "
    "(UGI options, and the limits below, which then replace those of the command line; othello "
    "for none), or the command of an engine: UGI as it is or after ugi:, GTP after gtp:, NBoard's "
    "protocol after nboard:"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("a", metavar="A", help=PLAYER)
    add("b", metavar="B", help="the second player")
    add(
        "--openings",
        metavar="FILE",
        help="a line of moves or a position on each line, - for stdin (default: a list of our own)",
    )
    add(
        "--games",
        type=whole_number(1),
        metavar="N",
        help=f"each opening makes two games (default: all of FILE, {DEFAULT_GAMES} of our own)",
    )
    add(
        "--seed",
        type=whole_number(0),
        metavar="N",
        help="shuffle the openings; other moves of players with randomness=HUNDREDTHS_OF_A_DISC",
    )
    add("--time", type=seconds, metavar="S", help="seconds on the clock of each side for a game")
    add("--inc", type=seconds, default=0.0, metavar="S", help="seconds that each move adds to it")
    add("--movetime", type=whole_number(1), metavar="MS", help="milliseconds a move")
    add("--depth", type=whole_number(1, MAX_DEPTH), metavar="N", help="plies")
    add("--nodes", type=whole_number(1), metavar="N", help="positions a move")
    add("--level", type=whole_number(0, MAX_LEVEL), metavar="N", help=f"0 to {MAX_LEVEL}")
    add(
        "--concurrency",
        type=whole_number(1),
        default=1,
        metavar="K",
        help="games at once (default 1); more than there are free cores distorts times",
    )
    add(
        "--log",
        type=Path,
        metavar="DIR",
        help="keep the games (JSON Lines, GGF, moves alone) and what the engines said",
    )
    add("--resume", action="store_true", help="go on with the match in the folder of --log")
    add_sprt(parser)
    add("--quiet", action="store_true", help="print the total alone")
    add_machine(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the match; the total comes last, after an interruption too."""
    check_arguments(arguments)
    effort = Effort(**{name: getattr(arguments, name) for name in Effort._fields})
    machine = {"threads": str(arguments.threads), "hash": str(arguments.hash)}
    names = [arguments.a, arguments.b]
    a, b = (parse_player(name, effort, machine) for name in names)
    faults: list[object] = []
    openings = list_openings(arguments, faults)
    n_games = count_games(arguments, len(openings))
    standing = Standing()
    with ExitStack() as stack:
        log, played = None, list[GameRecord]()
        if arguments.log is not None:
            described = describe_match(arguments, openings)
            log = stack.enter_context(opened_log(arguments.log, described, names, arguments.resume))
            played = log.played(match_fixtures(openings, n_games))
        for record in played:
            standing.add(record)
        match = Match(
            (a, b),
            openings,
            n_games,
            arguments.concurrency,
            arguments.log,
            arguments.seed or 0,
            played={record.number for record in played},
            keep=log.add if log else None,
        )
        try:
            play(match, standing, arguments)
        finally:
            if standing.games:
                show_total(standing, arguments)
    return EXIT_UNUSABLE_INPUT if faults else 0


def check_arguments(arguments: argparse.Namespace) -> None:
    """Refuse what makes no sense without something else."""
    if arguments.inc and arguments.time is None:
        raise InvalidOption(f"--inc {arguments.inc:g} without a clock: expected --time too")
    if arguments.resume and arguments.log is None:
        raise InvalidOption("--resume without a folder: expected --log too")


def count_games(arguments: argparse.Namespace, n_openings: int) -> int:
    """Return how many games there are to be, at most."""
    different = 2 * n_openings
    if arguments.games is None:
        all_openings = arguments.openings is not None or arguments.sprt is not None
        return different if all_openings else DEFAULT_GAMES
    if arguments.sprt is not None and arguments.games > different:
        warnings.warn(
            f"{arguments.games} games from {n_openings} openings: the test counts a pair of games "
            "that is played again as a new one",
            stacklevel=2,
        )
    return int(arguments.games)


def describe_match(
    arguments: argparse.Namespace, openings: Sequence[Opening]
) -> Mapping[str, object]:
    """Return what makes a match the same match, as a JSON object."""
    names = ("a", "b", "seed", "threads", "hash", *Effort._fields)
    listed = "\n".join(map(str, openings)).encode()
    return {name: getattr(arguments, name) for name in names} | {
        "openings": f"{len(openings)}, CRC-32 {zlib.crc32(listed):08x}"
    }


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


def play(match: Match, standing: Standing, arguments: argparse.Namespace) -> None:
    """Play until all games are over or the test has decided; show each, add it to `standing`."""
    sprt = sprt_of(arguments)
    if is_decided(sprt, standing):
        return
    names = [arguments.a, arguments.b]
    with ExitStack() as stack:
        progress = stack.enter_context(Progress(len(match), arguments.quiet))
        games = match.run()
        stack.callback(games.close)
        for record in games:
            standing.add(record)
            progress.hide()
            if not arguments.quiet:
                show_game(record, names, arguments)
            progress.step()
            progress.note(format_progress(standing, sprt))
            if is_decided(sprt, standing):
                return


def sprt_of(arguments: argparse.Namespace) -> Sprt | None:
    """Return the test that ends the match, if there is one."""
    if arguments.sprt is None:
        return None
    elo0, elo1 = arguments.sprt
    return Sprt(elo0, elo1, arguments.alpha, arguments.beta)


def is_decided(sprt: Sprt | None, standing: Standing) -> bool:
    """Return whether the test has come to a verdict."""
    return sprt is not None and sprt.verdict(sprt.llr(standing.pairs)) != OPEN


def show_game(record: GameRecord, names: Sequence[str], arguments: argparse.Namespace) -> None:
    """Print a game."""
    if arguments.json:
        print_json(describe_game(record, names))
    else:
        print(format_game(record), flush=True)


def show_total(standing: Standing, arguments: argparse.Namespace) -> None:
    """Print what came out of it."""
    sprt = sprt_of(arguments)
    if arguments.json:
        print_json({"total": describe_standing(standing, sprt)})
    else:
        print(format_standing(standing, [arguments.a, arguments.b], sprt))
