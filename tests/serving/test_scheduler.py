"""The scheduler: few engines shared by many, fairly, and given back whatever happens."""

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from threading import Event
from typing import Any

import pytest
from support.answers import without_seconds
from support.endgames import FFO_1_19, suite
from support.known_games import MISTAKES
from support.patience import SECONDS
from support.rooms import needs
from support.schedulers import with_a_scheduler

from othello._core import core
from othello.board import Board
from othello.errors import EngineError, IllegalMove, InvalidOption
from othello.limits import Limits
from othello.operation import Cancelled
from othello.practice.drills import DrillLine
from othello.result import Result
from othello.serving.scheduler import LONG_SLICE, NODES_A_SECOND, LentEngine, Scheduler
from othello.serving.session import MAX_WAITING, Session

ENDLESS = Limits(depth=60, selectivity=73)


class Endless:
    """A search without end; `depths` are those that it has reached."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.depths: list[int] = []
        self._loop = asyncio.get_running_loop()
        self._deeper = asyncio.Event()
        self.task = asyncio.ensure_future(scheduler.search(Board(), ENDLESS, self._note))

    async def wait(self) -> None:
        """Wait for one more iteration."""
        self._deeper.clear()
        await asyncio.wait_for(self._deeper.wait(), SECONDS)

    def _note(self, result: Result) -> None:
        self.depths.append(result.depth)
        self._loop.call_soon_threadsafe(self._deeper.set)


@asynccontextmanager
async def endless(scheduler: Scheduler) -> AsyncIterator[Endless]:
    """Search without end for as long as the ``with`` block lasts."""
    other = Endless(scheduler)
    await other.wait()
    yield other
    other.task.cancel()
    with suppress(asyncio.CancelledError):
        await other.task


@with_a_scheduler
async def test_a_cancelled_request_has_no_infos_after_its_error(scheduler: Scheduler) -> None:
    """Nor has the next one of the same id, though the search of before may tell of an iteration."""
    reports: list[Callable[[dict[str, object]], object]] = []

    async def endless(do: str, values: object, report: Any) -> None:
        reports.append(report)
        await asyncio.Event().wait()

    async def told() -> tuple[str, Any]:
        return dict(await asyncio.wait_for(answers.get(), SECONDS)).popitem()

    answers = asyncio.Queue[Any]()
    session = Session(scheduler, answers)
    request = json.dumps({"id": 1, "do": "search", "position": "startpos"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduler, "carry_out", endless)
        await session.receive(request)
        await session.receive(json.dumps({"id": 2, "do": "cancel", "target": 1}))
        assert {(await told())[0], (await told())[0]} == {"error", "result"}
        await session.receive(request)
        for report in reports:
            report({"of": reports.index(report)})
        assert await told() == ("info", {"of": 1})
        session.close()


@with_a_scheduler
async def test_a_request_that_waits_for_room_ends_with_the_session(scheduler: Scheduler) -> None:
    request = {"do": "search", "position": "startpos", "depth": 60, "multipv": "all"}
    session = Session(scheduler, asyncio.Queue(), patient=True)
    for number in range(1 + MAX_WAITING):
        await session.receive(json.dumps({"id": number, **request}))
    late = asyncio.ensure_future(session.receive(json.dumps({"id": "late", **request})))
    await asyncio.sleep(0)
    assert not late.done()
    session.close()
    await late
    assert "late" not in session._tasks
    await session.finish()


@with_a_scheduler
async def test_many_searches_share_one_engine(scheduler: Scheduler) -> None:
    """Endless searches give way, to each other too, and go on: their depths never fall."""
    async with endless(scheduler) as other, endless(scheduler) as another:
        await asyncio.gather(other.wait(), another.wait())
        for position in FFO_1_19[:8]:
            found = await scheduler.search(position.board, Limits(exact=True))
            assert found.exact and found.score == position.best_score
        await other.wait()
    assert other.depths == sorted(set(other.depths))


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("search", {"position": "f5d6c3d3c4", "level": 16, "multipv": 3}),
    ("search", {"position": "f5d6c3d3c4f4", "depth": 20, "selectivity": 73, "multipv": "all"}),
    ("search", {"position": "f5d6", "nodes": 2_000_000}),
    ("solve", {"position": suite("ffo-40-59.obf")[2].board.to_obf(), "multipv": 2}),
    ("batch", {"positions": ["f5d6c3d3c4", "f5f6"], "depth": 14}),
    ("analyse", {"moves": MISTAKES[:60], "level": 8}),
    ("mistakes.answer", {"position": "f5d6c3d3c4f4f6b4", "move": "g3", "level": 20}),
]
"""Searches of short and of long slices, by engines that are shared and lent."""


@needs("practice")
@with_a_scheduler
async def test_answers_do_not_depend_on_who_else_is_there(scheduler: Scheduler) -> None:
    """Nor the infos before them, though searches are ended and begun anew."""

    async def ask(do: str, values: dict[str, Any]) -> Any:
        infos: list[object] = []
        answer = await scheduler.carry_out(do, dict(values), infos.append)
        return without_seconds([answer, infos])

    alone = [await ask(*each) for each in QUESTIONS]
    async with endless(scheduler), endless(scheduler):
        assert await asyncio.gather(*(ask(*each) for each in QUESTIONS * 2)) == alone * 2


@with_a_scheduler
async def test_a_long_search_goes_on_while_short_ones_pass(scheduler: Scheduler) -> None:
    """And both of two come to their end, by as many nodes as if nobody else were there."""
    board = suite("ffo-40-59.obf")[46 - 40].board
    long = [asyncio.ensure_future(scheduler.search(board, Limits(exact=True))) for _ in range(2)]
    n_passed = 0
    while not all(each.done() for each in long):
        await scheduler.search("f5d6", Limits(depth=2))
        n_passed += 1
    assert n_passed > 10
    first, second = [await each for each in long]
    assert first._replace(seconds=0) == second._replace(seconds=0)
    assert first.nodes > LONG_SLICE * NODES_A_SECOND, "it fits into one slice"


@needs("explaining")
@with_a_scheduler
async def test_an_analysis_does_not_hold_up_an_explanation(scheduler: Scheduler) -> None:
    """However many analyses there are."""
    values = {"moves": MISTAKES, "level": 40}
    analyses = [
        asyncio.ensure_future(scheduler.carry_out("analyse", dict(values), print)) for _ in range(4)
    ]
    await asyncio.sleep(0)
    await scheduler.carry_out("explain", {"position": "f5d6", "move": "c3", "level": 2}, print)
    assert not any(each.done() for each in analyses)
    for each in analyses:
        each.cancel()


@with_a_scheduler
async def test_a_cancelled_wait_and_a_cancelled_search_end(scheduler: Scheduler) -> None:
    async with endless(scheduler):
        for seconds in (0, 0.05):
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(scheduler.search(Board(), Limits(depth=60)), seconds)
    assert (await scheduler.search(Board(), Limits(depth=1))).depth == 1


@with_a_scheduler
async def test_a_drill_ends_when_nobody_waits(scheduler: Scheduler) -> None:
    """Once it is cancelled, and when the server ends; the other bases can be asked meanwhile."""

    def endless_lines(
        *_: object, is_over: Callable[[], bool], **how: object
    ) -> Iterator[DrillLine]:
        begun.set()
        try:
            while True:
                is_over()
        finally:
            ended.set()
        yield

    request = {"lines": "f5", "side": "black", "percent": 1}
    for end in (asyncio.Task.cancel, lambda task: scheduler.close()):
        begun, ended = Event(), Event()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("othello.practice.drills.human_lines", endless_lines)
            patch.setattr(scheduler.services["bases"], "_opened", {"mine": ()})
            task = asyncio.create_task(scheduler.carry_out("drill.next", request, print))
            await asyncio.to_thread(begun.wait, SECONDS)
            await asyncio.to_thread(scheduler.services["bases"].names)
            end(task)
            assert await asyncio.to_thread(ended.wait, SECONDS)
            with pytest.raises((asyncio.CancelledError, Cancelled)):
                await task


@with_a_scheduler
async def test_quick_requests_do_not_wait_for_slow_ones(scheduler: Scheduler) -> None:
    """However many of these there are, and though some go on after they were cancelled."""
    slow: dict[str, dict[str, Any]] = {
        "games.text": {"text": "f5"},
        "mistakes.next": {"text": "f5", "level": 1},
        "drill.next": {"lines": "f5", "side": "black"},
    }
    released = Event()

    def read(*_: object, **how: object) -> None:
        released.wait(SECONDS)
        raise Cancelled("cancelled")

    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        stack.callback(released.set)
        for place in (
            "serving.operations.games_text.read_text",
            "practice.operations.mistakes.read_text",
            "practice.operations.drill.taught",
        ):
            patch.setattr(f"othello.{place}", read)
        tasks = [
            asyncio.create_task(scheduler.carry_out(do, dict(values), print))
            for do, values in [*slow.items()] * 12  # more than the event loop has threads
        ]
        await asyncio.sleep(0)
        tasks.pop(0).cancel()
        known = await scheduler.carry_out("position", {"position": "f5"}, print)
        assert known["played"] == ["f5"] and not any(task.done() for task in tasks)
        released.set()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(each) for each in ended} == {Cancelled}


@with_a_scheduler
async def test_a_bad_limit_gives_the_engine_back(scheduler: Scheduler) -> None:
    for wrong, moves in ((IllegalMove, ["a1"]), (InvalidOption, [])):
        with pytest.raises(wrong):
            await scheduler.search(Board(), Limits(moves=moves))
    assert (await scheduler.search(Board(), Limits(depth=1))).depth == 1


@with_a_scheduler
async def test_limits_hold_over_all_slices(scheduler: Scheduler) -> None:
    async with endless(scheduler):
        found = await scheduler.search(Board(), Limits(nodes=200_000))
        assert found.stopped and 200_000 <= found.nodes < 300_000
        found = await scheduler.search(Board(), Limits(depth=60, seconds=0.1))
        assert found.stopped and found.depth >= 1


def test_a_level_is_kept_under_the_servers_time() -> None:
    """The time that every search is given does not make a search without limits endless."""
    with LentEngine(60.0) as engine:
        engine.level = 4
        assert engine.search(Board()).depth == 4


@with_a_scheduler
async def test_closing_ends_every_search(scheduler: Scheduler) -> None:
    other = Endless(scheduler)
    await other.wait()
    scheduler.close()
    for ended in (other.task, scheduler.search(Board(), Limits(depth=1))):
        with pytest.raises((asyncio.CancelledError, Cancelled)):
            await ended


@with_a_scheduler
async def test_what_is_asked_after_closing_is_cancelled(scheduler: Scheduler) -> None:
    scheduler.close()
    asked = {"games.text": {"text": "f5"}, "analyse": {"moves": "f5d6", "level": 1}}
    for do, values in asked.items():
        with pytest.raises(Cancelled):
            await scheduler.carry_out(do, values, print)


@with_a_scheduler
async def test_an_engine_that_is_closed_searches_no_more(scheduler: Scheduler) -> None:
    """Nor does the work go on that waits for its search."""
    engine = LentEngine(None)
    searching = asyncio.ensure_future(asyncio.to_thread(engine.search, Board(), ENDLESS))
    await asyncio.sleep(0.1)
    engine.close()
    with pytest.raises(Cancelled):
        await searching
    with pytest.raises(EngineError):
        engine.search(Board(), ENDLESS)


def n_tables() -> int:
    return sum(type(each) is core.Searcher for each in gc.get_objects())


@with_a_scheduler
async def test_a_table_is_given_back_at_once(scheduler: Scheduler) -> None:
    """Also where Python does not look for circles of references: 64 MB of each request add up."""
    before = n_tables()
    gc.disable()
    try:
        await scheduler.carry_out("analyse", {"moves": "f5d6c3", "level": 1}, print)
        assert n_tables() <= before
    finally:
        gc.enable()
