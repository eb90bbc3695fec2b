"""``othello selfplay``."""

import argparse
from contextlib import ExitStack
from pathlib import Path

from othello._core import core
from othello.commands.arguments import (
    add_cluster,
    add_fields,
    add_shared,
    refuse_options,
)
from othello.commands.output import Progress, print_fault, print_json, show
from othello.commands.overwriting import tells_overwritten
from othello.commands.values import FILE, file_name, number, span
from othello.errors import InvalidOption, WeightsError, counted
from othello.fields import fields_of
from othello.files.writing import replacing, writable
from othello.training.sampling import read_games
from othello.training.selfplay import MOST_GAMES, Plan, balanced_openings, make_shards
from othello.weights import (
    checksum_in,
    read_contents,
    read_weights,
    shipped_contents,
    use_weights,
)

EXAMPLE = "othello selfplay data --shards 20 --threads 2"

OPENING_LIMIT = 1.0
"""Discs by which either side may be ahead after an opening."""

MOST_OPENING_PLIES = 59
"""One less than the moves of a whole game."""

OPTIONS = tuple(field.name for field in fields_of(Plan) if field.help)
FOR_BOTH = ("label_depth", "seed")
FOR_GAMES = ("shards", "first", "wthor", *(name for name in OPTIONS if name not in FOR_BOTH))
"""Options that openings have no use for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "kind",
        nargs="?",
        choices=("games", "openings"),
        default="games",
        help="what to make: labelled positions of games (the default), or balanced openings",
    )
    add(
        "out",
        type=file_name,
        metavar="OUT",
        help="the folder for the files of positions, or the file for the openings",
    )
    add("--shards", **number(1, default=1), help="files to write (default 1)")
    add("--first", **number(0, default=0), help="number of the first file")
    add_fields(parser, Plan)
    add(
        "--wthor",
        **FILE,
        nargs="+",
        help="take positions from these human games, followed by random moves, instead of playing",
    )
    add(
        "--count",
        **number(1, MOST_GAMES, default=1000),
        help="openings to write, one a line (default 1000)",
    )
    add(
        "--random",
        type=span(0, 60),
        metavar="A-B",
        help="random moves: at the start of a game (default 4-20), before a position with --wthor "
        "(default 0-6), or in an opening (default 8)",
    )
    add("--weights", **FILE, help="weights to search with (default: shipped)")
    add_shared(parser, "threads")
    add_cluster(parser, keeps=False)
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Write files of labelled positions, or openings."""
    check_kind(arguments)
    path = arguments.weights
    contents = shipped_contents() if path is None else read_contents(path)
    name = "the package's weights" if path is None else str(path)
    weights = read_weights(contents, name)
    if weights.patterns != core.PATTERNS:
        raise WeightsError(f"{name} is for other patterns than the shipped ones: expected those")
    use_weights(weights)
    if arguments.kind == "openings":
        return write_openings(arguments)
    return write_shards(arguments, checksum_in(contents))


def check_kind(arguments: argparse.Namespace) -> None:
    """Raise InvalidOption for options that have no effect on what is to be made."""
    if arguments.cluster is not None and (arguments.kind == "openings" or arguments.wthor):
        raise InvalidOption("--cluster with openings or --wthor: expected games")
    if arguments.leaf_plies and arguments.searched_nodes:
        raise InvalidOption("--leaves and --searched: expected one of them")
    if arguments.kind == "games":
        refuse_options(arguments, add_arguments, ("count",), "with games: expected openings")
        return
    refuse_options(arguments, add_arguments, FOR_GAMES, "with openings: expected games")
    if arguments.random and arguments.random[0] != arguments.random[1]:
        fewest, most = arguments.random
        raise InvalidOption(f"--random {fewest}-{most} with openings: expected one number")


def write_shards(arguments: argparse.Namespace, weights: str) -> int:
    """Write the files of positions that do not exist yet; `weights` is their labels' checksum."""
    plan = Plan(
        random_plies=arguments.random or ((0, 6) if arguments.wthor else (4, 20)),
        **{name: getattr(arguments, name) for name in OPTIONS},
    )
    games = read_games(arguments.wthor) if arguments.wthor else None
    numbers = range(arguments.first, arguments.first + arguments.shards)
    total = {"files": 0, "positions": 0, "seconds": 0.0}
    with ExitStack() as stack:
        make = None
        if arguments.cluster is not None:
            from othello.training.with_cluster import shard_maker

            make = stack.enter_context(shard_maker(arguments, plan))
        progress = stack.enter_context(Progress(arguments.shards))
        for shard in make_shards(
            arguments.out, numbers, plan, games, arguments.threads, weights, make=make
        ):
            record = {
                "file": str(shard.path),
                "positions": shard.positions,
                "seconds": round(shard.seconds, 3),
            }
            progress.hide()
            show(arguments.json, record, describe_shard(shard.path, shard.positions, shard.seconds))
            progress.step()
            total["files"] += 1
            total["positions"] += shard.positions
            total["seconds"] = round(total["seconds"] + shard.seconds, 3)
    if arguments.json:
        print_json({"total": total})
    return 0


def describe_shard(path: Path, positions: int, seconds: float) -> str:
    """Return a line of text about a file; one that took 0 seconds was there before."""
    made = f" in {seconds:.1f} s, {positions / seconds:.0f}/s" if seconds else ", already there"
    return f"{path}: {counted(positions, 'position')}{made}"


def write_openings(arguments: argparse.Namespace) -> int:
    """Write a file of balanced openings, one a line; return the exit code."""
    writable(arguments.out)
    length = arguments.random[1] if arguments.random else 8
    if length > MOST_OPENING_PLIES:
        raise InvalidOption(
            f"--random {length}: expected at most {MOST_OPENING_PLIES} for openings, after which a "
            "game without a pass goes on"
        )
    depth, seed = arguments.label_depth, arguments.seed
    found = balanced_openings(
        arguments.count, length, depth, OPENING_LIMIT, seed, arguments.threads
    )
    openings = []
    with Progress(arguments.count) as progress:
        for opening, _ in found:
            openings.append(opening)
            progress.step()
    if not openings:
        raise InvalidOption(
            f"no balanced openings of {counted(length, 'move')}: {arguments.out} is not written"
        )
    with tells_overwritten(str(arguments.out)), replacing(arguments.out) as file:
        file.writelines(f"{opening}\n" for opening in openings)
    if len(openings) < arguments.count:
        print_fault(
            f"{arguments.out}: only {len(openings)} of {arguments.count} openings: no more "
            f"balanced ones of {counted(length, 'move')} were found"
        )
    total = {"openings": len(openings), "plies": length, "depth": depth}
    show(
        arguments.json,
        {"total": total},
        f"{arguments.out}: {counted(len(openings), 'opening')} of {counted(length, 'move')}",
    )
    return 0
