"""Which leaf of an endgame's tree is solved next: guesses of the score and of the best moves."""

from __future__ import annotations

from othello.board import Board, Move
from othello.engine import Engine, Limits
from othello.proving.tree import Node, Tree

__all__ = ["Agenda", "Judge", "leaf_size"]

GUESS_SELECTIVITIES = (73, 87, 95, 98, 99)
"""Confidences in percent of the searches, one after the other, that guess the score.

The last one's score is right for all of FFO #40 to #49, the second one's for seven of them.
"""

GUESS_NODES = 20_000_000
"""Positions that each of them visits at most."""

CHOICE_SELECTIVITY = 73
"""Confidence in percent of the search that finds the most promising move of a position."""

WIDEST = 4
"""Moves tried side by side where one is enough, if workers have nothing else to do."""

RANK_DEPTH = 6
"""Plies of the search that ranks the moves of a position."""

LARGEST_LEAF = 24
"""Empties of a leaf at most: some seconds."""

SPLIT_PLIES = ((2, 2), (8, 3), (64, 4))
"""Up to how many workers so many plies are split: some 20, 150 and 250 leaves."""

MOST_SPLIT_PLIES = 5
"""For more workers: some 1,500 leaves."""


def leaf_size(board: Board, n_workers: int) -> int:
    """Return how many empties the leaves of a position's tree have.

    >>> board = Board.from_moves("f5d6c3d3c4f4f6f3")
    >>> board.n_empties, leaf_size(board, 2)
    (52, 24)
    """
    found = (plies for workers, plies in SPLIT_PLIES if n_workers <= workers)
    plies = next(found, MOST_SPLIT_PLIES)
    return max(1, min(board.n_empties - plies, LARGEST_LEAF))


class Judge:
    """Guesses by selective searches.

    Each kind of question has an engine of its own: in a table, the moves that are best for one are
    in the way of another. FFO #45 and #48 took 174 and 106 million nodes where questions shared
    one, 163 and 91 million now.

    Parameters
    ----------
    guesser : Engine
        What guesses the score. The workers wait for the guess. If it shares their table, they find
        good moves there.

    Attributes
    ----------
    nodes : int
        Positions visited so far.
    """

    def __init__(self, guesser: Engine) -> None:
        self._guesser = guesser
        self._ranker = Engine(hash_mb=16)
        self._chooser = Engine(hash_mb=16)
        self._guessed: dict[Board, Move] = {}
        self.nodes = 0

    def get_ready(self) -> None:
        """Have the tables ready."""
        for engine in (self._guesser, self._ranker, self._chooser):
            engine.allocate()

    def guess(self, board: Board) -> int:
        """Return what the score may be, an even number."""
        for selectivity in GUESS_SELECTIVITIES:
            limits = Limits(exact=True, selectivity=selectivity, nodes=GUESS_NODES)
            result = self._guesser.search(board, limits)
            self.nodes += result.nodes
        here = board
        for move in result.lines[0].pv:
            self._guessed[here] = move
            here = here.after(move)
        return max(-64, min(2 * round(result.score / 2), 64))

    def rank(self, board: Board) -> list[Move]:
        """Return the moves of a position, the best first."""
        limits = Limits(depth=RANK_DEPTH, multipv=len(board.legal_moves()))
        result = self._ranker.search(board, limits)
        self.nodes += result.nodes
        return [line.pv[0] for line in result.lines]

    def choose(self, board: Board, threshold: int) -> Move:
        """Return the move that will most likely reach the threshold.

        The guess has found those of its own line.
        """
        if board in self._guessed:
            return self._guessed[board]
        window = (threshold - 2, threshold)
        limits = Limits(exact=True, selectivity=CHOICE_SELECTIVITY, window=window)
        result = self._chooser.search(board, limits)
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
