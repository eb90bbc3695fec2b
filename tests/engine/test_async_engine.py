"""`AsyncEngine`: it answers as `Engine` does, and the event loop runs meanwhile."""

import asyncio
import gc
import inspect
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest
from support.endgames import ENDGAME
from support.patience import SECONDS

from othello import AsyncEngine, Board, Engine, Info, Result
from othello.errors import EngineError, InvalidOption


def in_event_loop(test: Callable[[AsyncEngine], Awaitable[None]]) -> Callable[[], None]:
    """Run a test in an event loop, with an engine; fail if it takes half a minute."""

    def run() -> None:
        async def scene() -> None:
            async with AsyncEngine(hash_mb=1) as engine:
                await asyncio.wait_for(test(engine), 30)

        asyncio.run(scene())

    return run


def test_its_methods_have_the_parameters_of_the_engines() -> None:
    for name in ("search", "solve", "analyse", "evaluate", "stop", "clear", "close"):
        here, there = getattr(AsyncEngine, name), getattr(Engine, name)
        assert list(inspect.signature(here).parameters) == list(inspect.signature(there).parameters)


@in_event_loop
async def test_answers_are_those_of_the_engine(engine: AsyncEngine) -> None:
    with Engine(hash_mb=1) as plain:
        found, proof = plain.search(Board(), depth=6), plain.solve(ENDGAME)
        value = plain.evaluate(ENDGAME)
    infos: list[Info] = []
    result = await engine.search(Board(), depth=6, on_info=infos.append)
    assert (result.move, result.score, result.nodes) == (found.move, found.score, found.nodes)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6]
    assert (await engine.solve(ENDGAME)).score == proof.score == 6
    assert await engine.evaluate(ENDGAME) == value
    depths = [info.depth async for info in engine.analyse(Board(), depth=3)]
    assert depths == [1, 2, 3]
    await engine.clear()
    assert "AsyncEngine" in repr(engine)


@in_event_loop
async def test_the_event_loop_runs_during_a_search_that_stop_ends(engine: AsyncEngine) -> None:
    search = asyncio.ensure_future(engine.search(Board(), depth=60))
    for _ in range(20):
        await asyncio.sleep(0.01)  # would return only after a search that held the loop
    assert not search.done()
    threading.Thread(target=engine.stop).start()
    result = await search
    assert result.stopped and result.move in Board().legal_moves()


@pytest.mark.parametrize("call", ["search('f5', depth=1)", "evaluate('f5')"])
def test_the_weights_are_not_loaded_in_the_thread_of_the_event_loop(call: str) -> None:
    program = f"""
import asyncio, sys, threading, othello
async def main():
    async with othello.AsyncEngine(hash_mb=1) as engine:
        sys.addaudithook(heard)
        await engine.{call}
def heard(event, arguments):
    if event == "open" and "weights" in str(arguments[0]):
        print(threading.current_thread() is threading.main_thread())
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split() == ["False"], done


@in_event_loop
async def test_a_stop_before_a_search_is_prepared_ends_it(engine: AsyncEngine) -> None:
    search = asyncio.ensure_future(engine.search(Board(), depth=60))
    await asyncio.sleep(0)  # it is its turn now
    engine.stop()
    assert (await search).stopped


@in_event_loop
async def test_cancelled_searches_have_ended(engine: AsyncEngine) -> None:
    search = asyncio.ensure_future(engine.search(Board(), depth=60))
    await asyncio.sleep(0.05)
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await search
    # A search still running would make the engine busy.
    assert engine.engine.search(Board(), depth=2).depth == 2
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(engine.solve(Board()), 0.05)
    assert engine.engine.search(Board(), depth=2).depth == 2


@in_event_loop
async def test_a_search_cancelled_twice_has_ended(engine: AsyncEngine) -> None:
    for _ in range(20):
        search = asyncio.ensure_future(engine.search(Board(), depth=60))
        await asyncio.sleep(0.01)
        search.cancel()
        await asyncio.sleep(0)  # now it waits for the end of the search
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search
        assert engine.engine.search(Board(), depth=2).depth == 2  # else: busy


@in_event_loop
async def test_closing_does_not_wait_for_searches_in_the_queue(engine: AsyncEngine) -> None:
    searches = [asyncio.ensure_future(engine.search(Board(), depth=60)) for _ in range(4)]
    await asyncio.sleep(0.05)
    await asyncio.wait_for(engine.close(), 10)
    first, *others = await asyncio.gather(*searches, return_exceptions=True)
    assert isinstance(first, Result) and first.stopped
    assert all(isinstance(other, EngineError) for other in others), others


@in_event_loop
async def test_the_table_is_cleared_in_another_thread(engine: AsyncEngine) -> None:
    """Here the clearing waits until the event loop runs; in the loop's thread it would fail."""
    begun, loop_has_run = threading.Event(), threading.Event()
    clear = engine.engine.clear

    def clear_when_the_loop_has_run() -> None:
        begun.set()
        assert loop_has_run.wait(SECONDS), "the event loop did not run during the clearing"
        clear()

    engine.engine.clear = clear_when_the_loop_has_run  # type: ignore[method-assign]
    clearing = asyncio.ensure_future(engine.clear())
    while not begun.is_set():
        await asyncio.sleep(0.001)
    loop_has_run.set()
    await clearing


