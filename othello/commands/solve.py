"""``othello solve``."""

import argparse

from othello.commands.arguments import MACHINE, add_cluster, add_described, add_shared, limits_of
from othello.commands.positions import PositionSource
from othello.commands.searching import search_positions
from othello.commands.values import FILE, FLAG

EXAMPLE = "othello solve tests/positions/ffo-01-19.obf --lines 1-5"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "positions",
        metavar="FILE|POSITION",
        nargs="+",
        help="OBF files, - for stdin, or positions (OBF, FEN or moves)",
    )
    add_shared(parser, "lines")
    parser.add_argument("--wld", **FLAG, help="find only who wins: score -1, 0 or 1")
    add_shared(parser, "multipv", "selectivity")
    add_described(
        parser,
        "seconds",
        "seconds for each position; a score not proven by then is shown as the best bound",
    )
    add_shared(parser, *MACHINE)
    add_cluster(parser)
    parser.add_argument(
        "--store",
        **FILE,
        help="with --cluster, have all workers solve one position after the other in parts, and "
        "keep what is proven in FILE: the same command goes on where it was, and othello verify "
        "checks it (without a FILE a single position is solved in parts)",
    )
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Solve each position, the table cleared before it."""
    limits = limits_of(arguments, exact=not arguments.wld)
    source = PositionSource(arguments.positions, arguments.lines)
    return search_positions(arguments, source, limits, with_moves=arguments.multipv is not None)
