"""Jobs given to worker processes: order, each once, batches, deaths, other versions."""

import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.cluster_jobs import deadly, deadly_once, double, who

from othello.cluster.executors import (
    Cluster,
    DaskCluster,
    ProcessCluster,
    _compare_versions,
    load_mpi,
)
from othello.cluster.jobs import MOST_OPEN, distribute
from othello.cluster.worker import ClusterError, Setup, engine_of

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="workers are killed by -9")


@pytest.fixture(scope="module")
def setup() -> Setup:
    return Setup.here(hash_mb=1)


@pytest.fixture(scope="module")
def workers(setup: Setup) -> Iterator[Cluster]:
    with ProcessCluster(setup, 2) as cluster:
        yield cluster


def test_outcomes_come_in_order_each_once(workers: Cluster) -> None:
    jobs = list(distribute(workers, double, range(5000)))
    assert [(job.number, job.item, job.outcome) for job in jobs] == [
        (number, number, 2 * number) for number in range(5000)
    ]


def test_input_is_read_as_it_is_needed(workers: Cluster) -> None:
    n_read = 0

    def endless() -> Iterator[int]:
        nonlocal n_read
        while True:
            n_read += 1
            yield n_read

    jobs = distribute(workers, double, endless())
    for n_yielded in range(1, 10_000):
        assert next(jobs).outcome == 2 * n_yielded
        assert n_read - n_yielded <= MOST_OPEN + 1


def test_workers_keep_their_engine(workers: Cluster) -> None:
    jobs = list(distribute(workers, who, range(40)))
    engines = {job.outcome for job in jobs}
    processes = {job.outcome[0] for job in jobs if job.outcome}
    assert len(engines) == len(processes) == 2


def test_what_is_known_is_not_done_again(workers: Cluster) -> None:
    known = dict.fromkeys(range(0, 100, 3), -1)
    told: dict[int, int] = {}
    jobs = distribute(
        workers,
        double,
        range(100),
        known=lambda number, item: known.get(number),
        on_outcome=lambda number, item, outcome: told.setdefault(number, outcome),
    )
    assert [job.outcome for job in jobs] == [known.get(n, 2 * n) for n in range(100)]
    assert told == {number: 2 * number for number in range(100) if number not in known}


def test_a_death_costs_nothing(setup: Setup, tmp_path: Path) -> None:
    job = partial(deadly_once, str(tmp_path / "killed"))
    with ProcessCluster(setup, 2) as cluster:
        jobs = list(distribute(cluster, job, range(10)))
    assert [(job.number, job.outcome) for job in jobs] == [(n, n) for n in range(10)]


def test_a_job_that_kills_its_workers_is_named_and_no_other(setup: Setup) -> None:
    with ProcessCluster(setup, 2) as cluster:
        jobs = list(distribute(cluster, deadly, range(6)))
    assert [job.item for job in jobs] == list(range(6))
    assert [job.outcome for job in jobs] == [0, 1, 2, None, 4, 5]
    assert jobs[3].fault == "given up: a worker died at it 3 times"
    assert all(job.fault is None for job in jobs if job.item != 3)


def test_another_version_is_refused_by_name(setup: Setup) -> None:
    with pytest.raises(
        ClusterError, match=r"worker \S+, process \d+ has othello \S+, expected 0\.0"
    ):
        engine_of(setup._replace(version="0.0"))


def test_other_weights_are_refused_by_name(setup: Setup) -> None:
    with (
        ProcessCluster(setup._replace(weights="00000000"), 1) as cluster,
        pytest.raises(ClusterError, match=r"worker .*process \d+ has weights .* expected 00000000"),
    ):
        list(distribute(cluster, double, range(3)))


@pytest.mark.parametrize(
    ("module", "begin", "advice"),
    [
        ("distributed", lambda setup: DaskCluster(setup, None), "install 'othello-engine.dask.'"),
        ("mpi4py", lambda _: load_mpi(), "apt-get install openmpi-bin"),
    ],
)
def test_a_library_that_is_missing(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, module: str, begin: Any, advice: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ClusterError, match=advice):
        begin(setup)


def test_another_dask_is_refused_by_name() -> None:
    def node(version: str) -> dict[str, object]:
        return {"packages": {"distributed": version}}

    ours, other = node("2026.8.0"), node("2024.1.0")
    _compare_versions({"client": ours, "scheduler": ours, "workers": {"tcp://a:1": ours}})
    with pytest.raises(ClusterError, match=r"the scheduler has Dask 2024\.1\.0, here it is 2026"):
        _compare_versions({"client": ours, "scheduler": other, "workers": {}})
    with pytest.raises(ClusterError, match=r"worker tcp://a:1 has Dask 2024\.1\.0"):
        _compare_versions({"client": ours, "scheduler": ours, "workers": {"tcp://a:1": other}})
