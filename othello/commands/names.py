"""``othello names``."""

from __future__ import annotations

import argparse

from othello.analysis.openings import find_openings
from othello.commands.arguments import add_json
from othello.commands.output import EXIT_UNUSABLE_INPUT, print_fault, print_json, show
from othello.errors import OthelloError, quote
from othello.game import Game
from othello.notation.move_lists import tokens_of
from othello.openings.catalogue import name_like

EXAMPLE = "othello names tiger"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "text",
        metavar="TEXT",
        nargs="*",
        help="only openings with this in their name, or that begin with these moves, however the "
        "board is turned",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List the openings that have names, each with its moves from the start."""
    text = " ".join(arguments.text)
    lines = find_openings(text)
    if text:  # what begins alike stands together, whichever part of the catalogue it is from
        lines.sort(key=lambda line: line.moves)
    for line in lines:
        show(
            arguments.json,
            {"name": line.name, "moves": line.moves, "others": list(line.others)},
            f"{line.moves:44}{' / '.join(line.names)}",
        )
    if arguments.json:
        print_json({"total": {"openings": len(lines)}})
    if not lines:
        print_fault(f"{quote(text)}: {reason_for_none(text)}; othello names lists all")
        return EXIT_UNUSABLE_INPUT
    return 0


def reason_for_none(text: str) -> str:
    """Return why no opening is found.

    >>> reason_for_none("f5z9"), reason_for_none("Stevenson")
    ("invalid move 'z9' (move 2): expected a1 ... h8 or pass", \
"no opening has this name, expected the opening 'Stephenson'")
    """
    if not any(token.kind == "move" for token in tokens_of(text)):
        return f"no opening has this name, expected {name_like(text)}"
    try:
        Game(text)
    except OthelloError as error:
        return str(error)
    return "no opening begins with these moves"
