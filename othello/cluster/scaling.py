"""Measure how searches scale with the ranks of MPI jobs, as `othello.measuring.scaling` does it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from othello.cluster.base import ClusterError
from othello.formats.obf import Position
from othello.measuring.scaling import ScalingPoint

__all__ = ["DEPTHS", "measure_ranks"]

DEPTHS = {"pvs": 14, "alphabeta": 10, "minimax": 7}
"""Plies by algorithm."""

ALLOWED = {
    # More ranks than processors show the overhead at least; and as root, as in containers.
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
}


def measure_ranks(
    ranks: Sequence[int],
    algorithms: Sequence[str],
    positions: Sequence[Position],
    *,
    depth: int | None = None,
    hash_mb: int = 64,
    on_search: Callable[[], None] = lambda: None,
) -> Iterator[ScalingPoint]:
    """Search the positions on so many ranks, which share out the root's moves; one rank first.

    Parameters
    ----------
    ranks : sequence of int
        Numbers of ranks, each started by ``mpiexec``.
    algorithms : sequence of str
        Some of `Engine.ALGORITHMS`.
    positions : sequence of Position
        What is searched.
    depth : int, optional
        Plies for all algorithms, instead of `DEPTHS`.
    hash_mb : int
        Size of each rank's table in MB.
    on_search : callable, optional
        Called after each search.

    Raises
    ------
    ClusterError
        If a job cannot be started.
    """
    for algorithm in algorithms:
        plies = depth or DEPTHS[algorithm]
        alone: list[dict[str, Any]] = []
        for n_ranks in sorted({1, *ranks}):
            found = []
            for position in positions:
                words = [position.board.to_obf(), "--algorithm", algorithm]
                words += ["--depth", str(plies), "--hash", str(hash_mb)]
                found.append(search_on(n_ranks, words))
                on_search()
            alone = alone or found
            yield compare(algorithm, plies, n_ranks, found, alone)


def search_on(n_ranks: int, words: Sequence[str]) -> dict[str, Any]:
    """Return what ``othello mpi search`` says on so many ranks."""
    mpiexec = shutil.which("mpiexec")
    if mpiexec is None:
        raise ClusterError("mpiexec is not installed: apt-get install openmpi-bin")
    command = [mpiexec, "-n", str(n_ranks), sys.executable, "-m", "othello", "mpi", "search"]
    result = subprocess.run(
        [*command, *words, "--json"], capture_output=True, text=True, env=ALLOWED | os.environ
    )
    if result.returncode:
        lines = result.stderr.strip("-\n ").splitlines() or ["no reason given"]
        raise ClusterError(f"mpiexec -n {n_ranks} failed: {lines[0]}")
    record: dict[str, Any] = json.loads(result.stdout.splitlines()[0])
    return record


def compare(
    algorithm: str,
    plies: int,
    n_ranks: int,
    found: Sequence[dict[str, Any]],
    alone: Sequence[dict[str, Any]],
) -> ScalingPoint:
    """Return the searches of all positions, compared with those on one rank."""

    def total(records: Sequence[dict[str, Any]], key: str) -> Any:
        return sum(record[key] for record in records)

    speedup = total(alone, "seconds") / max(total(found, "seconds"), 1e-9)
    nodes = total(found, "nodes")
    return ScalingPoint(
        algorithm,
        None if n_ranks == 1 else plies - 1,
        n_ranks,
        seconds=total(found, "seconds"),
        nodes=nodes,
        speedup=speedup,
        efficiency=speedup / n_ranks,
        overhead=nodes / max(total(alone, "nodes"), 1) - 1,
        span=total(found, "span"),
        wrong=sum(one["score"] != other["score"] for one, other in zip(found, alone, strict=True)),
    )
