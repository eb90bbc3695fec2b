"""Tasks that workers are at: given out, collected, and given back where a worker died."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Generic, NamedTuple, TypeVar

from othello.cluster.base import Cluster, ClusterError
from othello.cluster.worker import Batch, Setup, run_batch
from othello.engine import Engine

__all__ = ["Collected", "Tasks"]

Label = TypeVar("Label")
Item = TypeVar("Item")
Output = TypeVar("Output")


class Collected(NamedTuple, Generic[Label, Output]):
    """Tasks that have ended.

    Attributes
    ----------
    done : list of tuple
        The label of each task that was done, and what the worker answered.
    lost : list
        The labels of those whose workers died.
    """

    done: list[tuple[Label, Batch[Output]]]
    lost: list[Label]


class Tasks(Generic[Label, Output]):
    """The tasks that were given to workers and not yet collected.

    Parameters
    ----------
    cluster : Cluster
        The workers.
    setup : Setup
        What their engines have to be like.
    """

    def __init__(self, cluster: Cluster, setup: Setup) -> None:
        self._cluster = cluster
        self._setup = setup
        self._running: dict[Future[Batch[Output]], Label] = {}

    def __len__(self) -> int:
        return len(self._running)

    def submit(
        self,
        label: Label,
        function: Callable[[Engine, Item], Output],
        items: Sequence[Item],
        seconds: float = 0.0,
    ) -> None:
        """Have a worker call `function` with its engine and each item, as `run_batch` does."""
        future = self._cluster.submit(run_batch, self._setup, function, items, seconds)
        self._running[future] = label

    def collect(self) -> Collected[Label, Output]:
        """Wait until some task has ended; return those that have.

        Raises
        ------
        ClusterError
            If a worker has another version or other weights.
        """
        finished, _ = wait(self._running, return_when=FIRST_COMPLETED)
        deaths = self._cluster.deaths
        is_death = any(isinstance(future.exception(), deaths) for future in finished)
        if is_death and self._cluster.deaths_per_error == 1:  # it ends the others' work, too
            wait(self._running)
        collected: Collected[Label, Output] = Collected([], [])
        for future in [future for future in self._running if future.done()]:
            error = future.exception()
            if error is None:
                collected.done.append((self._running.pop(future), future.result()))
            elif isinstance(error, deaths):
                collected.lost.append(self._running.pop(future))
            else:
                raise self._explained(error)
        if collected.lost:
            self._cluster.renew()
        return collected

    def cancel(self) -> None:
        """Take back what no worker has begun, and forget the rest: `collect` waits for none."""
        for future in self._running:
            future.cancel()
        self._running.clear()

    def _explained(self, error: BaseException) -> BaseException:
        """Return an error of a worker as one that tells what to do."""
        if isinstance(error, (ImportError, AttributeError)):
            return ClusterError(
                f"a worker cannot do this, {error}: install othello {self._setup.version} there"
            )
        return error
