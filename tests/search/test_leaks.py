"""Searches leak neither memory nor threads, also when they are stopped."""

import os
import threading
import time
from collections.abc import Callable

import pytest
from support.patience import SECONDS
from support.process_status import process_status
from support.random_games import random_game
from support.threads import TWO
from support.watched import unwatched

from othello import Board, Engine
from othello.weights import default_weights, use_weights

pytestmark = unwatched

SEARCHES = int(os.environ.get("OTHELLO_TEST_SEARCHES", "400"))

LEAST_LEAK = 200
"""Bytes: a leak of so much in each search is noticed. Allocators keep some pages for reuse."""

SLACK = 1 << 20


def expect_no_leak(work: Callable[[int], None]) -> None:
    """Call `work` with 0, 1, …; fail if memory or threads grow after the first quarter of calls."""
    threads = memory = 0
    for i in range(SEARCHES):
        if i == SEARCHES // 4:
            threads, memory = process_status("Threads"), process_status("VmRSS")
        work(i)
    # Threads that have been joined may still be counted for a moment.
    patience = time.monotonic() + 10
    while process_status("Threads") > threads and time.monotonic() < patience:
        time.sleep(0.01)
    assert process_status("Threads") <= threads
    assert (process_status("VmRSS") - memory) << 10 < SEARCHES * LEAST_LEAK + SLACK


@pytest.fixture
def boards() -> list[Board]:
    return list(random_game(1, 30).positions())


def test_searches_of_one_engine(boards: list[Board]) -> None:
    with Engine(TWO, hash_mb=1, granularity=1) as engine:

        def work(i: int) -> None:
            engine.search(boards[i % len(boards)], depth=2)

        expect_no_leak(work)


def test_searches_that_are_stopped(boards: list[Board]) -> None:
    """Each search runs in a thread of its own and is stopped from another, as a protocol does."""
    with Engine(TWO, hash_mb=1, granularity=1) as engine:

        def work(i: int) -> None:
            begun = threading.Event()
            search = engine.prepare(
                boards[i % len(boards)], depth=60, on_info=lambda _: begun.set()
            )
            thread = threading.Thread(target=search.run)
            thread.start()
            assert begun.wait(SECONDS)
            search.stop()
            thread.join()

        expect_no_leak(work)


def test_engines_that_come_and_go(boards: list[Board]) -> None:
    def work(i: int) -> None:
        with Engine(TWO, hash_mb=1, granularity=1) as engine:
            engine.search(boards[i % len(boards)], depth=2)

    expect_no_leak(work)


def test_weights_loaded_again_and_again() -> None:
    """Replaced weights, 13 MB a set, are freed, also if they are replaced during a search."""
    weights = default_weights()
    memory = 0
    for i in range(24):
        if i == 4:
            memory = process_status("VmRSS")
        use_weights(weights)
    assert process_status("VmRSS") - memory < 40_000

    with Engine(hash_mb=1) as engine:
        memory = process_status("VmRSS")
        for _ in range(6):
            engine.search(Board(), depth=3, on_info=lambda _: use_weights(weights))
        assert process_status("VmRSS") - memory < 80_000
