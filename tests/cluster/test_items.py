"""Items given to worker processes: order, each once, batches, deaths, other versions."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.cluster_jobs import deadly, deadly_once, double, who

from othello.cluster.base import Cluster, ClusterError
from othello.cluster.items import MOST_OPEN, distribute
from othello.cluster.processes import ProcessCluster
from othello.cluster.worker import Setup, engine_of, run_batch

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="workers are killed by -9")


@pytest.fixture(scope="module")
def setup() -> Setup:
    return Setup.here(hash_mb=1)


@pytest.fixture(scope="module")
def workers() -> Iterator[Cluster]:
    with ProcessCluster(2) as cluster:
        yield cluster


def test_outcomes_come_in_order_each_once(workers: Cluster, setup: Setup) -> None:
    done = list(distribute(workers, setup, double, range(5000)))
    assert [(each.number, each.item, each.outcome) for each in done] == [
        (number, number, 2 * number) for number in range(5000)
    ]


def test_input_is_read_as_it_is_needed(workers: Cluster, setup: Setup) -> None:
    n_read = 0

    def endless() -> Iterator[int]:
        nonlocal n_read
        while True:
            n_read += 1
            yield n_read

    outcomes = distribute(workers, setup, double, endless())
    for n_yielded in range(1, 10_000):
        assert next(outcomes).outcome == 2 * n_yielded
        assert n_read - n_yielded <= MOST_OPEN + 1


def test_workers_keep_their_engine(workers: Cluster, setup: Setup) -> None:
    done = list(distribute(workers, setup, who, range(40)))
    engines = {each.outcome for each in done}
    processes = {each.outcome[0] for each in done if each.outcome}
    assert len(engines) == len(processes) == 2


def test_a_batch_ends_when_its_time_is_up(setup: Setup) -> None:
    batch = run_batch(setup, who, range(1000), 0.0)
    assert len(batch.outcomes) == 1


def test_what_is_known_is_not_done_again(workers: Cluster, setup: Setup) -> None:
    known = dict.fromkeys(range(0, 100, 3), -1)
    told: dict[int, int] = {}
    done = distribute(
        workers,
        setup,
        double,
        range(100),
        known=lambda number, item: known.get(number),
        on_outcome=lambda number, item, outcome: told.setdefault(number, outcome),
    )
    assert [each.outcome for each in done] == [known.get(n, 2 * n) for n in range(100)]
    assert told == {number: 2 * number for number in range(100) if number not in known}


def test_a_death_costs_nothing(setup: Setup, tmp_path: Path) -> None:
    job = partial(deadly_once, str(tmp_path / "killed"))
    with ProcessCluster(2) as cluster:
        done = list(distribute(cluster, setup, job, range(10)))
    assert [(each.number, each.outcome) for each in done] == [(n, n) for n in range(10)]


def test_an_item_that_kills_its_workers_is_named_and_no_other(setup: Setup) -> None:
    with ProcessCluster(2) as cluster:
        done = list(distribute(cluster, setup, deadly, range(6)))
    assert [each.item for each in done] == list(range(6))
    assert [each.outcome for each in done] == [0, 1, 2, None, 4, 5]
    assert done[3].fault == "given up: a worker died at it 3 times"
    assert all(each.fault is None for each in done if each.item != 3)


def test_another_version_is_refused_by_name(setup: Setup) -> None:
    with pytest.raises(
        ClusterError, match=r"worker \S+, process \d+ has othello \S+, expected 0\.0"
    ):
        engine_of(setup._replace(version="0.0"))


def test_other_weights_are_refused_by_name(workers: Cluster, setup: Setup) -> None:
    other = setup._replace(weights="00000000")
    with pytest.raises(
        ClusterError, match=r"worker .*process \d+ has weights .* expected 00000000"
    ):
        list(distribute(workers, other, double, range(3)))


def test_dask_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from othello.cluster.dask import DaskCluster

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'othello-engine\[dask\]'"):
        DaskCluster(None, 1)


def test_mpi_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from othello.cluster.mpi import load_mpi

    monkeypatch.setitem(sys.modules, "mpi4py", None)
    with pytest.raises(ClusterError, match=r"apt-get install openmpi-bin"):
        load_mpi()


def test_another_dask_is_refused_by_name() -> None:
    from othello.cluster.dask import _compare_versions

    def node(version: str) -> dict[str, object]:
        return {"packages": {"distributed": version}}

    ours, other = node("2026.8.0"), node("2024.1.0")
    _compare_versions({"client": ours, "scheduler": ours, "workers": {"tcp://a:1": ours}})
    with pytest.raises(ClusterError, match=r"the scheduler has Dask 2024\.1\.0, here it is 2026"):
        _compare_versions({"client": ours, "scheduler": other, "workers": {}})
    with pytest.raises(ClusterError, match=r"worker tcp://a:1 has Dask 2024\.1\.0"):
        _compare_versions({"client": ours, "scheduler": ours, "workers": {"tcp://a:1": other}})
