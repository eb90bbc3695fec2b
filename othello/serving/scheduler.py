"""Operations carried out for many clients, which share a few engines.

Searches run in slices of time, and none waits for long.

While nobody waits, a search keeps its engine. Otherwise it is stopped at the end of its slice, goes
back into the queue and begins again: the iterations that it had finished are in the table, and pass
in no time. Its first slice is short and each further one twice as long, up to a limit, so a new
search has scores soon, and a long one loses little by beginning again. Each waiting search has a
deadline in proportion to the length of its slice, and the earliest deadline is served first. So
short slices go before long ones, but not for ever.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from queue import PriorityQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from othello.analysis.games import EXACT_FROM
from othello.analysis.games import LEVEL as ANALYSIS_LEVEL
from othello.board import check_board
from othello.engine import Engine, Search
from othello.errors import InvalidOption
from othello.limits import Limits, limits_of
from othello.notation import each_move
from othello.operation import (
    ASIDE,
    LONG,
    READ,
    SHORT,
    Cancelled,
    Lane,
    Progress,
    json_of,
    needs_of,
    to_json,
)
from othello.operations import load_operation
from othello.result import Info, Line, Result
from othello.serving.services import opened_services

if TYPE_CHECKING:
    from othello.board import BoardLike
    from othello.book import Book

T = TypeVar("T")

Answer = dict[str, object]

Report = Callable[[Answer], object]
"""Takes what a request has to tell on the way; called in any thread."""

FIRST_SLICE = 0.02
"""Seconds of a search's first slice while others wait."""

LONGEST_SLICE = 0.64

PATIENCE = 50
"""A wait's deadline is this many times the slice that is waited for."""

READERS = 4
"""Threads for what takes long without an engine; they share the interpreter with all others."""


class QueuedSearch:
    """A search in the queue: what was asked for, and what its slices have found together."""

    def __init__(
        self,
        board: BoardLike,
        limits: Limits,
        most_seconds: float,
        engine: Engine | None,
        whole: bool,
        on_info: Callable[[Info], object] | None,
        on_result: Callable[[Result], object] | None,
    ) -> None:
        self.board = check_board(board)
        self.limits = limits
        # Each iteration has a line for every move that is searched; `Engine.prepare` checks them.
        moves = {*(self.board.legal_moves() if limits.moves is None else each_move(limits.moves))}
        self.engine = engine
        self.whole = whole
        self.done = Future[Result]()  # cancelling it ends the search, or its wait
        self.done.add_done_callback(self.stop)
        self.result: Result | None = None  # of the deepest iteration that is finished
        # Of all slices that are over.
        self.n_slices = 0
        self.nodes = 0
        self.seconds = 0.0
        self._n_lines = max(1, min(limits.multipv, len(moves)))
        self._lines: list[Line] = []
        self._search: Search | None = None
        self._most_seconds = min(limits.seconds or most_seconds, most_seconds)
        self._on_info = on_info
        self._on_result = on_result

    @property
    def slice_seconds(self) -> float:
        """Seconds of the next slice."""
        seconds: float = FIRST_SLICE * 2**self.n_slices
        return min(seconds, LONGEST_SLICE)

    def _limits_left(self, level: int, seconds: float | None) -> Limits:
        """Return the limits less what the earlier slices have used, and with a limit of time.

        The engine's `level` decides only where there is no limit, and now there is one.
        """
        limits = self.limits
        nodes = None if limits.nodes is None else max(limits.nodes - self.nodes, 1)
        if limits[:5] == (None,) * 5 and not (limits.exact or limits.wld):
            limits = limits._replace(level=level)
        left = self._most_seconds - self.seconds
        return limits._replace(seconds=min(left, seconds or left), nodes=nodes)

    def _add_info(self, info: Info) -> None:
        """Take a line of an iteration; with the last one, report the iteration unless it is old."""
        if self._on_info is not None:
            self._on_info(info)
        if info.bound is not None:
            return
        if info.rank == 1:
            self._lines = []
        self._lines.append(Line(*info[:6], self.board.n_empties))
        old = self.result
        is_new = old is None or (info.depth, info.selectivity) > (old.depth, old.selectivity)
        if len(self._lines) == self._n_lines and is_new:
            seconds = self.seconds + info.seconds
            self.result = Result(tuple(self._lines), self.nodes + info.nodes, seconds, False)
            if self._on_result is not None:
                self._on_result(self.result)

    def run_slice(self, engine: Engine, seconds: float | None) -> Result:
        """Search for one more slice, of `seconds` at most if that is given; return its result."""
        # With a limit of time a search takes another way, and may end otherwise.
        limits = self.limits if self.whole else self._limits_left(engine.level, seconds)
        search = self._search = engine.prepare(self.board, limits, on_info=self._add_info)
        try:
            if self.done.done():  # cancelled before there was a search to stop
                search.stop()
            return search.run()
        finally:
            # It holds the engine's table. The job and its future refer to each other, so without
            # this the table would stay until Python looks for such circles.
            self._search = None

    def stop(self, *_: object) -> None:
        """End the running slice; any thread may call this."""
        if (search := self._search) is not None:
            search.stop()

    def add_slice(self, last: Result, interrupted: bool) -> Result | None:
        """Take the result of a slice; return that of the job if it was the last one."""
        self.n_slices += 1
        self.nodes += last.nodes
        self.seconds += last.seconds
        is_spent = self.seconds >= self._most_seconds or (
            self.limits.nodes is not None and self.nodes >= self.limits.nodes
        )
        if interrupted and last.stopped and not is_spent:
            return None
        best = last
        if last.stopped and self.result is not None and self.result.depth >= last.depth:
            best = self.result
        return Result(best.lines, self.nodes, self.seconds, last.stopped)


