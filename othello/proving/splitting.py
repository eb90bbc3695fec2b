"""An endgame solved by many workers: the driver, which holds the tree, and what workers do."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import wait
from typing import NamedTuple

from othello._core import core
from othello._memory import memory_mb
from othello.board import Board, Move
from othello.cluster.base import Cluster, ClusterError
from othello.cluster.tasks import Tasks
from othello.cluster.worker import Setup, run_batch
from othello.engine import Engine, Limits
from othello.errors import FileError
from othello.levels import NO_PRUNING
from othello.proving.agenda import Agenda, Judge, leaf_size
from othello.proving.store import Proven, Store
from othello.proving.tree import MOST, Bounds, Node, Tree, key_of
from othello.result import Line, Result

__all__ = ["Answer", "Question", "Splitting", "answer"]

LEAF_NODES = 400_000_000
"""Positions visited for a leaf, some ten seconds, before it is split after all."""

MOST_DEATHS = 3
"""Of workers at one leaf, before it is given up."""


class Question(NamedTuple):
    """What a worker is asked: is the score of `board` at least `threshold`?

    Attributes
    ----------
    board : Board
        The position.
    threshold : int
        A score in discs.
    nodes : int or None
        Positions to visit at most.
    """

    board: Board
    threshold: int
    nodes: int | None


class KnownScore(NamedTuple):
    """A position and its exact score, in discs for the side to move."""

    board: Board
    score: int


class Answer(NamedTuple):
    """What a worker found.

    Attributes
    ----------
    bounds : tuple of int or None
        What is proven; None if the nodes were not enough.
    nodes : int
        Positions visited.
    seconds : float
        Time it took.
    """

    bounds: Bounds | None
    nodes: int
    seconds: float


def answer(engine: Engine, question: Question) -> Answer:
    """Solve a leaf, or find out that it is too hard; the table keeps what was learned before."""
    threshold = question.threshold
    limits = Limits(exact=True, window=(threshold - 2, threshold), nodes=question.nodes)
    result = engine.search(question.board, limits)
    return Answer(bounds_of(question.board, result), result.nodes, result.seconds)


def bounds_of(board: Board, result: Result) -> Bounds | None:
    """Return what a result proves; None if nothing. Scores are even."""
    if result.exact:
        return int(result.score), int(result.score)
    is_whole = result.depth == board.n_empties and result.selectivity == NO_PRUNING
    if result.bound is None or not is_whole:
        return None
    if result.bound == "lower":
        return 2 * math.ceil(result.score / 2), MOST
    return -MOST, 2 * math.floor(result.score / 2)


def solve_line(engine: Engine, known: KnownScore) -> Result:
    """Return the best line of a position whose score is known."""
    window = (max(known.score - 1, -64), min(known.score + 1, 64))
    return engine.search(known.board, Limits(exact=True, window=window))


def get_ready(engine: Engine, number: int) -> None:
    """Have the table ready."""
    engine.allocate()


class Splitting:
    """An endgame that is being solved.

    Parameters
    ----------
    cluster : Cluster
        The workers.
    setup : Setup
        What their engines have to be like.
    store : Store
        What was proven before, and where to write what is.
    on_leaf : callable, optional
        Called after each leaf with the number of leaves so far.
    leaf_empties : int, optional
        Empties of the positions that are solved at once.
    """

    def __init__(
        self,
        cluster: Cluster,
        setup: Setup,
        store: Store,
        on_leaf: Callable[[int], object] = lambda number: None,
        leaf_empties: int | None = None,
    ) -> None:
        self._cluster = cluster
        self._setup = setup._replace(shares_table=cluster.memory is not None)
        self._store = store
        self._on_leaf = on_leaf
        self._leaf_empties = leaf_empties
        self._tasks: Tasks[Node, Answer] = Tasks(cluster, self._setup)
        self._deaths = Counter[Board]()
        self.nodes = 0
        self.leaves = 0

    def solve(self, board: Board) -> Result:
        """Return the exact score and a best line, proven by the workers."""
        self._engine = self._ready_engine()
        judge = Judge(self._engine)
        judge.get_ready()
        self._wait_for_workers()
        started = time.perf_counter()
        self.nodes = self.leaves = 0
        if board.is_over:
            self._store.set_score(board, board.score())
            return Engine(hash_mb=1).solve(board)
        self._store.set_score(board, None)
        known: dict[Board, Bounds] = {}
        for row in self._store.rows():
            lower, upper = known.get(row.board, (-MOST, MOST))
            lower, upper = known[row.board] = max(lower, row.lower), min(upper, row.upper)
            if lower > upper:
                reason = f"{row.board.to_obf()} has bounds that contradict each other"
                raise FileError(None, f"{reason}: othello verify tells more", self._store.name)
        leaf_empties = self._leaf_empties or leaf_size(board, self._cluster.n_workers)
        self._tree = Tree(board, known, leaf_empties, judge)
        self._agenda = Agenda(self._tree, judge.guess(board))
        try:
            while self._tree.root.lower < self._tree.root.upper:
                self._submit()
                if self._tasks:
                    self._collect()
        finally:
            self._tasks.cancel()
        score = self._tree.root.lower
        pv = self._line(board)
        self.nodes += judge.nodes
        self._store.add(
            Proven(inner, *bounds, is_leaf=False)
            for inner, bounds in self._tree.inner_bounds().items()
        )
        self._store.set_score(board, score)
        seconds = time.perf_counter() - started
        line = Line(board.n_empties, NO_PRUNING, score, None, True, pv)
        return Result((line,), self.nodes, seconds, False)

    # ------------------------------------------------------------------ work

    def _ready_engine(self) -> Engine:
        """Return what this process searches with, in the table of the workers if they share one.

        That table is cleared, as an earlier position may have been solved with it.
        """
        # The workers wait meanwhile, so those of this machine are not in its way.
        engine = Engine(min(self._cluster.n_workers, core.processors()), self._setup.hash_mb)
        memory = self._cluster.memory
        if memory is not None:
            memory.allocate(min(self._setup.hash_mb * self._cluster.n_workers, memory_mb()))
            engine.share_table(memory.descriptor)
            engine.clear()
        return engine

    def _wait_for_workers(self) -> None:
        """Let all workers start, which is no part of the solve's time."""
        wait(
            [
                self._cluster.submit(run_batch, self._setup, get_ready, [number], 0.0)
                for number in range(self._cluster.n_workers)
            ]
        )

    def _submit(self) -> None:
        """Give the workers leaves."""
        n_workers = self._cluster.n_workers
        while len(self._tasks) <= n_workers:  # one more waits for the first that has done
            found = self._agenda.next_leaf(is_idle=len(self._tasks) < n_workers)
            if found is None:
                return
            node, threshold = found
            question = Question(node.board, threshold, LEAF_NODES)
            self._tasks.submit(node, answer, [question])
            node.running = True

    def _collect(self) -> None:
        """Wait until some leaf is solved, and take what is; what is lost is solved anew."""
        done, lost = self._tasks.collect()
        for node, batch in done:
            (found,) = batch.outcomes
            self._take(node, found)
        for node in lost:
            node.running = False
            self._deaths[node.key] += 1
            if self._deaths[node.key] >= MOST_DEATHS:
                raise ClusterError(f"given up: workers died at {node.board.to_obf()}")

    def _take(self, node: Node, found: Answer) -> None:
        """Take note of what a worker has found of a leaf."""
        node.running = False
        self.nodes += found.nodes
        self.leaves += 1
        if found.bounds is None:
            node.is_hard = True
        else:
            self._tree.prove(node, found.bounds)
            before = self._store.leaf(node.key) or Proven(node.key, -MOST, MOST, True)
            lower, upper = found.bounds
            self._store.add(
                [
                    Proven(
                        node.key,
                        max(lower, before.lower),
                        min(upper, before.upper),
                        True,
                        before.nodes + found.nodes,
                        before.seconds + found.seconds,
                    )
                ]
            )
        self._on_leaf(self.leaves)

    def _line(self, board: Board) -> tuple[Move, ...]:
        """Return the best line: through the tree to a leaf, then by a search."""
        line = self._tree.best_line()
        moves: list[Move] = []
        for node in line[1:]:
            move = next(m for m in board.legal_moves() if key_of(board.after(m)) == node.key)
            moves.append(move)
            board = board.after(move)
        if board.is_over:
            return tuple(moves)
        last = self._solve_line(KnownScore(board, line[-1].lower))
        self.nodes += last.nodes
        return (*moves, *last.lines[0].pv)

    def _solve_line(self, known: KnownScore) -> Result:
        """Have it searched where a table knows most: here if it is the workers' table, else there.

        That takes a tenth of a second, for FFO #45, or half of it by two threads here.
        """
        if self._setup.shares_table:
            return solve_line(self._engine, known)
        future = self._cluster.submit(run_batch, self._setup, solve_line, [known], 0.0)
        (found,) = future.result().outcomes
        assert isinstance(found, Result)
        return found
