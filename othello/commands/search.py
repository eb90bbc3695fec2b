"""``othello search``."""

from __future__ import annotations

import argparse

from othello.commands.arguments import (
    add_book,
    add_json,
    add_limits,
    add_lines,
    add_machine,
    add_position,
    limits_of,
    opened_book,
)
from othello.commands.positions import PositionSource
from othello.commands.searching import search_positions

EXAMPLE = "othello search f5d6c3 --depth 12 --multipv 3"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "; or a file with such positions, one a line")
    add_lines(parser)
    add_limits(parser, "depth", "seconds", "nodes", "level", "multipv", "selectivity")
    add_machine(parser)
    add_book(parser, "answer from this opening book what it knows")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search the position until the first of the limits is met."""
    limits = limits_of(arguments)
    position = " ".join(arguments.position) or "startpos"
    source = PositionSource([position], arguments.lines, positions_first=True)
    with opened_book(arguments.book) as book:
        return search_positions(
            arguments,
            source,
            limits,
            with_moves=arguments.multipv is not None,
            with_depth=True,
            book=book,
        )
