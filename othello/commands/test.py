"""``othello test``."""

from __future__ import annotations

import argparse

from othello.commands.arguments import (
    add_cluster,
    add_json,
    add_lines,
    add_machine,
    add_selectivity,
    seconds,
    whole_number,
)
from othello.commands.positions import PositionSource
from othello.commands.searching import search_positions
from othello.levels import MAX_LEVEL
from othello.limits import MAX_DEPTH, Limits

EXAMPLE = "othello test tests/positions/ffo-20-39.obf --depth 8"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("positions", metavar="FILE", nargs="+", help="OBF files, - for stdin")
    effort = parser.add_mutually_exclusive_group(required=True)
    effort.add_argument(
        "--depth", type=whole_number(1, MAX_DEPTH), metavar="N", help="depth in plies"
    )
    effort.add_argument(
        "--level", type=whole_number(0, MAX_LEVEL), metavar="N", help=f"level, 0 to {MAX_LEVEL}"
    )
    effort.add_argument("--time", "--seconds", type=seconds, metavar="S", help="seconds a position")
    effort.add_argument("--nodes", type=whole_number(1), metavar="N", help="nodes a position")
    add_lines(parser)
    add_selectivity(parser)
    add_machine(parser)
    add_cluster(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search each position, the table cleared before it; return 1 if a move or score is wrong."""
    limits = Limits(
        depth=arguments.depth,
        seconds=arguments.time,
        nodes=arguments.nodes,
        level=arguments.level,
        selectivity=arguments.selectivity,
    )
    source = PositionSource(arguments.positions, arguments.lines)
    return search_positions(arguments, source, limits, with_accuracy=True)
