"""Workers that are the ranks of an MPI job; rank 0 gives them work."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

from othello.cluster.base import Cluster, ClusterError

__all__ = ["MpiCluster", "load_mpi"]

INTERRUPTED = 130
"""Exit code of a job that is ended while its ranks work."""


def load_mpi() -> Any:
    """Return mpi4py's module `MPI`, which takes part in the job from now on.

    Raises
    ------
    ClusterError
        If it is not installed, or finds no MPI.
    """
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError):  # the latter if it finds no library
        raise ClusterError(
            "MPI is not installed: apt-get install openmpi-bin; pip install 'othello-engine[mpi]'"
        ) from None
    return MPI


class MpiCluster(Cluster):
    """All ranks but the first, which alone is `is_driver`.

    On the other ranks the context lasts as long as there is work, which they do before it begins.
    When a rank dies, `mpiexec` ends the whole job.

    Attributes
    ----------
    is_driver : bool
        Whether this process gives work. The others have none to give, and leave.

    Raises
    ------
    ClusterError
        If there is no MPI, or only one rank.
    """

    def __init__(self) -> None:
        mpi = load_mpi()
        world = mpi.COMM_WORLD
        if world.size < 2:
            raise ClusterError(
                "one MPI rank alone has no workers: start it by mpiexec -n 3 othello ..."
            )
        from mpi4py.futures import MPICommExecutor

        self.n_workers = world.size - 1
        self._world = world
        self._ranks = MPICommExecutor(world, root=0)
        executor: Any = self._ranks.__enter__()
        self.is_driver = executor is not None
        if executor is not None:
            self.executor = executor

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None or issubclass(kind, Exception):
            self.close()  # so that the error can be told
        else:
            self.abort()

    def close(self) -> None:
        """Wait for what runs; then the other ranks go on."""
        if self.is_driver:
            self.executor.shutdown(cancel_futures=True)
        self._ranks.__exit__(None, None, None)

    def abort(self) -> None:
        """End the job: a rank that works hears nothing else."""
        if self.is_driver:
            sys.stdout.flush()
            sys.stderr.flush()
            self._world.Abort(INTERRUPTED)
