"""Functions that run on a worker, with an engine that the worker keeps for its life.

The workers of one machine may share a table. Its memory is a file without a name: workers inherit
its descriptor when they are started, and the system frees it with the last process that has it,
however that ends.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from othello._version import __version__
from othello.engine import Engine
from othello.errors import OthelloError
from othello.weights import (
    checksum_in,
    load_shipped,
    read_contents,
    read_weights,
    shipped_contents,
    use_weights,
)

Item = TypeVar("Item")
Output = TypeVar("Output")


class ClusterError(OthelloError, RuntimeError):
    """Workers that cannot be had, or that cannot be used."""


class Setup(NamedTuple):
    """The settings of an engine on a worker.

    `version` is this package's, `weights` the checksum of the weights' file, and `weights_file`
    where each worker finds it; None for the weights that are shipped. With `shares_table` the
    workers use the memory they were started with as one table for all, whose size it has.
    """

    version: str
    weights: str
    weights_file: str | None = None
    threads: int = 1
    hash_mb: int = 64
    endgame_depth: int = 0
    selectivity: int = 100
    shares_table: bool = False

    @classmethod
    def here(cls, weights_file: str | None = None, **settings: Any) -> Setup:
        """Return a setup with this process's version, and the weights of a file."""
        path = None if weights_file is None else str(Path(weights_file).absolute())
        return cls(__version__, checksum_in(_weights_contents(path)), path, **settings)

    def settings(self) -> dict[str, Any]:
        """Return what results depend on; of the weights the checksum counts, not the path."""
        settings = self._asdict()
        del settings["weights_file"], settings["shares_table"]
        return settings


def call(setup: Setup, function: Callable[[Engine, Item], Output], item: Item) -> Output:
    """Call `function` with this worker's engine and an item; raise ClusterError as `engine_of`."""
    return function(engine_of(setup), item)


at_end: list[Callable[[], object]] = []
"""Functions that a worker process of this machine calls when it is ended, such as one that kills
programs."""

# Dask may run several jobs of a worker side by side, each in a thread of its own.
_own = threading.local()
_weights_lock = threading.Lock()
_weights = ""


def engine_of(setup: Setup) -> Engine:
    """Return the engine of this worker, made when it is first asked for.

    Raises ClusterError if this worker has another version, or other weights.
    """
    if getattr(_own, "setup", None) != setup:
        if setup.version != __version__:
            raise ClusterError(
                f"worker {_name()} has othello {__version__}, expected {setup.version}: install "
                "the same version there"
            )
        _take_weights(setup)
        if hasattr(_own, "engine"):
            _own.engine.close()
        _own.engine = Engine(
            setup.threads,
            setup.hash_mb,
            endgame_depth=setup.endgame_depth,
            selectivity=setup.selectivity,
        )
        if setup.shares_table:
            if _memory is None:
                raise ClusterError("this worker was started without memory to share")
            _own.engine.share_table(_memory.descriptor)
        _own.setup = setup
    engine: Engine = _own.engine
    return engine


def _take_weights(setup: Setup) -> None:
    """Evaluate by the weights of a setup; refuse others."""
    global _weights
    with _weights_lock:
        if _weights == setup.weights:
            return
        contents = _weights_contents(setup.weights_file)
        if (found := checksum_in(contents)) != setup.weights:
            where = setup.weights_file or "the installed package"
            raise ClusterError(
                f"worker {_name()} has weights {found} in {where}, expected {setup.weights}: "
                "install the same ones there"
            )
        if setup.weights_file is None:
            load_shipped()
        else:
            use_weights(read_weights(contents, setup.weights_file))
        _weights = found


def _weights_contents(path: str | None) -> bytes:
    return shipped_contents() if path is None else read_contents(path)


def _name() -> str:
    return f"{socket.gethostname()}, process {os.getpid()}"


# ---------------------------------------------------------------------- the table they share


class TableMemory:
    """A file without a name, in memory; empty until `allocate` gives it a size.

    `Engine.share_table` takes its descriptor. It can be pickled only as an argument of a process
    that `multiprocessing` starts.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def allocate(self, hash_mb: int) -> None:
        """Give it so many megabytes, rounded down to a power of two; the first time only.

        After that nobody can change its size: a process that reads behind the end is killed.
        """
        if sys.platform == "linux" and os.fstat(self.descriptor).st_size == 0:
            import fcntl

            os.ftruncate(self.descriptor, 1 << (19 + hash_mb.bit_length()))
            seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
            fcntl.fcntl(self.descriptor, fcntl.F_ADD_SEALS, seals)

    def close(self) -> None:
        """Let go of it; a table that uses it keeps it."""
        os.close(self.descriptor)

    if sys.platform != "win32":

        def __reduce__(self) -> tuple[Any, ...]:
            from multiprocessing.reduction import DupFd

            return _unpickled, (DupFd(self.descriptor),)


def _unpickled(descriptor: Any) -> TableMemory:
    return TableMemory(descriptor.detach())


def open_memory() -> TableMemory | None:
    """Return memory that processes can share; None if this system has none without a name."""
    memory = None
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # a C library may lack it
            flags = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
            memory = TableMemory(os.memfd_create("othello-table", flags))
    return memory


_memory: TableMemory | None = None


def use_memory(memory: TableMemory | None) -> None:
    """Keep the memory that this worker was started with."""
    global _memory
    _memory = memory
