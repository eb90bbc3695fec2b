"""Call functions later, in one thread that is started beforehand."""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable
from itertools import count

__all__ = ["Alarm"]


class Alarm:
    """Calls functions at their times, one after the other; each should return soon.

    `threading.Timer` needs a new thread for each call, which may fail to start.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._calls: list[tuple[float, int, Callable[[], object]]] = []  # a heap
        self._numbers = count()  # tell calls of one time apart

    def start(self) -> None:
        """Start the thread; it ends with the process."""
        threading.Thread(target=self._run, daemon=True).start()

    def after(self, seconds: float, call: Callable[[], object]) -> None:
        """Call `call` once so many seconds have passed; any thread may ask for it."""
        with self._changed:
            entry = (time.monotonic() + seconds, next(self._numbers), call)
            heapq.heappush(self._calls, entry)
            self._changed.notify()

    def _run(self) -> None:
        while True:
            self._wait_for_next()()

    def _wait_for_next(self) -> Callable[[], object]:
        with self._changed:
            while not self._calls or self._calls[0][0] > time.monotonic():
                self._changed.wait(self._calls[0][0] - time.monotonic() if self._calls else None)
            return heapq.heappop(self._calls)[2]