@in_event_loop
async def test_an_analysis_left_early_stops(engine: AsyncEngine) -> None:
    async with aclosing(engine.analyse(Board())) as analysis:
        async for info in analysis:
            if info.depth == 3:
                break
    assert engine.engine.search(Board(), depth=2).depth == 2


@in_event_loop
async def test_an_error_in_on_info_ends_the_search_and_is_raised(engine: AsyncEngine) -> None:
    def refuse(info: Info) -> None:
        raise RuntimeError(f"depth {info.depth}")

    with pytest.raises(RuntimeError, match="^depth 1$"):
        await engine.search(Board(), depth=60, on_info=refuse)
    assert engine.engine.search(Board(), depth=2).depth == 2  # else: busy


@in_event_loop
async def test_errors_are_raised_where_the_call_is_awaited(engine: AsyncEngine) -> None:
    with pytest.raises(InvalidOption, match="invalid depth 0"):
        await engine.search(Board(), depth=0)
    with pytest.raises(InvalidOption, match="invalid depth 0"):
        [info async for info in engine.analyse(Board(), depth=0)]
    await engine.close()
    with pytest.raises(EngineError, match="is closed"):
        await engine.search(Board(), depth=1)
    with pytest.raises(EngineError, match="is closed"):
        await engine.clear()
    with pytest.raises(InvalidOption, match="invalid threads 0"):
        AsyncEngine(threads=0)


def test_closing_ends_a_search_that_loads_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    loads, closes = threading.Event(), threading.Event()

    def load() -> None:
        loads.set()
        assert closes.wait(SECONDS)

    async def scene() -> None:
        engine = AsyncEngine(hash_mb=1)
        search = asyncio.ensure_future(engine.search(Board(), depth=60))
        await asyncio.to_thread(loads.wait)
        closing = asyncio.ensure_future(engine.close())
        await asyncio.sleep(0)  # until it waits for the search
        closes.set()
        await asyncio.wait_for(closing, 30)
        assert (await search).stopped
        assert engine.engine._searcher is None

    Engine(hash_mb=1).search("f5", depth=1)  # loads them in earnest
    monkeypatch.setattr(Engine, "_load_weights", lambda _: load())
    asyncio.run(scene())


def test_calls_overlap_in_one_event_loop_after_another() -> None:
    engine = AsyncEngine(hash_mb=1)

    async def overlap() -> list[int]:
        searches = (engine.search("f5", depth=depth) for depth in (1, 2, 3))
        return [result.depth for result in await asyncio.gather(*searches)]

    assert asyncio.run(overlap()) == asyncio.run(overlap()) == [1, 2, 3]
    asyncio.run(engine.close())


class Failing(AsyncEngine):
    """Its searches tell one thing, and fail."""

    async def search(self, *_: Any, on_info: Any = None, **__: Any) -> Result:
        on_info("told")
        raise EngineError("failed")


async def test_an_analysis_left_after_its_search_failed_logs_nothing() -> None:
    heard: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: heard.append(what))
    analysis = Failing(hash_mb=1).analyse(Board())
    assert await analysis.__anext__() == "told"
    await analysis.aclose()
    del analysis
    gc.collect()  # a task tells when it is collected
    assert heard == []
