"""Thinking in the opponent's time: a search without limit that `ponderhit` gives one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from othello.timing import Budget

__all__ = ["Pondering"]


class Pondering:
    """One search that began with ``go ponder``.

    Before the hit nothing ends it but `stop`. After it, it has what the clock allows: the iteration
    that runs at the hit is cut off if it takes much longer, and none is begun once the soft limit
    is over, the time of pondering included.

    Parameters
    ----------
    budget : Budget or None
        What the clock will allow; None for no limit but those of the search itself.
    """

    def __init__(self, budget: Budget | None) -> None:
        self._budget = budget
        self._began = time.perf_counter()
        self._is_hit = False
        self._has_ended = False
        self._lock = threading.Lock()
        self._stop: Callable[[], object] = lambda: None
        self._release: Callable[[], object] = lambda: None
        self._limit: Callable[[], object] = lambda: None

    def begin(
        self,
        stop: Callable[[], object],
        release: Callable[[], object],
        limit: Callable[[], object],
    ) -> None:
        """Say what stops the search, lets it answer, and makes it one that ends by itself."""
        self._stop, self._release, self._limit = stop, release, limit

    def hit(self) -> None:
        """Go on under the clock."""
        self._is_hit = True
        self._limit()
        self._release()
        if self._budget is not None:
            is_late = self._elapsed() > self._budget.soft
            timer = threading.Timer(
                self._budget.soft if is_late else self._budget.hard, self._stop_if_running
            )
            timer.daemon = True
            timer.start()

    def end(self) -> None:
        """Say that the search has ended: nothing stops what follows it."""
        with self._lock:
            self._has_ended = True

    def _stop_if_running(self) -> None:
        with self._lock:
            if not self._has_ended:
                self._stop()

    def iteration_ended(self) -> None:
        """Stop if there is no time for another iteration."""
        if self._is_hit and self._budget is not None and self._elapsed() > self._budget.soft:
            self._stop()

    def _elapsed(self) -> float:
        return time.perf_counter() - self._began
