"""The top of an endgame's tree: what is proven of its positions, and which one to solve next.

A question is whether a position's score, for its side to move, is at least some threshold. To prove
that, one of its moves must lead to a position of which the opposite is proven; to refute it, all
moves must be refuted. Scores are even, so "at least t" for one side is "not at least 2 - t" for the
other. Positions that a symmetry makes alike are one node, and so are those that several orders of
moves lead to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from othello.board import BLACK, Board, Move

__all__ = ["MOST", "Adviser", "Bounds", "Node", "Tree", "key_of"]

Bounds = tuple[int, int]
"""The least and the greatest score that is not yet ruled out."""

MOST = 64
"""The greatest score."""


def key_of(board: Board) -> Board:
    """Return the board that stands for all that are like `board`: black is to move."""
    canonical = board.canonical()
    return Board(canonical.player, canonical.opponent, BLACK)


class Adviser(Protocol):
    """Who guesses which moves are good."""

    def rank(self, board: Board) -> list[Move]:
        """Return the moves of a position, the best first."""

    def choose(self, board: Board, threshold: int) -> Move:
        """Return the move that will most likely reach the threshold."""


class Node:
    """A position of the tree.

    Attributes
    ----------
    board : Board
        The position as it was first reached. Searching it as it is lets a worker's table know the
        positions below from its neighbours; of mirror images it would know none.
    key : Board
        The same as `key_of` returns it.
    lower, upper : int
        What is proven of its score.
    children : list of Node or None
        The positions after its moves, the most promising first; None while it is a leaf.
    parents : list of Node
        Those it is a child of.
    chosen : bool
        Whether the first child is the one that a search has found best.
    running : bool
        Whether a worker solves it.
    is_hard : bool
        Whether solving it at once took too long, so that it is to be split.
    """

    __slots__ = (
        *("board", "key", "lower", "upper", "children", "parents"),
        *("chosen", "running", "is_hard"),
    )

    def __init__(self, board: Board, key: Board, bounds: Bounds) -> None:
        self.board = board
        self.key = key
        self.lower, self.upper = bounds
        self.children: list[Node] | None = None
        self.parents: list[Node] = []
        self.chosen = False
        self.running = False
        self.is_hard = False

    def is_decided(self, threshold: int) -> bool:
        """Return whether it is known if the score is at least `threshold`."""
        return self.lower >= threshold or self.upper < threshold


class Tree:
    """An endgame's positions from the root down to those that are solved at once.

    Parameters
    ----------
    root : Board
        The position whose score is wanted.
    known : mapping of Board to Bounds
        What was proven before, by `key_of`.
    leaf_empties : int
        Positions with so few empties are not split, unless they are hard.
    adviser : Adviser
        Who says in which order moves are tried.
    """

    def __init__(
        self,
        root: Board,
        known: Mapping[Board, Bounds],
        leaf_empties: int,
        adviser: Adviser,
    ) -> None:
        self._known = known
        self._leaf_empties = leaf_empties
        self._adviser = adviser
        self._nodes: dict[Board, Node] = {}
        self.root = self._node(root)

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes.values())

    def find(self, threshold: int, *, proving: bool, width: int = 1) -> tuple[Node, int] | None:
        """Return a leaf whose score would help, and the threshold to ask about.

        Parameters
        ----------
        threshold : int
            The question about the root.
        proving : bool
            Whether the answer is expected to be yes.
        width : int
            Where one move is enough, how many are tried at the same time.

        Returns
        -------
        tuple or None
            None if the question is decided, or all that would help is being solved.
        """
        return self._find(self.root, threshold, proving, width)

    def _find(
        self, node: Node, threshold: int, proving: bool, width: int
    ) -> tuple[Node, int] | None:
        if node.is_decided(threshold):
            return None
        if node.children is None:
            if node.running:
                return None
            if node.board.n_empties <= self._leaf_empties and not node.is_hard:
                return node, threshold
            self._expand(node)
            if node.is_decided(threshold):  # by what was known of the children
                return None
        assert node.children is not None
        self._promote(node, threshold)
        opposite = 2 - threshold
        open_children = [child for child in node.children if not child.is_decided(opposite)]
        for child in open_children[: width if proving else None]:
            found = self._find(child, opposite, not proving, width)
            if found is not None:
                return found
            if node.is_decided(threshold):  # an expansion below has found it out
                return None
        return None

    def _node(self, board: Board) -> Node:
        """Return the node of a position, made when it is first met."""
        key = key_of(board)
        node = self._nodes.get(key)
        if node is None:
            bounds = self._known.get(key, (-MOST, MOST))
            if key.is_over:
                bounds = key.score(), key.score()
            node = self._nodes[key] = Node(board, key, bounds)
        return node

    def _expand(self, node: Node) -> None:
        """Give a node its children, the best first.

        That order pays even where all of them are needed: the greatest trees come first, and what a
        worker's table then knows makes the others smaller.
        """
        node.children = []
        for move in self._adviser.rank(node.board):
            child = self._node(node.board.after(move))
            if child not in node.children:  # a symmetry may make two moves one
                node.children.append(child)
                child.parents.append(node)
        self._update(node)

    def _promote(self, node: Node, threshold: int) -> None:
        """Have the child first that will most likely prove a node, once for each node."""
        assert node.children is not None
        if node.chosen or len(node.children) == 1:
            return
        node.chosen = True
        best = self._node(node.board.after(self._adviser.choose(node.board, threshold)))
        node.children.remove(best)
        node.children.insert(0, best)

    def prove(self, node: Node, bounds: Bounds) -> None:
        """Take note of what was proven of a node, and of what follows for those above it."""
        lower, upper = max(node.lower, bounds[0]), min(node.upper, bounds[1])
        if (lower, upper) == (node.lower, node.upper):
            return
        assert lower <= upper, f"contradictory bounds of {node.board!r}"
        node.lower, node.upper = lower, upper
        for parent in node.parents:
            self._update(parent)

    def _update(self, node: Node) -> None:
        """Take note of what follows from a node's children."""
        self.prove(node, self._from_children(node))

    def _from_children(self, node: Node) -> Bounds:
        """Return what a node's children prove of it."""
        assert node.children is not None
        lower = max(-child.upper for child in node.children)
        return lower, max(-child.lower for child in node.children)

    def inner_bounds(self) -> dict[Board, Bounds]:
        """Return what the children of each node prove of it, of all that have some."""
        return {
            key: self._from_children(node)
            for key, node in self._nodes.items()
            if node.children is not None
        }

    def best_line(self) -> list[Node]:
        """Return the nodes from the root, whose score is proven, along best moves to a leaf."""
        line = [self.root]
        while True:
            node = line[-1]
            if node.board.is_over:
                return line
            if node.children is None and node.board.n_empties > self._leaf_empties:
                self._expand(node)
            exact = (child for child in node.children or () if child.lower == child.upper)
            best = next((child for child in exact if child.lower == -node.lower), None)
            if best is None:
                return line
            line.append(best)
