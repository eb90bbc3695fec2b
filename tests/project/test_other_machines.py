"""The engine on other machines' processors, which QEMU emulates (`tools/run_on.sh`)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("qemu-aarch64-static", "aarch64-linux-gnu-gcc", "apt-get", "dpkg")


@pytest.fixture(scope="module")
def arm64():
    """Return a function that runs Python with arguments on 64-bit Arm and returns its output."""
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        pytest.skip(f"{', '.join(missing)} not installed")

    def run(*arguments: str, isa: str = "neon", script: str = "") -> str:
        environment = {**os.environ, "PYTHON": sys.executable, "OTHELLO_ISA": isa}
        command = [ROOT / "tools" / "run_on.sh", "arm64", *arguments]
        done = subprocess.run(
            command, env=environment, input=script, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("isa", ["generic", "neon"])
def test_64_bit_arm_searches_the_same_nodes(arm64, isa):
    signature = subprocess.run(
        [sys.executable, "-I", "-m", "othello", "bench"], capture_output=True, text=True, check=True
    ).stdout.split()[-4]
    found = arm64("-m", "othello", "bench", isa=isa)
    assert f"isa {isa}\n" in found
    assert found.split()[-4] == signature


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_64_bit_arm_solves_and_speaks_ugi(arm64):
    ffo = ROOT / "tests" / "positions" / "ffo-01-19.obf"
    arm64("-m", "othello", "solve", str(ffo), "--lines", "1-5", "--threads", "2")
    answer = arm64("-m", "othello", "ugi", script="position startpos moves f5\ngo depth 8\n")
    assert answer.splitlines()[-1].startswith("bestmove d6")
