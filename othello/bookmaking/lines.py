"""Lines of moves through a book, as they are played on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from othello.board import Board
from othello.book.position import StoredPosition, key_of, settled
from othello.notation import PASS, Move, parse_move

if TYPE_CHECKING:
    from othello.bookmaking.graph import Graph

USUAL_FIRST = parse_move("f5")
"""The first move as games are usually shown."""


def line_of(graph: Graph, position: StoredPosition, roots: Sequence[int]) -> list[Move]:
    """Return moves that lead to a position: from one of the roots if that is possible."""
    keys = [position.key]
    while position.id not in roots and position.parents:
        position = graph.by_id[position.parents[0]]
        keys.append(position.key)
    return moves_through(position.board, reversed(keys[:-1]))


def moves_through(board: Board, keys: Iterable[bytes]) -> list[Move]:
    """Return the moves that lead from a position through others, each a move from the last.

    Passes are among them.
    """
    moves: list[Move] = []
    for key in keys:
        for move in sorted(board.legal_moves(), key=lambda move: move != USUAL_FIRST):
            after = board.after(move)
            if key_of(settled(after)) == key:
                moves += [move, PASS] if after.must_pass else [move]
                board = settled(after)
                break
    return moves
