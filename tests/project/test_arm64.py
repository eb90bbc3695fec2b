"""A short form of the tests on 64-bit Arm, which QEMU emulates."""

import re
import subprocess
import sys

import pytest
from support.machines import FFO, bench_nodes, command, run

pytestmark = pytest.mark.timeout(1800)
BENCH = ("-m", "othello", "bench", "--depth", "7")


@pytest.fixture(scope="module", autouse=True)
def arm64() -> None:
    """Have Python for that machine fetched, and the core compiled."""
    done = subprocess.run(command("arm64", "--version"), capture_output=True, text=True)
    # apt-get's errors begin with E:, and pip's says that there is no version.
    unreachable = re.search("(?m)^E: .*|^.*Could not find a version.*", done.stderr)
    if done.returncode and unreachable:
        pytest.skip(f"nothing can be fetched for 64-bit Arm: {unreachable[0]}")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("isa", ["generic", "neon"])
def test_it_searches_the_same_nodes(isa: str) -> None:
    ours = subprocess.run(
        [sys.executable, "-I", *BENCH], capture_output=True, text=True, check=True
    ).stdout
    found = run("arm64", *BENCH, isa=isa)
    assert f"isa {isa}\n" in found
    assert bench_nodes(found) == bench_nodes(ours)


def test_its_kernels_follow_the_rules() -> None:
    """Flips, moves and stable discs, against the slow oracle."""
    run(
        "arm64",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/rules/test_rules.py",
        "-k",
        "neon",
    )


def test_it_solves_with_two_threads() -> None:
    run("arm64", "-m", "othello", "solve", FFO, "--lines", "1-5", "--threads", "2")


@pytest.mark.parametrize(
    ("protocol", "script", "answer"),
    [
        ("ugi", "position startpos moves f5\ngo depth 8\n", "bestmove d6"),
        ("gtp", "play black f5\ngenmove white\n", "= D6"),
        ("nboard", "nboard 2\nmove f5\nset depth 8\ngo\n", "=== D6"),
    ],
)
def test_it_speaks_the_protocols(protocol: str, script: str, answer: str) -> None:
    words = run("arm64", "-m", "othello", protocol, script=script)
    assert answer in words
