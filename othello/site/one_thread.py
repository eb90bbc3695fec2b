"""A scheduler for where no thread can be started, as in a page: all is done in the event loop.

Searches run in slices of time, even one that is alone: between two slices the event loop hears of
new requests and of those that are cancelled. A search is stopped at the end of its slice, goes back
into the queue and begins again: the iterations that it had finished are in the table, and pass in
no time. Its first slice is short and each further one twice as long, up to a limit, so a new search
has scores soon, and a long one loses little by beginning again. Each waiting search has a deadline
in proportion to the length of its slice, and the earliest deadline is served first. So short slices
go before long ones, but not for ever.

Work that searches many times, such as the analysis of a game, is plain code that cannot wait in the
midst for the event loop. So at each of its searches it is ended, the search is done in turns, and
the work is begun again with the results of all searches until there. It must therefore do the same
each time. Beside the searches it takes next to no time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from othello.analysis.games import EXACT_FROM
from othello.board import check_board
from othello.engine import Engine
from othello.limits import Limits, limits_of
from othello.operation import LONG, READ, Cancelled, Lane, Progress
from othello.result import Info, Result
from othello.serving.scheduler import Iterations, Scheduler, is_whole, within
from othello.weights import load_shipped

if TYPE_CHECKING:
    from othello.board import BoardLike

T = TypeVar("T")

PAUSE = 0.005
"""Seconds between two slices. A request takes several rounds of the event loop, and all of them
shall pass in one pause. For less, Pyodide's event loop would not wait."""

FIRST_SLICE = 0.02
"""Seconds of a search's first slice."""

LONGEST_SLICE = 0.64

PATIENCE = 50
"""A wait's deadline is this many times the slice that is waited for."""


class QueuedSearch:
    """A search in the queue: what was asked for, and what its slices have found together.

    Without `most_seconds` it is not interrupted.
    """

    def __init__(
        self,
        board: BoardLike,
        limits: Limits,
        engine: Engine,
        most_seconds: float | None,
        on_info: Callable[[Info], object] | None = None,
        on_result: Callable[[Result], object] | None = None,
    ) -> None:
        self.board = check_board(board)
        self.done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._is_whole = most_seconds is None
        if most_seconds is not None:
            limits = within(limits, most_seconds, engine.level)
        self._limits = limits
        self._engine = engine
        self._iterations = Iterations(self.board, limits, self._tell)
        self._on_info = on_info
        self._on_result = on_result
        self._result: Result | None = None  # of the deepest iteration that is finished
        # Of all slices that are over.
        self._n_slices = 0
        self._nodes = 0
        self._seconds = 0.0

    @property
    def slice_seconds(self) -> float:
        """Seconds of the next slice."""
        seconds: float = FIRST_SLICE * 2**self._n_slices
        return min(seconds, LONGEST_SLICE)

    def _limits_left(self) -> Limits:
        """Return the limits less what the earlier slices have used, at most those of a slice."""
        nodes, seconds = self._limits.nodes, self._limits.seconds
        if seconds is None:
            return self._limits
        return self._limits._replace(
            seconds=min(seconds - self._seconds, self.slice_seconds),
            nodes=None if nodes is None else max(nodes - self._nodes, 1),
        )

    def _add_info(self, info: Info) -> None:
        if self._on_info is not None:
            self._on_info(info)
        self._iterations.add(info)

    def _tell(self, found: Result) -> None:
        """Take the result of an iteration, and tell it unless it is old."""
        old, line = self._result, found.lines[0]
        if old is None or (line.depth, line.selectivity) > (old.depth, old.selectivity):
            self._result = self._with_earlier(found)
            if self._on_result is not None:
                self._on_result(self._result)

    def _with_earlier(self, found: Result) -> Result:
        """Return a slice's result with the nodes and seconds of earlier slices."""
        nodes, seconds = self._nodes + found.nodes, self._seconds + found.seconds
        return found._replace(nodes=nodes, seconds=seconds)

    def run_slice(self) -> Result | None:
        """Search for one more slice; return the result if it was the last one."""
        last = self._engine.search(self.board, self._limits_left(), on_info=self._add_info)
        if self._is_whole:
            return last
        self._n_slices += 1
        last = self._with_earlier(last)
        self._nodes, self._seconds = last.nodes, last.seconds
        limits = self._limits
        is_spent = self._seconds >= (limits.seconds or 0.0) or (
            limits.nodes is not None and self._nodes >= limits.nodes
        )
        if last.stopped and not is_spent:
            return None
        if last.stopped and self._result is not None and self._result.depth >= last.depth:
            return last._replace(lines=self._result.lines)
        return last


