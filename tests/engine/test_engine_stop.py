"""`Engine`: how a search is stopped, watched while it runs, and ended by its process."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from support.endgames import ENDGAME
from support.patience import SECONDS
from support.scripts import output_of
from support.systems import POSIX
from support.threads import TWO

from othello import Board, Engine, Limits
from othello.errors import EngineError
from othello.result import Info, Result


def search_in_background(engine: Engine) -> tuple[threading.Thread, list[Result]]:
    """Start an endless search; return once it runs."""
    results: list[Result] = []
    running = threading.Event()
    search = engine.prepare(Board(), Limits(depth=60), on_info=lambda _: running.set())
    thread = threading.Thread(target=lambda: results.append(search.run()))
    thread.start()
    assert running.wait(SECONDS)
    return thread, results


# ---------------------------------------------------------------------- stopping


def test_stop_ends_a_search_from_another_thread(engine: Engine) -> None:
    thread, results = search_in_background(engine)
    engine.stop()
    thread.join(SECONDS)
    assert results[0].stopped and results[0].move in Board().legal_moves()


def test_a_stop_is_not_lost_when_another_search_is_prepared(engine: Engine) -> None:
    first = engine.prepare(Board(), depth=60)
    first.stop()
    second = engine.prepare(Board(), depth=5)
    assert first.run().stopped
    assert not second.run().stopped


def test_a_stop_belongs_to_its_search(engine: Engine) -> None:
    first, second = (engine.prepare(Board(), depth=5) for _ in range(2))
    first.stop()
    assert not second.run().stopped
    assert first.run().stopped
    first.stop()  # it has ended: no effect on later searches
    assert not engine.search(Board(), depth=5).stopped


def test_the_engines_stop_ends_all_that_is_prepared(engine: Engine) -> None:
    engine.stop()  # without a search it changes nothing
    searches = [engine.prepare(Board(), depth=60) for _ in range(2)]
    engine.stop()
    assert [search.run().stopped for search in searches] == [True, True]
    assert not engine.search(Board(), depth=5).stopped


def test_a_stop_while_a_search_loads_the_weights_ends_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.allocate()
    monkeypatch.setattr(Engine, "_load_weights", Engine.stop)
    assert engine.search(Board(), depth=14).stopped


def test_a_stop_that_comes_too_late_is_none(engine: Engine) -> None:
    """Whoever hears of the last iteration cannot cut it short; an earlier one is not the last."""
    for depth, is_cut in ((5, False), (4, True)):
        result = engine.search(
            "f5d6", depth=5, on_info=lambda info, depth=depth: info.depth == depth and engine.stop()
        )
        assert (result.stopped, result.depth) == (is_cut, depth)
    assert not engine.solve(ENDGAME, on_info=lambda info: info.exact and engine.stop()).stopped


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_lines_that_were_reported_are_in_the_result(engine: Engine, rank: int) -> None:
    """Who hears of an iteration's lines and stops the search has all of them."""
    heard: list[Info] = []

    def hear(info: Info) -> None:
        heard.append(info)
        if (info.depth, info.rank) == (8, rank):
            search.stop()

    search = engine.prepare("d3c3b3f4f6c4f3e2e3a2", depth=12, multipv=3, on_info=hear)
    lines = search.run().lines
    assert [(line.depth, line.score, line.pv) for line in lines] == [
        (8, info.score, info.pv) for info in heard[-3:]
    ]


def test_one_search_at_a_time(engine: Engine) -> None:
    thread, results = search_in_background(engine)
    for misuse in (
        lambda: engine.search(Board(), depth=1),
        engine.clear,
        lambda: setattr(engine, "hash_mb", 2),
        lambda: setattr(engine, "threads", TWO),
    ):
        with pytest.raises(EngineError, match="busy with a search"):
            misuse()
    assert (engine.hash_mb, engine.threads) == (1, 1)
    assert not results
    engine.stop()
    thread.join(SECONDS)
    assert engine.search(Board(), depth=1).depth == 1


def test_a_closed_engine_is_of_no_use() -> None:
    with Engine(hash_mb=1) as engine:
        pass
    assert repr(engine) == "<closed Engine(threads=1, hash_mb=1, level=14)>"
    for use in (engine.search, engine.evaluate, lambda _: engine.clear()):
        with pytest.raises(EngineError, match="is closed"):
            use(Board())
    engine.close()


def test_closing_stops_the_search() -> None:
    engine = Engine(hash_mb=1)
    thread, results = search_in_background(engine)
    engine.close()
    thread.join(SECONDS)
    assert results[0].stopped


def test_an_error_in_on_info_is_raised_by_the_search(engine: Engine) -> None:
    def fail(_: Info) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        engine.search(Board(), depth=60, on_info=fail)
    assert engine.search(Board(), depth=2).depth == 2


# ---------------------------------------------------------------------- analysis


def test_analyse_returns_the_result(engine: Engine) -> None:
    results = []

    def analysis() -> Iterator[Info]:
        results.append((yield from engine.analyse(ENDGAME, exact=True)))

    assert list(analysis()) and results[0].score == 6
    assert [info.depth for info in engine.analyse(Board(), depth=3)] == [1, 2, 3]
    assert list(engine.analyse(ENDGAME))[-1].score == 6  # without limits it solves


def test_closing_an_analysis_stops_it(engine: Engine) -> None:
    for info in engine.analyse(Board()):
        if info.depth == 3:
            break
    del info
    for _ in range(20):
        analysis = engine.analyse(Board())
        next(analysis)
        analysis.close()
    # If one still ran, the engine would be busy.
    assert engine.search(Board(), depth=3).depth == 3


# ---------------------------------------------------------------------- ends of the process


@POSIX
@pytest.mark.parametrize(
    "call",
    ["engine.search(Board(), depth=60)", "list(engine.analyse(Board()))", "engine.solve(Board())"],
)
@pytest.mark.parametrize("threads", sorted({1, TWO}))
def test_control_c_interrupts_a_search(call: str, threads: int) -> None:
    # SIGINT may be ignored here, as in a background process of a shell: set its usual handler.
    script = f"""
import signal
from othello import Board, Engine
signal.signal(signal.SIGINT, signal.default_int_handler)
engine = Engine(hash_mb=1, threads={threads})
print("running", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", engine.search(Board(), depth=2).depth)
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "running\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=SECONDS)[0] == "interrupted 2\n"
        assert process.returncode == 0


def test_an_analysis_left_open_does_not_keep_the_process() -> None:
    script = """
from othello import Board, Engine
analysis = Engine(hash_mb=1).analyse(Board())
print(next(analysis).depth)
"""
    assert output_of(script) == "1\n"
