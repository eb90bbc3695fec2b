"""Which leaf of an endgame's tree is solved next: guesses of the score and of the best moves."""

from __future__ import annotations

from othello.board import Board, Move
from othello.engine import Engine, Limits
from othello.proving.tree import Node, Tree

__all__ = ["Agenda", "Judge", "leaf_size"]

GUESS_SELECTIVITIES = (73, 87)
"""Confidences in percent of the searches, one after the other, that guess the score."""

GUESS_NODES = 20_000_000
"""Positions that each of them visits at most."""

CHOICE_SELECTIVITY = 73
"""Confidence in percent of the search that finds the most promising move of a position."""

WIDEST = 4
"""Moves tried side by side where one is enough, if workers have nothing else to do."""

LARGEST_LEAF = 24
"""Empties of a leaf at most: some seconds."""

SPLIT_PLIES = 3
"""Plies split at least, so that there are leaves for some workers.

Nodes of FFO #45 and #48, in millions, with one worker and 1, 2, 3, 4 plies: 184, 205, 224, 226
and 124, 132, 147, 217; unsplit they take 161 and 84.
"""


def leaf_size(board: Board, wanted: int | None = None) -> int:
    """Return how many empties the leaves of a position's tree have."""
    return wanted or max(1, min(board.n_empties - SPLIT_PLIES, LARGEST_LEAF))


class Judge:
    """Guesses by selective searches, on one engine whose table keeps what they learned.

    Attributes
    ----------
    nodes : int
        Positions visited so far.
    """

    def __init__(self) -> None:
        self._engine = Engine(hash_mb=64)
        self.nodes = 0

    def guess(self, board: Board) -> int:
        """Return what the score may be, an even number."""
        for selectivity in GUESS_SELECTIVITIES:
            limits = Limits(exact=True, selectivity=selectivity, nodes=GUESS_NODES)
            result = self._engine.search(board, limits)
            self.nodes += result.nodes
        return max(-64, min(2 * round(result.score / 2), 64))

    def choose(self, board: Board, threshold: int) -> Move:
        """Return the move that will most likely reach the threshold."""
        window = (threshold - 2, threshold)
        limits = Limits(exact=True, selectivity=CHOICE_SELECTIVITY, window=window)
        result = self._engine.search(board, limits)
        self.nodes += result.nodes
        assert result.move is not None
        return result.move


class Agenda:
    """The leaves to solve, one after the other.

    Parameters
    ----------
    tree : Tree
        The tree; the leaves that are being solved are marked as running.
    guess : int
        What the score may be.
    """

    def __init__(self, tree: Tree, guess: int) -> None:
        self._tree = tree
        self._guess = guess

    def next_leaf(self, *, is_idle: bool) -> tuple[Node, int] | None:
        """Return a leaf to solve, and the threshold; None if nothing helps that is not running.

        First come those that show that the score is no less than guessed, as this takes one move
        at the root; then those that show that it is no more, as this takes all of them. If a
        worker is idle, moves are tried that are needed only if better ones fail.
        """
        root = self._tree.root
        self._guess = max(root.lower, min(self._guess, root.upper))
        for width in range(1, WIDEST + 1 if is_idle else 2):
            for threshold, proving in ((self._guess, True), (self._guess + 2, False)):
                found = self._tree.find(threshold, proving=proving, width=width)
                if found is not None:
                    return found
        return None
