"""Arguments that commands with games share: openings, limits, log folder, sequential test."""

from __future__ import annotations

import argparse
import os
import random
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

from othello.client.protocol import option_key
from othello.commands.arguments import MACHINE, add_described, add_option, add_shared
from othello.commands.input import open_text
from othello.commands.output import Progress, print_fault
from othello.commands.values import FLAG, file_name, number, probability
from othello.errors import InvalidOption, quote, warn
from othello.files.access import reading
from othello.matches.games import Match
from othello.matches.openings import Opening, read_openings, shipped_openings
from othello.matches.players import EFFORT, Effort, Player
from othello.matches.record import GameRecord
from othello.matches.report import format_progress
from othello.matches.score import MatchScore
from othello.matches.statistics import MOST_ELO, OPEN, Sprt
from othello.openings.balanced import XOT

if TYPE_CHECKING:
    from othello.matches.with_cluster import Cluster, GamesOnCluster

PLAYER = (
    "settings of our own engine, such as level=10 or evaluation=classic,depth=8, or "
    "othello for the default; or the command of another engine, with its protocol before it: "
    "ugi:COMMAND (or COMMAND alone), gtp:COMMAND or nboard:COMMAND; "
    "or tcp:HOST:PORT, where othello ugi --listen waits. Settings are UGI options and "
    "the limits below; limits given here replace those of the command line"
)


def add_playing(parser: argparse.ArgumentParser, games_help: str | None) -> None:
    """Declare the arguments; without `games_help` no ``--games``."""
    add = parser.add_argument
    add(
        "--openings",
        metavar="FILE",
        help="moves or a position on each line, - for stdin; xot, the default: the balanced "
        "openings that come with othello",
    )
    if games_help is not None:
        add("--games", **number(1), help=games_help)
    add_described(
        parser,
        "seed",
        "shuffle the openings with this seed; players with randomness=HUNDREDTHS_OF_A_DISC "
        "use it too",
    )
    for field in EFFORT.values():
        add_option(parser, field)
    add(
        "--cputime",
        **FLAG,
        help="count the time of our own engine as processor time, so that a busy machine does not "
        "weaken it",
    )
    add(
        "--concurrency",
        **number(1, default=1, metavar="K"),
        help="games at the same time (default 1), each on its own processors if there are enough",
    )
    add(
        "--log",
        type=file_name,
        metavar="DIR",
        help="keep the games in this folder; --resume can continue from it",
    )
    add("--resume", **FLAG, help="continue what is in the folder of --log")
    add("--quiet", **FLAG, help="print only the total")
    add_shared(parser, *MACHINE)
    add_described(parser, "book", "let our own engine play from this opening book")
    add_shared(parser, "json")


def add_sprt(parser: argparse.ArgumentParser) -> None:
    """Add ``--sprt``, ``--alpha`` and ``--beta``."""
    parser.add_argument(
        "--sprt",
        type=elo_bounds,
        metavar="ELO0,ELO1",
        help="stop once a sequential test has decided which of these two advantages A has, in "
        "normalised Elo",
    )
    for name, mistake in (("alpha", "ELO1 although ELO0"), ("beta", "ELO0 although ELO1")):
        parser.add_argument(
            f"--{name}",
            type=probability,
            default=0.05,
            metavar="P",
            help=f"how often the test may accept {mistake} is true (default 0.05)",
        )


def elo_bounds(text: str) -> tuple[float, float]:
    """Read two differences in normalised Elo, the smaller one first.

    >>> elo_bounds("-3,0.5")
    (-3.0, 0.5)
    """
    try:
        low, high = map(float, text.split(","))
        Sprt(low, high)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{quote(text)}: expected ELO0,ELO1 such as 0,10, both -{MOST_ELO} to {MOST_ELO}, the "
            "smaller one first"
        ) from None
    return low, high


def effort_of(arguments: argparse.Namespace) -> tuple[Effort, dict[str, str], dict[str, str]]:
    """Return how long a move or game may take, options for every engine, and for our own only."""
    if arguments.inc and arguments.time is None:
        raise InvalidOption(f"--inc {arguments.inc:g} without a clock: expected --time too")
    if arguments.resume and arguments.log is None:
        raise InvalidOption("--resume without a folder: expected --log too")
    effort = Effort(**{name: getattr(arguments, name) for name in EFFORT})
    machine = {"threads": str(arguments.threads), "hash": str(arguments.hash)}
    return effort, machine, own_options(arguments)


