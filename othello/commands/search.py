"""``othello search``."""

import argparse

from othello.commands.arguments import (
    MACHINE,
    SHARED,
    add_described,
    add_shared,
    limits_of,
    opened_book,
)
from othello.commands.positions import PositionSource
from othello.commands.searching import search_positions

EXAMPLE = "othello search f5d6c3 --depth 12 --multipv 3"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    told = f"{SHARED['position'].help}; or a file with such positions, one a line"
    add_described(parser, "position", told)
    add_shared(
        parser, "lines", "depth", "seconds", "nodes", "level", "multipv", "selectivity", *MACHINE
    )
    add_described(parser, "book", "answer from this opening book what it knows")
    add_shared(parser, "json")


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
