"""``othello perft``."""

import argparse
import time

from othello._core import core
from othello.commands.arguments import add_shared
from othello.commands.output import print_json
from othello.commands.positions import board_of
from othello.commands.values import number
from othello.errors import counted

EXAMPLE = "othello perft 11"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("depth", **number(0, 60), help="plies, 0 to 60")
    add_shared(parser, "position", "json")


def run(arguments: argparse.Namespace) -> int:
    """Count the leaves at the depth given; a pass is a ply, a game that ends early one leaf."""
    board = board_of(arguments)
    start = time.perf_counter()
    nodes = core.perft(board.player, board.opponent, arguments.depth)
    seconds = time.perf_counter() - start
    record = {"depth": arguments.depth, "nodes": nodes, "seconds": round(seconds, 6)}
    if arguments.json:
        print_json(record)
        print_json({"total": record})
    else:
        rate = nodes / seconds / 1e6
        leaves = counted(nodes, "leaf", "leaves")
        print(f"perft {arguments.depth}: {leaves}, {seconds:.3f} s, {rate:.0f} M/s")
    return 0
