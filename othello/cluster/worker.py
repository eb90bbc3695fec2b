"""What runs on a worker: one engine for its life, and batches of items."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from othello._version import __version__
from othello.cluster.base import ClusterError
from othello.cluster.memory import inherited
from othello.engine import Engine
from othello.weights import (
    checksum_in,
    load_shipped,
    read_contents,
    read_weights,
    shipped_contents,
    use_weights,
)

__all__ = ["Batch", "Setup", "engine_of", "run_batch", "worker_name"]

Item = TypeVar("Item")
Output = TypeVar("Output")


class Setup(NamedTuple):
    """What an engine on a worker has to be like.

    Attributes
    ----------
    version : str
        Of this package.
    weights : str
        Checksum of the weights' file.
    weights_file : str or None
        Where each worker finds it; None for the weights that are shipped.
    threads, hash_mb : int
        Of the engine.
    endgame_depth, selectivity : int
        Of the engine.
    shares_table : bool
        Whether the workers use the memory they were started with as one table for all, whose size
        it has, instead of one each.
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
        return cls(__version__, checksum_of(path), path, **settings)

    def settings(self) -> dict[str, Any]:
        """Return what outcomes depend on; of the weights the checksum counts, not the path."""
        settings = self._asdict()
        del settings["weights_file"], settings["shares_table"]
        return settings


class Batch(NamedTuple, Generic[Output]):
    """What a worker answers.

    Attributes
    ----------
    outcomes : list
        Of the first items; of all unless the time was up.
    seconds : float
        Time spent.
    """

    outcomes: list[Output]
    seconds: float


def run_batch(
    setup: Setup,
    function: Callable[[Engine, Item], Output],
    items: Sequence[Item],
    seconds: float,
) -> Batch[Output]:
    """Call `function` with this worker's engine and each of the items, one at least.

    Parameters
    ----------
    setup : Setup
        What the engine has to be like.
    function : callable
        One of a module's.
    items : sequence
        Its second arguments, one after the other.
    seconds : float
        Time after which no more items are begun.

    Raises
    ------
    ClusterError
        If this worker has another version, or other weights.
    """
    engine = engine_of(setup)
    started = time.perf_counter()
    outcomes: list[Output] = []
    for item in items:
        outcomes.append(function(engine, item))
        if time.perf_counter() - started > seconds:
            break
    return Batch(outcomes, time.perf_counter() - started)


# Dask may run several tasks of a worker side by side, each in a thread of its own.
_own = threading.local()
_weights_lock = threading.Lock()
_weights = ""


def engine_of(setup: Setup) -> Engine:
    """Return the engine of this worker, made when it is first asked for.

    Raises
    ------
    ClusterError
        If this worker has another version, or other weights.
    """
    if getattr(_own, "setup", None) != setup:
        check_version(setup.version)
        take_weights(setup)
        if hasattr(_own, "engine"):
            _own.engine.close()
        _own.engine = Engine(
            setup.threads,
            setup.hash_mb,
            endgame_depth=setup.endgame_depth,
            selectivity=setup.selectivity,
        )
        if setup.shares_table:
            _own.engine.share_table(inherited().descriptor)
        _own.setup = setup
    engine: Engine = _own.engine
    return engine


def check_version(version: str) -> None:
    """Refuse to work for another version."""
    if version != __version__:
        raise ClusterError(
            f"worker {worker_name()} has othello {__version__}, expected {version}: install the "
            "same version there"
        )


def take_weights(setup: Setup) -> None:
    """Evaluate by the weights of a setup; refuse others."""
    global _weights
    with _weights_lock:
        if _weights == setup.weights:
            return
        contents = weights_contents(setup.weights_file)
        if (found := checksum_in(contents)) != setup.weights:
            where = setup.weights_file or "the installed package"
            raise ClusterError(
                f"worker {worker_name()} has weights {found} in {where}, expected {setup.weights}: "
                "install the same ones there"
            )
        if setup.weights_file is None:
            load_shipped()
        else:
            use_weights(read_weights(contents, setup.weights_file))
        _weights = found


def weights_contents(path: str | None) -> bytes:
    """Return a file of weights, or the shipped one."""
    return shipped_contents() if path is None else read_contents(path)


def checksum_of(path: str | None) -> str:
    """Return the checksum of a file of weights, or of the shipped one."""
    return checksum_in(weights_contents(path))


def worker_name() -> str:
    """Return the machine and the process that this is, as text."""
    return f"{socket.gethostname()}, process {os.getpid()}"
