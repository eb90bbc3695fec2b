"""Concurrent games get processors of their own; time limits can be in processor time."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.cli_process import json_lines, othello
from support.endgames import random_endgame
from support.fake_players import OPENINGS, fake
from support.threads import needs_openmp
from support.ugi_process import UgiProcess

from othello import Board, Engine
from othello.matches.arena import Table
from othello.matches.cores import on_cores, processor_seconds, share_cores
from othello.matches.fixtures import match_fixtures
from othello.matches.players import Effort, parse_player
from othello.matches.seats import Starts

needs_affinity = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="the system does not let processes choose"
)
needs_clocks = pytest.mark.skipif(
    processor_seconds(os.getpid()) is None, reason="the system tells of no process's time"
)

SPIN = "while True: pass"


def test_cores_are_shared_out() -> None:
    assert share_cores(1) == [frozenset()], "a single game may use them all"
    assert share_cores(10_000) == [frozenset()] * 10_000
    shares = share_cores(2)
    assert len(shares) == 2 and not shares[0] & shares[1]


@needs_affinity
def test_a_process_runs_where_it_is_told_to() -> None:
    before = os.sched_getaffinity(0)
    core = frozenset([max(before)])
    with on_cores(core):
        show = "import os; print(sorted(os.sched_getaffinity(0)))"
        shown = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True)
    assert shown.stdout.strip() == str(sorted(core))
    assert os.sched_getaffinity(0) == before


@needs_affinity
def test_engines_of_a_game_share_its_cores() -> None:
    core = frozenset([min(os.sched_getaffinity(0))])
    table = Table([fake(), fake()], core, [Starts(), Starts()])
    try:
        seats = table.seats_of(match_fixtures(OPENINGS, 1)[0])
        for seat in seats:
            assert os.sched_getaffinity(seat.start().pid) == core
    finally:
        table.leave()


@needs_clocks
def test_processor_time_of_another_process() -> None:
    with subprocess.Popen([sys.executable, "-c", SPIN]) as process:
        while (processor_seconds(process.pid) or 0) < 0.1:
            time.sleep(0.01)
        process.kill()
    assert processor_seconds(process.pid) is None, "it has ended"


@needs_clocks
def test_a_match_tells_the_processor_time_of_each_side() -> None:
    *games, last = json_lines("match", "depth=9", "depth=1", "--hash", 1, "--games", 2)
    total = last["total"]
    assert total["a"]["processor"] > total["b"]["processor"] >= 0
    shown = sum(game["processor"]["a"] for game in games)
    assert total["a"]["processor"] == pytest.approx(shown, abs=1e-5)


# ---------------------------------------------------------------------- budgets


@needs_affinity
def test_a_search_by_processor_time_goes_on_while_others_have_the_core() -> None:
    """With two busy processes on its only core, it still gets all of its processor time."""
    core = frozenset([min(os.sched_getaffinity(0))])
    with on_cores(core), Engine(hash_mb=1, processor_time=True) as engine:
        engine.search(Board(), depth=1)
        others = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(2)]
        try:
            used = {}
            for engine.processor_time in (True, False):
                before = time.process_time()
                engine.search(Board(), seconds=0.6)
                used[engine.processor_time] = time.process_time() - before
        finally:
            for other in others:
                other.kill()
                other.wait()
    assert used[True] > 0.55
    assert used[False] < 0.5, "the clock runs on while others have the core"


def test_each_search_of_a_process_has_its_processor_time_to_itself() -> None:
    """What the other search and a busy thread of Python use does not count."""
    done = threading.Event()

    def search(_: int) -> float:
        with Engine(hash_mb=1, processor_time=True) as engine:
            before = time.thread_time()
            result = engine.search(Board(), seconds=0.4)
            assert result.stopped
            return time.thread_time() - before

    def spin() -> None:
        while not done.is_set():
            pass

    with ThreadPoolExecutor(3) as pool:
        busy = pool.submit(spin)
        used = list(pool.map(search, range(2)))
        done.set()
        busy.result()
    assert min(used) > 0.36


@needs_openmp
def test_processor_time_is_that_of_all_threads_of_a_search() -> None:
    """Two threads may use twice the limit together, and they do."""
    with Engine(2, hash_mb=1, processor_time=True, granularity=1) as engine:
        engine.search(Board(), depth=10)
        before = time.process_time()
        assert engine.search(Board(), seconds=0.4).stopped
        assert 0.7 < time.process_time() - before < 2


def test_limits_by_processor_time_end_a_search() -> None:
    for threads in (1, 2):
        with Engine(threads, hash_mb=1, processor_time=True) as engine:
            result = engine.search(Board.from_moves("f5d6c3"), seconds=0.2)
            assert result.stopped and result.depth < 60
            soft = engine.search(Board.from_moves("f5d6c3"), soft_seconds=0.05)
            assert soft.depth < 60


def test_the_option() -> None:
    with UgiProcess() as engine:
        assert engine.ask("setoption name CpuTime value true") == []
        engine.send("go movetime 50")
        assert engine.expect("bestmove")


@needs_clocks
def test_a_match_by_processor_time(tmp_path: Path) -> None:
    """With twelve empty squares it is over soon, however much time the engines have."""
    openings = tmp_path / "openings.txt"
    openings.write_text(f"{random_endgame(1, 12).to_obf()}\n")
    arguments = ("", "cputime=true,time=60", "--movetime", 2000, "--cputime", "--hash", 1)
    arguments += ("--openings", openings)
    folder = tmp_path / "log"
    last = json_lines("match", *arguments, "--games", 2, "--log", folder)[-1]
    assert last["total"]["time_losses"] == 0
    match = (folder / "match.json").read_text()
    assert '"cputime": "true"' in match
    without = [word for word in arguments if word != "--cputime"]
    other = othello("match", *without, "--resume", "--log", folder)
    assert other.returncode == 2 and "had cputime 'true': expected None" in other.stderr


def test_whose_times_are_processor_time() -> None:
    effort = Effort(movetime=10)
    own = {"cputime": "true"}
    assert parse_player("", effort, own=own).by_processor
    assert parse_player("cpu_time=true", effort).by_processor
    assert not parse_player("cputime=false", effort, own=own).by_processor
    assert not parse_player(f"{sys.executable} engine", effort, own=own).by_processor
