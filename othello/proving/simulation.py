"""An endgame solved by more workers than there are: a simulation by discrete events.

The tree and the order of its leaves are the real ones. A leaf that is asked for is solved here,
once, and what it found is known in the simulation when a worker would have found it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from othello.board import Board, Move
from othello.engine import Engine
from othello.proving.agenda import Agenda, Judge
from othello.proving.splitting import Answer, Question, answer
from othello.proving.tree import Node, Tree

__all__ = ["Costs", "Simulated", "Simulation"]


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
        From the first leaf to the last.
    leaves : int
        Leaves solved, needed or not.
    busy : float
        Seconds that workers solved, added up.
    """

    workers: int
    seconds: float
    leaves: int
    busy: float


class Simulation:
    """A position whose leaves are solved when first asked for, each with an empty table.

    Parameters
    ----------
    board : Board
        The position.
    leaf_empties : int
        Empties of the leaves.
    on_leaf : callable, optional
        Called after each leaf that is solved.

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
        self, board: Board, leaf_empties: int, on_leaf: Callable[[], object] = lambda: None
    ) -> None:
        self._board = board
        self._leaf_empties = leaf_empties
        self._on_leaf = on_leaf
        self._engine = Engine(hash_mb=16)
        self._judge = Judge()
        self._guess = self._judge.guess(board)
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
        tree = Tree(self._board, {}, self._leaf_empties, self._choose)
        agenda = Agenda(tree, self._guess)
        working: list[tuple[float, int, Node, Answer]] = []
        order = count()
        now = driver_free = busy = 0.0
        while tree.root.lower < tree.root.upper:
            while len(working) < workers:
                found = agenda.next_leaf(is_idle=True)
                if found is None:
                    break
                node, threshold = found
                node.running = True
                driver_free = max(now, driver_free) + costs.driver_seconds
                answer = self._answer(node.board, threshold)
                seconds = stretch * answer.nodes / costs.nodes_per_second
                busy += seconds
                done = driver_free + seconds + costs.latency
                heapq.heappush(working, (done, next(order), node, answer))
            now, _, node, answer = heapq.heappop(working)
            node.running = False
            assert answer.bounds is not None
            tree.prove(node, answer.bounds)
        return Simulated(workers, now, next(order), busy)

    def _choose(self, board: Board, threshold: int) -> Move:
        known = self._choices.get((board, threshold))
        if known is None:
            known = self._choices[board, threshold] = self._judge.choose(board, threshold)
        return known

    def _answer(self, board: Board, threshold: int) -> Answer:
        known = self._answers.get((board, threshold))
        if known is None:
            self._engine.clear()
            known = answer(self._engine, Question(board, threshold, None))
            self._answers[board, threshold] = known
            self._on_leaf()
        return known
