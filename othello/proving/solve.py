"""An endgame solved in parts by many workers: the driver, which holds the tree, and the workers."""

import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

from othello._core import core
from othello._memory import memory_mb
from othello.board import Board, Move
from othello.cluster.executors import Cluster
from othello.cluster.jobs import collect
from othello.cluster.worker import ClusterError
from othello.engine import Engine, Limits
from othello.errors import FileError
from othello.levels import NO_PRUNING
from othello.proving.store import Proven, Store
from othello.proving.tree import MOST, Bounds, Guesser, Node, Tree, key_of, leaf_size
from othello.result import Line, Result

LEAF_NODES = 400_000_000
"""Positions visited for a leaf, some ten seconds, before it is split after all."""

MOST_DEATHS = 3
"""Deaths of workers at one leaf after which it is given up."""


class Question(NamedTuple):
    """Is the score of `board` at least `threshold` discs? At most `nodes` positions are visited."""

    board: Board
    threshold: int
    nodes: int | None


class ProvenLeaf(NamedTuple):
    """The bounds that a worker has proven; None if the nodes were not enough."""

    bounds: Bounds | None
    nodes: int
    seconds: float


def answer(engine: Engine, question: Question) -> ProvenLeaf:
    """Solve a leaf, or find out that it is too hard; the table keeps what was learned before."""
    board, threshold, nodes = question
    limits = Limits(exact=True, window=(threshold - 2, threshold), nodes=nodes)
    result = engine.search(board, limits)
    return ProvenLeaf(_bounds_of(board, result), result.nodes, result.seconds)


def _bounds_of(board: Board, result: Result) -> Bounds | None:
    """Return what a result proves; None if nothing. Scores are even."""
    if result.exact:
        return int(result.score), int(result.score)
    is_whole = result.depth == board.n_empties and result.selectivity == NO_PRUNING
    if result.bound is None or not is_whole:
        return None
    if result.bound == "lower":
        return 2 * math.ceil(result.score / 2), MOST
    return -MOST, 2 * math.floor(result.score / 2)


def solve_line(engine: Engine, known: tuple[Board, int]) -> Result:
    """Return the best line of a position whose score is known."""
    board, score = known
    window = (max(score - 1, -64), min(score + 1, 64))
    return engine.search(board, Limits(exact=True, window=window))


def get_ready(engine: Engine, number: int) -> None:
    """Have the table ready."""
    engine.allocate()


def solve_in_parts(
    cluster: Cluster,
    store: Store,
    board: Board,
    on_leaf: Callable[[int], object] = lambda number: None,
    leaf_empties: int | None = None,
) -> Result:
    """Return the exact score and a best line, proven by the workers.

    Those of one machine share one table from now on. The store has what was proven before, and gets
    what is. `on_leaf` is called after each leaf with the number of leaves so far. `leaf_empties`
    are the empties of the positions that are solved at once.
    """
    engine = _ready_engine(cluster)
    guesser = Guesser(engine)
    starting = {cluster.submit(get_ready, each): each for each in range(cluster.n_workers)}
    while starting:
        collect(cluster, starting)
    started = time.perf_counter()
    if board.is_over:
        store.set_score(board, board.score())
        return Engine(hash_mb=1).solve(board)
    store.set_score(board, None)
    tree = Tree(board, _known(store), leaf_empties or leaf_size(board, cluster.n_workers), guesser)
    leaves = _Leaves(cluster, store, tree, on_leaf)
    leaves.solve(guesser.guess(board))
    score = tree.root.lower
    pv, nodes = _best_line(cluster, engine, tree)
    store.add(
        Proven(inner, *bounds, is_leaf=False) for inner, bounds in tree.inner_bounds().items()
    )
    store.set_score(board, score)
    line = Line(board.n_empties, NO_PRUNING, score, None, True, pv, board.n_empties)
    nodes += leaves.nodes + guesser.nodes
    return Result((line,), nodes, time.perf_counter() - started, False)


def _ready_engine(cluster: Cluster) -> Engine:
    """Return what this process searches with, in the table of the workers if they can share one.

    That table is cleared, as an earlier position may have been solved with it.
    """
    hash_mb = cluster.setup.hash_mb
    # The workers wait meanwhile, so those of this machine are not in its way.
    engine = Engine(min(cluster.n_workers, core.processors()), hash_mb)
    if cluster.memory is not None:
        cluster.setup = cluster.setup._replace(shares_table=True)
        cluster.memory.allocate(min(hash_mb * cluster.n_workers, memory_mb()))
        engine.share_table(cluster.memory.descriptor)
        engine.clear()
    return engine


