"""What all kinds of workers have in common: an executor, and what to do when a worker dies."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from types import TracebackType
from typing import TYPE_CHECKING, Any

from othello.errors import OthelloError

if TYPE_CHECKING:
    from typing_extensions import Self

    from othello.cluster.memory import TableMemory

__all__ = ["Cluster", "ClusterError"]


class ClusterError(OthelloError, RuntimeError):
    """Workers that cannot be had, or that cannot be used."""


class Cluster:
    """Some workers; a context that lets them go.

    Attributes
    ----------
    n_workers : int
        How many there are.
    executor : Executor
        Runs functions on them. After a death it may be another one.
    memory : TableMemory or None
        What the workers can share as a table, with each other and this process.
    deaths : tuple of types
        The errors of a future whose worker died.
    deaths_per_error : int
        How many deaths such an error stands for: Dask gives a task to other workers by itself.
    gone : str
        What to say if whoever gives the tasks to the workers is lost, and the tasks with it.
    """

    n_workers: int
    executor: Executor
    memory: TableMemory | None = None
    deaths: tuple[type[BaseException], ...] = ()
    deaths_per_error = 1
    gone = "the workers are gone"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
            return
        self.abort()
        if kind is CancelledError:  # not by us, as we wait for no task that we have cancelled
            raise ClusterError(self.gone) from None

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Have a worker call `function`, a module's, with arguments that can be pickled."""
        return self.executor.submit(function, *arguments)

    def renew(self) -> None:
        """Go on after a death; called when none of the futures is waited for any more."""

    def close(self) -> None:
        """Wait for what runs, and let the workers go."""
        self.executor.shutdown()

    def abort(self) -> None:
        """Let the workers go at once, whatever they do."""
        self.executor.shutdown(wait=False, cancel_futures=True)
