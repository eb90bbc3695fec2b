"""Many independent jobs, done side by side in batches; the outcomes come in their order.

A worker that dies costs nothing: its jobs are given to others. The size of a batch follows from
how long those before it took, and a worker that has spent `LONGEST` seconds on one gives the rest
back. No more than `MOST_OPEN` jobs are on their way at a time, so that
neither a long input nor a slow reader of the outcomes fills the memory.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from othello.cluster.executors import Cluster
from othello.cluster.worker import ClusterError
from othello.engine import Engine
from othello.engine.waiting import WAIT_STEP

Label = TypeVar("Label")
Item = TypeVar("Item")
Output = TypeVar("Output")

BATCH_SECONDS = 0.5
"""A batch that takes longer is followed by smaller ones, one that takes half as long by larger."""

LONGEST = 2.0
"""Seconds after which a worker begins no more jobs of a batch."""

MOST_IN_BATCH = 256

MOST_OPEN = 4096
"""Items that were read and whose outcomes were not yet yielded."""

BATCHES_PER_WORKER = 2
"""One to work on and one that is there when it is done."""

ALONE_AFTER = 2
"""Deaths after which a job is done while nothing else is, to see whose fault they are."""

MOST_DEATHS = 3
"""Deaths of workers after which a job is given up."""


@dataclass
class WorkItem(Generic[Item, Output]):
    """An item that is worked on, its place in the input from 0, and what the function returned.

    `fault` says why there will be no outcome. `deaths` counts the workers that have died meanwhile.
    """

    number: int
    item: Item
    outcome: Output | None = None
    fault: str | None = None
    deaths: int = 0


def collect(
    cluster: Cluster, running: dict[Future[Output], Label]
) -> tuple[list[tuple[Label, Output]], list[Label]]:
    """Wait until some future has ended, and take those that have out of `running`.

    Return labels and results, and the labels of those whose workers died. Raises ClusterError if a
    worker has another version or other weights, or the scheduler is gone.
    """
    finished: set[Future[Output]] = set()
    while running and not finished:
        finished = wait(running, WAIT_STEP, FIRST_COMPLETED).done
    done: list[tuple[Label, Output]] = []
    lost: list[Label] = []
    try:
        is_death = any(isinstance(future.exception(), cluster.deaths) for future in finished)
        if is_death and cluster.deaths_per_error == 1:  # it ends the others' work, too
            wait(running)
        for future in [future for future in running if future.done()]:
            error = future.exception()
            if error is None:
                done.append((running.pop(future), future.result()))
            elif isinstance(error, cluster.deaths):
                lost.append(running.pop(future))
            elif isinstance(error, (ImportError, AttributeError)):
                version = cluster.setup.version
                raise ClusterError(
                    f"a worker cannot do this, {error}: install othello {version} there"
                )
            else:
                raise error
    except CancelledError:  # not by us, as we wait for none that we have cancelled
        raise ClusterError(cluster.gone) from None
    if lost:
        cluster.renew()
    return done, lost


def run_batch(
    function: Callable[[Engine, Item], Output], engine: Engine, items: Sequence[Item]
) -> tuple[list[Output], float]:
    """Return the outcomes of the first items, and the seconds they took; what a worker calls."""
    started = time.perf_counter()
    outcomes: list[Output] = []
    for item in items:
        outcomes.append(function(engine, item))
        if time.perf_counter() - started > LONGEST:
            break
    return outcomes, time.perf_counter() - started


def distribute(
    cluster: Cluster,
    function: Callable[[Engine, Item], Output],
    items: Iterable[Item],
    *,
    known: Callable[[int, Item], Output | None] = lambda number, item: None,
    on_outcome: Callable[[int, Item, Output], object] = lambda number, item, outcome: None,
) -> Iterator[WorkItem[Item, Output]]:
    """Call `function` with an engine and each of the items, and yield the jobs in their order.

    A job whose worker dies is given to another one. If its workers die three times, the last time
    while nothing else is worked on, it is yielded with a fault instead of an outcome.

    The function is one of a module, or a `functools.partial` of one. Items are read as they are
    needed. `known`, given an item's number and the item, returns its outcome where that is known
    already. `on_outcome` is called with number, item and outcome as soon as a job is done, in any
    order. Raises ClusterError if a worker has another version or other weights.
    """
    return JobQueue(cluster, function, items, known, on_outcome).run()


def outcomes(
    jobs: Iterable[WorkItem[Item, Output]], name: Callable[[Item], str] | None = None
) -> Iterator[Output]:
    """Yield the outcomes of jobs; raise ClusterError if there is none.

    The error names the item, or the job's number from 1 if no `name` is given.
    """
    for job in jobs:
        if job.outcome is None:
            named = f"job {job.number + 1}" if name is None else name(job.item)
            raise ClusterError(f"{named}: {job.fault}")
        yield job.outcome


class JobQueue(Generic[Item, Output]):
    """The jobs of `distribute`, whose parameters these are."""

    def __init__(
        self,
        cluster: Cluster,
        function: Callable[[Engine, Item], Output],
        items: Iterable[Item],
        known: Callable[[int, Item], Output | None],
        on_outcome: Callable[[int, Item, Output], object],
    ) -> None:
        self._cluster = cluster
        self._run_batch = partial(run_batch, function)
        self._unread = enumerate(items)
        self._known = known
        self._on_outcome = on_outcome
        self._waiting: deque[WorkItem[Item, Output]] = deque()
        self._running: dict[Future[tuple[list[Output], float]], list[WorkItem[Item, Output]]] = {}
        self._done: dict[int, WorkItem[Item, Output]] = {}
        self._n_read = self._n_yielded = 0
        self._size = 1

    def run(self) -> Iterator[WorkItem[Item, Output]]:
        """Yield the jobs as they are done, in their order."""
        while True:
            is_exhausted = self._read()
            self._submit()
            while (job := self._done.pop(self._n_yielded, None)) is not None:
                self._n_yielded += 1
                yield job
            if self._running:
                self._collect()
            elif is_exhausted and not self._waiting and not self._done:
                return

    def _read(self) -> bool:
        """Take items from the input, as many as may be open; return whether it is at its end."""
        room = MOST_OPEN - (self._n_read - self._n_yielded)
        found = list(islice(self._unread, room))
        self._n_read += len(found)
        for number, item in found:
            job = WorkItem(number, item, self._known(number, item))
            if job.outcome is None:
                self._waiting.append(job)
            else:
                self._done[number] = job
        return len(found) < room

    def _submit(self) -> None:
        """Give work to the workers."""
        most = self._cluster.n_workers * BATCHES_PER_WORKER
        while self._waiting and len(self._running) < most:
            is_suspect = self._waiting[0].deaths >= ALONE_AFTER
            if is_suspect and self._running:
                return
            fair = -(-len(self._waiting) // most)
            size = 1 if self._waiting[0].deaths else min(self._size, fair)
            batch = [self._waiting.popleft() for _ in range(size)]
            future = self._cluster.submit(self._run_batch, [job.item for job in batch])
            self._running[future] = batch
            if is_suspect:
                return

    def _collect(self) -> None:
        """Wait until some batch is done, and take what is."""
        done, lost = collect(self._cluster, self._running)
        for batch, (outcomes, seconds) in done:
            for job, outcome in zip(batch, outcomes, strict=False):
                job.outcome = outcome
                self._on_outcome(job.number, job.item, outcome)
                self._done[job.number] = job
            self._waiting.extendleft(reversed(batch[len(outcomes) :]))
            if seconds > BATCH_SECONDS:
                self._size = max(1, len(outcomes) // 2)
            elif seconds < BATCH_SECONDS / 2:
                self._size = max(self._size, min(2 * len(batch), MOST_IN_BATCH))
        self._retry([job for batch in lost for job in batch])

    def _retry(self, jobs: list[WorkItem[Item, Output]]) -> None:
        """Have others do the jobs of the workers that died, or give up the one that kills."""
        for job in jobs:
            job.deaths += self._cluster.deaths_per_error
        if len(jobs) == 1 and jobs[0].deaths >= MOST_DEATHS:
            (job,) = jobs
            job.fault = f"given up: a worker died at it {job.deaths} times"
            self._done[job.number] = job
            return
        for job in jobs:
            job.deaths = min(job.deaths, ALONE_AFTER)
        self._waiting.extendleft(sorted(jobs, key=lambda job: -job.number))
