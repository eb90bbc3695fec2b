"""The top of an endgame's tree: bounds of its positions, and which leaf is solved next.

A question is whether a position's score, for its side to move, is at least some threshold. To prove
that, one of its moves must lead to a position of which the opposite is proven; to refute it, all
moves must be refuted. Scores are even, so "at least t" for one side is "not at least 2 - t" for the
other. Positions that a symmetry makes alike are one node, and so are those that several orders of
moves lead to.
"""

from collections.abc import Mapping

from othello.board import BLACK, Board, Move
from othello.engine import Engine, Limits

Bounds = tuple[int, int]
"""The least and the greatest score that is not yet ruled out."""

MOST = 64
"""The greatest score."""

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
"""Numbers of workers, and the plies that are split for up to so many: 20, 150 and 250 leaves."""

MOST_SPLIT_PLIES = 5
"""Plies that are split for more workers: some 1,500 leaves."""


def leaf_size(board: Board, n_workers: int) -> int:
    """Return how many empties the leaves of a position's tree have.

    >>> board = Board.from_moves("f5d6c3d3c4f4f6f3")
    >>> board.n_empties, leaf_size(board, 2)
    (52, 24)
    """
    found = (plies for workers, plies in SPLIT_PLIES if n_workers <= workers)
    plies = next(found, MOST_SPLIT_PLIES)
    return max(1, min(board.n_empties - plies, LARGEST_LEAF))


def key_of(board: Board) -> Board:
    """Return the board that stands for all that are like `board`: black is to move."""
    canonical = board.canonical()
    return Board(canonical.player, canonical.opponent, BLACK)


class Guesser:
    """Guesses scores and good moves by selective searches, and counts their nodes.

    Each kind of question has an engine of its own: in a table, the moves that are best for one are
    in the way of another. FFO #45 and #48 took 174 and 106 million nodes where questions shared
    one, 163 and 91 million now. The workers wait for the guess of the score; if `guesser` shares
    their table, they find good moves there.
    """

    def __init__(self, guesser: Engine) -> None:
        self._guesser = guesser
        self._ranker = Engine(hash_mb=16)
        self._chooser = Engine(hash_mb=16)
        for engine in (self._guesser, self._ranker, self._chooser):
            engine.allocate()
        self._guessed: dict[Board, Move] = {}
        self.nodes = 0

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


class Node:
    """A position of the tree, with what is proven of its score.

    `board` is the position as it was first reached. Searching it like that lets a worker's table
    know the positions below from its neighbours; of mirror images it would know none. `key` is the
    board that stands for all of these (`key_of`). `children` come the most promising first; None
    while it is a leaf. `chosen` says whether the first of them is the one that a search has found
    best, `running` whether a worker solves the node, and `is_hard` whether that took too long, so
    that it is to be split.
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

    `known` has what was proven before, by `key_of`. Positions with `leaf_empties` or fewer are not
    split, unless they are hard. The guesser says in which order moves are tried.
    """

    def __init__(
        self, root: Board, known: Mapping[Board, Bounds], leaf_empties: int, guesser: Guesser
    ) -> None:
        self._known = known
        self._leaf_empties = leaf_empties
        self._guesser = guesser
        self._nodes: dict[Board, Node] = {}
        self.root = self._node(root)

    def next_leaf(self, guess: int, *, is_idle: bool) -> tuple[Node, int] | None:
        """Return a leaf to solve, and the threshold; None if nothing helps that is not running.

        First come leaves that show that the score is no less than guessed, as this takes one move
        at the root; then those that show that it is no more, as this takes all of them. If a
        worker is idle, moves are tried that are needed only if better ones fail.
        """
        guess = max(self.root.lower, min(guess, self.root.upper))
        for width in range(1, WIDEST + 1 if is_idle else 2):
            for threshold, proving in ((guess, True), (guess + 2, False)):
                found = self._find(self.root, threshold, proving, width)
                if found is not None:
                    return found
        return None

    def _find(
        self, node: Node, threshold: int, proving: bool, width: int
    ) -> tuple[Node, int] | None:
        """Return a leaf below a node that helps to decide a threshold of it.

        If the answer is expected to be yes (`proving`), one move is enough: so many are tried side
        by side as `width` says.
        """
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
        for move in self._guesser.rank(node.board):
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
        best = self._node(node.board.after(self._guesser.choose(node.board, threshold)))
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
