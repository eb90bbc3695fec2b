"""The workers that ``--cluster`` names: an executor of `concurrent.futures` for each kind."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout  # of its own before Python 3.11
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, TypeVar

from othello._core import core
from othello.cluster.worker import (
    ClusterError,
    Setup,
    TableMemory,
    at_end,
    call,
    open_memory,
    use_memory,
)
from othello.engine import Engine
from othello.errors import quote

if TYPE_CHECKING:
    from multiprocessing.connection import _ConnectionBase  # of which Windows has another kind

    from typing_extensions import Self

Item = TypeVar("Item")
Output = TypeVar("Output")

CONNECT_SECONDS = 5.0
"""Seconds that a Dask scheduler has to answer and to have its first worker."""

LEAVE_SECONDS = 0.3
"""Seconds that a Dask scheduler has to notice that we leave; it may be gone already."""

INTERRUPTED = 130
"""Exit code of an MPI job that is ended while its ranks work."""


def open_cluster(text: str, setup: Setup) -> Cluster:
    """Return workers with engines like `setup`; raise ClusterError if they cannot be had.

    They are named by ``processes:N``, ``dask``, ``dask:ADDRESS`` or ``mpi``.
    """
    kind, _, rest = text.partition(":")
    if kind == "processes":
        return ProcessCluster(setup, int(rest))
    return DaskCluster(setup, rest or None) if kind == "dask" else MpiCluster(setup)


class Cluster:
    """Some workers, with engines like `setup`; a context that lets them go.

    `executor` runs functions on the `n_workers`; after a death it may be another one. `memory` is
    what they can share as a table, with each other and this process, None for none. `deaths` are
    the errors of a future whose worker died, and `deaths_per_error` how many deaths such an error
    stands for: Dask gives a job to other workers by itself. `gone` is the text of the
    error if the scheduler that gives the jobs to the workers is lost.
    """

    n_workers: int
    executor: Executor
    memory: TableMemory | None = None
    deaths: tuple[type[BaseException], ...] = ()
    deaths_per_error = 1
    gone = "the workers are gone"

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.abort()

    def submit(self, function: Callable[[Engine, Item], Output], item: Item) -> Future[Output]:
        """Have a worker call `function`, a module's, with its engine and an item."""
        return self.executor.submit(call, self.setup, function, item)

    def renew(self) -> None:
        """Go on after a death; called when none of the futures is waited for any more."""

    def close(self) -> None:
        """Wait for what runs, and let the workers go."""
        self.executor.shutdown()

    def abort(self) -> None:
        """Let the workers go at once, whatever they do."""
        self.executor.shutdown(wait=False, cancel_futures=True)


# ---------------------------------------------------------------------- processes


