"""Operations carried out for many clients, which share a few engines.

Each search begins with an empty table, so its answer is the same whoever else is there. While
nobody waits it runs to its end. Otherwise it is short at first. When its slice of time is over, it
goes on beside the others if there is a place for one more long search; if not, it is ended, and
begun anew later with more time. So a new search has scores soon, and a long one takes at most
three times as long as alone, its waits not counted. Each waiting search has a deadline in
proportion to the length of its slice, and the earliest deadline is served first. So short slices go
before long ones, but not for ever.

Work that searches many times, such as the analysis of a game, has an engine of its own for all of
it, and is never ended.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from copy import copy
from functools import partial
from itertools import count
from queue import PriorityQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from othello.analysis.games import EXACT_FROM
from othello.analysis.games import LEVEL as ANALYSIS_LEVEL
from othello.board import Board, check_board
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

Waiting = tuple[float, int, "SharedSearch | None"]
"""A deadline, a number, as of equal deadlines the first comes first, and who waits."""

Report = Callable[[Answer], object]
"""Takes what a request has to tell on the way; called in any thread."""

FIRST_SLICE = 0.005
"""Seconds of a search's first slice while others wait."""

NODES_A_SECOND = 1e6
"""A slice has as many nodes at least, so that it gets somewhere on a busy processor too."""

LONGER = 4
"""How many times longer the next slice is."""

LONG_SLICE = 0.2
"""A search with a slice of so many seconds is long: it waits for other long ones only."""

PATIENCE = 200
"""A wait's deadline is this many times the slice that is waited for."""

CHECK_SECONDS = 0.0025
"""Between two looks at slices that may be over, while others wait."""

READERS = 4
"""Threads for what takes long without an engine; they share the interpreter with all others."""


class LentEngine(Engine):
    """An engine like that of ``othello analyse``; closing it ends its search, and the work with it.

    A search may take `most_seconds` of a processor, if that is given.
    """

    def __init__(self, most_seconds: float | None) -> None:
        super().__init__(endgame_depth=EXACT_FROM, processor_time=True)
        self._most_seconds = most_seconds

    def search(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Any,
    ) -> Result:
        """Search as `Engine.search` does; raise Cancelled if this is closed meanwhile."""
        limits = limits_of(limits, keywords)
        if self._most_seconds is not None:
            limits = within(limits, self._most_seconds, self.level)
        result = super().search(board, limits, on_info=on_info)
        if self._closed:
            raise Cancelled("cancelled")
        return result


def within(limits: Limits, most_seconds: float, level: int) -> Limits:
    """Return limits with one of time; the `level` decides where there is no other, as without."""
    if limits[:5] == (None,) * 5 and not (limits.exact or limits.wld):
        limits = limits._replace(level=level)
    return limits._replace(seconds=min(limits.seconds or most_seconds, most_seconds))


class Iterations:
    """Makes results of the iterations of a search, which tells their lines one by one."""

    def __init__(
        self, board: Board, limits: Limits, on_result: Callable[[Result], object] | None
    ) -> None:
        # Each iteration has a line for every move that is searched; `Engine.prepare` checks them.
        moves = {*(board.legal_moves() if limits.moves is None else each_move(limits.moves))}
        self._n_empties = board.n_empties
        self._n_lines = max(1, min(limits.multipv, len(moves)))
        self._lines: list[Line] = []
        self._on_result = on_result

    def add(self, info: Info) -> None:
        """Take a line of an iteration; with the last one, tell the iteration."""
        if info.bound is not None:
            return
        if info.rank == 1:
            self._lines = []
        self._lines.append(Line(*info[:6], self._n_empties))
        if len(self._lines) == self._n_lines and self._on_result is not None:
            self._on_result(Result(tuple(self._lines), info.nodes, info.seconds, False))


