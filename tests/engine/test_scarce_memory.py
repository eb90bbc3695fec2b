"""With little memory, options that need more are refused, and each `go` is still answered."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import SECONDS
from support.scripts import output_of
from support.threads import needs_openmp
from support.watched import unwatched

from othello import Board, Engine
from othello._memory import control_group_bytes, memory_mb
from othello.errors import NoMemory

pytestmark = unwatched

resource = pytest.importorskip("resource")

MOST_THREADS = Engine.max_threads()

needs_linux = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no Linux")


def talk(megabytes: int, *lines: str) -> tuple[list[str], str, int]:
    """Send lines to an engine with so much address space; return replies, stderr and exit code."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    done = subprocess.run(
        [sys.executable, "-m", "othello"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=SECONDS,
        preexec_fn=limit,
        # The C library loads this one when a thread ends, and aborts if there is no room for it.
        env={**os.environ, "LD_PRELOAD": "libgcc_s.so.1"},
    )
    return done.stdout.splitlines(), done.stderr, done.returncode


@needs_openmp
@pytest.mark.parametrize("megabytes", [300, 2000])
@pytest.mark.parametrize("searched", [True, False], ids=["after a search", "before any"])
def test_threads_that_cannot_be_had(megabytes: int, searched: bool) -> None:
    first = ["setoption name Hash value 1", "isready", *(["go depth 6"] if searched else [])]
    option = f"setoption name Threads value {MOST_THREADS}"
    replies, errors, code = talk(megabytes, *first, option, "go depth 14")
    assert (errors, code) == ("", 0)
    refused = f"info string error: no memory for {MOST_THREADS} threads: expected fewer"
    assert [reply for reply in replies if "error" in reply] == [refused]
    # The second search is done with the old number of threads.
    assert [reply[:8] for reply in replies].count("bestmove") == 1 + searched
    assert any(reply.startswith("info depth 14 ") for reply in replies)


@pytest.mark.parametrize("megabytes", [60, 80, 100, 120, 150, 170, 200, 250])
def test_every_go_is_answered(megabytes: int) -> None:
    """Each `go` gets a legal move, whatever lacks memory: the table, the weights, a thread."""
    replies, errors, code = talk(
        megabytes, "isready", "go depth 8", "position startpos moves f5", "go depth 8"
    )
    if "MemoryError" in errors and not replies:
        pytest.skip("not enough for Python itself")
    assert "readyok" in replies
    moves = [reply.split()[1] for reply in replies if reply.startswith("bestmove ")]
    assert code == 0 and len(moves) == 2, (replies, errors)
    assert moves[0] in map(str, Board().legal_moves())
    assert moves[1] in map(str, Board().after("f5").legal_moves())


