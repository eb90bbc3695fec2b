"""Pondering: a search in the opponent's time, without a limit until `ponderhit`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from othello.protocol.action import Job
from othello.timing import Budget

__all__ = ["Pondering"]


class Pondering:
    """A search begun by ``go ponder``.

    Until ``ponderhit`` only ``stop`` ends it. After ``ponderhit`` the clock's budget holds: no
    iteration is begun once the time since ``go ponder`` exceeds the soft limit. The running one
    may go on for the hard limit, counted from the hit, or for the soft limit if that was over
    already. ``ponderhit`` may come even before the search begins.

    Parameters
    ----------
    after : callable
        Called with seconds and a function, calls the function so many seconds later.
    """

    def __init__(self, after: Callable[[float, Callable[[], object]], object]) -> None:
        self._after = after
        self._budget: Budget | None = None
        self._job: Job | None = None
        self._release: Callable[[], object] = lambda: None
        self._began = 0.0
        self._is_hit = False
        self._has_ended = False
        self._lock = threading.Lock()

    @property
    def may_be_hit(self) -> bool:
        """Whether ``ponderhit`` may still come: it has not, and the search has not ended."""
        return not self._is_hit and not self._has_ended

    def begin(self, job: Job, release: Callable[[], object], budget: Budget | None) -> None:
        """Record that the search begins; if ``ponderhit`` came before, start the clock.

        Parameters
        ----------
        job : Job
            The search, for the loop.
        release : callable
            Allows the search to answer when it has ended; until then its answer is held back.
        budget : Budget or None
            The limits that hold after ``ponderhit``, in seconds; None for no limit by time.
        """
        self._job, self._release, self._budget = job, release, budget
        self._began = time.perf_counter()
        if self._is_hit:
            self._go_on(job)

    def end_unless_begun(self) -> None:
        """Record that no search will begin, as ``go ponder`` was refused; else do nothing."""
        if self._job is None:
            self.end()

    def hit(self) -> None:
        """Handle ``ponderhit``: the clock's budget holds from now on."""
        self._is_hit = True
        if self._job is not None:
            self._go_on(self._job)

    def iteration_ended(self) -> None:
        """Called after each iteration: stop the search if the soft limit has passed."""
        if self._is_hit and self._budget is not None and self._elapsed() > self._budget.soft:
            self._stop_if_running()

    def end(self) -> None:
        """Record that the search has ended, so that its limit cannot stop a later search."""
        with self._lock:
            self._has_ended = True

    def _go_on(self, job: Job) -> None:
        job.endless = False
        self._release()
        if self._budget is not None:
            is_late = self._elapsed() > self._budget.soft
            seconds = self._budget.soft if is_late else self._budget.hard
            self._after(seconds, self._stop_if_running)

    def _stop_if_running(self) -> None:
        with self._lock:
            if not self._has_ended and self._job is not None:
                self._job.stop()

    def _elapsed(self) -> float:
        return time.perf_counter() - self._began