class Scheduler:
    """Engines, and the searches that wait for them: `othello.operation.Engines`.

    Any thread may use this. As many searches run at the same time as there are `engines`, each of
    which has so many threads and so large a table. A search may take `most_seconds`, its waits not
    counted. The `book` is for questions that need no search, the `services` are what rooms keep for
    clients.
    """

    def __init__(
        self,
        engines: int,
        threads: int = 1,
        hash_mb: int = 64,
        most_seconds: float = 60.0,
        book: Book | None = None,
        **services: object,
    ) -> None:
        self.book = book
        with opened_services() as empty:
            self.services: dict[str, Any] = empty | {
                name: service for name, service in services.items() if service is not None
            }
        self._engines = [Engine(threads, hash_mb) for _ in range(engines)]
        self._most_seconds = most_seconds
        self._waiting = PriorityQueue[tuple[float, int, QueuedSearch | None]]()
        self._numbers = count()  # of equal deadlines, the first comes first
        self._jobs: set[QueuedSearch] = set()
        # The jobs whose slice has no limit, as nobody waited, and since when they run.
        self._unlimited: dict[QueuedSearch, float] = {}
        self._arrived = Event()
        self.closed = False
        # Each lent engine has a table of its own, and memory is limited. What takes minutes does
        # not hold up what takes seconds. What reads for long would leave others no thread of the
        # event loop's pool.
        sizes = {LONG: engines + 1, SHORT: engines + 1, READ: READERS}
        self._pools = {lane: ThreadPoolExecutor(size) for lane, size in sizes.items()}
        self._begin()

    def _begin(self) -> None:
        """Start the threads that search, and the one that ends slices."""
        for engine in self._engines:
            Thread(target=self._work, args=[engine], daemon=True).start()
        Thread(target=self._end_slices, daemon=True).start()

    async def carry_out(self, do: str, values: dict[str, Any], report: Report) -> Answer:
        """Return the answer of the operation `do`; cancelling this ends its search.

        What the operation needs is lent to it.

        Raises
        ------
        OthelloError
            If a value cannot be used.
        """
        asked = load_operation(do)(**values)
        is_over = Event()

        def progress(info: object) -> None:
            if is_over.is_set() or self.closed:
                raise Cancelled("cancelled")
            report(to_json(info))

        needs = needs_of(type(asked))
        lent = {need: self._lent(need, is_required) for need, is_required in needs.items()}

        def run(**own: object) -> Any:
            given = {**lent, "progress": progress, **own}
            return asked.run(**{need: given[need] for need in needs})

        def search(engine: Engine, progress: Progress) -> object:
            return run(engine=engine, progress=progress)

        try:
            if "engines" in needs:
                answer = await run()
            elif "engine" in needs:
                level = getattr(asked, "level", None)
                answer = await self.lend(search, progress, level, asked.lane)
            else:
                answer = await self.aside(run, asked.lane)
        finally:
            is_over.set()
        return json_of(answer)

    def _lent(self, need: str, is_required: bool) -> object:
        """Return what an operation needs, but for an engine of its own, and `progress`."""
        if need == "engines":
            return self
        if need == "evaluator":
            return Engine()
        if need == "book" and is_required and self.book is None:
            raise InvalidOption("no book is in use: expected othello serve without --no-book")
        return self.book if need == "book" else self.services.get(need)

    async def aside(self, work: Callable[[], T], lane: Lane = READ) -> T:
        """Return the result of work that needs no engine; in the lane `ASIDE` it takes a moment."""
        return await self._beside(lane if lane == ASIDE else READ, work)

    async def lend(
        self,
        work: Callable[[Engine, Progress], T],
        progress: Progress,
        level: int | None = None,
        lane: Lane = LONG,
    ) -> T:
        """Return the result of work with an engine of its own, which says what the terminal's does.

        Whatever was searched before, its table is empty, and as large as there. Up to the level of
        analyses none of its searches is interrupted: they take seconds, with many empty squares
        ten. Work in the lane `LONG` waits for other such work only.
        """
        with SharedEngine(self, whole=is_whole(level)) as engine:
            return await self._beside(lane, partial(work, engine, progress))

    async def _beside(self, lane: Lane, work: Callable[[], T]) -> T:
        """Return the result of work in the threads of a lane, by default the event loop's."""
        if self.closed:
            raise Cancelled("cancelled")
        return await asyncio.get_running_loop().run_in_executor(self._pools.get(lane), work)

    async def search(
        self,
        board: BoardLike,
        limits: Limits,
        on_result: Callable[[Result], object] | None = None,
    ) -> Result:
        """Return the result of a search that takes turns with those of others."""
        return await asyncio.wrap_future(self.submit(board, limits, on_result=on_result))

    def submit(
        self,
        board: BoardLike,
        limits: Limits,
        *,
        engine: Engine | None = None,
        whole: bool = False,
        on_info: Callable[[Info], object] | None = None,
        on_result: Callable[[Result], object] | None = None,
    ) -> Future[Result]:
        """Begin to search, in as many slices as it takes; cancelling the future ends the search.

        By default one of the scheduler's engines searches, whose table is everybody's. A `whole`
        search, with an `engine` of its own, is not interrupted: it goes on beside all others, in a
        thread of its own. Others begin again with what they left in the table, and may end
        otherwise. `on_info` is called as by `Engine.search`, `on_result` with
        a `Result` after each iteration, both in another thread.
        """
        job = QueuedSearch(board, limits, self._most_seconds, engine, whole, on_info, on_result)
        self._jobs.add(job)
        job.done.add_done_callback(lambda _: self._jobs.discard(job))
        if self.closed:
            job.done.cancel()
        self._begin_job(job)
        return job.done

    def _begin_job(self, job: QueuedSearch) -> None:
        if job.whole:
            Thread(target=self._take_turn, args=[job, job.engine], daemon=True).start()
        else:
            self._queue(job)
            self._arrived.set()

    def close(self) -> None:
        """End every search and every wait; later searches are cancelled at once."""
        self.closed = True
        for job in [*self._jobs]:
            job.done.cancel()
        for _ in self._engines:
            self._waiting.put((0.0, next(self._numbers), None))
        self._arrived.set()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    async def finish(self) -> None:
        """Wait, once this was closed, for what still reads the book, bases and files."""
        await asyncio.to_thread(self._pools[READ].shutdown)

    def _queue(self, job: QueuedSearch) -> None:
        deadline = time.monotonic() + PATIENCE * job.slice_seconds
        self._waiting.put((deadline, next(self._numbers), job))

    def _work(self, engine: Engine) -> None:
        """Give slices of an engine's time to those who wait, until there is a None."""
        while (job := self._waiting.get()[2]) is not None:
            self._take_turn(job, engine)

    def _take_turn(self, job: QueuedSearch, engine: Engine) -> None:
        """Run a slice of a job; then it is done, or waits for its next one."""
        if job.done.done():  # cancelled
            return
        with suppress(InvalidStateError):  # cancelled meanwhile
            try:
                result = self._run_slice(job, job.engine or engine)
            except Exception as error:
                job.done.set_exception(error)
                return
            if result is None:
                self._queue(job)
            else:
                job.done.set_result(result)

    def _run_slice(self, job: QueuedSearch, engine: Engine) -> Result | None:
        """Search until the slice is over and others wait; return the result if the job is done."""
        if job.whole:
            return job.add_slice(job.run_slice(engine, None), False)
        # Who comes after this line sees it, and who came before is seen in the next one.
        self._unlimited[job] = time.monotonic()
        try:
            seconds = None
            if not self._waiting.empty():
                del self._unlimited[job]
                seconds = job.slice_seconds
            return job.add_slice(job.run_slice(engine, seconds), True)
        finally:
            self._unlimited.pop(job, None)

    def _end_slices(self) -> None:
        """End the slices without a limit whose time is over, while others wait."""
        while self._arrived.wait() and not self.closed:
            self._arrived.clear()
            while self._unlimited and not self._waiting.empty():
                time.sleep(FIRST_SLICE / 4)
                for job, begun in [*self._unlimited.items()]:
                    if begun + job.slice_seconds <= time.monotonic():
                        job.stop()


def is_whole(level: int | None) -> bool:
    """Return whether the searches of lent engines that search at `level` are not interrupted."""
    return (level or ANALYSIS_LEVEL) <= ANALYSIS_LEVEL


class SharedEngine(Engine):
    """An engine for code in another thread, whose searches wait in a scheduler's queue.

    If they are `whole`, they are not interrupted.
    """

    def __init__(self, scheduler: Scheduler, *, whole: bool = False) -> None:
        super().__init__(endgame_depth=EXACT_FROM)
        self._scheduler = scheduler
        self._whole = whole
        self._running: Future[Result] | None = None

    def search(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Any,
    ) -> Result:
        """Search as `Engine.search` does, once it is this search's turn.

        Raises EngineError, concurrent.futures.CancelledError if this is closed before or meanwhile.
        """
        self.allocate()
        self._running = self._scheduler.submit(
            board, limits_of(limits, keywords), engine=self, whole=self._whole, on_info=on_info
        )
        if self._closed:  # meanwhile
            self._running.cancel()
        return self._running.result()

    def close(self) -> None:
        """End the running search, and give the table back; no search may follow."""
        super().close()
        if self._running is not None:
            self._running.cancel()