@needs_linux
def test_searches_start_no_thread() -> None:
    """A thread for each search might fail to start where addresses are limited."""
    command = [sys.executable, "-m", "othello"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin is not None and run.stdout is not None
        threads = []
        for line in ["isready", "go depth 8", "go depth 8"]:
            print(line, file=run.stdin, flush=True)
            while not run.stdout.readline().startswith(("readyok", "bestmove")):
                pass
            threads.append(sorted(os.listdir(f"/proc/{run.pid}/task")))
        assert threads == threads[:1] * 3
        run.stdin.close()


@needs_openmp
@needs_linux
def test_a_refused_number_of_threads_leaves_the_engine_as_it_was() -> None:
    script = f"""
import resource, warnings, othello
warnings.simplefilter("ignore")
board = othello.Board()
with othello.Engine(hash_mb=1) as engine:
    before = engine.search(board, depth=8)
    size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + (20 << 20),) * 2)
    try:
        engine.threads = {MOST_THREADS}
    except othello.errors.NoMemory as error:
        print(error.option, error)
    engine.clear()
    assert engine.threads == 1 and engine.search(board, depth=8)[:2] == before[:2]
"""
    expected = f"threads no memory for {MOST_THREADS} threads: expected fewer\n"
    assert output_of(script) == expected


@needs_openmp
@needs_linux
@pytest.mark.parametrize("threads", [2, MOST_THREADS])
def test_a_batch_without_room_for_threads_is_done_by_one(threads: int) -> None:
    script = f"""
import resource, othello, numpy
from othello import batch
start = othello.Board()
boards = numpy.array([[start.player, start.opponent]] * 50, numpy.uint64)
expected, values = batch.legal_moves(boards), batch.evaluate(boards)
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (4 << 20),) * 2)
assert (batch.legal_moves(boards, threads={threads}) == expected).all()
assert (batch.evaluate(boards, threads={threads}) == values).all()
"""
    assert output_of(script) == ""


@needs_openmp
@needs_linux
def test_threads_with_too_little_stack() -> None:
    """They are refused in one line, arrays are done by one thread, and one thread searches."""
    script = """
import numpy, othello
from othello import batch
boards = batch.from_boards(["f5d6c3d3c4"] * 100)
found = batch.evaluate(boards, threads=2), batch.perft(boards, 2, threads=2)
with othello.Engine(hash_mb=1) as engine:
    try:
        engine.threads = 2
    except othello.errors.InvalidOption as error:
        print(error)
    print(engine.threads, engine.search("f5", depth=6).depth)
"""
    expected = "expected 256 kB, by another OMP_STACKSIZE or ulimit -s"
    refused = f"2 threads with 64 kB of stack each: {expected}\n1 6\n"
    assert output_of(script, OMP_STACKSIZE="64k") == refused


# ---------------------------------------------------------------------- control groups


def control_groups(folder: Path, membership: str, limits: dict[str, str]) -> int | None:
    """Lay out files as Linux does; return the limit that is read from them."""
    (folder / "cgroup").write_text(membership)
    for name, text in limits.items():
        path = folder / "mount" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return control_group_bytes(folder / "cgroup", folder / "mount")


@pytest.mark.parametrize(
    ("membership", "limits", "expected"),
    [
        ("0::/a/b\n", {"a/b/memory.max": "max\n", "a/memory.max": "2097152\n"}, 2 << 20),
        ("0::/a/b\n", {"a/b/memory.max": "1048576\n", "a/memory.max": "2097152\n"}, 1 << 20),
        ("0::/\n", {"memory.max": "max\n"}, None),
        ("0::/not/seen/in/a/container\n", {"memory.max": "3145728\n"}, 3 << 20),
        ("5:cpu:/\n4:memory:/g\n0::/\n", {"memory/g/memory.limit_in_bytes": "4194304\n"}, 4 << 20),
        ("1:name=systemd:/x\n", {"x/memory.max": "1\n"}, None),
    ],
)
def test_limits_of_control_groups(
    tmp_path: Path, membership: str, limits: dict[str, str], expected: int | None
) -> None:
    assert control_groups(tmp_path, membership, limits) == expected


def test_without_control_groups(tmp_path: Path) -> None:
    assert control_group_bytes(tmp_path / "nothing", tmp_path) is None
    assert 0 < memory_mb() <= 1 << 20


def test_a_table_larger_than_allowed_is_refused() -> None:
    """The process runs in a control group of its own; skipped where none can be made."""
    group = Path("/sys/fs/cgroup/memory") / f"othello-{id(talk)}"
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(512 << 20))
    except OSError:
        pytest.skip("no control group can be made here")
    try:
        script = (
            f"import os; open('{group}/cgroup.procs', 'w').write(str(os.getpid()))\n"
            "import othello\n"
            "try: othello.Engine(hash_mb=1024)\n"
            "except othello.errors.NoMemory as error: print(error)\n"
        )
        shown = output_of(script)
    finally:
        group.rmdir()
    assert shown == "no memory for a table of 1024 MB: expected less, this machine has 512 MB\n"


def test_the_error_names_its_option() -> None:
    with pytest.raises(NoMemory, match="no memory for a table of 1048576 MB") as caught:
        Engine(hash_mb=1 << 20)
    assert caught.value.option == "hash_mb"
