"""``othello match``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial

from othello.commands.arguments import add_cluster, refuse_options
from othello.commands.output import EXIT_UNUSABLE_INPUT, show
from othello.matches.commands.playing import (
    PLAYER,
    add_playing,
    add_sprt,
    describe_playing,
    effort_of,
    games_cluster,
    list_openings,
    play_match,
    sprt_of,
    warn_of_unused,
)
from othello.matches.games import Match
from othello.matches.log import opened_log
from othello.matches.players import parse_player
from othello.matches.record import GameRecord, describe_game, match_schedule
from othello.matches.report import describe_score, format_game, format_score
from othello.matches.score import MatchScore
from othello.openings.balanced import XOT

EXAMPLE = (
    "othello match evaluation=pattern evaluation=classic --movetime 20 --games 10\n"
    "  othello match level=10 'ugi:./engine --ugi' --openings lines.txt --time 1 --inc 0.01\n"
    "  othello match movetime=10 'gtp:/usr/games/gtp-rhino --level 3' --log rhino"
)

DEFAULT_GAMES = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("a", metavar="A", help=f"the first player: {PLAYER}")
    add("b", metavar="B", help="the second player")
    add_playing(
        parser, f"number of games, two an opening (default: all of FILE, else {DEFAULT_GAMES})"
    )
    add_sprt(parser)
    add_cluster(parser, keeps=False)


def run(arguments: argparse.Namespace) -> int:
    """Play the match; print the total at the end, also after an interruption."""
    with games_cluster(arguments) as workers, ExitStack() as stack:
        effort, machine, own = effort_of(arguments)
        if arguments.sprt is None:
            reason = "without a test: expected --sprt too"
            refuse_options(arguments, add_sprt, ("alpha", "beta"), reason)
        names = [arguments.a, arguments.b]
        a, b = players = [parse_player(name, effort, machine, own) for name in names]
        warn_of_unused(effort, players)
        faults: list[object] = []
        openings = list_openings(arguments, faults)
        n_games = count_games(arguments, len(openings))
        schedule = match_schedule(openings, n_games)
        score = MatchScore()
        played: list[GameRecord] = []
        keep = None
        if arguments.log is not None:
            described: dict[str, object] = {"a": arguments.a, "b": arguments.b}
            described |= describe_playing(arguments, openings, players)
            log = stack.enter_context(opened_log(arguments.log, described, names, arguments.resume))
            keep = log.add
            played = log.played(schedule)
        known = {record.number for record in played}
        seed = arguments.seed or 0
        match: Match | GamesOnCluster
        if workers is None:
            match = Match(
                (a, b), openings, n_games, arguments.concurrency, arguments.log, seed, known, keep
            )
        else:
            missing = [scheduled for scheduled in schedule if scheduled.number not in known]
            from othello.matches.with_cluster import GamesOnCluster

            match = GamesOnCluster(workers, (a, b), missing, seed, keep, needs_all=True)
        show = None if arguments.quiet else partial(show_game, names, arguments)
        try:
            play_match(match, score, sprt_of(arguments), arguments.quiet, show, played)
        finally:
            if score.games:
                show_total(score, arguments)
    return EXIT_UNUSABLE_INPUT if faults else 0


def count_games(arguments: argparse.Namespace, n_openings: int) -> int:
    """Return how many games are played at most: ``--games``, or its default.

    The default is two for each opening if the openings come from a file or a test may end the
    match, else `DEFAULT_GAMES`.
    """
    different = 2 * n_openings
    if arguments.games is None:
        all_openings = arguments.openings not in (None, XOT) or arguments.sprt is not None
        return different if all_openings else DEFAULT_GAMES
    return int(arguments.games)


def show_game(names: Sequence[str], arguments: argparse.Namespace, record: GameRecord) -> None:
    """Print a game as a line of text or as a JSON object."""
    show(arguments.json, describe_game(record, names), format_game(record))


def show_total(score: MatchScore, arguments: argparse.Namespace) -> None:
    """Print the result of the match as text or as a JSON object."""
    sprt = sprt_of(arguments)
    show(
        arguments.json,
        {"total": describe_score(score, sprt)},
        format_score(score, [arguments.a, arguments.b], sprt),
    )
