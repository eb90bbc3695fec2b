"""A few engines shared by many searches: they run in slices of time, and none waits for long.

While nobody waits, a search keeps its engine. Otherwise it is stopped at the end of its slice, goes
back into the queue and begins again: the iterations that it had finished are in the table, and pass
in no time. Its first slice is short and each further one twice as long, up to a limit, so a new
search has scores soon, and a long one loses little by beginning again. Each waiting search has a
deadline in proportion to the length of its slice, and the earliest deadline is served first. So
short slices go before long ones, but not for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from typing import TYPE_CHECKING

from othello.board import check_board
from othello.engine import Engine, Search
from othello.errors import InvalidOption
from othello.limits import Limits, limits_of
from othello.result import Info, Line, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from othello.board import BoardLike
    from othello.limits import LimitKeywords

__all__ = ["Scheduler", "SharedEngine"]

FIRST_SLICE = 0.02
"""Seconds of a search's first slice while others wait."""

LONGEST_SLICE = 0.64

PATIENCE = 50
"""A wait's deadline is this many times the slice that is waited for."""


class Job:
    """A search in the queue: what was asked for, and what its slices have found together.

    Attributes
    ----------
    done : Future
        Its result. Cancelling it ends the search, or its wait.
    search : Search or None
        What runs in its slice, or did in the last one.
    result : Result or None
        The deepest iteration that is finished; None before the first.
    n_slices, nodes, seconds : int, int, float
        Of all slices that are over.
    """

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
        if limits.seconds is not None and not limits.seconds > 0:
            raise InvalidOption(f"invalid seconds {limits.seconds!r}: expected more than 0")
        self.board = check_board(board)
        # Each iteration has a line for every move that is searched; `Engine.prepare` checks both.
        moves = self.board.legal_moves() if limits.moves is None else list(limits.moves)
        self.limits = limits if limits.moves is None else limits._replace(moves=moves)
        self.engine = engine
        self.whole = whole
        self.done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.done.add_done_callback(self._stop)
        self.search: Search | None = None
        self.result: Result | None = None
        self.n_slices = 0
        self.nodes = 0
        self.seconds = 0.0
        self._n_lines = max(1, min(limits.multipv, len(moves)))
        self._lines: list[Line] = []
        self._most_seconds = min(limits.seconds or most_seconds, most_seconds)
        self._on_info = on_info
        self._on_result = on_result

    @property
    def slice_seconds(self) -> float:
        """Seconds of the next slice."""
        seconds: float = FIRST_SLICE * 2**self.n_slices
        return min(seconds, LONGEST_SLICE)

    def limits_left(self, level: int) -> Limits:
        """Return the limits less what the earlier slices have used, and with a limit of time.

        The engine's `level` decides only where there is no limit, and now there is one.
        """
        limits = self.limits
        nodes = None if limits.nodes is None else max(limits.nodes - self.nodes, 1)
        if limits[:5] == (None,) * 5 and not (limits.exact or limits.wld):
            limits = limits._replace(level=level)
        return limits._replace(seconds=self._most_seconds - self.seconds, nodes=nodes)

    def add_info(self, info: Info) -> None:
        """Take a line of an iteration; with the last one, report the iteration unless it is old."""
        if self._on_info is not None:
            self._on_info(info)
        if info.bound is not None:
            return
        if info.rank == 1:
            self._lines = []
        self._lines.append(Line(*info[:6]))
        old = self.result
        is_new = old is None or (info.depth, info.selectivity) > (old.depth, old.selectivity)
        if len(self._lines) == self._n_lines and is_new:
            seconds = self.seconds + info.seconds
            self.result = Result(tuple(self._lines), self.nodes + info.nodes, seconds, False)
            if self._on_result is not None:
                self._on_result(self.result)

    def _stop(self, done: asyncio.Future[Result]) -> None:
        if self.search is not None:
            self.search.stop()

    def add_slice(self, last: Result, interrupted: bool) -> bool:
        """Take the result of a slice; return whether it was the last one, and the job is done."""
        self.n_slices += 1
        self.nodes += last.nodes
        self.seconds += last.seconds
        is_spent = self.seconds >= self._most_seconds or (
            self.limits.nodes is not None and self.nodes >= self.limits.nodes
        )
        if interrupted and last.stopped and not is_spent:
            return False
        best = last
        if last.stopped and self.result is not None and self.result.depth >= last.depth:
            best = self.result
        if not self.done.done():
            self.done.set_result(Result(best.lines, self.nodes, self.seconds, last.stopped))
        return True


