"""Tasks given to workers: collected, or taken back."""

from __future__ import annotations

import math

from othello.cluster.processes import ProcessCluster
from othello.cluster.tasks import Tasks
from othello.cluster.worker import Setup
from othello.engine import Engine


def half(engine: Engine, number: int) -> float:
    """Do something that needs no engine."""
    return number / 2


def test_a_cancelled_task_is_not_collected() -> None:
    """Neither one that still waited nor one that a worker was at: their places are free again."""
    with ProcessCluster(1) as cluster:
        tasks: Tasks[str, float] = Tasks(cluster, Setup.here(hash_mb=1))
        for number in range(8):  # one runs, one is on its way to the worker, the others wait
            tasks.submit(f"old {number}", half, [number])
        tasks.cancel()
        assert len(tasks) == 0
        tasks.submit("new", half, [42])
        done, lost = tasks.collect()
    ((label, batch),) = done
    assert (label, lost) == ("new", [])
    assert math.isclose(batch.outcomes[0], 21)
