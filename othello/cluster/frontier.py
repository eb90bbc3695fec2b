"""The top of a game tree, whose leaves are searched by whoever comes: what MPI ranks share out.

The tree is expanded down to the depth `granularity`, in the same way by all, so that a node is a
number. The search of a leaf counts for its parent: the leaf's move is searched from there, as an
engine does it with `moves`.
"""

from __future__ import annotations

from typing import NamedTuple

from othello.board import Board, Move
from othello.notation import PASS

__all__ = ["Frontier", "Leaf", "Node", "expand"]


class Node(NamedTuple):
    """A position whose moves are searched each for itself.

    Attributes
    ----------
    parent : int
        Number of the node above; -1 for the root.
    move : Move or None
        What led here.
    board : Board
        The position.
    n_children : int
        Nodes and leaves below, at once.
    """

    parent: int
    move: Move | None
    board: Board
    n_children: int


class Leaf(NamedTuple):
    """A move to be searched.

    Attributes
    ----------
    parent : int
        Number of its node.
    move : Move
        Played there.
    depth : int
        Plies to search from the node on, the move included.
    """

    parent: int
    move: Move
    depth: int


class Frontier(NamedTuple):
    """The nodes, the root first, and the leaves, from left to right."""

    nodes: list[Node]
    leaves: list[Leaf]


def expand(board: Board, depth: int, granularity: int) -> Frontier:
    """Return the top of the tree: positions with more plies than `granularity` left are nodes.

    >>> [len(part) for part in expand(Board(), 6, 5)], [len(part) for part in expand(Board(), 6, 4)]
    ([1, 4], [5, 12])
    """
    frontier = Frontier([], [])

    def visit(parent: int, move: Move | None, here: Board, left: int) -> None:
        moves = here.legal_moves()
        number = len(frontier.nodes)
        frontier.nodes.append(Node(parent, move, here, len(moves)))
        for reply in moves:
            after = here.after(reply)
            # A pass costs no depth, and is left to the search below it.
            if left - 1 > granularity and not after.is_over and not after.must_pass:
                visit(number, reply, after, left - 1)
            else:
                frontier.leaves.append(Leaf(number, reply, left))

    if not board.is_over and board.legal_moves() != [PASS]:
        visit(-1, None, board, depth)
    return frontier