class ProcessCluster(Cluster):
    """Processes of this machine; they end with this process, however that ends.

    When one dies `concurrent.futures` ends the others too, and all are started anew.
    """

    deaths = (BrokenExecutor,)

    def __init__(self, setup: Setup, n_workers: int) -> None:
        super().__init__(setup)
        self.n_workers = n_workers
        self.memory = open_memory()
        self._start()

    def submit(self, function: Callable[[Engine, Item], Output], item: Item) -> Future[Output]:
        """Have a worker call `function`; a death that was not noticed yet shows in the future."""
        try:
            with _interrupts_held():  # this may start a worker
                return super().submit(function, item)
        except BrokenExecutor as error:
            future: Future[Output] = Future()
            future.set_exception(error)
            return future

    def renew(self) -> None:
        """Start new processes, with the same memory."""
        self._end()
        self._start()

    def close(self) -> None:
        """Wait for what runs, and end the processes."""
        self.executor.shutdown(cancel_futures=True)
        self.abort()

    def abort(self) -> None:
        """End the processes at once."""
        self._end()
        if self.memory is not None:
            self.memory.close()
            self.memory = None

    def _end(self) -> None:
        self._here.close()
        self.executor.shutdown(cancel_futures=True)

    def _start(self) -> None:
        # Not forked: a fork has lost the threads of the compiled core.
        context = multiprocessing.get_context("spawn")
        if sys.platform != "win32":  # which has none
            # The tracker unblocks SIGINT when it starts, which is to stay blocked while workers do.
            resource_tracker.ensure_running()
        there, self._here = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(
            self.n_workers, context, initializer=_begin, initargs=(there, self.memory)
        )


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold SIGINT back during the ``with`` block, from this process and from those it starts.

    Ctrl-C in a terminal reaches all processes. A worker that still starts would print a traceback,
    and one whose start is cut off here would wait for its orders. The worker has SIGINT blocked
    from its first instruction on; here it is sent again after the block.
    """
    heard: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    if is_main:
        # Blocking is not enough: another thread may get the signal, and Python handles it here.
        before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    if sys.platform != "win32":
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_main:
            signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


def _begin(parent: _ConnectionBase[Any, Any], memory: TableMemory | None) -> None:
    """Prepare a worker: it keeps the memory, and ends when its parent closes the pipe or dies."""
    use_memory(memory)
    # Ctrl-C in a terminal reaches all processes; the parent decides what becomes of the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_all(*_: object) -> None:
        for end in at_end:
            with contextlib.suppress(Exception):
                end()
        os._exit(1)

    def wait() -> None:
        parent.poll(None)
        end_all()

    signal.signal(signal.SIGTERM, end_all)  # which all get when one has died
    threading.Thread(target=wait, daemon=True).start()


# ---------------------------------------------------------------------- Dask


class DaskCluster(Cluster):
    """The workers of a Dask scheduler: one that runs at an address, or one that is started here."""

    deaths_per_error = 2  # it has moved the job to other workers three times

    def __init__(self, setup: Setup, address: str | None) -> None:
        super().__init__(setup)
        try:
            from distributed import KilledWorker, LocalCluster
        except ImportError:
            raise ClusterError(
                "Dask is not installed: pip install 'othello-engine[dask]'"
            ) from None
        # What concerns the user comes as one line of ours.
        for name in ("distributed", "distributed.client", "asyncio", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.deaths = (KilledWorker,)
        self._client: Any = None
        self._local: Any = None
        if address is None:
            self._local = LocalCluster(
                n_workers=core.processors(),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        try:
            if address is not None:
                _check_scheduler(address)
                self.gone = f"the Dask scheduler {quote(address)} is gone"
            self._client = _connect(self._local or address)
            _compare_versions(self._client.get_versions())
            self.n_workers = self._count_workers(address)
            self.executor = self._client.get_executor(pure=False)
        except (OSError, TimeoutError):
            self.abort()
            raise ClusterError(self.gone) from None
        except BaseException:
            self.abort()
            raise

    def submit(self, function: Callable[[Engine, Item], Output], item: Item) -> Future[Output]:
        """Have a worker call `function`; raise ClusterError if the scheduler is gone."""
        if self._client.status != "running":  # such a job would never be done
            raise ClusterError(self.gone)
        return super().submit(function, item)

    def _count_workers(self, address: str | None) -> int:
        """Return how many jobs run at once, when there is a worker."""
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise ClusterError(
                f"the Dask scheduler {quote(address)} has no workers: start some by "
                f"dask worker {address}"
            ) from None
        return sum(self._client.nthreads().values())

    def close(self) -> None:
        """Let the workers go; those that were started here end."""
        self.abort()

    def abort(self) -> None:
        """Cancel what waits; workers started here end, others end what they do."""
        if self._client is not None:
            if hasattr(self, "executor"):
                self.executor.shutdown(wait=False)
            with contextlib.suppress(Exception):
                self._client.close(timeout=LEAVE_SECONDS)
        if self._local is not None:
            self._local.close()


def _check_scheduler(address: str) -> None:
    """Raise ClusterError unless a scheduler answers; `Client` would wait for ever for one."""
    import asyncio

    from distributed.core import rpc
    from distributed.security import Security

    async def ask() -> None:
        arguments = Security().get_connection_args("client")
        async with rpc(address, connection_args=arguments) as scheduler:
            await asyncio.wait_for(scheduler.identity(), CONNECT_SECONDS)

    expected = f"no Dask scheduler at {quote(address)}: expected the tcp://HOST:PORT of one"
    if not address.rpartition(":")[2].isdecimal():
        raise ClusterError(expected)
    # In a thread that Ctrl-C need not wait for: Dask's tasks do not always end when they are
    # cancelled.
    answered: Future[None] = Future()

    def ask_in_thread() -> None:
        try:
            answered.set_result(asyncio.run(ask()))
        except BaseException as error:
            answered.set_exception(error)

    try:
        threading.Thread(target=ask_in_thread, daemon=True).start()
        answered.result(2 * CONNECT_SECONDS)
    except (OSError, TimeoutError, asyncio.TimeoutError, FutureTimeout):
        raise ClusterError(
            f"no Dask scheduler answers at {quote(address)}: start one by dask scheduler"
        ) from None
    except Exception:  # an address that Dask cannot use, or an answer that is not Dask's
        raise ClusterError(expected) from None


def _connect(cluster: Any) -> Any:
    """Return a client of a cluster or an address."""
    from distributed import Client

    class QuietClient(Client):  # type: ignore[misc]  # Dask has no types
        """A client that is closed by `DaskCluster.abort` alone."""

        def __del__(self) -> None:
            """Do nothing: Dask's own waits ten seconds for a scheduler that is gone."""

    return QuietClient(cluster, timeout=CONNECT_SECONDS, set_as_default=False)


