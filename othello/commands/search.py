"""``othello search``."""

from __future__ import annotations

import argparse

from othello.commands.arguments import (
    add_json,
    add_machine,
    add_multipv,
    add_position,
    add_selectivity,
    seconds,
    whole_number,
)
from othello.commands.positions import PositionSource
from othello.commands.searching import search_positions
from othello.levels import DEFAULT_LEVEL, MAX_LEVEL
from othello.limits import MAX_DEPTH, Limits

EXAMPLE = "othello search f5d6c3 --depth 12 --multipv 3"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position(parser)
    parser.add_argument(
        "--depth", type=whole_number(1, MAX_DEPTH), metavar="N", help="depth in plies"
    )
    parser.add_argument("--time", "--seconds", type=seconds, metavar="S", help="seconds")
    parser.add_argument("--nodes", type=whole_number(1), metavar="N", help="nodes to search")
    parser.add_argument(
        "--level",
        type=whole_number(0, MAX_LEVEL),
        metavar="N",
        help=f"level, 0 to {MAX_LEVEL}, instead of a depth (default {DEFAULT_LEVEL} without limit)",
    )
    add_multipv(parser)
    add_selectivity(parser)
    add_machine(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search the position until the first of the limits is met."""
    limits = Limits(
        depth=arguments.depth,
        seconds=arguments.time,
        nodes=arguments.nodes,
        level=arguments.level,
        multipv=arguments.multipv or 1,
        selectivity=arguments.selectivity,
    )
    position = " ".join(arguments.position) or "startpos"
    source = PositionSource([position], positions_first=True)
    return search_positions(
        arguments, source, limits, with_moves=arguments.multipv is not None, with_depth=True
    )
