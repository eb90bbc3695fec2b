"""One position searched by all ranks of an MPI job: each takes the next move that nobody has.

The tree is expanded down to the depth `granularity`, in the same way by all, so that a node is a
number; with the default only the root's moves are shared out. What the ranks share lies in the
memory of the first one and is changed by one-sided operations, which need no counterpart there: the
number of the next leaf, and for each inner node its best value so far and how many of its children
are open. So alpha-beta and PVS search each leaf in the window that is known when it is begun, as
threads do at the root.
"""

import json
import os
import shutil
import subprocess
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from othello.board import Board, Move
from othello.client import own_command
from othello.cluster.worker import ClusterError
from othello.engine import Engine, Limits
from othello.files.access import FilePath
from othello.formats.obf import ScoredPosition
from othello.measuring.scaling import DEPTHS, Cost, ScalingPoint, ScalingSetting, compare
from othello.notation import PASS
from othello.result import VALUE_PER_DISC, Line

LEAST = -(64 * VALUE_PER_DISC + 1)
"""A value below all others."""

PVS_DEPTH = 14
"""Plies of PVS, to measure how ranks scale; threads solve."""

ALLOWED = {
    # More ranks than processors show the overhead at least; and as root, as in containers.
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
}


class SplitNode(NamedTuple):
    """A position whose moves are searched each for itself; the root has parent -1 and no move.

    `n_children` counts nodes and leaves below, at once.
    """

    parent: int
    move: Move | None
    board: Board
    n_children: int


class Leaf(NamedTuple):
    """A move of the node `parent` to be searched, `depth` plies deep with the move itself."""

    parent: int
    move: Move
    depth: int


class LeafResult(NamedTuple):
    """A rank's result for a leaf; on the way up, the best one of a node."""

    value: int = LEAST
    pv: tuple[Move, ...] = ()
    exact: bool = False


class Share(NamedTuple):
    """The work of a rank: leaves by number, nodes, evaluations, and seconds inside searches."""

    found: dict[int, LeafResult]
    nodes: int
    evaluations: int
    busy: float


class RankedResult(NamedTuple):
    """The result of all ranks together; `span` has the nodes of the rank with the most.

    `seconds` pass from when all are ready until all have done, `busy` are the seconds that they
    searched, added up.
    """

    line: Line
    nodes: int
    evaluations: int
    span: int
    seconds: float
    busy: float
    ranks: int


def expand(board: Board, depth: int, granularity: int) -> tuple[list[SplitNode], list[Leaf]]:
    """Return the nodes, which have more plies than `granularity` left, and the leaves below them.

    >>> [len(part) for part in expand(Board(), 6, 5)], [len(part) for part in expand(Board(), 6, 4)]
    ([1, 4], [5, 12])
    """
    nodes: list[SplitNode] = []
    leaves: list[Leaf] = []

    def visit(parent: int, move: Move | None, here: Board, left: int) -> None:
        moves = here.legal_moves()
        number = len(nodes)
        nodes.append(SplitNode(parent, move, here, len(moves)))
        for reply in moves:
            after = here.after(reply)
            # A pass costs no depth, and is left to the search below it.
            if left - 1 > granularity and not after.is_over and not after.must_pass:
                visit(number, reply, after, left - 1)
            else:
                leaves.append(Leaf(number, reply, left))

    if not board.is_over and board.legal_moves() != [PASS]:
        visit(-1, None, board, depth)
    return nodes, leaves


