"""A CPython without the interpreter's lock, 3.13t or 3.14t: what threads do at once stays right.

With the lock the same tests pass more easily. `tox -e py313t` runs them without it.
"""

import re
import sys
import sysconfig
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from support.evaluations import worthless_weights
from support.random_games import random_game

from othello import Board, Engine, Position, _tree, batch
from othello._core import core
from othello.weights import load_shipped, use_weights

N_THREADS = 4
ROUNDS = 12

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """Return what `work` returns in threads that begin together, each given its number."""
    ready = threading.Barrier(N_THREADS)

    def begin(number: int) -> Any:
        ready.wait()
        return work(number)

    with ThreadPoolExecutor(N_THREADS) as pool:
        return list(pool.map(begin, range(N_THREADS)))


@pytest.mark.skipif(not FREE_THREADED, reason="needs a free-threaded CPython: tox -e py313t")
def test_importing_leaves_the_lock_off() -> None:
    import othello._patterns
    import othello._training
    import othello._tree  # noqa: F401

    assert not sys._is_gil_enabled()  # type: ignore[attr-defined,unused-ignore]


def test_weights_are_replaced_while_others_read_them() -> None:
    """Each value is of the old weights or of the new, and no table is freed while it is read."""
    boards = [random_game(seed, 20).board for seed in range(8)]
    positions = batch.from_boards(boards)
    nothing = worthless_weights()
    try:
        use_weights(nothing)
        zeros = batch.evaluate(positions)
        load_shipped()
        values = batch.evaluate(positions)
        assert not zeros.any() and values.all()

        def work(number: int) -> None:
            for _ in range(ROUNDS // 4):
                if number == 0:
                    load_shipped()
                elif number == 1:
                    core.load_weights(nothing.values, nothing.factors)
                else:
                    found = [core.evaluate(board.player, board.opponent) / 128 for board in boards]
                    both = np.array([found, batch.evaluate(positions).tolist()])
                    assert ((both == values) | (both == 0)).all()

        at_once(work)
    finally:
        load_shipped()


def test_engines_and_boards_of_all_threads() -> None:
    """Engines of their own, boards that all share, and caches that are filled at the same time."""
    start = Board("f5d6c3")

    def work(number: int) -> tuple[Any, ...]:
        position = Position(start)
        for child in start.children():
            assert child in set(start.children()) and hash(child) == hash(Board(child.fen()))
        for move in list(start.legal_moves()):
            position.push(move)
            position.pop()
        with Engine(hash_mb=1) as engine:
            result = engine.search(start, depth=5)
        found = batch.search(batch.from_boards([start]), depth=5, threads=2)
        return result.score, result.nodes, float(found.scores[0]), position.board == start

    assert len(set(at_once(work))) == 1


def test_one_search_at_a_time() -> None:
    """Of threads that search with one searcher at once, some are refused and none is disturbed."""
    board = Board("f5d6c3")
    searcher = core.Searcher(hash_mb=1)
    load_shipped()
    expected, *_ = searcher.search(board.player, board.opponent, depth=7)

    def work(_: int) -> Any:
        try:
            lines, *_ = searcher.search(board.player, board.opponent, depth=7)
        except RuntimeError as error:
            return str(error)
        return lines[0].value, lines[0].depth

    right = expected[0].value, expected[0].depth
    for _ in range(ROUNDS):
        found = at_once(work)
        assert right in found
        assert set(found) <= {right, "this Searcher is in use by another call"}


def test_one_batch_of_a_tree_at_a_time() -> None:
    """The leaves of a batch are collected without the interpreter's lock, yet by one thread."""
    board = Board("f5d6c3")
    for _ in range(ROUNDS):
        tree = _tree.SearchTree(board.player, board.opponent, 500, True, 2.0, 2.0)

        def work(_: int, tree: Any = tree) -> Any:
            rows = np.empty((500 * _tree.TREE_ROWS, 2), np.uint64)
            try:
                for _ in range(20):
                    tree.settle(np.zeros(tree.collect(rows, 500)))
            except (RuntimeError, ValueError) as error:
                return str(error)
            return "done"

        expected = "done|this SearchTree is in use .*|the batch before .*|expected .* values, .*"
        assert all(re.fullmatch(expected, found) for found in at_once(work))
        assert tree.nodes > tree.visits > 0


def test_errors_of_all_workers_at_once() -> None:
    """Every worker of a search raises; one of the errors comes out, none is lost or kept twice."""

    def failing(positions: Any) -> Any:
        raise KeyError("mine")

    threads = min(N_THREADS, Engine.max_threads())
    with Engine(threads, evaluation=failing, hash_mb=1, granularity=1) as engine:
        for _ in range(ROUNDS):
            with pytest.raises(KeyError, match="mine"):
                engine.search(Board("f5d6c3"), depth=6)
