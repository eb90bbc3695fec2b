"""Carrying out requests: operations are lent what they need, and answer with a JSON object."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Any, TypeVar

from othello.analysis.games import EXACT_FROM
from othello.analysis.games import LEVEL as ANALYSIS_LEVEL
from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.limits import Limits
from othello.operation import ASIDE, LONG, Cancelled, Progress, json_of, needs_of, to_json
from othello.operations import load_operation
from othello.result import Result
from othello.serving.scheduler import Report, Scheduler

if TYPE_CHECKING:
    from othello.book import Book

T = TypeVar("T")

Values = dict[str, Any]
Answer = dict[str, object]


async def carry_out(do: str, values: Values, scheduler: Scheduler, report: Report) -> Answer:
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
        if is_over.is_set() or scheduler.closed:
            raise Cancelled("cancelled")
        report(to_json(info))

    needs = needs_of(type(asked))
    lent = {
        need: _lent(need, is_required, scheduler)
        for need, is_required in needs.items()
        if need not in ("engine", "engines", "progress")
    }
    if "progress" in needs and "engine" not in needs:
        lent["progress"] = progress
    engines = SharedEngines(scheduler, progress, is_long=asked.lane == LONG)

    def work(engine: Engine, tell: Progress) -> object:
        more = {"progress": tell} if "progress" in needs else {}
        return asked.run(engine=engine, **lent, **more)

    try:
        if "engines" in needs:
            answer = await asked.run(engines=engines, **lent)
        elif "engine" in needs:
            answer = await engines.lend(work, getattr(asked, "level", None))
        elif asked.lane == ASIDE:
            answer = await scheduler.aside(asked.run, **lent)
        else:
            answer = await scheduler.slowly(asked.run, **lent)
    finally:
        is_over.set()
    return json_of(answer)


def _lent(need: str, is_required: bool, scheduler: Scheduler) -> object:
    """Return what an operation needs of the scheduler, beside its engines."""
    if need == "evaluator":
        return Engine()
    if need == "book":
        return _book_of(scheduler) if is_required else scheduler.book
    return scheduler.services[need]


class SharedEngines:
    """A scheduler's engines for one request; see `othello.operation.Engines`."""

    def __init__(self, scheduler: Scheduler, progress: Progress, *, is_long: bool) -> None:
        self._scheduler = scheduler
        self._progress = progress
        self._is_long = is_long

    async def search(
        self, board: Board, limits: Limits, on_result: Callable[[Result], object] | None = None
    ) -> Result:
        """Return the result of a search that takes turns with those of others."""
        return await asyncio.wrap_future(self._scheduler.submit(board, limits, on_result=on_result))

    async def lend(self, work: Callable[[Engine, Progress], T], level: int | None = None) -> T:
        """Return the result of work with an engine of its own, which says what the terminal's does.

        Whatever was searched before, its table is empty, and as large as there. Up to the level of
        analyses none of its searches is interrupted: they take seconds, with many empty squares
        ten.
        """
        return await self._scheduler.with_engine(
            work,
            self._progress,
            whole=(level or ANALYSIS_LEVEL) <= ANALYSIS_LEVEL,
            long=self._is_long,
            endgame_depth=EXACT_FROM,
        )

    async def aside(self, work: Callable[[], T]) -> T:
        """Return the result of work that needs no engine; it may take long."""
        return await self._scheduler.slowly(work)


def _book_of(scheduler: Scheduler) -> Book:
    if scheduler.book is None:
        raise InvalidOption("no book is in use: expected othello serve without --no-book")
    return scheduler.book
