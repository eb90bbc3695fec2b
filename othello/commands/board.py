"""``othello board``."""

from __future__ import annotations

import argparse
from pathlib import Path

from othello.analysis.openings import name_of
from othello.board import Move
from othello.commands.arguments import add_shared
from othello.commands.positions import board_of
from othello.commands.values import drawn_file
from othello.files.writing import replacing
from othello.formats import STDIN
from othello.notation import parse_position

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


def run(arguments: argparse.Namespace) -> int:
    """Draw the board with its legal moves marked, and write it as FEN and OBF."""
    board = board_of(arguments)
    # The file first: whoever reads the output may close it early.
    if arguments.svg is not None:
        from othello.svg import draw

        picture = draw(board, last_move=last_move(" ".join(arguments.position)))
        if arguments.svg == STDOUT:
            print(picture)
            return 0
        with replacing(arguments.svg) as file:
            print(picture, file=file)
    print(board)
    print(f"moves: {' '.join(map(str, board.legal_moves())) or 'none'}")
    print(f"fen: {board.to_fen()}")
    print(f"obf: {board.to_obf()}")
    if opening := name_of(board):
        print(f"opening: {' / '.join(opening.names)}")
    return 0


def last_move(position: str) -> Move | None:
    """Return the last move if the position is given as moves, else None.

    >>> last_move("f5d6"), last_move("Tiger"), last_move("startpos")
    (Move('d6'), Move('c4'), None)
    """
    if position == STDIN:
        return None
    moves = parse_position(position.strip() or "startpos")
    return moves[-1] if isinstance(moves, list) and moves else None
