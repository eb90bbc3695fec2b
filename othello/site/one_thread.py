"""A scheduler for where no thread can be started, as in a page: all is done in the event loop.

Searches take turns in slices of time, as in `scheduler`, even one that is alone: between two slices
the event loop hears of new requests and of those that are cancelled.

Work that searches many times, such as the analysis of a game, is plain code that cannot wait in the
midst for the event loop. So at each of its searches it is ended, the search is done in turns, and
the work is begun again with the results of all searches until there. It must therefore do the same
each time. Beside the searches it takes next to no time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from othello.analysis.games import EXACT_FROM
from othello.engine import Engine
from othello.limits import Limits, limits_of
from othello.operation import LONG, Lane, Progress
from othello.result import Info, Result
from othello.serving.scheduler import QueuedSearch, Scheduler, is_whole
from othello.weights import load_shipped

if TYPE_CHECKING:
    from othello.board import BoardLike

T = TypeVar("T")

PAUSE = 0.005
"""Seconds between two slices. A request takes several rounds of the event loop, and all of them
shall pass in one pause. For less, Pyodide's event loop would not wait."""


class OneThread(Scheduler):
    """One engine, and the searches that wait for it; to be used in the event loop only."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(1, *arguments, **keywords)

    def _begin(self) -> None:
        self._turns: asyncio.Task[None] | None = None
        self._weights: asyncio.Future[None] | None = None

    def await_weights(self, weights: Awaitable[object]) -> None:
        """Search with the classic evaluation until `weights` are in their file, and then with them.

        What is more than a search waits for them.
        """
        (engine,) = self._engines
        engine.evaluation = "classic"

        async def use() -> None:
            await weights
            load_shipped()
            engine.evaluation = "pattern"

        self._weights = asyncio.ensure_future(use())

    def _begin_job(self, job: QueuedSearch) -> None:
        self._queue(job)
        if self._turns is None:
            self._turns = asyncio.create_task(self._take_turns())

    async def _take_turns(self) -> None:
        """Run slices until nobody waits."""
        (engine,) = self._engines
        while not self._waiting.empty():
            await asyncio.sleep(PAUSE)
            if (job := self._waiting.get()[2]) is not None:
                self._take_turn(job, engine)
        self._turns = None

    def _run_slice(self, job: QueuedSearch, engine: Engine) -> Result | None:
        if job.whole:
            return super()._run_slice(job, engine)
        return job.add_slice(job.run_slice(engine, job.slice_seconds), True)

    async def _beside(self, lane: Lane, work: Callable[[], T]) -> T:
        return work()

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
                except Unsearched as search:
                    infos: list[Info] = []
                    done = self.submit(
                        search.board,
                        search.limits,
                        engine=searching,
                        whole=is_whole(level),
                        on_info=infos.append,
                    )
                    engine.add(infos, await asyncio.wrap_future(done))


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
