"""``othello board``."""

from __future__ import annotations

import argparse

from othello.commands.arguments import add_position, board_of

EXAMPLE = "othello board f5d6c3"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position(parser)


def run(arguments: argparse.Namespace) -> int:
    """Draw the board with its legal moves marked, and write it as FEN and OBF."""
    board = board_of(arguments)
    print(board)
    print(f"moves: {' '.join(map(str, board.legal_moves())) or 'none'}")
    print(f"fen: {board.to_fen()}")
    print(f"obf: {board.to_obf()}")
    return 0
