"""A few engines shared by many sessions: each search runs in turns, and none waits for long.

While nobody waits, a search keeps its engine. Otherwise it is stopped at the end of its turn, waits
for the next and begins again: the iterations that it had finished are in the table, and pass in no
time. Its first turn is short and each further one twice as long, up to a limit, so a new search has
scores soon, and a long one loses little by beginning again. Each waiting search has a deadline in
proportion to the length of its turn, and the earliest deadline is served first. So short turns go
before long ones, but not for ever.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count

from othello.engine import Engine, Search
from othello.serving.places import Places
from othello.serving.tickets import Cancelled, Ticket

__all__ = ["Turn", "Turns"]

FIRST_TURN = 0.02
"""Seconds of a search's first turn while others wait."""

LONGEST_TURN = 0.64

PATIENCE = 50
"""A wait's deadline is this many times the turn that is waited for."""


class Turn:
    """A stretch of time with an engine.

    Attributes
    ----------
    engine : Engine
        The engine, once the turn has begun.
    over : bool
        Whether the turn was ended because others wait.
    whole : bool
        Whether it lasts until its search has ended, even if others wait.
    """

    engine: Engine

    def __init__(self, seconds: float, number: int, whole: bool) -> None:
        self.seconds = seconds
        self.whole = whole
        self.deadline = (time.monotonic() + PATIENCE * seconds, number)  # then by number
        self.over = False
        self.begun = threading.Event()
        self.ends = 0.0
        self._stopping = threading.Lock()
        self._stopped = False
        self._search: Search | None = None

    def __lt__(self, other: Turn) -> bool:
        return self.deadline < other.deadline

    def begin(self, engine: Engine) -> None:
        """Give the turn its engine."""
        self.engine = engine
        self.ends = time.monotonic() + self.seconds
        self.begun.set()

    def watch(self, search: Search) -> None:
        """Let `stop` end `search`, which need not run yet."""
        with self._stopping:
            self._search = search
            if self._stopped:
                search.stop()

    def stop(self) -> None:
        """End the search of this turn, or the wait for the turn."""
        with self._stopping:
            self._stopped = True
            if self._search is not None:
                self._search.stop()
        self.begun.set()


class Turns:
    """Engines, and who has them.

    Parameters
    ----------
    engines : int
        How many searches may run at the same time.
    threads, hash_mb : int
        Of each engine.
    """

    def __init__(self, engines: int, threads: int = 1, hash_mb: int = 64) -> None:
        self._idle = [Engine(threads, hash_mb) for _ in range(engines)]
        self._changed = threading.Condition()
        self._waiting: list[Turn] = []
        self._running: set[Turn] = set()
        self._numbers = count()
        self._tables = Places(engines)
        self._closed = False
        self._keeper = threading.Thread(target=self._end_turns, daemon=True)
        self._keeper.start()

    def place(self, ticket: Ticket) -> AbstractContextManager[None]:
        """Wait for the right to an engine of one's own during the ``with`` block.

        There are as many of these places as engines: each has a table, and memory is limited. A
        search with an engine of its own needs turns all the same.

        Raises
        ------
        Cancelled
            If the ticket was cancelled, or this is closed.
        """
        return self._tables.place(ticket)

    @contextmanager
    def turn(self, ticket: Ticket, n_before: int, *, whole: bool = False) -> Iterator[Turn]:
        """Wait for a turn and hold its engine during the ``with`` block.

        Parameters
        ----------
        ticket : Ticket
            Who asks.
        n_before : int
            How many turns the search has had: each lasts twice as long as the one before.
        whole : bool
            Whether the turn lasts until its search has ended; for searches that are short.

        Raises
        ------
        Cancelled
            If the ticket was cancelled, or this is closed.
        """
        turn = Turn(min(FIRST_TURN * 2**n_before, LONGEST_TURN), next(self._numbers), whole)
        ticket.hold(turn)
        try:
            self._enter(turn)
            turn.begun.wait()
            if ticket.cancelled or self._closed:
                raise Cancelled
            yield turn
        finally:
            ticket.hold(None)
            self._leave(turn)

    def close(self) -> None:
        """End every search and every wait; later turns raise `Cancelled`."""
        with self._changed:
            self._closed = True
            turns = [*self._waiting, *self._running]
            self._changed.notify()
        for turn in turns:
            turn.stop()
        self._tables.close()

    def _enter(self, turn: Turn) -> None:
        with self._changed:
            if self._closed:
                raise Cancelled
            heapq.heappush(self._waiting, turn)
            self._serve()
            self._changed.notify()

    def _leave(self, turn: Turn) -> None:
        with self._changed:
            if turn in self._running:
                self._running.remove(turn)
                self._idle.append(turn.engine)
                self._serve()
            elif turn in self._waiting:
                self._waiting.remove(turn)
                heapq.heapify(self._waiting)

    def _serve(self) -> None:
        """Give engines that are idle to those who wait; the lock is held."""
        while self._idle and self._waiting and not self._closed:
            turn = heapq.heappop(self._waiting)
            self._running.add(turn)
            turn.begin(self._idle.pop())
        if self._waiting:
            self._changed.notify()  # the turns that run now have an end

    def _end_turns(self) -> None:
        """Stop the searches whose turn is over while others wait."""
        with self._changed:
            while not self._closed:
                running = [turn for turn in self._running if not (turn.over or turn.whole)]
                if not self._waiting or not running:
                    self._changed.wait(None if not self._waiting else FIRST_TURN)
                    continue
                left = min(turn.ends for turn in running) - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                for turn in running:
                    if turn.ends <= time.monotonic():
                        turn.over = True
                        turn.stop()
