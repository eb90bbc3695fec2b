"""Many independent items, worked on side by side, in batches; the outcomes come in their order.

A batch is to last about `GOAL` seconds, whatever the items cost: its size follows from what the
items before it took, and a worker that has spent `LONGEST` seconds on one gives the rest back.
No more than `MOST_OPEN` items are on their way at a time, so that neither a long input nor a slow
reader of the outcomes fills the memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from othello.cluster.base import Cluster
from othello.cluster.tasks import Tasks
from othello.cluster.worker import Batch, Setup
from othello.engine import Engine

__all__ = ["Done", "distribute"]

Item = TypeVar("Item")
Output = TypeVar("Output")

GOAL = 0.5
LONGEST = 2.0
"""Seconds of a batch."""

MOST_OPEN = 4096
"""Items that were read and whose outcomes were not yet yielded."""

MOST_ITEMS = 1024
"""Of a batch."""

BATCHES_PER_WORKER = 2
"""One to work on and one that is there when it is done."""

ALONE_AFTER = 2
"""Deaths after which an item is worked on while nothing else is, to see whose fault they are."""

MOST_DEATHS = 3
"""Deaths of workers after which an item is given up."""


class Done(NamedTuple, Generic[Item, Output]):
    """An item that was worked on.

    Attributes
    ----------
    number : int
        Its place in the input, from 0.
    item : object
        The item.
    outcome : object or None
        What the function returned.
    fault : str or None
        Why there is no outcome; None if there is one.
    """

    number: int
    item: Item
    outcome: Output | None
    fault: str | None = None


@dataclass
class Entry(Generic[Item]):
    """An item that is to be worked on, and how many workers died meanwhile so far."""

    number: int
    item: Item
    deaths: int = 0


def distribute(
    cluster: Cluster,
    setup: Setup,
    function: Callable[[Engine, Item], Output],
    items: Iterable[Item],
    *,
    known: Callable[[int, Item], Output | None] = lambda number, item: None,
    on_outcome: Callable[[int, Item, Output], object] = lambda number, item, outcome: None,
) -> Iterator[Done[Item, Output]]:
    """Call `function` with an engine and each of the items, and yield the outcomes in their order.

    An item whose worker dies is given to another one. If its workers die three times, the last
    time while nothing else is worked on, it is yielded with a fault instead of an outcome.

    Parameters
    ----------
    cluster : Cluster
        The workers.
    setup : Setup
        What their engines have to be like.
    function : callable
        A function of a module, or a `functools.partial` of one.
    items : iterable
        Its second arguments; they are read as they are needed.
    known : callable, optional
        Given an item's number and the item, returns its outcome where that is known already.
    on_outcome : callable, optional
        Called with number, item and outcome as soon as an item is done, in any order.

    Raises
    ------
    ClusterError
        If a worker has another version or other weights.
    """
    return Distribution(cluster, setup, function, items, known, on_outcome).run()


class Distribution(Generic[Item, Output]):
    """The state of `distribute`, whose parameters these are."""

    def __init__(
        self,
        cluster: Cluster,
        setup: Setup,
        function: Callable[[Engine, Item], Output],
        items: Iterable[Item],
        known: Callable[[int, Item], Output | None],
        on_outcome: Callable[[int, Item, Output], object],
    ) -> None:
        self._cluster = cluster
        self._function = function
        self._source = enumerate(items)
        self._known = known
        self._on_outcome = on_outcome
        self._exhausted = False
        self._waiting: deque[Entry[Item]] = deque()
        self._tasks: Tasks[list[Entry[Item]], Output] = Tasks(cluster, setup)
        self._done: dict[int, Done[Item, Output]] = {}
        self._n_yielded = 0
        self._n_read = 0
        self._size = 1.0

    def run(self) -> Iterator[Done[Item, Output]]:
        """Yield the items as they are done, in their order."""
        while True:
            self._read()
            self._submit()
            while (done := self._done.pop(self._n_yielded, None)) is not None:
                self._n_yielded += 1
                yield done
            if self._tasks:
                self._collect()
            elif self._exhausted and not self._waiting and not self._done:
                return

    def _read(self) -> None:
        """Take items from the input, as many as may be open at a time."""
        room = MOST_OPEN - (self._n_read - self._n_yielded)
        found = list(islice(self._source, room))
        self._exhausted = len(found) < room
        self._n_read += len(found)
        for number, item in found:
            outcome = self._known(number, item)
            if outcome is None:
                self._waiting.append(Entry(number, item))
            else:
                self._done[number] = Done(number, item, outcome)

    def _submit(self) -> None:
        """Give work to the workers."""
        most = self._cluster.n_workers * BATCHES_PER_WORKER
        while self._waiting and len(self._tasks) < most:
            is_suspect = self._waiting[0].deaths >= ALONE_AFTER
            if is_suspect and self._tasks:
                return
            size = 1 if self._waiting[0].deaths else self._next_size()
            batch = [self._waiting.popleft() for _ in range(min(size, len(self._waiting)))]
            items = [entry.item for entry in batch]
            self._tasks.submit(batch, self._function, items, LONGEST)
            if is_suspect:
                return

    def _next_size(self) -> int:
        """Return how many items the next batch has: fewer towards the end of the input."""
        fair = MOST_ITEMS
        if self._exhausted:
            fair = -(-len(self._waiting) // (self._cluster.n_workers * BATCHES_PER_WORKER))
        return max(1, min(int(self._size), fair, MOST_ITEMS))

    def _collect(self) -> None:
        """Wait until some batch is done, and take what is."""
        done, lost = self._tasks.collect()
        for batch, answer in done:
            self._take(batch, answer)
        if lost:
            self._give_back([entry for batch in lost for entry in batch])

    def _take(self, batch: list[Entry[Item]], answer: Batch[Output]) -> None:
        """Keep the outcomes of a batch; what it has left is worked on next."""
        n_done = len(answer.outcomes)
        for entry, outcome in zip(batch, answer.outcomes, strict=False):
            self._on_outcome(entry.number, entry.item, outcome)
            self._done[entry.number] = Done(entry.number, entry.item, outcome)
        self._waiting.extendleft(reversed(batch[n_done:]))
        wanted = GOAL * n_done / max(answer.seconds, 1e-6)
        # Towards what this batch suggests, upwards twice as much at most.
        self._size = max(1.0, min((self._size + wanted) / 2, 2 * self._size, MOST_ITEMS))

    def _give_back(self, entries: list[Entry[Item]]) -> None:
        """Have others work on the items of the workers that died, or give up the one that kills."""
        for entry in entries:
            entry.deaths += self._cluster.deaths_per_error
        if len(entries) == 1 and entries[0].deaths >= MOST_DEATHS:
            (entry,) = entries
            fault = f"given up: a worker died at it {entry.deaths} times"
            self._done[entry.number] = Done(entry.number, entry.item, None, fault)
            return
        for entry in entries:
            entry.deaths = min(entry.deaths, ALONE_AFTER)
        self._waiting.extendleft(sorted(entries, key=lambda entry: -entry.number))
