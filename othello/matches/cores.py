"""Divide processors among games; read how much processor time an engine has used."""

import ctypes
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def share_cores(n_games: int) -> list[frozenset[int]]:
    """Return a set of processors for each of `n_games` games played at once.

    The sets have no processor in common. They are empty, which means no restriction, if there is
    only one game, if there are fewer processors than games, or if no process can be restricted to
    processors: on macOS, and on other systems than Linux without psutil.
    """
    cores = usable_cores() if n_games > 1 else []
    each = len(cores) // n_games
    if each:
        return [frozenset(cores[each * i : each * (i + 1)]) for i in range(n_games)]
    return [frozenset()] * n_games


def usable_cores() -> list[int]:
    """Return the processors that this process may use; none if it can restrict no others."""
    cores: list[int] = []
    if sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
    else:
        with suppress(ImportError):
            import psutil

            if hasattr(psutil.Process, "cpu_affinity"):
                cores = sorted(psutil.Process().cpu_affinity())
    return cores


@contextmanager
def on_cores(cores: frozenset[int]) -> Iterator[None]:
    """Restrict this thread to `cores` during the ``with`` block; an empty set changes nothing.

    A process started in the block inherits the restriction for all its threads. Setting it after
    the start would restrict the process's main thread only. That is so on Linux; elsewhere nothing
    is changed, and `restrict` does it after the start.
    """
    if sys.platform == "linux" and cores:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cores)
        try:
            yield
        finally:
            os.sched_setaffinity(0, before)
    else:
        yield


def restrict(pid: int, cores: frozenset[int]) -> None:
    """Restrict a process that was just started to `cores`, where `on_cores` could not.

    An empty set changes nothing; nor does a process that has ended.
    """
    if sys.platform != "linux" and cores:
        import psutil

        with suppress(psutil.Error):
            psutil.Process(pid).cpu_affinity(sorted(cores))


def processor_seconds(pid: int) -> float | None:
    """Return the seconds of processor time that a process has used, all its threads together.

    Those of the processes that it has started and that still run are part of it, as the engine may
    be one that a script starts. None if the process has ended. Where a process has no clock that
    others can read, psutil tells what it used; None if psutil is not installed.
    """
    seconds = None
    if sys.platform == "linux":
        clock = ctypes.c_int()
        if not ctypes.CDLL(None).clock_getcpuclockid(ctypes.c_int(pid), ctypes.byref(clock)):
            with suppress(OSError):
                seconds = time.clock_gettime(clock.value) + sum(
                    processor_seconds(int(child)) or 0
                    for task in Path(f"/proc/{pid}/task").glob("*/children")
                    for child in task.read_text(encoding="ascii").split()
                )
    else:
        with suppress(ImportError):
            import psutil

            with suppress(psutil.Error):
                process = psutil.Process(pid)
                used = [each.cpu_times() for each in (process, *process.children(recursive=True))]
                seconds = float(sum(each.user + each.system for each in used))
    return seconds
