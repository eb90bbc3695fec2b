"""Processors shared out to games, and the processor time that an engine has used."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["on_cores", "processor_seconds", "share_cores"]


def share_cores(n_games: int) -> list[frozenset[int]]:
    """Return for each of some games at once the processors that it has for itself.

    The sets are empty where the system does not let a process choose, or has fewer processors
    than there are games, or there is but one game: then every process may run everywhere.
    """
    if n_games > 1 and hasattr(os, "sched_getaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        each = len(cores) // n_games
        if each:
            return [frozenset(cores[each * i : each * (i + 1)]) for i in range(n_games)]
    return [frozenset()] * n_games


@contextmanager
def on_cores(cores: frozenset[int]) -> Iterator[None]:
    """Let this thread, and so what it starts meanwhile, run on these processors only.

    A process has the processors of the thread that starts it, from its first instruction on; set
    from outside later, they would be those of its main thread alone. None given: nothing changes.
    """
    if not cores:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def processor_seconds(pid: int) -> float | None:
    """Return the processor time that a process has used, all its threads together.

    Returns
    -------
    float or None
        Seconds; None where the system does not tell, or the process has ended.
    """
    try:
        return time.clock_gettime(_clock_of(pid))
    except (OSError, AttributeError, TypeError):  # the last two: a system without such clocks
        return None


def _clock_of(pid: int) -> int:
    """Return the number of the clock that runs while a process does; POSIX has one for each."""
    libc = ctypes.CDLL(None, use_errno=True)
    clock = ctypes.c_int()
    error: int = libc.clock_getcpuclockid(ctypes.c_int(pid), ctypes.byref(clock))
    if error:
        raise OSError(error, os.strerror(error))
    return clock.value
