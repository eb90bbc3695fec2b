"""`AsyncEngine`: an `Engine` for asyncio, with the same methods.

Its base class runs blocking calls in a thread; `othello.client` has its asyncio clients by it too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from othello.engine import DEFAULT_HASH_MB, Engine, Info, Result
from othello.limits import ENDLESS, Limits, limits_of, limits_of_solve

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from othello._limit_keywords import LimitKeywords
    from othello.board import BoardLike

T = TypeVar("T")

OnInfo = Callable[[Info], None]

Stoppable = tuple[Callable[[], T], Callable[[], object]]
"""A function that blocks, and one that makes it return soon."""


class AsyncWrapper:
    """Runs blocking calls in one thread, in turn, while the event loop goes on."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = _new_thread()

    def _lock(self) -> asyncio.Lock:
        """Return the lock of the running loop: one that was waited for holds in its loop only."""
        if (loop := asyncio.get_running_loop()) is not self._loop:
            self._loop, self._turn = loop, asyncio.Lock()
        return self._turn

    async def _run(
        self,
        prepare: Callable[[OnInfo | None], Stoppable[T]],
        on_info: Callable[[Info], object] | None = None,
    ) -> T:
        """Carry out a call when it is its turn, and return its result.

        If this task is cancelled, the call is stopped, and has ended when `CancelledError` is
        raised.

        Parameters
        ----------
        prepare : callable
            Returns the blocking call and its stop. It is given what the call may report to; None
            if `on_info` is None.
        on_info : callable, optional
            Called in the event loop's thread with what is reported. What it raises stops the call
            and is raised here.
        """
        async with self._lock():
            loop = asyncio.get_running_loop()
            errors: list[BaseException] = []

            def hear(info: Info) -> None:
                if on_info is not None and not errors:
                    try:
                        on_info(info)
                    except BaseException as error:
                        errors.append(error)
                        stop()

            def report(info: Info) -> None:
                loop.call_soon_threadsafe(hear, info)

            call, stop = prepare(None if on_info is None else report)
            running = loop.run_in_executor(self._thread, call)
            try:
                await asyncio.wait([running])
            except asyncio.CancelledError:
                stop()
                await _ended(running)
                raise
            if errors:
                await _ended(running)
                raise errors[0]
            return running.result()


class AsyncEngine(AsyncWrapper):
    """An engine whose searches are coroutines: the event loop runs while the engine searches.

    Cancelling a search stops it; it has ended when `CancelledError` is raised. An engine runs one
    search at a time; further searches wait for their turn. Copied or pickled, it is a new one with
    the same settings, as an `Engine` is.

    The first search or evaluation of a process loads the weights. The event loop waits 0.2 s for
    that; ``engine.evaluate("startpos")`` of an `Engine` does it earlier.

    Parameters
    ----------
    threads : int
        Threads a search uses.
    hash_mb : int
        Size of the transposition table in MB.
    **options
        The other arguments of `Engine`.

    Attributes
    ----------
    engine : Engine
        The engine itself, for its options; they may be changed while no search runs.

    Examples
    --------
    >>> import asyncio
    >>> async def best() -> str:
    ...     async with AsyncEngine(hash_mb=1) as engine:
    ...         depths = [info.depth async for info in engine.analyse("startpos", depth=3)]
    ...         result = await engine.search("f5d6", depth=4)
    ...         return f"{depths} {result.depth}"
    >>> asyncio.run(best())
    '[1, 2, 3] 4'
    """

    engine: Engine

    def __init__(self, threads: int = 1, hash_mb: int = DEFAULT_HASH_MB, **options: Any) -> None:
        super().__init__()
        self.engine = Engine(threads, hash_mb, **options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __reduce__(self) -> tuple[partial[AsyncEngine], tuple[()]]:
        make, _ = self.engine.__reduce__()
        return partial(type(self), **make.keywords), ()

    def __repr__(self) -> str:
        return f"Async{self.engine!r}"

    async def search(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: OnInfo | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Result:
        """Return the best move or moves, as `Engine.search` does.

        `on_info` is called in the thread of the event loop. What it raises ends the search and is
        raised here.
        """

        def prepare(report: OnInfo | None) -> Stoppable[Result]:
            searches = self.engine._searches
            n_stops = searches.n_stops  # a search that is not prepared yet is stopped by a change

            def call() -> Result:
                # In the thread too, as the first search of a process loads the weights.
                search = self.engine.prepare(board, limits, on_info=report, **keywords)
                if searches.n_stops != n_stops:
                    search.stop()
                return search.run()

            return call, self.stop

        return await self._run(prepare, on_info)

    async def solve(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: OnInfo | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Result:
        """Return the best move and the exact score, as `Engine.solve` does."""
        return await self.search(board, limits_of_solve(limits, keywords), on_info=on_info)

    async def analyse(
        self, board: BoardLike, limits: Limits | None = None, **keywords: Unpack[LimitKeywords]
    ) -> AsyncGenerator[Info, None]:
        """Yield what is known after each iteration, as `Engine.analyse` does.

        Closing the generator stops the search; `contextlib.aclosing` does so when it is left early.
        """
        limits = limits_of(limits, keywords, ENDLESS)
        events: asyncio.Queue[Info | None] = asyncio.Queue()
        search = asyncio.ensure_future(self.search(board, limits, on_info=events.put_nowait))
        search.add_done_callback(lambda _: events.put_nowait(None))
        try:
            while (info := await events.get()) is not None:
                yield info
            await search
        finally:
            await _cancelled(search)

    async def evaluate(self, board: BoardLike) -> float:
        """Return the evaluation in discs for the mover, as `Engine.evaluate` does."""
        return await asyncio.to_thread(self.engine.evaluate, board)  # it may load the weights

    def stop(self) -> None:
        """End the running search within milliseconds; any thread may call this."""
        self.engine.stop()

    async def clear(self) -> None:
        """Clear the table and everything else learned from earlier searches."""
        await self._run(lambda _: (self.engine.clear, lambda: None))

    async def close(self) -> None:
        """Stop the running search and give the table back; the engine cannot be used again.

        Searches that still wait for their turn raise `EngineError`.
        """
        self.engine.close()
        async with self._lock():
            self.engine.close()  # again: a search that loaded the weights has made a table
            self._thread.shutdown()
            self._thread = _new_thread()  # begins only for a call, which the engine refuses


def _new_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="othello")


async def _ended(future: asyncio.Future[Any]) -> None:
    """Wait for the end of `future`, even if this task is cancelled again; it must be near."""
    while not future.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait([future])
    if not future.cancelled():
        future.exception()  # marks an exception as seen, so that asyncio does not log it


async def _cancelled(task: asyncio.Future[Any]) -> None:
    """Cancel `task`, if it is not done, and wait for its end."""
    task.cancel()
    await _ended(task)