class SharedSearch:
    """A search that may be ended and begun anew: what was asked for, and what was told of it."""

    def __init__(
        self, board: BoardLike, limits: Limits, on_result: Callable[[Result], object] | None
    ) -> None:
        self.done = Future[Result]()  # cancelling it ends the search, or its wait
        self.done.add_done_callback(self.end)
        self.slice_seconds = FIRST_SLICE
        self.is_long = False
        self.is_ended = False
        self._board = check_board(board)
        self._limits = limits
        self._on_result = on_result
        self._reached = (0, 0)
        self.nodes_so_far: Callable[[], int] = int  # in the running slice
        self._search: Search | None = None
        self._began = 0.0

    def seconds_used(self, nodes: int) -> float:
        """Return how much of its slice a search has used with so many nodes."""
        return min(time.monotonic() - self._began, nodes / NODES_A_SECOND)

    @property
    def is_over(self) -> bool:
        """Whether the running slice has lasted its time."""
        return self.seconds_used(self.nodes_so_far()) >= self.slice_seconds

    def run(self, engine: Engine) -> Result | None:
        """Search; return None if this was ended before it had its result."""
        self.is_ended, self.nodes_so_far = False, engine.nodes_so_far
        self._began = time.monotonic()
        iterations = Iterations(self._board, self._limits, self._tell)
        search = self._search = engine.prepare(self._board, self._limits, on_info=iterations.add)
        try:
            if self.is_ended or self.done.done():  # before there was a search to stop
                search.stop()
            result = search.run()
        finally:
            # It holds the engine's table. This and its future refer to each other, so without
            # this the table would stay until Python looks for such circles.
            self._search, self.nodes_so_far = None, int
        if not (self.is_ended and result.stopped):
            return result
        self.slice_seconds = LONGER * max(self.slice_seconds, self.seconds_used(result.nodes))
        return None

    def end(self, _: object = None) -> None:
        """End the running slice; any thread may call this."""
        self.is_ended = True
        if (search := self._search) is not None:
            search.stop()

    def _tell(self, found: Result) -> None:
        """Tell an iteration, unless it was told before."""
        reached = found.lines[0].depth, found.lines[0].selectivity
        if reached > self._reached:
            self._reached = reached
            if self._on_result is not None:
                self._on_result(found)