def warn_of_unused(effort: Effort, players: Sequence[Player]) -> None:
    """Warn if no player has the limits of the command line, as all have limits of their own."""
    if effort.is_limited and all(player.effort != effort for player in players):
        given = " ".join(
            f"--{name} {value:g}"
            for name, value in vars(effort).items()
            if value != EFFORT[name].default
        )
        reason = f"{given} changes nothing: each player has limits of its own"
        warn(reason, RuntimeWarning)


def describe_playing(
    arguments: argparse.Namespace, openings: Sequence[Opening], players: Iterable[Player]
) -> dict[str, object]:
    """Return the settings of the games but the players, as a JSON object.

    A log can be resumed only with equal settings. The openings are given by number and checksum,
    and so are the contents of the weights that our own engine is told to use.
    """
    names = ("seed", "threads", "hash", *EFFORT)
    listed = "\n".join(map(str, openings)).encode()
    return (
        {name: getattr(arguments, name) for name in names}
        | {"openings": f"{len(openings)}, CRC-32 {zlib.crc32(listed):08x}"}
        | own_options(arguments)
        | weights_of(players)
    )


def weights_of(players: Iterable[Player]) -> dict[str, object]:
    """Return a checksum of each file of weights in the options of our own engine; {} without."""
    paths = {
        value
        for player in players
        for name, value in player.options.items()
        if player.is_own and option_key(name) == "weightsfile"
    }
    checksums = {}
    for path in sorted(paths):
        with reading(path) as file:
            # A CRC-32 would be the same for all: they end with their own.
            checksums[path] = f"SHA-256 {sha256(file.read()).hexdigest()[:16]}"
    return {"weights": checksums} if checksums else {}


def own_options(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the options that the command line sets for our own engine only."""
    options = {}
    if arguments.cputime:
        options["cputime"] = "true"
    if arguments.weights_file is not None:
        options["weightsfile"] = os.path.abspath(arguments.weights_file)
    if arguments.book is not None:
        options |= {"bookfile": os.path.abspath(arguments.book), "ownbook": "true"}
    return options


@contextmanager
def games_cluster(arguments: argparse.Namespace) -> Iterator[Cluster | None]:
    """Give the workers of ``--cluster``; None without it."""
    if arguments.cluster is None:
        yield None
        return
    if arguments.concurrency > 1:
        raise InvalidOption(
            f"--concurrency {arguments.concurrency} with --cluster {arguments.cluster}: expected "
            "one of them, as each worker plays one game at a time"
        )
    from othello.matches.with_cluster import workers

    with workers(arguments.cluster, arguments.weights_file) as cluster:
        yield cluster


def list_openings(arguments: argparse.Namespace, faults: list[object]) -> list[Opening]:
    """Read the openings, shuffled with ``--seed``; bad lines are printed and go to `faults`."""

    def report(fault: object) -> None:
        faults.append(fault)
        print_fault(fault)

    if arguments.openings in (None, XOT):
        openings = shipped_openings()
    else:
        with open_text(arguments.openings) as file:
            openings = list(read_openings(file, arguments.openings, report))
    if not openings:
        raise InvalidOption(f"no openings in {arguments.openings}: expected one on each line")
    if arguments.seed is not None:
        random.Random(arguments.seed).shuffle(openings)
    return openings


def sprt_of(
    arguments: argparse.Namespace, default: tuple[float, float] | None = None
) -> Sprt | None:
    """Return the sequential test of ``--sprt``, or of the `default` hypotheses; None if neither."""
    if (bounds := arguments.sprt or default) is None:
        return None
    return Sprt(bounds[0], bounds[1], arguments.alpha, arguments.beta)


def play_match(
    match: Match | GamesOnCluster,
    score: MatchScore,
    sprt: Sprt | None,
    quiet: bool = False,
    show: Callable[[GameRecord], object] | None = None,
    played: Sequence[GameRecord] = (),
) -> None:
    """Play the rest of `match` until the test, if there is one, decides; add games to `score`.

    `quiet` shows no progress bar; `show` prints a game. Games that were `played` before are added
    when their turn comes, so that the test decides as it would without an interruption.
    """
    kept = {record.number: record for record in played}

    def is_decided() -> bool:
        # First the next games that were played before are added, as far as the test is open.
        while sprt is None or sprt.verdict(sprt.llr(score.pairs)) == OPEN:
            if score.games + 1 not in kept:
                return False
            score.add(kept.pop(score.games + 1))
        return True

    if is_decided():
        return
    with Progress(len(match), quiet) as progress, closing(match.run()) as games:
        for record in games:
            progress.hide()
            score.add(record)
            if show is not None:
                show(record)
            progress.step()
            progress.note(format_progress(score, sprt))
            if is_decided():
                return
