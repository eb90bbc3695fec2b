"""Work in several threads that an interrupt ends soon."""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from othello.engine.waiting import mapped
from othello.fields import in_range
from othello.limits import MOST_THREADS

Item = TypeVar("Item")
Output = TypeVar("Output")


def possible_threads(threads: int) -> int:
    """Return `threads`; raise InvalidOption unless it is 1 to `MOST_THREADS`."""
    return in_range("threads", threads, 1, MOST_THREADS)


def in_threads(
    work: Callable[[Item, threading.Event], Output], items: Iterable[Item], threads: int
) -> list[Output]:
    """Return `work(item, given_up)` of each item, in their order.

    The event is set if an exception, such as that of Ctrl-C, ends the whole: `work` should look at
    it from time to time and then return early. What it returns is not used.
    """
    given_up = threading.Event()
    with ThreadPoolExecutor(possible_threads(threads)) as pool:
        try:
            return mapped(pool, lambda item: work(item, given_up), items)
        except BaseException:  # Ctrl-C, too
            given_up.set()
            raise
