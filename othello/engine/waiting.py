"""Waits of the main thread, which Ctrl-C ends on Windows too."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from queue import SimpleQueue

Item = TypeVar("Item")
Output = TypeVar("Output")

WAIT_STEP = 0.2 if sys.platform == "win32" else None
"""Seconds for which the main thread waits at most, then again: Windows lets Python hear Ctrl-C only
between two waits."""


def result_of(future: Future[Output]) -> Output:
    """Wait for a future, and return its result."""
    from concurrent.futures import wait  # not at the start of every engine

    while not future.done():
        wait([future], WAIT_STEP)
    return future.result()


def next_of(queue: SimpleQueue[Item]) -> Item:
    """Wait for the next item of a queue, and take it."""
    from queue import Empty  # not at the start of every engine

    while True:
        with suppress(Empty):
            return queue.get(timeout=WAIT_STEP)


def mapped(pool: Executor, work: Callable[[Item], Output], items: Iterable[Item]) -> list[Output]:
    """Return `work(item)` of each item, in their order; after an error no more are begun."""
    futures = [pool.submit(work, item) for item in items]
    try:
        return [result_of(future) for future in futures]
    finally:
        for future in futures:
            future.cancel()
