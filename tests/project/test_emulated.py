"""A short form of the tests on other machines: 64-bit Arm by QEMU, Windows by Wine."""

import json
import re
import subprocess
import sys

import pytest
from support import reference
from support.kernel_facts import facts_of
from support.machines import FFO, bench_nodes, command, run

from othello._core import supported

pytestmark = pytest.mark.timeout(1800)
BENCH = ("-m", "othello", "bench", "--depth", "7")
CHECK = """
import sys
sys.path.insert(0, "tests")
from support.kernel_facts import check
check()
"""
FASTEST = {"arm64": "neon", "windows": supported()[-1]}


@pytest.fixture(scope="module", params=FASTEST)
def machine(request: pytest.FixtureRequest) -> str:
    """A machine for which Python has been fetched, and the core compiled."""
    name: str = request.param
    done = subprocess.run(command(name, "--version"), capture_output=True, text=True)
    # apt-get's errors begin with E:, and pip's says that there is no version.
    unreachable = re.search("(?m)^E: .*|^.*Could not find a version.*", done.stderr)
    if done.returncode and unreachable:
        pytest.skip(f"nothing can be fetched for {name}: {unreachable[0]}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Python "), "what was fetched is told on stderr"
    return name


@pytest.fixture(scope="module")
def our_nodes() -> str:
    """The node count of a short benchmark on this machine."""
    words = [sys.executable, "-I", *BENCH]
    return bench_nodes(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def test_the_fastest_core_is_chosen(machine: str, our_nodes: str) -> None:
    found = run(machine, *BENCH)
    assert f"isa {FASTEST[machine]}\n" in found.replace("\r", "")
    assert bench_nodes(found) == our_nodes


def test_its_kernels_follow_the_rules(machine: str, our_nodes: str) -> None:
    """Flips, moves and stable discs are those of the slow oracle; searches have as many nodes."""
    positions = [facts_of(*each) for seed in range(12) for each in reference.playout(seed)]
    isas = ("generic", FASTEST[machine])
    told = run(machine, "-c", CHECK, *isas, script=json.dumps(positions))
    assert told.splitlines()[:2] == [f"{isa} {our_nodes}" for isa in isas]


def test_it_solves_with_two_threads(machine: str) -> None:
    run(machine, "-m", "othello", "solve", FFO, "--lines", "1-5", "--threads", "2")


@pytest.mark.parametrize(
    ("protocol", "script", "answer"),
    [
        ("ugi", "position startpos moves f5\ngo depth 8\n", "bestmove d6"),
        ("gtp", "play black f5\ngenmove white\n", "= D6"),
        ("nboard", "nboard 2\nmove f5\nset depth 8\ngo\n", "=== D6"),
    ],
)
def test_it_speaks_the_protocols(machine: str, protocol: str, script: str, answer: str) -> None:
    assert answer in run(machine, "-m", "othello", protocol, script=script)
