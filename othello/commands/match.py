"""``othello match``."""

from __future__ import annotations

import argparse
import json
import random
import sys
from contextlib import ExitStack
from pathlib import Path

from othello.arena import FAULTS, NAMES, GameRecord, Match, Standing, Thinking
from othello.commands.arguments import add_json, add_machine, seconds, whole_number
from othello.commands.output import Progress, print_fault, print_json
from othello.engine import MAX_DEPTH
from othello.errors import InvalidOption
from othello.levels import MAX_LEVEL
from othello.openings import Opening, read_openings, shipped_openings
from othello.players import Effort, parse_player

EXAMPLE = (
    "othello match evaluation=pattern evaluation=classic --movetime 20 --games 10\n"
    "  othello match level=10 'cmd:./engine --ugi' --openings lines.txt --time 1 --inc 0.01"
)

DEFAULT_GAMES = 100
STDIN = "-"
EXIT_UNUSABLE_INPUT = 2

PLAYER = (
    "the first player: settings of our own engine such as level=10 or evaluation=classic,depth=8 "
    "(UGI options, and the limits below, which then replace those of the command line; othello "
    "for none), or the command of a UGI engine, with cmd: before it if it looks like settings"
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
    add("--seed", type=whole_number(0), metavar="N", help="shuffle the openings")
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
    add("--log", type=Path, metavar="DIR", help="keep the games and what the engines said")
    add_machine(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the match; the total comes last, after an interruption too."""
    if arguments.inc and arguments.time is None:
        raise InvalidOption(f"--inc {arguments.inc:g} without a clock: expected --time too")
    effort = Effort(**{name: getattr(arguments, name) for name in Effort._fields})
    machine = {"threads": str(arguments.threads), "hash": str(arguments.hash)}
    names = [arguments.a, arguments.b]
    a, b = (parse_player(name, effort, machine) for name in names)
    faults: list[object] = []
    openings = list_openings(arguments, faults)
    n_games = arguments.games or (2 * len(openings) if arguments.openings else DEFAULT_GAMES)
    match = Match((a, b), openings, n_games, arguments.concurrency, arguments.log)
    standing = Standing()
    try:
        play(match, standing, names, arguments)
    finally:
        if standing.games:
            if arguments.json:
                print_json({"total": describe_standing(standing)})
            else:
                print(format_standing(standing, names))
    return EXIT_UNUSABLE_INPUT if faults else 0


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


def play(match: Match, standing: Standing, names: list[str], arguments: argparse.Namespace) -> None:
    """Play all games, show each and add it to `standing`."""
    with ExitStack() as stack:
        progress = stack.enter_context(Progress(len(match)))
        games = match.run()
        stack.callback(games.close)
        file = None
        for record in games:
            described = describe_game(record, names)
            if arguments.log is not None:
                file = file or stack.enter_context(open(arguments.log / "games.jsonl", "w"))
                print(json.dumps(described), file=file, flush=True)
            standing.add(record)
            progress.hide()
            if arguments.json:
                print_json(described)
            else:
                print(format_game(record), flush=True)
            progress.step()


def describe_game(record: GameRecord, names: list[str]) -> dict[str, object]:
    """Return a game as a JSON object; results are A's."""
    black, white = names if record.is_black else reversed(names)
    a, b = record.thinking
    described = {
        "game": record.number,
        "opening": str(record.opening),
        "black": black,
        "white": white,
        "result": result_of(record),
        "discs": record.discs,
        "fault": record.fault,
        "moves": record.game.transcript(),
        "seconds": {"a": round(a.seconds, 6), "b": round(b.seconds, 6)},
    }
    if record.faulty is not None:
        described |= {"faulty": NAMES[record.faulty].lower(), "reason": record.reason}
    return described


def result_of(record: GameRecord) -> str:
    """Return the result for A in a word."""
    return {1.0: "win", 0.5: "draw", 0.0: "loss"}[record.points]


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
    return f"game {record.number}: {record.opening}  A {colour}  {result_of(record)}  {how}"


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
