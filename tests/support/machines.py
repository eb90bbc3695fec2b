"""Run the engine on other machines, which QEMU, Wine and Node stand in for."""

import os
import subprocess
import sys
from functools import cache

import pytest

from support.source import SOURCE

FFO = SOURCE / "tests" / "positions" / "ffo-01-19.obf"
RUN_ON = SOURCE / "tools" / "run_on.sh"


@cache
def missing(machine: str) -> str:
    """Return what this machine lacks to stand in for another one; empty if it lacks nothing."""
    return subprocess.run([RUN_ON, machine], capture_output=True, text=True).stderr.strip()


def command(machine: str, *arguments: object) -> list[str]:
    """Return the command that runs Python with arguments on a machine."""
    if missing(machine):
        pytest.skip(missing(machine))
    return ["env", f"PYTHON={sys.executable}", str(RUN_ON), machine, *map(str, arguments)]


def run(machine: str, *arguments: object, script: str = "", isa: str = "") -> str:
    """Run Python with arguments on a machine, with a script as input; return its output."""
    done = subprocess.run(
        command(machine, *arguments),
        env=os.environ | {"OTHELLO_ISA": isa, "PYTEST_ADDOPTS": ""},
        input=script.encode(),
        capture_output=True,
    )
    assert done.returncode == 0, (done.stdout + done.stderr).decode()
    return done.stdout.decode()


def bench_nodes(output: str) -> str:
    """Return the node count that `othello bench` ends with."""
    return output.split()[-4]
