"""One position searched by all ranks of an MPI job: each takes the next leaf that nobody has.

What the ranks share lies in the memory of the first one and is changed by one-sided operations,
which need no counterpart there: the number of the next leaf, and for each node of the top of the
tree its best value so far and how many of its children are open. So alpha-beta and PVS search each
leaf in the window that is known when it is begun, as threads do at the root.
"""

from __future__ import annotations

import time
from array import array
from typing import Any, NamedTuple

from othello.board import Board, Move
from othello.cluster.base import ClusterError
from othello.cluster.frontier import Frontier, Leaf, expand
from othello.engine import Engine, Limits
from othello.result import VALUE_PER_DISC, Line

__all__ = ["RankedResult", "search_on_ranks"]

LEAST = -(64 * VALUE_PER_DISC + 1)
"""A value below all others."""


class Found(NamedTuple):
    """What a rank found of a leaf."""

    number: int
    value: int
    pv: tuple[Move, ...]
    exact: bool


class Share(NamedTuple):
    """What a rank did: leaves, nodes, evaluations, and seconds inside searches."""

    found: list[Found]
    nodes: int
    evaluations: int
    busy: float


class RankedResult(NamedTuple):
    """What all ranks found together.

    Attributes
    ----------
    line : Line
        The best move with its score.
    nodes, evaluations : int
        Of all ranks.
    span : int
        Nodes of the rank with the most.
    seconds : float
        From when all ranks were ready until all had done.
    busy : float
        Seconds that the ranks searched, added up.
    ranks : int
        How many there are.
    """

    line: Line
    nodes: int
    evaluations: int
    span: int
    seconds: float
    busy: float
    ranks: int


class Shared:
    """The numbers that all ranks read and change, each by one atomic operation."""

    def __init__(self, mpi: Any, n_nodes: int, children: list[int]) -> None:
        world = mpi.COMM_WORLD
        self._mpi = mpi
        size = 8 * (1 + 2 * n_nodes) if world.rank == 0 else 0
        self._window = mpi.Win.Allocate(size, 8, comm=world)
        self._window.Lock_all()
        if world.rank == 0:
            for number, n_children in enumerate(children):
                self._change(1 + 2 * number, LEAST, mpi.REPLACE)
                self._change(2 + 2 * number, n_children, mpi.REPLACE)
            self._change(0, 0, mpi.REPLACE)
        world.Barrier()

    def _change(self, place: int, operand: int, operation: Any) -> int:
        """Change a number, and return what it was."""
        given, before = array("q", [operand]), array("q", [0])
        self._window.Fetch_and_op(
            [given, self._mpi.INT64_T], [before, self._mpi.INT64_T], 0, place, operation
        )
        self._window.Flush(0)
        return before[0]

    def next_leaf(self) -> int:
        """Return the number of a leaf that no other rank gets."""
        return self._change(0, 1, self._mpi.SUM)

    def best(self, node: int) -> int:
        """Return the best value of a node so far."""
        return self._change(1 + 2 * node, 0, self._mpi.NO_OP)

    def improve(self, node: int, value: int) -> None:
        """Raise the best value of a node."""
        self._change(1 + 2 * node, value, self._mpi.MAX)

    def finish_child(self, node: int) -> bool:
        """Count a child of a node as done; return whether it was the last."""
        return self._change(2 + 2 * node, -1, self._mpi.SUM) == 1

    def free(self) -> None:
        """Give the memory back; all ranks do so together."""
        self._window.Unlock_all()
        self._window.Free()


def search_on_ranks(
    mpi: Any, board: Board, engine: Engine, depth: int, granularity: int
) -> RankedResult | None:
    """Search a position together with all other ranks, which call this as well.

    Parameters
    ----------
    mpi : module
        mpi4py's ``MPI``.
    board : Board
        What is searched.
    engine : Engine
        Of this rank, with the algorithm that is wanted. In verification mode every algorithm, and
        any number of ranks, gives the same score.
    depth : int
        Plies.
    granularity : int
        Depth below which nothing is shared; one less than `depth` shares the root's moves out.

    Returns
    -------
    RankedResult or None
        On the first rank; None on others.
    """
    world = mpi.COMM_WORLD
    frontier = expand(board, depth, granularity)
    engine.allocate()
    world.Barrier()
    started = time.perf_counter()
    shared = Shared(mpi, len(frontier.nodes), [node.n_children for node in frontier.nodes])
    share = work(shared, frontier, engine)
    shares = world.gather(share, root=0)
    seconds = time.perf_counter() - started
    shared.free()
    if shares is None:
        return None
    if not frontier.leaves:
        return alone(board, engine, depth, world.size)
    found = {leaf.number: leaf for part in shares for leaf in part.found}
    n_inner = len(frontier.nodes) - 1
    return RankedResult(
        best_line(frontier, found, depth),
        sum(part.nodes for part in shares) + n_inner,
        sum(part.evaluations for part in shares),
        max(part.nodes for part in shares),
        seconds,
        sum(part.busy for part in shares),
        world.size,
    )


