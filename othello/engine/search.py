"""A search that is ready to run, and the lock that lets an engine run only one at a time."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from othello.board import Board
from othello.engine.waiting import next_of
from othello.errors import EngineError
from othello.result import Info, Line, Result

if TYPE_CHECKING:
    from queue import SimpleQueue

    from othello._common import CoreLine


class Idle:
    """The context in which an engine's searcher is held, so that it is not used twice at once.

    A class and no generator-based context manager: a search of depth 1 takes 8.5 µs instead of
    11.6.

    Raises EngineError when it is entered, if a search holds the searcher.
    """

    __slots__ = ("_busy",)

    def __init__(self) -> None:
        self._busy = threading.Lock()

    def __enter__(self) -> None:
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is busy with a search: stop it first")

    def __exit__(self, *_: object) -> None:
        self._busy.release()


class OneSearch:
    """Lets an engine run one search at a time, and stops the running one.

    `idle` is the context for whatever uses the searcher. `stopping` is held while `running`, the
    running search, or `n_stops` are read or changed. `n_stops` counts the calls of `stop`: a search
    prepared before the last of them returns at once.
    """

    def __init__(self) -> None:
        self.idle = Idle()
        # Reentrant: a signal handler may stop a search while its thread is about to.
        self.stopping = threading.RLock()
        self.running: Search | None = None
        self.n_stops = 0

    def stop(self) -> None:
        """Stop the running search and those that are prepared."""
        with self.stopping:
            self.n_stops += 1
            if self.running is not None:
                self.running.stop()


class Search:
    """A search that is ready to run: what `Engine.prepare` returns."""

    def __init__(
        self,
        searches: OneSearch,
        searcher: Any,
        board: Board,
        options: dict[str, Any],
        limits: dict[str, Any],
        on_info: Callable[[Info], None] | None,
        before: Callable[[], None],
        stops_before: int,
    ) -> None:
        self._searches = searches
        self._searcher = searcher
        self._board = board
        self._options = options
        self._limits = limits
        self._on_info = on_info
        self._before = before
        self._stopped = False
        self._stops_before = stops_before

    def run(self) -> Result:
        """Search; return when a limit is reached or after `stop`."""
        with self._searches.idle:
            self._before()
            self._begin()
            try:
                self._searcher.set_options(**self._options)
                lines, nodes, seconds, stopped = self._searcher.search(
                    self._board.player,
                    self._board.opponent,
                    **self._limits,
                    on_info=self._report if self._on_info is not None else None,
                )
            finally:
                with self._searches.stopping:
                    self._searches.running = None
        n_empties = self._board.n_empties
        found = tuple([Line.from_core(line, n_empties) for line in lines])
        return Result(found, nodes, seconds, stopped)

    def stop(self) -> None:
        """Make `run` return within milliseconds; any thread may call this, even before `run`."""
        with self._searches.stopping:
            self._stopped = True
            if self._searches.running is self:
                self._searcher.stop()

    def _begin(self) -> None:
        """Let `stop` reach the core, and pass on a stop from before."""
        searches = self._searches
        with searches.stopping:
            searches.running = self
            self._searcher.arm()
            if self._stopped or searches.n_stops != self._stops_before:
                self._searcher.stop()

    def _report(
        self, found: CoreLine, rank: int, nodes: int, seconds: float, hashfull: int
    ) -> None:
        """Convert the core's report on an iteration to an `Info` and pass it to `on_info`."""
        assert self._on_info is not None
        line = Line.from_core(found)
        self._on_info(Info(*line[:-1], rank, nodes, seconds, hashfull))


def events_of(
    search: Search, events: SimpleQueue[Info | Result | BaseException]
) -> Generator[Info, None, Result]:
    """Run `search` in a thread of its own; yield each `Info` that it puts into `events`.

    The generator's return value is the search's result; an error of the search is raised here.
    """

    def work() -> None:
        try:
            events.put(search.run())
        except BaseException as error:
            events.put(error)

    thread = threading.Thread(target=work, daemon=True)

    def halt() -> None:
        search.stop()
        if thread.ident is not None:  # not if Ctrl-C came before it began
            thread.join()

    # If the generator is never closed, stop its thread when the interpreter exits.
    atexit.register(halt)
    try:
        thread.start()
        while isinstance(event := next_of(events), Info):
            yield event
    finally:
        halt()
        atexit.unregister(halt)
    if isinstance(event, BaseException):
        raise event
    return event
