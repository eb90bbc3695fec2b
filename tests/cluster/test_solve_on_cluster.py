"""solve and test with --cluster: the output is the local one, also when a worker is killed."""

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import POSITIONS, answer, command, json_lines, othello, refused, start
from support.cluster_jobs import but_times, children_of, is_ending, workers_of
from support.mpi import MPI_ENVIRONMENT, needs_mpi
from support.patience import SECONDS
from support.systems import POSIX

from othello.training.dataset import read_dataset

HARD = POSITIONS / "hard-20-a.obf"
EASY = POSITIONS / "ffo-01-19.obf"
LONG = POSITIONS / "ffo-40-59.obf"
MAY_TAKE_LONG = (
    f"{LONG}:20: 34 empty squares: an exact score may take hours; "
    "--time S limits it, othello search gives an estimate\n"
)
SOLVE = ["solve", HARD, "--lines", "1-12", "--hash", 8]

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="Dask is not installed"
)


@pytest.fixture(scope="module")
def expected() -> list[dict[str, Any]]:
    """What the suite gives on this machine alone."""
    return but_times(json_lines(*SOLVE))


def solve_killing(words: list[str], kill: Callable[[int], object]) -> tuple[int, list[Any]]:
    """Run a command; after its first line call `kill`. Return its exit code and its objects."""
    environment = os.environ | MPI_ENVIRONMENT
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, encoding="utf-8", env=environment
    ) as process:
        try:
            lines = [process.stdout.readline()]
            kill(process.pid)
            lines += process.stdout.readlines()
            code = process.wait(SECONDS)
        finally:
            process.kill()
    return code, [json.loads(line) for line in lines if line.strip()]


