"""``othello solve``."""

from __future__ import annotations

import argparse

from othello.commands.arguments import (
    FILE,
    FLAG,
    SECONDS,
    add_cluster,
    add_json,
    add_lines,
    add_machine,
    add_multipv,
    add_selectivity,
)
from othello.commands.positions import PositionSource
from othello.commands.searching import search_positions
from othello.limits import Limits

EXAMPLE = "othello solve tests/positions/ffo-01-19.obf --lines 1-5"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "positions",
        metavar="FILE|POSITION",
        nargs="+",
        help="OBF files, - for stdin, or positions (OBF, FEN or moves)",
    )
    add_lines(parser)
    parser.add_argument("--wld", **FLAG, help="find only who wins: score -1, 0 or 1")
    add_multipv(parser)
    add_selectivity(parser)
    parser.add_argument(
        "--time",
        "--seconds",
        **SECONDS,
        help="seconds for each position; a score not proven by then is shown as the best bound",
    )
    add_machine(parser)
    add_cluster(parser)
    parser.add_argument(
        "--store",
        **FILE,
        help="with --cluster, have all workers solve one position after the other in parts, and "
        "keep what is proven in FILE: the same command goes on where it was, and othello verify "
        "checks it (without a FILE a single position is solved in parts)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve each position, the table cleared before it."""
    limits = Limits(
        exact=not arguments.wld,
        wld=arguments.wld,
        multipv=arguments.multipv or 1,
        selectivity=arguments.selectivity,
        seconds=arguments.time,
    )
    source = PositionSource(arguments.positions, arguments.lines)
    return search_positions(arguments, source, limits, with_moves=arguments.multipv is not None)
