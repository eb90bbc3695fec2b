"""``othello test``."""

import argparse

from othello.commands.arguments import MACHINE, add_cluster, add_shared, limits_of
from othello.commands.positions import PositionSource
from othello.commands.searching import search_positions

EXAMPLE = "othello test tests/positions/ffo-20-39.obf --depth 8"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("positions", metavar="FILE", nargs="+", help="OBF files, - for stdin")
    effort = parser.add_mutually_exclusive_group(required=True)
    add_shared(effort, "depth", "seconds", "nodes", "level")
    add_shared(parser, "lines", "selectivity", *MACHINE)
    add_cluster(parser)
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Search each position, the table cleared before it; return 1 if a move or score is wrong."""
    limits = limits_of(arguments)
    source = PositionSource(arguments.positions, arguments.lines)
    return search_positions(arguments, source, limits, with_accuracy=True)
