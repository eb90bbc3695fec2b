"""``othello board``."""

import argparse
from pathlib import Path

from othello.commands.arguments import add_shared
from othello.commands.operating import print_as_json
from othello.commands.positions import parse_board, position_text
from othello.commands.values import drawn_file
from othello.files.writing import replacing
from othello.formats import STDIN
from othello.operations import load_operation

EXAMPLE = "othello board f5d6c3 --svg board.svg"

STDOUT = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_shared(parser, "position")
    parser.add_argument(
        "--svg",
        type=lambda text: STDOUT if text == STDIN else drawn_file(text, ".svg"),
        metavar="FILE",
        help="also draw it into FILE; with - draw it on stdout and print nothing else; the last "
        "move is marked if the position is given by its moves",
    )
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Draw the board with its legal moves marked, and write it as FEN and OBF."""
    text = position_text(arguments)
    board = parse_board(text)  # names a file that is meant
    described = load_operation("position")(position=text).run()
    # The file first: whoever reads the output may close it early.
    if arguments.svg is not None:
        from othello.svg import draw

        picture = draw(board, last_move=described.played[-1] if described.played else None)
        if arguments.svg == STDOUT:
            print(picture)
            return 0
        with replacing(arguments.svg) as file:
            print(picture, file=file)
    if arguments.json:
        print_as_json(described)
    else:
        print(described.text)
    return 0
