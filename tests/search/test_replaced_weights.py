"""Weights that are replaced: a search keeps those it began with, and no table mixes two."""

import os
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.evaluations import worthless_weights
from support.systems import LINUX
from support.threads import TWO
from support.watched import unwatched

from othello import Board, Engine
from othello._core import core
from othello.result import Info, Result
from othello.weights import Weights, load_shipped, use_weights

BOARD = Board("f5d6c3d3c4f4f6f3e6e7")
DEPTH = 9
STATM = Path("/proc/self/statm")


@pytest.fixture(scope="module")
def nothing() -> Weights:
    """Weights by which every position is worth nothing."""
    return worthless_weights()


@pytest.fixture(autouse=True)
def shipped_again() -> Iterator[None]:
    load_shipped()
    yield
    load_shipped()


def what_is_found(engine: Engine) -> Result:
    return engine.search(BOARD, depth=DEPTH)._replace(seconds=0.0)


def found_by_a_new_engine() -> Result:
    with Engine(hash_mb=1) as engine:
        return what_is_found(engine)


def test_a_search_keeps_the_weights_that_it_began_with(nothing: Weights) -> None:
    expected = found_by_a_new_engine()

    def replace(info: Info) -> None:
        if info.depth == 3:
            use_weights(nothing)

    with Engine(hash_mb=1) as engine:
        result = engine.search(BOARD, depth=DEPTH, on_info=replace)
        assert result._replace(seconds=0.0) == expected
        # Nor does the next search find what the first one left in the table.
        assert what_is_found(engine) == found_by_a_new_engine() != expected


def test_a_search_keeps_the_margins_that_it_began_with() -> None:
    """ProbCut's sigmas, in a search that prunes."""
    wide = array("h", [5000] * core.N_PLIES**2)

    def search(replace: bool) -> Result:
        def look(info: Info) -> None:
            if replace and info.depth == 3:
                core.load_probcut(memoryview(wide).cast("B").cast("h", [core.N_PLIES] * 2))

        with Engine(hash_mb=1, selectivity=73) as engine:
            return engine.search(BOARD, depth=12, on_info=look)._replace(seconds=0.0)

    expected = search(replace=False)
    assert search(replace=True) == expected
    assert search(replace=False) != expected, "the wide margins are in use now"


def test_weights_are_replaced_between_preparing_a_search_and_running_it(nothing: Weights) -> None:
    """The search runs by the new ones, with nothing in its table that was found by the old."""
    with Engine(hash_mb=1) as engine:
        old = what_is_found(engine)
        search = engine.prepare(BOARD, depth=DEPTH)
        use_weights(nothing)
        assert search.run()._replace(seconds=0.0) == found_by_a_new_engine() != old


@unwatched
@LINUX
def test_replaced_weights_are_freed_while_a_search_runs() -> None:
    """The search holds those that it reads, and no others."""
    sizes = []

    def replace(_: Info) -> None:
        load_shipped()
        sizes.append(int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGESIZE"))

    with Engine(TWO, hash_mb=1) as engine:
        engine.search(BOARD, depth=8, on_info=replace)
    size = 16 * core.PATTERN_PHASES * core.PATTERN_WEIGHTS  # less than the tables need
    assert len(sizes) == 8 and max(sizes[2:]) - sizes[1] < size
