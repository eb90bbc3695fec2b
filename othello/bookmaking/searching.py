"""The searches for a book, by engines of this process.

Each begins with an empty table and has one thread, so what it finds depends on the level alone.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import NamedTuple

from othello.board import Board
from othello.engine import Engine
from othello.engine.waiting import mapped
from othello.limits import Limits
from othello.result import Line


class Wanted(NamedTuple):
    """A search that a book needs: a position, and limits that name the level and the moves."""

    board: Board
    limits: Limits


SearchAll = Callable[[Sequence[Wanted]], list[Line]]
"""Makes searches, and returns the best line of each."""


def search_leaf(
    engine: Engine, wanted: Wanted, is_stopped: Callable[[], bool] = lambda: False
) -> Line:
    """Return the best line of a search, which ends at once if it `is_stopped`."""
    engine.clear()
    search = engine.prepare(wanted.board, wanted.limits)
    if is_stopped():
        search.stop()
    return search.run().lines[0]


class BookEngines:
    """Engines with one thread each, which are made when they are first needed.

    `number` is how many there are, and so how many searches are made at the same time; `hash_mb` is
    the size of the table of each in megabytes.
    """

    def __init__(self, number: int, hash_mb: int) -> None:
        self._number = number
        self._hash_mb = hash_mb
        self._all: list[Engine] = []
        self._free: SimpleQueue[Engine] = SimpleQueue()

    def search_all(self, wanted: Sequence[Wanted]) -> list[Line]:
        """Make searches; an exception, such as that of Ctrl-C, ends all of them."""
        while len(self._all) < min(self._number, len(wanted)):
            self._all.append(Engine(1, self._hash_mb))
            self._free.put(self._all[-1])
        stopping = threading.Event()
        with ThreadPoolExecutor(self._number) as pool:
            try:
                return mapped(pool, partial(self._search, stopping.is_set), wanted)
            except BaseException:
                stopping.set()
                for engine in self._all:
                    engine.stop()
                raise

    def _search(self, is_stopped: Callable[[], bool], wanted: Wanted) -> Line:
        engine = self._free.get()
        try:
            return search_leaf(engine, wanted, is_stopped)
        finally:
            self._free.put(engine)

    def close(self) -> None:
        """Close the engines."""
        for engine in self._all:
            engine.close()
