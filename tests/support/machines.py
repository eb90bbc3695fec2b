"""Run the engine on other machines, which QEMU, Wine and Node stand in for."""

import os
import shutil
import subprocess
import sys

import pytest

from support.source import SOURCE

FFO = SOURCE / "tests" / "positions" / "ffo-01-19.obf"
DEBIAN = ("apt-get", "dpkg", "/usr/share/keyrings/debian-archive-keyring.gpg")
PROGRAMS = {
    "arm64": ("qemu-aarch64", "aarch64-linux-gnu-gcc", *DEBIAN),
    "windows": ("wine", "x86_64-w64-mingw32-gcc", *DEBIAN),
    "wasm": ("emcc", "node", "npm"),
}


def command(machine: str, *arguments: object) -> list[str]:
    """Return the command that runs Python with arguments on a machine."""
    needed = PROGRAMS[machine]
    if missing := [name for name in needed if not (shutil.which(name) or os.path.exists(name))]:
        pytest.skip(f"{', '.join(missing)} not installed")
    python = f"PYTHON={sys.executable}"
    return ["env", python, str(SOURCE / "tools" / "run_on.sh"), machine, *map(str, arguments)]


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
