"""What tests let workers do, and how they find the processes that do it."""

import os
import select
import signal
import time
from pathlib import Path
from typing import Any

from othello.engine import Engine
from support.patience import SECONDS


def double(engine: Engine, item: int) -> int:
    """Return twice the item."""
    assert engine.threads == 1
    return 2 * item


def who(engine: Engine, item: int) -> tuple[int, int]:
    """Return the worker's process and its engine."""
    time.sleep(0.02)
    return os.getpid(), id(engine)


def deadly(engine: Engine, item: int) -> int:
    """Kill the worker at item 3."""
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def deadly_once(mark: str, engine: Engine, item: int) -> int:
    """Kill the worker at item 3 unless the file `mark` is there already."""
    if item == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return item


TIMES = ("seconds", "slowest", "processor")


def but_times(described: Any) -> Any:
    """Return what a command said as JSON, without times."""
    if isinstance(described, list):
        return [but_times(part) for part in described]
    if isinstance(described, dict):
        return {key: but_times(described[key]) for key in described if key not in TIMES}
    return described


def children_of(parent: int) -> list[tuple[int, str]]:
    """Return the processes below one, with their command lines, the nearest first."""
    found: list[tuple[int, str]] = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            status = (entry / "stat").read_text().rpartition(")")[2].split()
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it has ended
            continue
        if int(status[1]) == parent and status[0] != "Z":
            found.append((int(entry.name), words))
    for child, _ in list(found):
        found += children_of(child)
    return found


def workers_of(parent: int) -> list[int]:
    """Return the processes that work for `parent`."""
    return [child for child, words in children_of(parent) if "spawn_main" in words]


def is_ending(process: int) -> bool:
    """Return whether a process is gone, once it has had time to go."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], SECONDS)[0])
    finally:
        os.close(descriptor)