class Scheduler:
    """Engines, and the searches that wait for them; to be used in one event loop.

    Parameters
    ----------
    engines : int
        How many searches may run at the same time.
    threads, hash_mb : int
        Of each engine.
    most_seconds : float
        Time that a single search may take, its waits not counted.

    Attributes
    ----------
    analysts : ThreadPoolExecutor
        For work with a `SharedEngine`: as many at a time as there are engines, as each has a table
        of its own, and memory is limited.
    """

    def __init__(
        self, engines: int, threads: int = 1, hash_mb: int = 64, most_seconds: float = 60.0
    ) -> None:
        self._engines = [Engine(threads, hash_mb) for _ in range(engines)]
        self._most_seconds = most_seconds
        self._waiting = asyncio.PriorityQueue[tuple[float, int, Job]]()
        self._numbers = count()  # of equal deadlines, the first comes first
        self._jobs: set[Job] = set()
        self._workers: list[asyncio.Task[None]] = []
        self._closed = False
        self._threads = ThreadPoolExecutor(engines)
        self.analysts = ThreadPoolExecutor(engines)

    async def search(
        self,
        board: BoardLike,
        limits: Limits,
        *,
        engine: Engine | None = None,
        whole: bool = False,
        on_info: Callable[[Info], object] | None = None,
        on_result: Callable[[Result], object] | None = None,
    ) -> Result:
        """Search in as many slices as it takes; cancelling this ends the search.

        Parameters
        ----------
        board, limits, on_info
            As for `Engine.search`.
        engine : Engine, optional
            What searches. By default it is one of the scheduler's, whose table is everybody's.
        whole : bool
            Whether the search is not interrupted: for searches that are short. Those that are begin
            again with what they left in the table, and may end otherwise.
        on_result : callable, optional
            Called in another thread with a `Result` after each iteration.
        """
        if self._closed:
            raise asyncio.CancelledError
        if not self._workers:
            self._workers = [asyncio.create_task(self._work(each)) for each in self._engines]
        job = Job(board, limits, self._most_seconds, engine, whole, on_info, on_result)
        self._jobs.add(job)
        self._queue(job)
        try:
            return await job.done
        finally:
            self._jobs.remove(job)

    def close(self) -> None:
        """End every search and every wait; later searches are cancelled at once."""
        self._closed = True
        for job in self._jobs:
            job.done.cancel()
        for worker in self._workers:
            worker.cancel()
        self.analysts.shutdown(wait=False, cancel_futures=True)
        self._threads.shutdown(wait=False)

    def _queue(self, job: Job) -> None:
        deadline = asyncio.get_running_loop().time() + PATIENCE * job.slice_seconds
        self._waiting.put_nowait((deadline, next(self._numbers), job))

    async def _work(self, engine: Engine) -> None:
        """Give slices of an engine's time to those who wait, for ever."""
        while True:
            _, _, job = await self._waiting.get()
            if job.done.done():  # cancelled
                continue
            try:
                if not await self._run_slice(job, job.engine or engine):
                    self._queue(job)
            except Exception as error:
                if not job.done.done():
                    job.done.set_exception(error)

    async def _run_slice(self, job: Job, engine: Engine) -> bool:
        """Search until the slice is over and others wait; return whether the job is done."""
        limits = job.limits_left(engine.level)
        job.search = search = engine.prepare(job.board, limits, on_info=job.add_info)
        running = asyncio.get_running_loop().run_in_executor(self._threads, search.run)
        seconds, interrupted = job.slice_seconds, False
        while not (await asyncio.wait({running}, timeout=None if job.whole else seconds))[0]:
            seconds = FIRST_SLICE
            if not self._waiting.empty():
                interrupted = True
                search.stop()
                break
        return job.add_slice(await running, interrupted)


class SharedEngine(Engine):
    """An engine for code in another thread, whose searches wait in a scheduler's queue.

    Parameters
    ----------
    scheduler : Scheduler
        Who runs the searches, in the event loop in which this is made.
    whole : bool
        Whether searches are not interrupted.
    endgame_depth : int
        As for `Engine`.
    """

    def __init__(
        self, scheduler: Scheduler, *, whole: bool = False, endgame_depth: int = 0
    ) -> None:
        super().__init__(endgame_depth=endgame_depth)
        self._scheduler = scheduler
        self._loop = asyncio.get_running_loop()
        self._whole = whole
        self._running: Future[Result] | None = None

    def search(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Result:
        """Search as `Engine.search` does, once it is this search's turn.

        Raises
        ------
        concurrent.futures.CancelledError
            If this is closed meanwhile.
        """
        self.allocate()  # raises after `close`
        search = self._scheduler.search(
            board, limits_of(limits, keywords), engine=self, whole=self._whole, on_info=on_info
        )
        self._running = asyncio.run_coroutine_threadsafe(search, self._loop)
        if self._closed:  # meanwhile
            self._running.cancel()
        return self._running.result()

    def close(self) -> None:
        """End the running search, and give the table back; no search may follow."""
        super().close()
        if self._running is not None:
            self._running.cancel()
