"""Workers that are processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from othello.cluster.base import Cluster
from othello.cluster.memory import TableMemory, open_memory, take_inherited

__all__ = ["ProcessCluster"]


class ProcessCluster(Cluster):
    """Processes of this machine; they end with this process, however that ends.

    When one dies the others are ended too, as `concurrent.futures` has it, and all are started
    anew.

    Parameters
    ----------
    n_workers : int
        How many.
    """

    deaths = (BrokenExecutor,)

    def __init__(self, n_workers: int) -> None:
        self.n_workers = n_workers
        self.memory = open_memory()
        self._start()

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Have a worker call `function`; a death that was not noticed yet shows in the future."""
        try:
            with _interrupts_held():  # this may start a worker
                return super().submit(function, *arguments)
        except BrokenExecutor as error:
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    def renew(self) -> None:
        """Start new processes, with the same memory."""
        self._end()
        self._start()

    def close(self) -> None:
        """Wait for what runs, and end the processes."""
        self.executor.shutdown(cancel_futures=True)
        self._here.close()
        self._free()

    def abort(self) -> None:
        """End the processes at once."""
        self._end()
        self._free()

    def _end(self) -> None:
        self._here.close()
        self.executor.shutdown(cancel_futures=True)

    def _free(self) -> None:
        if self.memory is not None:
            self.memory.close()
            self.memory = None

    def _start(self) -> None:
        # Not forked: a fork has lost the threads of the compiled core.
        context = multiprocessing.get_context("spawn")
        # The tracker unblocks SIGINT when it starts, which is to stay blocked while workers do.
        resource_tracker.ensure_running()
        there, self._here = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(
            self.n_workers, context, initializer=_begin, initargs=(there, self.memory)
        )


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold SIGINT back during the ``with`` block, from this process and from those it starts.

    Ctrl-C in a terminal reaches all processes. A worker that still starts would print a traceback,
    and one whose start is cut off here would wait for its orders. The worker has SIGINT blocked
    from its first instruction on; here it is sent again after the block.
    """
    heard: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    can_block = hasattr(signal, "pthread_sigmask")  # not on Windows
    if is_main:
        # Blocking is not enough: another thread may get the signal, and Python handles it here.
        before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    if can_block:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        if can_block:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_main:
            signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


def _begin(parent: Connection, memory: TableMemory | None) -> None:
    """Prepare a worker: it keeps the memory, and ends when its parent closes the pipe or dies."""
    take_inherited(memory)
    # Ctrl-C in a terminal reaches all processes; the parent decides what becomes of the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        parent.poll(None)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