class OneThread(Scheduler):
    """One engine, and the searches that wait for it."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(1, *arguments, **keywords)
        self._waiting: list[tuple[float, int, QueuedSearch]] = []
        self._numbers = count()  # of equal deadlines, the first comes first
        self._turns: asyncio.Task[None] | None = None
        self._weights: asyncio.Future[None] | None = None

    def await_weights(self, weights: Awaitable[object]) -> None:
        """Search with the classic evaluation until `weights` are in their file, and then with them.

        Requests that are more than a search wait for them.
        """
        self._model.evaluation = "classic"

        async def use() -> None:
            await weights
            load_shipped()
            self._model.evaluation = "pattern"

        self._weights = asyncio.ensure_future(use())

    def _begin(self) -> None:
        """Start no thread."""

    async def aside(self, work: Callable[[], T], lane: Lane = READ) -> T:
        """Return the result of work that needs no engine."""
        if self.closed:
            raise Cancelled("cancelled")
        return work()

    async def search(
        self,
        board: BoardLike,
        limits: Limits,
        on_result: Callable[[Result], object] | None = None,
    ) -> Result:
        """Return the result of a search that takes turns with others, in a table that all share."""
        search = QueuedSearch(board, limits, self._model, self._most_seconds, on_result=on_result)
        return await self._result_of(search)

    async def _result_of(self, search: QueuedSearch) -> Result:
        """Return a search's result, once it has had all its turns."""
        if self.closed:
            raise Cancelled("cancelled")
        self._wait(search)
        if self._turns is None:
            self._turns = asyncio.create_task(self._take_turns())
        self._running.add(search.done)
        try:
            return await search.done
        finally:
            self._running.discard(search.done)

    def _wait(self, search: QueuedSearch) -> None:
        deadline = time.monotonic() + PATIENCE * search.slice_seconds
        heappush(self._waiting, (deadline, next(self._numbers), search))

    async def _take_turns(self) -> None:
        """Run slices until nobody waits."""
        while self._waiting:
            await asyncio.sleep(PAUSE)
            search = heappop(self._waiting)[2]
            if search.done.done():  # cancelled
                continue
            try:
                result = search.run_slice()
            except Exception as error:
                search.done.set_exception(error)
                continue
            if result is None:
                self._wait(search)
            else:
                search.done.set_result(result)
        self._turns = None

    async def lend(
        self,
        work: Callable[[Engine, Progress], T],
        progress: Progress,
        level: int | None = None,
        lane: Lane = LONG,
    ) -> T:
        """Return the result of work that searches with an engine of its own.

        It is begun again after each of its searches. What it reports again is left out.
        """
        n_reported = 0
        seconds = None if is_whole(level) else self._most_seconds
        if self._weights is not None:
            await asyncio.shield(self._weights)
        with Engine(endgame_depth=EXACT_FROM) as searching, ReplayingEngine() as engine:
            while True:
                n_again = 0

                def tell(info: object) -> None:
                    nonlocal n_again, n_reported
                    n_again += 1
                    if n_again > n_reported:
                        n_reported = n_again
                        progress(info)

                try:
                    return work(engine, tell)
                except Unsearched as asked:
                    infos: list[Info] = []
                    search = QueuedSearch(
                        asked.board, asked.limits, searching, seconds, on_info=infos.append
                    )
                    engine.add(infos, await self._result_of(search))


class Unsearched(BaseException):
    """Ends work at a search whose result is not there yet; no error that work could handle."""

    def __init__(self, board: BoardLike, limits: Limits) -> None:
        self.board = board
        self.limits = limits


class ReplayingEngine(Engine):
    """An engine that gives the results of searches that were done, in their order."""

    def __init__(self) -> None:
        super().__init__(endgame_depth=EXACT_FROM)
        self._found: list[tuple[list[Info], Result]] = []
        self._n_given = 0

    def add(self, infos: list[Info], result: Result) -> None:
        """Take what the next search has found; the work begins again."""
        self._found.append((infos, result))
        self._n_given = 0

    def search(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Any,
    ) -> Result:
        """Return the result of this search.

        Raises Unsearched if it was not done yet.
        """
        if self._n_given == len(self._found):
            raise Unsearched(board, limits_of(limits, keywords))
        infos, result = self._found[self._n_given]
        self._n_given += 1
        if on_info is not None:
            for info in infos:
                on_info(info)
        return result
