"""A signal during long work of the core ends it soon; the handler's exception is raised then."""

import gc
import time
from collections.abc import Callable

import numpy as np
import pytest
from support.alarms import alarm, needs_timers
from support.endgames import random_endgame
from support.threads import TWO

from othello import Board, Engine, Info, batch
from othello._core import core
from othello._training import PATTERN_ROW, rows_descend
from othello.training.dataset import LabelledPositions, new_positions
from othello.training.sampling import label_by_search, label_exactly

pytestmark = needs_timers

LONGEST = 5.0
"""Processor seconds until the exception, 0.3 to the signal and 0.01 after it as a rule."""


class Heard(Exception):
    """The exception that the signal handler raises."""


def expect_heard(seconds: float, work: Callable[[], object]) -> None:
    """Do some work, with a signal after so many seconds that raises `Heard`."""

    def handler(*_: object) -> None:
        raise Heard

    # An exception raised in a callback of the garbage collector (Hypothesis has one) would be lost.
    gc.disable()
    try:
        with pytest.raises(Heard), alarm(seconds, handler=handler):
            work()
    finally:
        gc.enable()


def endgames(n: int, n_empties: int) -> batch.Positions:
    boards = [random_endgame(seed, n_empties) for seed in range(20)]
    return batch.from_boards([boards[i % len(boards)] for i in range(n)])


def unlabelled(positions: batch.Positions) -> LabelledPositions:
    return new_positions(*positions.T, 0, np.arange(len(positions)), False)


def look_ahead() -> None:
    player, opponent = map(np.ascontiguousarray, endgames(3000, 40).T)
    core.best_moves(player, opponent, np.empty(len(player), np.uint8), 8)


def take_leaves() -> None:
    player, opponent = map(np.ascontiguousarray, endgames(10_000, 40).T)
    leaves = np.empty((2, len(player), 3), np.uint64)
    core.sample_leaves(player, opponent, 7, leaves[0], leaves[1], 1)


def fit_rows() -> None:
    chooser = np.random.default_rng(1)
    n = 20_000
    features = chooser.integers(0, core.PATTERN_WEIGHTS, (n, core.PATTERN_FEATURES), np.int32)
    orders = np.tile(np.arange(n, dtype=np.int32), (200, 1))
    rows = np.zeros((core.PATTERN_WEIGHTS, PATTERN_ROW), np.float32)
    rows_descend(features, np.ones(n, np.float32), orders, rows, 64, 0.1, 1.0, 0.0)


WORK: dict[str, Callable[[], object]] = {
    "perft": lambda: batch.perft(batch.from_boards([Board()]), 16),
    "perft on threads": lambda: batch.perft(batch.from_boards([Board()] * 64), 13, threads=TWO),
    "solve": lambda: batch.solve(endgames(1000, 16)),
    "label": lambda: label_exactly(unlabelled(endgames(5000, 16))),
    "label by searching": lambda: label_by_search(unlabelled(endgames(20_000, 40)), 8, threads=2),
    "playouts": lambda: batch.playouts(np.tile(batch.from_boards([Board()]), (4_000_000, 1)), 1),
    "look ahead": look_ahead,
    "take leaves": take_leaves,
    "fit rows": fit_rows,
    "search": lambda: Engine(hash_mb=1).search(Board(), depth=60),
}


@pytest.mark.parametrize("name", WORK)
def test_long_work_ends(name: str) -> None:
    began = time.process_time()
    expect_heard(0.3, WORK[name])
    assert time.process_time() - began < LONGEST


def test_nothing_is_pending_while_python_code_runs() -> None:
    """Python code that runs after the signal, such as `on_info`, must not see its exception set."""
    engine = Engine(hash_mb=1)
    results = []

    def on_info(info: Info) -> None:
        # Calls into C code that would notice an exception already set.
        results.append(sum(map(int, str(info.nodes))))

    for _ in range(20):
        expect_heard(0.02, lambda: engine.search(Board(), depth=60, multipv=3, on_info=on_info))
    assert results


def test_a_handler_that_returns_changes_nothing() -> None:
    calls = []
    with alarm(0.01, 0.01, lambda *_: calls.append(1)), Engine(hash_mb=1) as engine:
        result = engine.search(Board(), depth=15)
    assert calls and result.depth == 15 and not result.stopped