def alone(board: Board, engine: Engine, depth: int, ranks: int) -> RankedResult:
    """Return the result of a position without a choice, which needs no other rank."""
    result = engine.search(board, depth=depth)
    evaluations = engine.counters()["evaluations"]
    seconds = result.seconds
    return RankedResult(
        result.lines[0], result.nodes, evaluations, result.nodes, seconds, seconds, ranks
    )


def work(shared: Shared, frontier: Frontier, engine: Engine) -> Share:
    """Search leaves until none is left."""
    found: list[Found] = []
    nodes = evaluations = 0
    busy = 0.0
    while (number := shared.next_leaf()) < len(frontier.leaves):
        leaf = frontier.leaves[number]
        alpha, beta = window_of(shared, frontier, leaf.parent)
        if engine.algorithm == "minimax":
            alpha, beta = LEAST, -LEAST
        if alpha < beta:
            line, more_nodes, more_evaluations, seconds = search_leaf(
                engine, frontier, leaf, alpha, beta
            )
            value = round(VALUE_PER_DISC * line.score)
            found.append(Found(number, value, line.pv, line.exact))
            nodes += more_nodes
            evaluations += more_evaluations
            busy += seconds
            shared.improve(leaf.parent, value)
        finish(shared, frontier, leaf.parent)
    return Share(found, nodes, evaluations, busy)


def window_of(shared: Shared, frontier: Frontier, number: int) -> tuple[int, int]:
    """Return the window at a node, of what is known now: alpha below beta, or it needs no search.

    Alpha is one less than the best value, so that a move as good as that shows its true value.
    """
    alpha, beta = LEAST, -LEAST
    path = [number]
    while (parent := frontier.nodes[path[-1]].parent) >= 0:
        path.append(parent)
    for node in reversed(path):
        if node != path[-1]:
            alpha, beta = -beta, -alpha
        alpha = max(alpha, shared.best(node) - 1)
    return alpha, beta


def search_leaf(
    engine: Engine, frontier: Frontier, leaf: Leaf, alpha: int, beta: int
) -> tuple[Line, int, int, float]:
    """Return the line of a leaf's move, and the nodes, evaluations and seconds it took."""
    ends = (max(alpha / VALUE_PER_DISC, -64.0), min(beta / VALUE_PER_DISC, 64.0))
    limits = Limits(depth=leaf.depth, moves=[leaf.move], window=ends)
    started = time.perf_counter()
    result = engine.search(frontier.nodes[leaf.parent].board, limits)
    if result.stopped:
        raise ClusterError("a rank was stopped")
    seconds = time.perf_counter() - started
    return result.lines[0], result.nodes, engine.counters()["evaluations"], seconds


def finish(shared: Shared, frontier: Frontier, number: int) -> None:
    """Count a child of a node as done; the value of a node without open children goes upwards."""
    while shared.finish_child(number):
        parent = frontier.nodes[number].parent
        if parent < 0:
            return
        shared.improve(parent, -shared.best(number))
        number = parent


def best_line(frontier: Frontier, found: dict[int, Found], depth: int) -> Line:
    """Return the root's best line; of equal moves the first one.

    Leaves that were cut off have no value, and bounds are below the best of their node.
    """
    best: list[tuple[int, tuple[Move, ...], bool]] = [(LEAST, (), False)] * len(frontier.nodes)
    for number, leaf in enumerate(frontier.leaves):
        if number in found and found[number].value > best[leaf.parent][0]:
            best[leaf.parent] = found[number].value, found[number].pv, found[number].exact
    for number in reversed(range(1, len(frontier.nodes))):
        node = frontier.nodes[number]
        assert node.move is not None
        value, pv, exact = best[number]
        offer = (-value, (node.move, *pv), exact)
        if -value < -LEAST and better(offer, best[node.parent]):
            best[node.parent] = offer
    value, pv, exact = best[0]
    score = value // VALUE_PER_DISC if exact else value / VALUE_PER_DISC
    return Line(depth, 100, score, None, exact, pv)


def better(
    offer: tuple[int, tuple[Move, ...], bool], best: tuple[int, tuple[Move, ...], bool]
) -> bool:
    """Return whether a line is to be taken instead of another: if it is better, or comes first."""
    return offer[0] > best[0] or (offer[0] == best[0] and offer[1][0] < best[1][0])
