"""A short form of the tests on other machines: 64-bit Arm by QEMU, Windows by Wine."""

import re
import subprocess
import sys

import pytest
from support.machines import FFO, bench_nodes, command, run

from othello._core import supported

pytestmark = pytest.mark.timeout(1800)
BENCH = ("-m", "othello", "bench", "--depth", "7")
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


@pytest.mark.parametrize("fastest", [False, True], ids=["generic", "fastest"])
def test_it_searches_the_same_nodes(machine: str, fastest: bool) -> None:
    ours = subprocess.run(
        [sys.executable, "-I", *BENCH], capture_output=True, text=True, check=True
    ).stdout
    isa = FASTEST[machine] if fastest else "generic"
    found = run(machine, *BENCH, isa=isa)
    assert f"isa {isa}\n" in found.replace("\r", "")
    assert bench_nodes(found) == bench_nodes(ours)


def test_its_kernels_follow_the_rules(machine: str) -> None:
    """Flips, moves and stable discs, against the slow oracle."""
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/rules/test_rules.py"]
    run(machine, *words, "-k", FASTEST[machine])


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
