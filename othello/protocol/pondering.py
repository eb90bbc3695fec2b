"""Thinking in the opponent's time: a search without a limit until `ponderhit` starts the clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from othello.protocol.loop import Job
from othello.timing import Budget

__all__ = ["Pondering"]


class Pondering:
    """One search that begins with ``go ponder``.

    Until ``ponderhit`` only `stop` ends it. From then on the clock's budget counts, pondering time
    included: no iteration is begun after the soft limit, and the iteration that runs at the hit is
    stopped at the hard limit. The hit may come even before the search begins.
    """

    def __init__(self) -> None:
        self._budget: Budget | None = None
        self._job: Job | None = None
        self._release: Callable[[], object] = lambda: None
        self._began = 0.0
        self._is_hit = False
        self._has_ended = False
        self._lock = threading.Lock()

    @property
    def may_be_hit(self) -> bool:
        """Whether a hit is still to come."""
        return not self._is_hit and not self._has_ended

    def begin(self, job: Job, release: Callable[[], object], budget: Budget | None) -> None:
        """Note that the search has begun.

        Parameters
        ----------
        job : Job
            The search, for the loop.
        release : callable
            Lets the search answer as soon as it has ended; before that it keeps its answer back.
        budget : Budget or None
            The time it has after the hit, in seconds; None for no limit by time.
        """
        self._job, self._release, self._budget = job, release, budget
        self._began = time.perf_counter()
        if self._is_hit:
            self._go_on(job)

    def hit(self) -> None:
        """React to ``ponderhit``: from now on the clock counts."""
        self._is_hit = True
        if self._job is not None:
            self._go_on(self._job)

    def iteration_ended(self) -> None:
        """Stop the search after an iteration if the soft limit is over."""
        if self._is_hit and self._budget is not None and self._elapsed() > self._budget.soft:
            self._stop_if_running()

    def end(self) -> None:
        """Note that the search has ended, so that a late timer stops no other one."""
        with self._lock:
            self._has_ended = True

    def _go_on(self, job: Job) -> None:
        job.endless = False
        self._release()
        if self._budget is not None:
            is_late = self._elapsed() > self._budget.soft
            seconds = self._budget.soft if is_late else self._budget.hard
            timer = threading.Timer(seconds, self._stop_if_running)
            timer.daemon = True
            timer.start()

    def _stop_if_running(self) -> None:
        with self._lock:
            if not self._has_ended and self._job is not None:
                self._job.stop()

    def _elapsed(self) -> float:
        return time.perf_counter() - self._began
