"""An endgame solved by more workers than there are: a simulation by discrete events.

The tree and the order of its leaves are the real ones. A leaf that is asked for is solved here,
and what it found is known in the simulation when a worker would have found it. A few workers can
keep a table, each its own or one for all, as real ones do. For many there is no room: then each
leaf is solved once, with an empty table.

Leaves are solved one after the other. So, in one table for all, a leaf finds everything of those
that were begun before it; in truth some of them are still being solved at that time.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from enum import Enum
from itertools import count
from typing import NamedTuple

from othello.board import Board, Move
from othello.engine import Engine
from othello.proving.agenda import Agenda, Judge
from othello.proving.splitting import Answer, Question, answer
from othello.proving.tree import Node, Tree

__all__ = ["USUAL", "Costs", "Simulated", "Simulation", "Tables"]

HASH_MB = 64
"""For each worker."""


class Tables(Enum):
    """What the workers' tables know of earlier leaves."""

    EMPTY = "nothing: each leaf is solved once for all runs"
    OWN = "what the same worker has found"
    SHARED = "what all workers have found, and the guess of the score"


class Costs(NamedTuple):
    """What takes how long.

    Attributes
    ----------
    nodes_per_second : float
        Of a worker.
    driver_seconds : float
        Of the driver for each leaf: it finds it, sends it and takes its answer.
    latency : float
        Seconds that a question and its answer are on their way.
    """

    nodes_per_second: float = 40e6
    driver_seconds: float = 0.002
    latency: float = 0.001


USUAL = Costs()


class Simulated(NamedTuple):
    """A solve that was simulated.

    Attributes
    ----------
    workers : int
        How many.
    seconds : float
        From the guess of the score, which one thread makes, to the last leaf.
    leaves : int
        Leaves solved, needed or not.
    nodes : int
        Positions visited in the leaves, and by the driver.
    busy : float
        Seconds that workers solved, added up.
    """

    workers: int
    seconds: float
    leaves: int
    nodes: int
    busy: float


class Simulation:
    """A position whose leaves are solved when they are asked for.

    Parameters
    ----------
    board : Board
        The position.
    leaf_empties : int
        Empties of the leaves.
    on_leaf : callable, optional
        Called after each leaf that is solved.
    tables : Tables
        The workers' tables.

    Examples
    --------
    >>> board = Board.from_obf(
    ...     "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
    >>> simulation = Simulation(board, 10)
    >>> one, two = (simulation.run(workers) for workers in (1, 2))
    >>> one.seconds / 2 <= two.seconds <= one.seconds
    True
    """

    def __init__(
        self,
        board: Board,
        leaf_empties: int,
        on_leaf: Callable[[], object] = lambda: None,
        *,
        tables: Tables = Tables.EMPTY,
    ) -> None:
        self._board = board
        self._leaf_empties = leaf_empties
        self._on_leaf = on_leaf
        self._tables = tables
        self._guesser = Engine(hash_mb=HASH_MB)
        self._judge = Judge(self._guesser)
        self._ranks: dict[Board, list[Move]] = {}
        self._choices: dict[tuple[Board, int], Move] = {}
        self._answers: dict[tuple[Board, int], Answer] = {}

    def run(self, workers: int, costs: Costs = USUAL, stretch: float = 1.0) -> Simulated:
        """Return how long so many workers take.

        Parameters
        ----------
        workers : int
            How many.
        costs : Costs
            What takes how long.
        stretch : float
            How many times longer each leaf takes, for the tree of a harder position.
        """
        idle = self._engines(workers)
        self._judge.nodes = 0
        guess = self._judge.guess(self._board)
        tree = Tree(self._board, {}, self._leaf_empties, self)
        agenda = Agenda(tree, guess)
        working: list[tuple[float, int, Node, Answer, Engine]] = []
        order = count()
        nodes = 0
        now = driver_free = self._judge.nodes / costs.nodes_per_second
        busy = 0.0
        while tree.root.lower < tree.root.upper:
            while len(working) < workers:
                found = agenda.next_leaf(is_idle=True)
                if found is None:
                    break
                node, threshold = found
                node.running = True
                driver_free = max(now, driver_free) + costs.driver_seconds
                engine = idle.pop(0)
                solved = self._answer(engine, node.board, threshold)
                nodes += solved.nodes
                seconds = stretch * solved.nodes / costs.nodes_per_second
                busy += seconds
                done = driver_free + seconds + costs.latency
                heapq.heappush(working, (done, next(order), node, solved, engine))
            now, _, node, solved, engine = heapq.heappop(working)
            idle.append(engine)
            node.running = False
            assert solved.bounds is not None
            tree.prove(node, solved.bounds)
        return Simulated(workers, now, next(order), nodes + self._judge.nodes, busy)

    def _engines(self, workers: int) -> list[Engine]:
        """Return what solves the leaves of each worker, with empty tables; the guess's if one."""
        if self._tables is Tables.SHARED:
            self._guesser.hash_mb = HASH_MB * workers
        self._guesser.clear()
        if self._tables is Tables.OWN:
            return [Engine(hash_mb=HASH_MB) for _ in range(workers)]
        return [self._guesser] * workers

    def rank(self, board: Board) -> list[Move]:
        """Return the moves of a position, the best first."""
        known = self._ranks.get(board)
        if known is None:
            known = self._ranks[board] = self._judge.rank(board)
        return known

    def choose(self, board: Board, threshold: int) -> Move:
        """Return the move that will most likely reach the threshold."""
        known = self._choices.get((board, threshold))
        if known is None:
            known = self._choices[board, threshold] = self._judge.choose(board, threshold)
        return known

    def _answer(self, engine: Engine, board: Board, threshold: int) -> Answer:
        if self._tables is not Tables.EMPTY:
            return answer(engine, Question(board, threshold, None))
        known = self._answers.get((board, threshold))
        if known is None:
            engine.clear()
            known = answer(engine, Question(board, threshold, None))
            self._answers[board, threshold] = known
            self._on_leaf()
        return known
