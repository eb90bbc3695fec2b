"""``othello compare``."""

import argparse
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from othello.client import own_command
from othello.client.process import words_of
from othello.commands.arguments import MACHINE, add_option, add_shared
from othello.commands.output import Progress, print_json
from othello.commands.values import FLAG, number
from othello.errors import InvalidOption, counted, quote
from othello.matches.commands.playing import add_sprt, play_match, sprt_of
from othello.matches.compare import (
    MIN_ROUNDS,
    BenchRun,
    Speed,
    alternate_benches,
    build_revision,
    is_revision,
    paired_speed,
)
from othello.matches.games import Match
from othello.matches.openings import shipped_openings
from othello.matches.players import CPU_TIME, EFFORT, Effort, own_player
from othello.matches.report import describe_score, format_score
from othello.matches.score import MatchScore
from othello.matches.statistics import Sprt

EXAMPLE = "othello compare HEAD~3\n  othello compare /opt/othello/bin/othello --games 1000"

DEFAULT_MOVETIME = 20
DEFAULT_ROUNDS = 10
DEFAULT_GAMES = 400
DEFAULT_SPRT = (0.0, 10.0)

Commands = tuple[Sequence[str], Sequence[str]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "other",
        metavar="OTHER",
        help="the command of a second installation, or a git revision of the repository in this "
        "folder, which is then built in a temporary folder; a name of both is the revision's",
    )
    add(
        "--rounds",
        **number(MIN_ROUNDS, default=DEFAULT_ROUNDS),
        help=f"number of benchmarks of each side, {MIN_ROUNDS} or more (default %(default)s)",
    )
    add("--bench-depth", **number(1, 60), help="depth of the benchmarks")
    add(
        "--games",
        **number(0, default=DEFAULT_GAMES),
        help="greatest number of games (default %(default)s); 0 for no games",
    )
    effort = parser.add_mutually_exclusive_group()
    told = f"milliseconds a move (default {DEFAULT_MOVETIME})"
    for field in (EFFORT["movetime"]._replace(help=told), EFFORT["nodes"], EFFORT["depth"]):
        add_option(effort, field)
    add(
        "--cputime",
        **FLAG,
        help="in games, count the time of both as processor time, so that a busy machine weakens "
        "neither; both must know the option",
    )
    add("--concurrency", **number(1, default=1, metavar="K"), help="games at the same time")
    add_sprt(parser)
    add_shared(parser, *MACHINE, hash=16)
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Compare this installation with another: signature, speed, then strength in a match."""
    with ExitStack() as stack:
        commands = own_command()[:-1], command_of(arguments.other, stack)
        pairs = measure(commands, arguments)
        speed = paired_speed(pairs)
        score = MatchScore()
        sprt = sprt_of(arguments, DEFAULT_SPRT)
        if arguments.games:
            play(commands, score, sprt, arguments)
    names = ["this installation", arguments.other]
    if arguments.json:
        print_json({"total": describe(pairs, speed, score, sprt)})
    else:
        print(format_report(pairs, speed, arguments.other))
        if score.games:
            print(format_score(score, names, sprt))
    return 0


def command_of(other: str, stack: ExitStack) -> Sequence[str]:
    """Return the command that starts `other`: itself, or what is built of a git revision.

    `stack` removes the folder of the build when it is closed.
    """
    if not is_revision(other):  # it comes first: there are programs with the name HEAD
        try:
            words = words_of(other)
        except ValueError:  # a quote that does not end
            words = []
        if words and shutil.which(words[0]):
            return words
        raise InvalidOption(
            f"{quote(other)} is no program, and no revision of a repository here: expected the "
            "command of another installation, or a revision such as HEAD~1"
        )
    folder = stack.enter_context(TemporaryDirectory(prefix="othello-compare-"))
    return build_revision(other, Path(folder))


def measure(commands: Commands, arguments: argparse.Namespace) -> list[tuple[BenchRun, BenchRun]]:
    """Run the benchmarks in turns; return for each round the run of either installation."""
    depth = arguments.bench_depth
    options = [] if depth is None else ["--depth", str(depth)]
    pairs = []
    with Progress(arguments.rounds) as progress:
        for pair in alternate_benches(commands, arguments.rounds, options):
            pairs.append(pair)
            progress.step()
    return pairs


def play(
    commands: Commands, score: MatchScore, sprt: Sprt | None, arguments: argparse.Namespace
) -> None:
    """Play the match until its games are over or the test decides; add them to `score`."""
    movetime = arguments.movetime
    if movetime is None and arguments.nodes is None and arguments.depth is None:
        movetime = DEFAULT_MOVETIME
    effort = Effort(movetime=movetime, nodes=arguments.nodes, depth=arguments.depth)
    machine = {"threads": str(arguments.threads), "hash": str(arguments.hash)}
    options = {CPU_TIME: "true"} if arguments.cputime else {}
    own = own_player("this", options, effort, machine)
    players = [
        own._replace(name=name, command=(*command, "ugi"))
        for name, command in zip(("this", arguments.other), commands, strict=True)
    ]
    match = Match(
        (players[0], players[1]), shipped_openings(), arguments.games, arguments.concurrency
    )
    play_match(match, score, sprt)


def describe(
    pairs: Sequence[tuple[BenchRun, BenchRun]], speed: Speed, score: MatchScore, sprt: Sprt | None
) -> dict[str, object]:
    """Return the report as a JSON object; `match` is null without games."""
    signatures = [sorted({run.nodes for run in runs}) for runs in zip(*pairs, strict=True)]
    return {
        "signatures": [nodes[0] if len(nodes) == 1 else nodes for nodes in signatures],
        "same_signature": signatures[0] == signatures[1] and len(signatures[0]) == 1,
        "nps": [[round(run.nps) for run in runs] for runs in zip(*pairs, strict=True)],
        "speed": {name: round(value, 5) for name, value in speed._asdict().items()},
        "match": describe_score(score, sprt) if score.games else None,
    }


def format_report(pairs: Sequence[tuple[BenchRun, BenchRun]], speed: Speed, other: str) -> str:
    """Return signature and speed as text."""
    first, second = ({run.nodes for run in runs} for runs in zip(*pairs, strict=True))
    shown = [" or ".join(map(str, sorted(nodes))) for nodes in (first, second)]
    is_same = first == second and len(first) == 1
    signature = f"{shown[0]}, the same" if is_same else f"{shown[0]} here, {shown[1]} in {other}"
    percent = [100 * (value - 1) for value in speed]
    return (
        f"signature: {signature}\n"
        f"speed: {percent[0]:+.2f} % beside {other}, 95 % interval {percent[1]:+.2f} to "
        f"{percent[2]:+.2f} %, {counted(len(pairs), 'pair')} of runs"
    )
