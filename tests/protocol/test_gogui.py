"""gogui-twogtp, GoGui's referee for two GTP programs, lets our engine play matches."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from othello.formats.sgf import read_sgf

TWOGTP = shutil.which("gogui-twogtp")
TIMEOUT = 120.0

pytestmark = pytest.mark.skipif(
    TWOGTP is None, reason="gogui-twogtp (of GoGui, a Java program) is not installed"
)


def engine(*arguments: str) -> str:
    return shlex.join([sys.executable, "-m", "othello", "gtp", "--hash", "1", *arguments])


def rows(table: Path) -> list[dict[str, str]]:
    """Return the lines of gogui-twogtp's file of results."""
    lines = table.read_text().splitlines()
    (names,) = [line[1:].split("\t") for line in lines if line.startswith("#GAME")]
    games = [line.split("\t") for line in lines if not line.startswith("#")]
    return [dict(zip(names, game, strict=True)) for game in games]


def test_a_match_with_itself(tmp_path: Path) -> None:
    """No game ends with an error, players and referee agree on scores, and the files are read."""
    command = [
        *(str(TWOGTP), "-auto", "-komi", "0", "-size", "8", "-games", "2", "-alternate"),
        *("-black", engine("--level", "2"), "-white", engine("--level", "3")),
        *("-referee", engine(), "-sgffile", str(tmp_path / "game")),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    games = rows(tmp_path / "game.dat")
    assert len(games) == 2
    for number, game in enumerate(games):
        assert game["ERR"] == "0", game["ERR_MSG"]
        assert game["RES_B"] == game["RES_W"] == game["RES_R"]
        text = (tmp_path / f"game-{number}.sgf").read_text()
        assert re.search(r";[BW]\[\]\)\s*$", text)  # ends by passes
        record = read_sgf(text)
        assert record.is_over
        score = record.result()
        assert record.headers["Result"] == (
            f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"
        )