@POSIX
def test_processes_one_of_them_killed(expected: list[dict[str, Any]]) -> None:
    words = command(*SOLVE, "--json", "--cluster", "processes:2")
    code, lines = solve_killing(
        words, lambda parent: os.kill(workers_of(parent)[1], signal.SIGKILL)
    )
    assert (code, but_times(lines)) == (0, expected)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler's address, and the processes: the scheduler, two workers."""
    file = tmp_path / "scheduler.json"
    processes: list[subprocess.Popen[bytes]] = []

    def run(*words: str) -> None:
        command = [sys.executable, "-m", *words, "--no-dashboard", "--scheduler-file", str(file)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        processes.append(subprocess.Popen(command, **quiet))

    worker = ("distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1")
    try:
        run("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        for _ in range(2):
            run(*worker, "--local-directory", str(tmp_path))
        waiting = [sys.executable, "-c", WAIT_FOR_WORKERS, str(file)]
        address = subprocess.check_output(waiting, text=True, timeout=SECONDS).strip()
        yield address, processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


WAIT_FOR_WORKERS = """
import sys
from distributed import Client
with Client(scheduler_file=sys.argv[1], timeout=180) as client:
    client.wait_for_workers(2, timeout=180)
    print(client.scheduler.address)
"""


@needs_dask
def test_dask_one_worker_killed(
    scheduler: tuple[str, list[subprocess.Popen[bytes]]], expected: list[dict[str, Any]]
) -> None:
    address, processes = scheduler
    words = command(*SOLVE, "--json", "--cluster", f"dask:{address}")
    code, lines = solve_killing(words, lambda _: processes[1].kill())
    assert (code, but_times(lines)) == (0, expected)


@needs_dask
def test_dask_scheduler_killed(scheduler: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, (killed, *_) = scheduler
    words = ("solve", HARD, LONG, "--cluster", f"dask:{address}")
    with start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline()
        killed.kill()
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    assert errors == f"{MAY_TAKE_LONG}othello: the Dask scheduler {address!r} is gone\n"


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A server whose connections are made, and that says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server


@needs_dask
@pytest.mark.parametrize(
    ("scheme", "expected"),
    [("tcp", "start one by dask scheduler"), ("http", "expected the tcp://HOST:PORT of one")],
)
def test_dask_where_something_else_listens(
    silent: socket.socket, scheme: str, expected: str
) -> None:
    address = f"dask:{scheme}://127.0.0.1:{silent.getsockname()[1]}"
    assert expected in refused("solve", EASY, "--cluster", address)


@POSIX
@needs_dask
def test_ctrl_c_while_dask_is_silent(silent: socket.socket) -> None:
    address = f"dask:tcp://127.0.0.1:{silent.getsockname()[1]}"
    with start("solve", EASY, "--cluster", address, stderr=subprocess.PIPE) as process:
        connection, _ = silent.accept()
        with connection:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (130, "")


@POSIX
@needs_mpi
def test_mpi_one_rank_killed_and_run_again(expected: list[dict[str, Any]], tmp_path: Path) -> None:
    """Open MPI ends the job when a rank dies; the same command goes on where it was."""
    kept = tmp_path / "kept.db"
    arguments = [*SOLVE, "--json", "--cluster", "mpi", "--keep", kept]
    words = ["mpiexec", "-n", "3", *command(*arguments)]

    def kill_a_rank(parent: int) -> None:
        ranks = [child for child, words in children_of(parent) if "--cluster mpi" in words]
        assert len(ranks) == 3
        os.kill(ranks[2], signal.SIGKILL)

    code, first = solve_killing(words, kill_a_rank)
    assert code != 0
    assert first and not any("total" in line for line in first)
    code, lines = solve_killing(words, lambda _: None)
    assert code == 0
    times = {line["id"]: line["seconds"] for line in lines[:-1]}
    assert all(times[line["id"]] == line["seconds"] for line in first), "solved twice"
    assert but_times(lines) == expected


@pytest.mark.parametrize("kind", ["processes:1", pytest.param("dask", marks=needs_dask)])
def test_suites_at_a_depth(kind: str) -> None:
    words = ["test", EASY, "--depth", 6]
    assert but_times(json_lines(*words, "--cluster", kind)) == but_times(json_lines(*words))


def test_games_are_analysed_alike() -> None:
    words = ["analyse", "f5d6c3d3c4", "rubbish", "f5f6e6f4", "--level", 4]
    outputs = [othello(*words, "--json", *more) for more in ([], ["--cluster", "processes:2"])]
    alone, together = ([*map(json.loads, output.stdout.splitlines())] for output in outputs)
    assert but_times(alone) == but_times(together)
    assert outputs[0].stderr == outputs[1].stderr != ""
    assert [output.returncode for output in outputs] == [2, 2]


def test_kept_analyses_are_those_of_one_run(tmp_path: Path) -> None:
    words = ["analyse", "f5d6c3d3c4", "f5f6e6f4", "--level", 4, "--cluster", "processes:1"]
    words += ["--keep", tmp_path / "kept.db"]
    first = json_lines(*words)
    assert json_lines(*words) == first, "with the seconds of the first run"
    assert first[:-1] == json_lines(*words[:5])[:-1]
    other = othello(*words[:2], *words[3:])
    assert other.returncode == 0, "the first game is the same"
    assert "as item 1: expected" in refused(words[0], *words[2:])
    assert "of a run with forwards False: expected True" in refused(*words, "--forwards")


def test_training_data_is_the_same(tmp_path: Path) -> None:
    words = ["--shards", 2, "--games", 20, "--depth", 3, "--exact", 8]
    folders = [tmp_path / "alone", tmp_path / "together"]
    for folder, more in zip(folders, ([], ["--cluster", "processes:2"]), strict=True):
        answer("selfplay", folder, *words, *more)
    for name in ("positions-00000.npz", "positions-00001.npz"):
        alone, together = (read_dataset(folder / name) for folder in folders)
        assert len(alone) > 100 and alone.tobytes() == together.tobytes()
    again = answer("selfplay", folders[1], *words, "--cluster", "processes:2")
    assert again.count("already there") == 2


def test_kept_outcomes_are_those_of_one_run(tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    words = ["solve", EASY, "--lines", "1-4", "--cluster", "processes:1", "--keep", kept]
    first = json_lines(*words)
    assert json_lines(*words) == first, "with the seconds of the first run"
    longer = json_lines(*[word if word != "1-4" else "1-5" for word in words])
    assert longer[:4] == first[:4]
    assert "as item 1: expected" in refused(*[word if word != "1-4" else "2-5" for word in words])
    assert f"{kept} is of a run with exact True: expected False, or another file" in refused(
        *words, "--wld"
    )
    kept.write_text("no database, and longer than a header of one: " + "x" * 200)
    assert str(kept) in refused(*words)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        pytest.param("dask:tcp://127.0.0.1:1", "start one by dask scheduler", marks=needs_dask),
        pytest.param("dask:nowhere", "expected the tcp://HOST:PORT of one", marks=needs_dask),
        pytest.param("mpi", "start it by mpiexec -n 3 othello", marks=needs_mpi),
    ],
)
def test_workers_that_cannot_be_had(kind: str, reason: str) -> None:
    assert reason in refused("solve", EASY, "--cluster", kind, **MPI_ENVIRONMENT)


@POSIX
def test_ctrl_c_ends_the_workers_too() -> None:
    words = ("solve", EASY, LONG, "--cluster", "processes:2")
    process = start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline()
    workers = workers_of(process.pid)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (130, MAY_TAKE_LONG)
    assert len(workers) == 2
    for worker in workers:
        assert is_ending(worker)


INTERRUPTED_WORKER = """
import os, signal, sys
if "--multiprocessing-fork" in sys.orig_argv:
    os.kill(os.getpid(), signal.SIGINT)
"""


def test_a_worker_that_still_starts_is_not_interrupted(tmp_path: Path) -> None:
    """Ctrl-C at a terminal reaches the workers too: what becomes of them is not theirs to say."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED_WORKER)
    words = ("solve", EASY, "--lines", "1-2", "--cluster", "processes:1")
    assert answer(*words, PYTHONPATH=str(tmp_path))