def _known(store: Store) -> dict[Board, Bounds]:
    """Return what a store says of each position."""
    known: dict[Board, Bounds] = {}
    for row in store.rows():
        lower, upper = known.get(row.board, (-MOST, MOST))
        lower, upper = known[row.board] = max(lower, row.lower), min(upper, row.upper)
        if lower > upper:
            reason = f"{row.board.to_obf()} has bounds that contradict each other"
            raise FileError(None, f"{reason}: othello verify tells more", store.name)
    return known


class _Leaves:
    """The leaves of a tree, given to workers until the root's score is proven."""

    def __init__(
        self, cluster: Cluster, store: Store, tree: Tree, on_leaf: Callable[[int], object]
    ) -> None:
        self._cluster = cluster
        self._store = store
        self._tree = tree
        self._on_leaf = on_leaf
        self._running: dict[Future[ProvenLeaf], Node] = {}
        self._deaths = Counter[Board]()
        self._n_leaves = 0
        self.nodes = 0

    def solve(self, guess: int) -> None:
        """Have leaves solved, in the order that fits a guess of the score."""
        try:
            while self._tree.root.lower < self._tree.root.upper:
                self._submit(guess)
                if self._running:
                    self._collect()
        finally:
            for future in self._running:
                future.cancel()

    def _submit(self, guess: int) -> None:
        n_workers = self._cluster.n_workers
        while len(self._running) <= n_workers:  # one more waits for the first that has done
            found = self._tree.next_leaf(guess, is_idle=len(self._running) < n_workers)
            if found is None:
                return
            node, threshold = found
            question = Question(node.board, threshold, LEAF_NODES)
            self._running[self._cluster.submit(answer, question)] = node
            node.running = True

    def _collect(self) -> None:
        """Wait until some leaf is solved, and take what is; what is lost is solved anew."""
        done, lost = collect(self._cluster, self._running)
        for node, found in done:
            self._take(node, found)
        for node in lost:
            node.running = False
            self._deaths[node.key] += 1
            if self._deaths[node.key] >= MOST_DEATHS:
                raise _given_up(node.board)

    def _take(self, node: Node, found: ProvenLeaf) -> None:
        """Take note of what a worker has found of a leaf."""
        node.running = False
        self.nodes += found.nodes
        self._n_leaves += 1
        if found.bounds is None:
            node.is_hard = True
        else:
            self._tree.prove(node, found.bounds)
            before = self._store.leaf(node.key) or Proven(node.key, -MOST, MOST, True)
            proven = before._replace(
                lower=max(found.bounds[0], before.lower),
                upper=min(found.bounds[1], before.upper),
                nodes=before.nodes + found.nodes,
                seconds=before.seconds + found.seconds,
            )
            self._store.add([proven])
        self._on_leaf(self._n_leaves)


def _best_line(cluster: Cluster, engine: Engine, tree: Tree) -> tuple[tuple[Move, ...], int]:
    """Return the best line, through the tree to a leaf and then by a search, and its nodes.

    It is searched where a table knows most: here if it is the workers' table, else there. That
    takes a tenth of a second, for FFO #45, or half of it by two threads here.
    """
    board = tree.root.board
    line = tree.best_line()
    moves: list[Move] = []
    for node in line[1:]:
        move = next(m for m in board.legal_moves() if key_of(board.after(m)) == node.key)
        moves.append(move)
        board = board.after(move)
    if board.is_over:
        return tuple(moves), 0
    known = board, line[-1].lower
    if cluster.setup.shares_table:
        last = solve_line(engine, known)
    else:
        last = _solve_line_there(cluster, known)
    return (*moves, *last.lines[0].pv), last.nodes


def _solve_line_there(cluster: Cluster, known: tuple[Board, int]) -> Result:
    """Have a worker find the best line, another one if it dies."""
    for _ in range(MOST_DEATHS):
        done, _ = collect(cluster, {cluster.submit(solve_line, known): None})
        if done:
            return done[0][1]
    raise _given_up(known[0])


def _given_up(board: Board) -> ClusterError:
    return ClusterError(f"given up: workers died at {board.to_obf()}")
