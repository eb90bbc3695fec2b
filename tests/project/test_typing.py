"""A user's program: it runs, and type checkers find nothing to say about it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import SECONDS
from support.rooms import needs

import othello

PROGRAM = Path(__file__).parents[1] / "support" / "user_program.py"
PACKAGE = Path(othello.__file__).parent


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    # Neither checker follows an editable install; a folder of packages needs no path.
    path = {} if PACKAGE.parent.name == "site-packages" else {"MYPYPATH": str(PACKAGE.parent)}
    return subprocess.run(
        command, cwd=cwd, env=os.environ | path, capture_output=True, text=True, timeout=4 * SECONDS
    )


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A copy of the program in a folder without settings."""
    return Path(shutil.copy(PROGRAM, tmp_path))


@needs("ggf")
def test_it_runs(program: Path) -> None:
    othello.write_games(program.with_name("games.ggf"), ["f5d6c3"])
    result = run(sys.executable, program.name, cwd=program.parent)
    assert result.stderr == "" and result.returncode == 0
    assert result.stdout.split()[-1] == "2"  # games written
    games = list(othello.read_games(program.with_name("games.ggf")))
    assert [game.transcript() for game in games] == ["f5d6c3", "f5d6"]


def test_mypy(program: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    result = run(sys.executable, "-m", "mypy", "--strict", program.name, cwd=program.parent)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.slow
def test_pyright(program: Path) -> None:
    """Its package from PyPI fetches the rest of itself when it first runs."""
    pytest.importorskip("pyright", reason="pyright is not installed")
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(PACKAGE.parent)]}
    program.with_name("pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, program.name]
    if run(*command[:3], "--version", cwd=program.parent).returncode:
        pytest.skip("pyright cannot be started here: it needs node, and npm's registry once")
    result = run(*command, cwd=program.parent)
    assert result.returncode == 0, result.stdout + result.stderr