class Scheduler:
    """Engines, and the searches that wait for them: `othello.operation.Engines`.

    As many short searches run at the same time as there are `engines`, and as many long ones. Each
    has so many `threads` and so large a table, and may take `most_seconds` of a processor. The
    `book` is for questions that need no search, the `services` are what rooms keep for clients.
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
        self._most_seconds = most_seconds
        self._model = Engine(threads, hash_mb, processor_time=True)  # each search has a copy of it
        self._short, self._long = (PriorityQueue[Waiting]() for _ in range(2))
        self._n_engines = engines
        self._numbers = count()  # of equal deadlines, the first comes first
        self._searches = set[SharedSearch]()  # that are in a slice
        self._running = set[Any]()  # futures of searches and of work
        self._lock = Lock()  # held while one of them begins, goes on as a long one, or is over
        self._arrived = Event()
        self.closed = False
        # Each lent engine has a table of its own, and memory is limited. What takes minutes does
        # not hold up what takes seconds.
        self._room = {lane: asyncio.Semaphore(engines + 1) for lane in (SHORT, LONG)}
        # What reads for long would leave others no thread of the event loop's pool.
        self._readers = ThreadPoolExecutor(READERS)
        self._begin()

    def _begin(self) -> None:
        """Start the threads that search, and the one that ends slices."""
        for queue in (self._short, self._long):
            for _ in range(self._n_engines):
                self._start(queue)
        Thread(target=self._end_slices, daemon=True).start()

    def _start(self, queue: PriorityQueue[Waiting]) -> None:
        Thread(target=self._work, args=[queue], daemon=True).start()

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
        if self.closed:
            raise Cancelled("cancelled")
        pool = None if lane == ASIDE else self._readers
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    async def lend(
        self,
        work: Callable[[Engine, Progress], T],
        progress: Progress,
        level: int | None = None,
        lane: Lane = LONG,
    ) -> T:
        """Return the result of work with an engine of its own, which says what the terminal's does.

        Whatever was searched before, its table is empty, and as large as there. Up to the level of
        analyses its searches have no limit of time: they take seconds, with many empty squares ten.
        Work that waits in the lane `LONG`, or that searches deeper, waits for other such work only.
        """
        is_short = lane == SHORT and is_whole(level)
        async with self._room[SHORT if is_short else LONG]:
            with LentEngine(None if is_whole(level) else self._most_seconds) as engine:
                return await self._beside(partial(work, engine, progress))

    async def search(
        self,
        board: BoardLike,
        limits: Limits,
        on_result: Callable[[Result], object] | None = None,
    ) -> Result:
        """Return the result of a search that takes turns with those of others.

        `on_result` is called with a `Result` after each iteration, in another thread.
        """
        limits = within(limits, self._most_seconds, self._model.level)
        search = SharedSearch(board, limits, on_result)
        with self._noted(search.done):
            self._queue(search)
            return await asyncio.wrap_future(search.done)

    @contextmanager
    def _noted(self, done: Future[Any]) -> Iterator[None]:
        """Note what is to be cancelled when this is closed."""
        if self.closed:
            raise Cancelled("cancelled")
        self._running.add(done)
        try:
            yield
        finally:
            self._running.discard(done)

    def _queue(self, search: SharedSearch) -> None:
        """Let a search wait for its next slice."""
        queue = self._long if search.is_long else self._short
        deadline = time.monotonic() + PATIENCE * search.slice_seconds
        queue.put((deadline, next(self._numbers), search))
        self._arrived.set()

    def _work(self, queue: PriorityQueue[Waiting]) -> None:
        """Search for those who wait in a queue, until there is a None."""
        while (search := queue.get()[2]) is not None:
            if not search.done.done() and self._take_turn(search):
                queue = self._long

    def _take_turn(self, search: SharedSearch) -> bool:
        """Run a slice of a search; return whether it began short and went on as a long one."""
        was_long, result = search.is_long, None
        with self._lock:
            self._searches.add(search)
        with suppress(InvalidStateError):  # cancelled meanwhile
            try:
                result = search.run(copy(self._model))
            except Exception as error:
                search.done.set_exception(error)
            if result is not None:
                search.done.set_result(result)
        with self._lock:
            self._searches.discard(search)
            went_on = search.is_long and not was_long
            search.is_long = search.slice_seconds >= LONG_SLICE
        if not search.done.done():
            self._queue(search)
        return went_on

    def _end_slices(self) -> None:
        """While others wait, end the slices that are over, or let them go on as long ones."""
        while self._arrived.wait() and not self.closed:
            self._arrived.clear()
            while not (self.closed or (self._short.empty() and self._long.empty())):
                time.sleep(CHECK_SECONDS)
                with self._lock:
                    self._give_way(self._short, False)
                    self._give_way(self._long, True)

    def _give_way(self, queue: PriorityQueue[Waiting], is_long: bool) -> None:
        """Let those who wait in a queue have threads of searches whose slices are over."""
        running = [each for each in self._searches if each.is_long == is_long]
        over = [each for each in running if not each.is_ended and each.is_over]
        n_wanted = queue.qsize() - sum(each.is_ended for each in running)
        n_long = sum(each.is_long for each in self._searches)
        for search in over[: max(n_wanted, 0)]:
            if is_long or n_long >= self._n_engines or not self._long.empty():
                search.end()
                continue
            # Its thread is one for long searches from now on, in place of an idle one.
            n_long += 1
            search.is_long = True
            self._long.put((0.0, next(self._numbers), None))
            self._start(self._short)

    async def _beside(self, work: Callable[[], T]) -> T:
        """Return the result of work in a thread of its own."""
        done = Future[T]()

        def run() -> None:
            with suppress(InvalidStateError):  # cancelled meanwhile
                try:
                    result = work()
                except Exception as error:
                    done.set_exception(error)
                else:
                    done.set_result(result)

        with self._noted(done):
            Thread(target=run, daemon=True).start()
            return await asyncio.wrap_future(done)

    def close(self) -> None:
        """End every search and every wait; later ones are cancelled at once."""
        self.closed = True
        for done in [*self._running]:
            done.cancel()
        for queue in (self._short, self._long):
            for _ in range(self._n_engines):
                queue.put((0.0, next(self._numbers), None))
        self._arrived.set()
        self._readers.shutdown(wait=False, cancel_futures=True)

    async def finish(self) -> None:
        """Wait, once this was closed, for what still reads the book, bases and files."""
        await asyncio.to_thread(self._readers.shutdown)


def is_whole(level: int | None) -> bool:
    """Return whether the searches of lent engines that search at `level` have no limit of time."""
    return (level or ANALYSIS_LEVEL) <= ANALYSIS_LEVEL
