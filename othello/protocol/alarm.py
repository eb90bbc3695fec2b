"""Call functions later, in one thread that is started beforehand."""

from __future__ import annotations

import heapq
import math
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
        # A heap; None ends the thread.
        self._calls: list[tuple[float, int, Callable[[], object] | None]] = []
        self._numbers = count()  # tell calls of one time apart

    def start(self) -> None:
        """Start the thread; it ends with `end`, or with the process."""
        threading.Thread(target=self._run, daemon=True).start()

    def after(self, seconds: float, call: Callable[[], object]) -> None:
        """Call `call` once so many seconds have passed; any thread may ask for it."""
        self._push(time.monotonic() + seconds, call)

    def end(self) -> None:
        """End the thread; nothing is called any more."""
        self._push(-math.inf, None)

    def _push(self, moment: float, call: Callable[[], object] | None) -> None:
        with self._changed:
            heapq.heappush(self._calls, (moment, next(self._numbers), call))
            self._changed.notify()

    def _run(self) -> None:
        while (call := self._wait_for_next()) is not None:
            call()

    def _wait_for_next(self) -> Callable[[], object] | None:
        with self._changed:
            while not self._calls or self._calls[0][0] > time.monotonic():
                self._changed.wait(self._calls[0][0] - time.monotonic() if self._calls else None)
            return heapq.heappop(self._calls)[2]