def _compare_versions(versions: dict[str, Any]) -> None:
    """Refuse a scheduler or worker whose Dask is not ours, by what `Client.get_versions` says."""

    def of(node: dict[str, Any]) -> object:
        return node.get("packages", {}).get("distributed")

    ours = of(versions["client"])
    nodes = {"the scheduler": versions["scheduler"]}
    nodes |= {f"worker {name}": node for name, node in versions["workers"].items()}
    for name, node in nodes.items():
        if node is not None and of(node) != ours:
            raise ClusterError(
                f"{name} has Dask {of(node)}, here it is {ours}: install the same version"
            )


# ---------------------------------------------------------------------- MPI


def load_mpi() -> Any:
    """Return mpi4py's module `MPI`, which takes part in the job from now on.

    Raises ClusterError if it is not installed, or finds no MPI.
    """
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError):  # the latter if it finds no library
        raise ClusterError(
            "MPI is not installed: apt-get install openmpi-bin; pip install 'othello-engine[mpi]'"
        ) from None
    return MPI


class MpiCluster(Cluster):
    """All ranks of an MPI job but the first, which gives them work.

    The others work until there is no more, and then end here: they have no output. When a rank
    dies, `mpiexec` ends the whole job.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._world = load_mpi().COMM_WORLD
        if self._world.size < 2:
            raise ClusterError(
                "one MPI rank alone has no workers: start it by mpiexec -n 3 othello ..."
            )
        from mpi4py.futures import MPICommExecutor

        self.n_workers = self._world.size - 1
        self._ranks = MPICommExecutor(self._world, root=0)
        executor: Any = self._ranks.__enter__()
        if executor is None:
            self._ranks.__exit__(None, None, None)
            sys.exit(0)
        self.executor = executor

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None or issubclass(kind, Exception):
            self.close()  # so that the error can be told
        else:
            self.abort()

    def close(self) -> None:
        """Wait for what runs; then the other ranks end."""
        self.executor.shutdown(cancel_futures=True)
        self._ranks.__exit__(None, None, None)

    def abort(self) -> None:
        """End the job: a rank that works hears nothing else."""
        sys.stdout.flush()
        sys.stderr.flush()
        self._world.Abort(INTERRUPTED)
