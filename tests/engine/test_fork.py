"""In forked processes searches end, and have threads of their own wherever that is possible."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from support.patience import SECONDS

from othello import Engine
from othello._core import core

if Engine.max_threads() == 1 or not hasattr(os, "fork"):
    pytest.skip("without OpenMP or fork", allow_module_level=True)

#: The start of each script. It runs in a process of its own, as this one may already have threads.
BEGINNING = """
import os, sys, warnings
import numpy as np
import othello
from othello import batch
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

warnings.filterwarnings("ignore", ".* processor")
BOARD = othello.Board.from_moves("f5d6c3d3c4f4f6f3e6e7")

def search(_=None):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with othello.Engine(2, hash_mb=1, granularity=2) as engine:
            result = engine.search(BOARD, depth=11)
            working = [nodes for nodes in engine.worker_nodes() if nodes]
    warned = ["spawn" in str(warning.message) for warning in caught].count(True)
    return result.depth, len(working), warned

def searched(_=None):
    return search()[::2]

def in_child(work=searched):
    "Print what `work` returns in a forked process, which must end well."
    child = os.fork()
    if child == 0:
        print(work(), flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0

"""


#: The end of a script: a child searches, then the parent searches again.
CHILD = """
in_child()
assert searched() == (11, 0)
"""


def run(script: str, *arguments: str) -> list[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", BEGINNING + script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        shown, errors = process.communicate(timeout=SECONDS)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # in case a child hangs
    assert (errors, process.returncode) == ("", 0)
    return shown.splitlines()


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        pytest.param(CHILD, "(11, 0)", id="a process without threads"),
        pytest.param("assert searched() == (11, 0)" + CHILD, "(11, 0)", id="one with threads"),
        pytest.param(
            """
assert searched() == (11, 0)
if os.fork():
    assert os.wait()[1] == 0
    os._exit(0)
"""
            + CHILD,
            "(11, 0)",
            id="a child",
        ),
        pytest.param(
            """
from threading import Thread
assert searched() == (11, 0)
def work():
    assert searched() == (11, 0)
    in_child()
thread = Thread(target=work)
thread.start()
thread.join()
""",
            "(11, 0)",
            id="another thread",
        ),
        pytest.param(
            """
engine = othello.Engine(2, hash_mb=1, granularity=2)
engine.search(BOARD, depth=11)
warnings.simplefilter("ignore")
in_child(lambda: engine.search(BOARD, depth=12).depth)
""",
            "12",
            id="a process whose engine is used",
        ),
        pytest.param(
            """
search()
with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
    print(list(pool.map(searched, range(2))))
""",
            "[(11, 0), (11, 0)]",
            id="a process with a pool",
        ),
        pytest.param(
            """
positions = batch.from_boards([BOARD] * 100)
def work():
    return batch.evaluate(positions, threads=2), batch.perft(positions, 2, threads=2)
expected = work()
in_child(lambda: all(map(np.array_equal, work(), expected)))
""",
            "True",
            id="a process with arrays",
        ),
    ],
)
def test_children_of(script: str, shown: str) -> None:
    assert run(script) == [shown]


#: A library whose function launches two threads of OpenMP.
OTHERS = """
int count(void) {
    int n = 0;
    #pragma omp parallel num_threads(2) reduction(+: n)
    n++;
    return n;
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs GCC")
def test_a_child_of_a_process_whose_other_library_has_threads(tmp_path: Path) -> None:
    """The engine itself has launched nothing there; what the other one did is gone in the child."""
    source, library = tmp_path / "others.c", tmp_path / "others.so"
    source.write_text(OTHERS)
    command = ["gcc", "-fopenmp", "-shared", "-fPIC", source, "-o", library]
    subprocess.run(command, check=True)
    script = """
import ctypes
count = ctypes.CDLL(sys.argv[1]).count
assert count() == 2
"""
    assert run(script + CHILD, str(library)) == ["(11, 0)"]


def test_a_child_of_a_search_has_one_thread() -> None:
    """An evaluation forks in the middle of a launch: its process has no threads, and says so.

    With LLVM's OpenMP it has threads there, too.
    """
    script = """
from threading import current_thread, main_thread
calls = 0
def search_there():
    depth, working, warned = search()
    return depth, working if warned else 2, warned
def forking(positions):
    global calls
    calls += current_thread() is main_thread()
    if calls == 100:  # by then the threads are launched
        calls += 1
        in_child(search_there)
    return np.zeros(len(positions))
with othello.Engine(2, hash_mb=1, granularity=2, evaluation=forking) as engine:
    engine.search(BOARD, depth=5)
assert searched() == (11, 0)
"""
    assert run(script) == ["(11, 1, 1)" if core.COMPILER.startswith("GCC") else "(11, 2, 0)"]