class Shared:
    """The numbers that all ranks read and change, each by one atomic operation."""

    def __init__(self, mpi: Any, nodes: Sequence[SplitNode]) -> None:
        world = mpi.COMM_WORLD
        self._mpi = mpi
        self._window = mpi.Win.Allocate(8 * (1 + 2 * len(nodes)) * (world.rank == 0), 8, comm=world)
        self._window.Lock_all()
        if world.rank == 0:
            for number, node in enumerate(nodes):
                self._change(1 + 2 * number, LEAST, mpi.REPLACE)
                self._change(2 + 2 * number, node.n_children, mpi.REPLACE)
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

    `mpi` is mpi4py's ``MPI``. The engine, of this rank, has the algorithm that is wanted. In
    verification mode every algorithm, and any number of ranks, gives the same score. Below the
    depth `granularity` nothing is shared; one less than `depth` shares the root's moves out. The
    result is on the first rank; None on others.
    """
    world = mpi.COMM_WORLD
    nodes, leaves = expand(board, depth, granularity)
    engine.allocate()
    world.Barrier()
    started = time.perf_counter()
    shared = Shared(mpi, nodes)
    shares = world.gather(work(shared, nodes, leaves, engine), root=0)
    seconds = time.perf_counter() - started
    shared.free()
    if shares is None:
        return None
    if not leaves:  # no choice: this needs no other rank
        result = engine.search(board, depth=depth)
        n, seconds = result.nodes, result.seconds
        evaluations = engine.counters()["evaluations"]
        return RankedResult(result.lines[0], n, evaluations, n, seconds, seconds, world.size)
    found = {number: leaf for share in shares for number, leaf in share.found.items()}
    return RankedResult(
        best_line(nodes, leaves, found, depth)._replace(n_empties=board.n_empties),
        sum(share.nodes for share in shares) + len(nodes) - 1,
        sum(share.evaluations for share in shares),
        max(share.nodes for share in shares),
        seconds,
        sum(share.busy for share in shares),
        world.size,
    )


def work(
    shared: Shared, nodes: Sequence[SplitNode], leaves: Sequence[Leaf], engine: Engine
) -> Share:
    """Search leaves until none is left."""
    found: dict[int, LeafResult] = {}
    n_nodes = evaluations = 0
    busy = 0.0
    while (number := shared.next_leaf()) < len(leaves):
        leaf = leaves[number]
        alpha, beta = window_of(shared, nodes, leaf.parent)
        if engine.algorithm == "minimax":
            alpha, beta = LEAST, -LEAST
        if alpha < beta:
            ends = (max(alpha / VALUE_PER_DISC, -64.0), min(beta / VALUE_PER_DISC, 64.0))
            limits = Limits(depth=leaf.depth, moves=[leaf.move], window=ends)
            result = engine.search(nodes[leaf.parent].board, limits)
            if result.stopped:
                raise ClusterError("a rank was stopped")
            value = round(VALUE_PER_DISC * result.score)
            found[number] = LeafResult(value, result.pv, result.exact)
            n_nodes += result.nodes
            evaluations += engine.counters()["evaluations"]
            busy += result.seconds
            shared.improve(leaf.parent, value)
        finish(shared, nodes, leaf.parent)
    return Share(found, n_nodes, evaluations, busy)


def window_of(shared: Shared, nodes: Sequence[SplitNode], number: int) -> tuple[int, int]:
    """Return the window at a node, of what is known now: alpha below beta, or it needs no search.

    Alpha is one less than the best value, so that a move as good as that shows its true value.
    """
    parent = nodes[number].parent
    alpha, beta = LEAST, -LEAST
    if parent >= 0:
        above = window_of(shared, nodes, parent)
        alpha, beta = -above[1], -above[0]
    return max(alpha, shared.best(number) - 1), beta


def finish(shared: Shared, nodes: Sequence[SplitNode], number: int) -> None:
    """Count a child of a node as done; the value of a node without open children goes upwards."""
    while shared.finish_child(number):
        parent = nodes[number].parent
        if parent < 0:
            return
        shared.improve(parent, -shared.best(number))
        number = parent


def best_line(
    nodes: Sequence[SplitNode], leaves: Sequence[Leaf], found: dict[int, LeafResult], depth: int
) -> Line:
    """Return the root's best line; of equal moves the first one.

    Leaves that were cut off have no value, and bounds are below the best of their node.
    """
    best = [LeafResult()] * len(nodes)
    for number, leaf in enumerate(leaves):
        if number in found and found[number].value > best[leaf.parent].value:
            best[leaf.parent] = found[number]
    for number in reversed(range(1, len(nodes))):
        parent, move = nodes[number].parent, nodes[number].move
        value, pv, exact = best[number]
        assert move is not None
        if value == LEAST:
            continue
        before = best[parent]
        if -value > before.value or (-value == before.value and move < before.pv[0]):
            best[parent] = LeafResult(-value, (move, *pv), exact)
    value, pv, exact = best[0]
    score = value // VALUE_PER_DISC if exact else value / VALUE_PER_DISC
    return Line(depth, 100, score, None, exact, pv)


# ---------------------------------------------------------------------- measuring


def measure_ranks(
    ranks: Sequence[int],
    algorithms: Sequence[str],
    positions: Sequence[ScoredPosition],
    *,
    depth: int | None = None,
    hash_mb: int = 64,
    weights: FilePath | None = None,
    on_search: Callable[[], None] = lambda: None,
) -> Iterator[ScalingPoint]:
    """Search positions on so many ranks, started by ``mpiexec``; one rank first.

    The ranks load the file of `weights`, if one is given. The other parameters are as for
    `othello.measuring.scaling.measure`. Raises ClusterError if a job cannot be started.
    """
    for algorithm in algorithms:
        plies = depth or DEPTHS[algorithm] or PVS_DEPTH
        alone: list[dict[str, Any]] = []
        for n_ranks in sorted({1, *ranks}):
            found = []
            for position in positions:
                words = [position.board.to_obf(), "--algorithm", algorithm]
                words += ["--depth", str(plies), "--hash", str(hash_mb)]
                if weights is not None:
                    words += ["--weights", os.path.abspath(weights)]
                found.append(_run_job(n_ranks, words))
                on_search()
            alone = alone or found
            granularity = None if n_ranks == 1 else plies - 1
            pairs = zip(found, alone, strict=True)
            wrong = sum(one["score"] != other["score"] for one, other in pairs)
            setting = ScalingSetting(algorithm, granularity, n_ranks)
            yield compare(setting, _cost(found), _cost(alone), wrong)


def _run_job(n_ranks: int, words: Sequence[str]) -> dict[str, Any]:
    """Return what ``othello mpi search`` says on so many ranks."""
    mpiexec = shutil.which("mpiexec")
    if mpiexec is None:
        raise ClusterError("mpiexec is not installed: apt-get install openmpi-bin")
    command = [mpiexec, "-n", str(n_ranks), *own_command("mpi"), "search", *words, "--json"]
    result = subprocess.run(command, capture_output=True, text=True, env=ALLOWED | os.environ)
    if result.returncode:
        raise ClusterError(f"mpiexec -n {n_ranks} failed: {_reason_in(result.stderr)}")
    record: dict[str, Any] = json.loads(result.stdout.splitlines()[0])
    return record


def _reason_in(stderr: str) -> str:
    """Return the first line that gives a reason: of a traceback the last.

    >>> _reason_in("---\\nTraceback (most recent call last):\\n  File ...\\nOSError: no MPI\\n---")
    'OSError: no MPI'
    """
    lines = stderr.strip("-\n ").splitlines()
    reasons = (line for line in lines if line.strip() and not line.startswith((" ", "Traceback")))
    return next(reasons, "no reason given")


def _cost(records: Sequence[dict[str, Any]]) -> Cost:
    return Cost(*(sum(record[key] for record in records) for key in Cost._fields))
