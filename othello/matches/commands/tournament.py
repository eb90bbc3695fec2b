"""``othello tournament``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from othello.commands.arguments import add_cluster
from othello.commands.output import EXIT_UNUSABLE_INPUT, Progress, show
from othello.commands.values import FILE, number, page_file
from othello.errors import InvalidOption
from othello.files.writing import replacing, writable
from othello.matches.commands.playing import (
    PLAYER,
    add_playing,
    describe_playing,
    effort_of,
    games_cluster,
    list_openings,
    warn_of_unused,
)
from othello.matches.log import MatchLog, opened_log
from othello.matches.openings import Opening
from othello.matches.players import Player, check_names, parse_player, players_from_file
from othello.matches.record import describe_game
from othello.matches.report import describe_table, format_game, format_table, tournament_page
from othello.matches.tournament import Tournament

if TYPE_CHECKING:
    from othello.matches.with_cluster import Cluster

EXAMPLE = (
    "othello tournament level=1 level=3 level=5 --games 20\n"
    "  othello tournament --engines engines.json --gauntlet --movetime 50 --concurrency 2\n"
    "  othello tournament level=0 level=2 level=4 level=6 level=8 --swiss 3 --html table.html"
)

DEFAULT_GAMES = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", metavar="PLAYER", nargs="*", help=f"a player: {PLAYER}")
    parser.add_argument(
        "--engines",
        **FILE,
        help="read players from a JSON file: a list of objects with name, command, protocol (ugi, "
        "gtp, nboard), options and limits (time, inc, movetime, depth, nodes, level); a player "
        "without a command is our own engine",
    )
    system = parser.add_mutually_exclusive_group()
    for name, told in (
        ("gauntlet", "pair the first player with each other one"),
        ("ladder", "pair each player with the next"),
    ):
        system.add_argument(
            f"--{name}",
            dest="system",
            action="store_const",
            const=name,
            default="round-robin",
            help=told,
        )
    system.add_argument(
        "--swiss",
        **number(1, default=0, metavar="ROUNDS"),
        help="rounds in which players with about the same points meet (default: all play all)",
    )
    parser.add_argument(
        "--html",
        type=page_file,
        metavar="FILE",
        help="write a web page with the tables and the games",
    )
    add_playing(parser, f"games of each pair of players, an even number (default {DEFAULT_GAMES})")
    add_cluster(parser, keeps=False)


def run(arguments: argparse.Namespace) -> int:
    """Play the tournament; print the tables at the end, also after an interruption."""
    if arguments.html is not None:
        writable(arguments.html)
    with games_cluster(arguments) as workers, ExitStack() as stack:
        players = list_players(arguments)
        names = [player.name for player in players]
        faults: list[object] = []
        openings = list_openings(arguments, faults)
        tournament = Tournament(
            players, openings, arguments.games or DEFAULT_GAMES, arguments.system, arguments.swiss
        )
        log = None
        if arguments.log is not None:
            described = describe_tournament(arguments, players, openings)
            log = stack.enter_context(opened_log(arguments.log, described, names, arguments.resume))
        try:
            play(tournament, workers, names, log, arguments)
        finally:
            if tournament.records:
                show_tables(tournament, names, arguments)
    return EXIT_UNUSABLE_INPUT if faults else 0


def list_players(arguments: argparse.Namespace) -> list[Player]:
    """Return the players, from the command line or from the file of ``--engines``."""
    effort, machine, own = effort_of(arguments)
    if arguments.engines is None:
        words = arguments.players
        players = check_names([parse_player(word, effort, machine, own) for word in words])
    elif arguments.players:
        raise InvalidOption("players twice: expected either --engines or players on the line")
    else:
        players = players_from_file(arguments.engines, effort, machine, own)
    warn_of_unused(effort, players)
    return players


def describe_tournament(
    arguments: argparse.Namespace, players: Sequence[Player], openings: Sequence[Opening]
) -> dict[str, object]:
    """Return the tournament's settings as a JSON object; ``--resume`` needs them to be equal."""
    engines = [
        {
            "name": player.name,
            "command": None if player.is_own else list(player.command),
            "options": dict(player.options),
            "limits": vars(player.effort),
        }
        for player in players
    ]
    return {
        "tournament": arguments.system,
        "swiss": arguments.swiss,
        "games": arguments.games or DEFAULT_GAMES,
        "players": engines,
    } | describe_playing(arguments, openings, players)


def play(
    tournament: Tournament,
    workers: Cluster | None,
    names: Sequence[str],
    log: MatchLog | None,
    arguments: argparse.Namespace,
) -> None:
    """Play the games that the log does not have yet, and print each."""
    games = tournament.run(arguments.concurrency, log, arguments.seed or 0, workers)
    with closing(games), Progress(len(tournament), arguments.quiet) as progress:
        for record in games:
            progress.hide()
            if not arguments.quiet:
                show(arguments.json, describe_game(record, names), format_game(record, names))
            progress.step(len(tournament.records))


def show_tables(
    tournament: Tournament, names: Sequence[str], arguments: argparse.Namespace
) -> None:
    """Print the table of results, and write the web page if ``--html`` asks for one."""
    show(
        arguments.json,
        {"total": describe_table(tournament.table, names)},
        format_table(tournament.table, names),
    )
    if arguments.html is not None:
        with replacing(arguments.html) as file:
            file.write(tournament_page(tournament.table, tournament.records, names))
