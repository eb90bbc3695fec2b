"""``othello match``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from othello.cluster.executors import Cluster
from othello.commands.arguments import add_cluster, add_sprt, refuse_options
from othello.commands.output import EXIT_UNUSABLE_INPUT, Progress, print_json
from othello.commands.playing import (
    PLAYER,
    add_playing,
    describe_playing,
    effort_of,
    games_cluster,
    list_openings,
)
from othello.matches.arena import Match
from othello.matches.distributed import GamesOnCluster
from othello.matches.fixtures import match_fixtures
from othello.matches.log import describe_game, opened_log
from othello.matches.openings import Opening
from othello.matches.players import parse_player
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
    "  othello match level=10 'ugi:./engine --ugi' --openings lines.txt --time 1 --inc 0.01\n"
    "  othello match movetime=10 'gtp:/usr/games/gtp-rhino --level 3' --log rhino"
)

DEFAULT_GAMES = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
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
    with games_cluster(arguments) as workers:
        return run_on(workers, arguments)


def run_on(workers: Cluster | None, arguments: argparse.Namespace) -> int:
    """Play the match, on the workers of a cluster if there is one."""
    effort, machine, own = effort_of(arguments)
    if arguments.sprt is None:
        reason = "without a test: expected --sprt too"
        refuse_options(arguments, add_sprt, ("alpha", "beta"), reason)
    names = [arguments.a, arguments.b]
    a, b = (parse_player(name, effort, machine, own) for name in names)
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
        known = {record.number for record in played}
        keep = log.add if log else None
        seed = arguments.seed or 0
        match: Match | GamesOnCluster
        if workers is None:
            match = Match(
                (a, b), openings, n_games, arguments.concurrency, arguments.log, seed, known, keep
            )
        else:
            fixtures = [each for each in match_fixtures(openings, n_games) if each[0] not in known]
            match = GamesOnCluster(workers, (a, b), fixtures, seed, keep, needs_all=True)
        try:
            play(match, standing, arguments)
        finally:
            if standing.games:
                show_total(standing, arguments)
    return EXIT_UNUSABLE_INPUT if faults else 0


def count_games(arguments: argparse.Namespace, n_openings: int) -> int:
    """Return how many games are played at most: ``--games``, or its default.

    The default is two for each opening if the openings come from a file or a test may end the
    match, else `DEFAULT_GAMES`.
    """
    different = 2 * n_openings
    if arguments.games is None:
        all_openings = arguments.openings is not None or arguments.sprt is not None
        return different if all_openings else DEFAULT_GAMES
    return int(arguments.games)


def describe_match(
    arguments: argparse.Namespace, openings: Sequence[Opening]
) -> Mapping[str, object]:
    """Return the settings of a match as a JSON object; ``--resume`` needs them to be equal."""
    return {"a": arguments.a, "b": arguments.b} | describe_playing(arguments, openings)


def play(match: Match | GamesOnCluster, standing: Standing, arguments: argparse.Namespace) -> None:
    """Play until the games are over or the test decides; print each and add it to `standing`."""
    sprt = sprt_of(arguments)
    if is_decided(sprt, standing):
        return
    names = [arguments.a, arguments.b]
    with ExitStack() as stack:
        progress = stack.enter_context(Progress(len(match), arguments.quiet))
        games = match.run()
        stack.callback(games.close)
        for record in games:
            progress.hide()
            standing.add(record)
            if not arguments.quiet:
                show_game(record, names, arguments)
            progress.step()
            progress.note(format_progress(standing, sprt))
            if is_decided(sprt, standing):
                return


def sprt_of(arguments: argparse.Namespace) -> Sprt | None:
    """Return the sequential test that ``--sprt`` asks for, or None."""
    if arguments.sprt is None:
        return None
    elo0, elo1 = arguments.sprt
    return Sprt(elo0, elo1, arguments.alpha, arguments.beta)


def is_decided(sprt: Sprt | None, standing: Standing) -> bool:
    """Return whether there is a test and it has accepted a hypothesis."""
    return sprt is not None and sprt.verdict(sprt.llr(standing.pairs)) != OPEN


def show_game(record: GameRecord, names: Sequence[str], arguments: argparse.Namespace) -> None:
    """Print a game as a line of text or as a JSON object."""
    if arguments.json:
        print_json(describe_game(record, names))
    else:
        print(format_game(record), flush=True)


def show_total(standing: Standing, arguments: argparse.Namespace) -> None:
    """Print the result of the match as text or as a JSON object."""
    sprt = sprt_of(arguments)
    if arguments.json:
        print_json({"total": describe_standing(standing, sprt)})
    else:
        print(format_standing(standing, [arguments.a, arguments.b], sprt))
