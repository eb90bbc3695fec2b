"""Memory for a table that the workers of one machine share, and the process that started them.

It is a file without a name: workers inherit its descriptor when they are started, and the system
frees it with the last process that has it, however that ends. Nothing can be left behind.
"""

from __future__ import annotations

import os
from typing import Any

from othello.cluster.base import ClusterError

__all__ = ["TableMemory", "inherited", "open_memory", "take_inherited"]


class TableMemory:
    """A file without a name, in memory; empty until `allocate` gives it a size.

    It can be pickled only as an argument of a process that `multiprocessing` starts.

    Attributes
    ----------
    descriptor : int
        What `Engine.share_table` takes.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def allocate(self, hash_mb: int) -> None:
        """Give it so many megabytes, rounded down to a power of two; the first time only.

        After that nobody can change its size: a process that reads behind the end is killed.
        """
        import fcntl

        if os.fstat(self.descriptor).st_size == 0:
            os.ftruncate(self.descriptor, 1 << (19 + hash_mb.bit_length()))
            seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
            fcntl.fcntl(self.descriptor, fcntl.F_ADD_SEALS, seals)

    def close(self) -> None:
        """Let go of it; a table that uses it keeps it."""
        os.close(self.descriptor)

    def __reduce__(self) -> tuple[Any, ...]:
        from multiprocessing.reduction import DupFd

        return _unpickled, (DupFd(self.descriptor),)


def open_memory() -> TableMemory | None:
    """Return memory that processes can share; None if this system has none without a name."""
    try:
        flags = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
        return TableMemory(os.memfd_create("othello-table", flags))
    except (AttributeError, OSError):
        return None


def _unpickled(descriptor: Any) -> TableMemory:
    """Return the memory in a process that was started with it."""
    return TableMemory(descriptor.detach())


_inherited: TableMemory | None = None


def take_inherited(memory: TableMemory | None) -> None:
    """Keep what this process was started with."""
    global _inherited
    _inherited = memory


def inherited() -> TableMemory:
    """Return what this process was started with.

    Raises
    ------
    ClusterError
        If that is nothing.
    """
    if _inherited is None:
        raise ClusterError("this worker was started without memory to share")
    return _inherited
