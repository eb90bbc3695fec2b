"""``othello match``."""

from __future__ import annotations

import argparse
import random
import sys
import zlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from othello.arena import Match
from othello.commands.arguments import add_json, add_machine, seconds, whole_number
from othello.commands.output import EXIT_UNUSABLE_INPUT, Progress, print_fault, print_json
from othello.errors import InvalidOption
from othello.formats import STDIN
from othello.levels import MAX_LEVEL
from othello.limits import MAX_DEPTH
from othello.match_log import RESULTS, MatchLog, describe_game
from othello.openings import Opening, read_openings, shipped_openings
from othello.players import Effort, parse_player
from othello.standing import FAULTS, NAMES, GameRecord, Standing, Thinking

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
    add_machine(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the match; the total comes last, after an interruption too."""
    if arguments.inc and arguments.time is None:
        raise InvalidOption(f"--inc {arguments.inc:g} without a clock: expected --time too")
    effort = Effort(**{name: getattr(arguments, name) for name in Effort._fields})
    machine = {"threads": str(arguments.threads), "hash": str(arguments.hash)}
    if arguments.resume and arguments.log is None:
        raise InvalidOption("--resume without a folder: expected --log too")
    names = [arguments.a, arguments.b]
    a, b = (parse_player(name, effort, machine) for name in names)
    faults: list[object] = []
    openings = list_openings(arguments, faults)
    n_games = arguments.games or (2 * len(openings) if arguments.openings else DEFAULT_GAMES)
    standing = Standing()
    with ExitStack() as stack:
        log = None
        if arguments.log is not None:
            described = describe_match(arguments, openings)
            log = MatchLog(arguments.log, described, openings, arguments.resume)
            stack.enter_context(log)
            for record in log.played:
                standing.add(record)
        match = Match(
            (a, b),
            openings,
            n_games,
            arguments.concurrency,
            arguments.log,
            seed=arguments.seed or 0,
            played={record.number for record in log.played} if log else (),
        )
        try:
            play(match, standing, log, arguments)
        finally:
            if standing.games:
                if arguments.json:
                    print_json({"total": describe_standing(standing)})
                else:
                    print(format_standing(standing, names))
    return EXIT_UNUSABLE_INPUT if faults else 0


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


def play(
    match: Match, standing: Standing, log: MatchLog | None, arguments: argparse.Namespace
) -> None:
    """Play all games, show each and add it to `standing` and `log`."""
    names = [arguments.a, arguments.b]
    with ExitStack() as stack:
        progress = stack.enter_context(Progress(len(match)))
        games = match.run()
        stack.callback(games.close)
        for record in games:
            if log is not None:
                log.add(record)
            standing.add(record)
            progress.hide()
            if arguments.json:
                print_json(describe_game(record, names))
            else:
                print(format_game(record), flush=True)
            progress.step()


def describe_standing(standing: Standing) -> dict[str, object]:
    """Return the total as a JSON object."""
    elo = standing.elo
    return {
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "discs": None if standing.discs is None else round(standing.discs, 3),
        "elo": None if elo is None else round(elo.difference, 1),
        "elo_error": None if elo is None else round(elo.error, 1),
        "illegal": standing.count("illegal"),
        "time_losses": standing.count("time"),
        "crashes": standing.count("crash"),
    } | {
        name.lower(): dict(standing.faults[player]) | describe_thinking(standing.thinking[player])
        for player, name in enumerate(NAMES)
    }


def describe_thinking(thinking: Thinking) -> dict[str, object]:
    """Return the time one player took."""
    return {
        "moves": thinking.moves,
        "seconds": round(thinking.seconds, 6),
        "slowest": round(thinking.slowest, 6),
    }


def format_game(record: GameRecord) -> str:
    """Return a line on a game."""
    colour = "black" if record.is_black else "white"
    how = f"{record.reason}" if record.discs is None else f"{record.discs:+d}"
    result = RESULTS[record.points]
    return f"game {record.number}: {record.opening}  A {colour}  {result}  {how}"


def format_standing(standing: Standing, names: list[str]) -> str:
    """Return the last lines of a match."""
    points = standing.wins + standing.draws / 2
    score = f"A: +{standing.wins} ={standing.draws} -{standing.losses}"
    lines = [f"{letter}: {name}" for letter, name in zip(NAMES, names, strict=True)]
    lines.append(f"{score} ({100 * points / standing.games:.1f} %)")
    if standing.discs is not None:
        lines[-1] += f", {standing.discs:+.2f} discs a game"
    if standing.elo is not None:
        lines[-1] += f", Elo {standing.elo.difference:+.0f} ± {standing.elo.error:.0f}"
    for player, name in enumerate(NAMES):
        thinking, faults = standing.thinking[player], standing.faults[player]
        lost = ", ".join(f"{faults[fault]} {fault}" for fault in FAULTS)
        lines.append(
            f"{name}: {thinking.seconds:.2f} s for {thinking.moves} moves, at most "
            f"{thinking.slowest:.3f} s for one; lost by fault: {lost}"
        )
    return "\n".join(lines)
