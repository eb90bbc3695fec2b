"""Endgames solved in parts by processes that share one table: solved, killed, nothing left."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli_process import POSITIONS, start
from support.cluster_jobs import workers_of
from support.endgames import HARD_20, expect_proof
from support.patience import SECONDS
from support.systems import POSIX

from othello.cluster.executors import ProcessCluster
from othello.cluster.worker import ClusterError, Setup, engine_of, open_memory
from othello.engine import Engine
from othello.proving.solve import Question, answer, solve_in_parts
from othello.proving.store import Store, opened_store
from othello.proving.verify import check_leaves, check_store

pytestmark = pytest.mark.skipif(
    not (hasattr(os, "memfd_create") and Path("/proc/self/maps").exists()),
    reason="no memfd_create or no /proc",
)

FFO_40_59 = POSITIONS / "ffo-40-59.obf"
FFO_41 = FFO_40_59, "--lines", 2
SETUP = Setup.here(hash_mb=4)
LEAF_EMPTIES = 17
"""Of positions with 20, so that there are some dozens of leaves."""


def shared_mb(process: int) -> int:
    """Return how many MB a process has mapped as a table that it shares; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{process}/maps").read_text().splitlines()
    except OSError:
        return 0
    ranges = [line.split()[0].split("-") for line in lines if "memfd:othello-table" in line]
    return sum(int(end, 16) - int(begin, 16) for begin, end in ranges) >> 20


def until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def await_workers(cluster: ProcessCluster) -> None:
    """Wait until all workers are up: one that starts late may find that nothing is left to do."""
    answers: set[int] = set()

    def all_have_answered() -> bool:
        # As many at once as there are workers: another one is started only where none is idle.
        calls = [cluster.executor.submit(os.getpid) for _ in range(cluster.n_workers)]
        answers.update(call.result() for call in calls)
        return len(answers) >= cluster.n_workers

    until(all_have_answered)


def check(store: Store) -> None:
    """Check a proof, some leaves by solving them again."""
    assert list(check_store(store)) == []
    with Engine(hash_mb=4) as engine:
        assert list(check_leaves(store, engine, 10)) == []


def test_solved_as_by_one_process() -> None:
    """Two positions, one after the other; the workers have one table of the MB of both."""
    with ProcessCluster(SETUP, 2) as cluster, opened_store(None) as store, Engine() as engine:
        for position in HARD_20[:2]:
            result = solve_in_parts(cluster, store, position.board, leaf_empties=LEAF_EMPTIES)
            assert result.exact and result.score == engine.solve(position.board).score
            expect_proof(position.board, result.lines[0])
            assert [shared_mb(worker) for worker in workers_of(os.getpid())] == [8, 8]
        check(store)


def test_a_worker_knows_what_another_has_found() -> None:
    """The second one is started after the first one has ended."""
    question = Question(HARD_20[0].board, 0, None)
    setup = SETUP._replace(shares_table=True)
    nodes = []
    with ProcessCluster(setup, 1) as cluster:
        cluster.memory.allocate(8)
        for _ in range(2):
            nodes.append(cluster.submit(answer, question).result().nodes)
            cluster.renew()
    first, again = nodes
    assert again < first / 5


@POSIX
def test_killed_workers_harm_nobody() -> None:
    """Whatever they were writing into the table: the score is right, and so is the proof."""
    board = HARD_20[2].board
    killed: list[int] = []
    with ProcessCluster(SETUP, 2) as cluster, opened_store(None) as store:

        def kill(n_leaves: int) -> None:
            # New workers may not have been started yet.
            workers = workers_of(os.getpid()) if n_leaves >= 3 + 6 * len(killed) else []
            if workers and len(killed) < 2:
                killed.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)

        result = solve_in_parts(cluster, store, board, kill, LEAF_EMPTIES)
        assert len(killed) == 2
        await_workers(cluster)
        solve_in_parts(cluster, store, HARD_20[1].board, leaf_empties=LEAF_EMPTIES)
        assert [shared_mb(worker) for worker in workers_of(os.getpid())] == [8, 8]
        expect_proof(board, result.lines[0])
        check(store)
    with Engine() as engine:
        assert engine.solve(board).score == result.score


def test_tables_of_their_own_where_none_can_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create")
    board = HARD_20[0].board
    with ProcessCluster(SETUP, 2) as cluster, opened_store(None) as store, Engine() as engine:
        result = solve_in_parts(cluster, store, board, leaf_empties=LEAF_EMPTIES)
        assert result.score == engine.solve(board).score
        assert [shared_mb(worker) for worker in workers_of(os.getpid())] == [0, 0]


@POSIX
def test_a_worker_that_dies_before_the_last_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker takes the same way each time, so it is known which leaf is the last one."""
    monkeypatch.delattr(os, "memfd_create")
    board = HARD_20[0].board
    leaves, killed = [0], []

    def kill(number: int) -> None:
        if number == leaves[-1]:
            killed.append(workers_of(os.getpid())[0])
            os.kill(killed[-1], signal.SIGKILL)

    scores = []
    for on_leaf in (leaves.append, kill):
        with ProcessCluster(SETUP, 1) as cluster, opened_store(None) as store:
            result = solve_in_parts(cluster, store, board, on_leaf, LEAF_EMPTIES)
            expect_proof(board, result.lines[0])
            scores.append(result.score)
    assert scores[0] == scores[1] and len(killed) == 1


def test_a_worker_without_memory() -> None:
    with pytest.raises(ClusterError, match="was started without memory"):
        engine_of(SETUP._replace(shares_table=True))


def test_the_size_of_the_memory_is_given_once() -> None:
    """A process that reads behind the end of a file is killed, so nobody may cut it."""
    memory = open_memory()
    memory.allocate(3)
    memory.allocate(64)
    assert os.fstat(memory.descriptor).st_size == 2 << 20
    with pytest.raises(PermissionError):
        os.ftruncate(memory.descriptor, 1 << 20)
    memory.close()
    assert not os.path.exists(f"/proc/self/fd/{memory.descriptor}")


def test_nothing_is_left_when_the_driver_is_killed() -> None:
    before = set(os.listdir("/dev/shm"))
    process = start("solve", *FFO_41, "--cluster", "processes:2", stdout=subprocess.DEVNULL)
    with process:
        until(lambda: [shared_mb(worker) for worker in workers_of(process.pid)] == [128, 128])
        workers = workers_of(process.pid)
        assert not {name for name in set(os.listdir("/dev/shm")) - before if "othello" in name}
        process.kill()
    until(lambda: not any(shared_mb(worker) for worker in workers))
    assert not {name for name in set(os.listdir("/dev/shm")) - before if "othello" in name}
