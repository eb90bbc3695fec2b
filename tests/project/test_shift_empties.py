"""tools/shift_empties.py changes what positions with some number of empties are worth."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli_process import othello
from support.patience import SECONDS

from othello.weights import read_weights_file

SOURCE = Path(__file__).parents[2]
TOOL = SOURCE / "tools" / "shift_empties.py"
SHIPPED = SOURCE / "othello" / "data" / "weights.bin"

if not TOOL.exists():
    pytest.skip("the tests are not in their source tree", allow_module_level=True)

FIFTY = "f5d6c3d3c4f4e6f6e3c5"
"""Moves after which fifty squares are empty."""


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, str(TOOL), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, encoding="utf-8", timeout=SECONDS)


def value(position: str, *arguments: object) -> float:
    first, _ = othello("eval", position, *arguments, "--json").stdout.splitlines()
    return float(json.loads(first)["pattern"])


def test_values_are_shifted_and_noted(tmp_path: Path) -> None:
    out = tmp_path / "shifted.bin"
    done = run(SHIPPED, "--out", out, "50=+1.5", "24=-0.25", "50=-0.5")
    assert (done.returncode, done.stderr) == (0, "")
    for position, added in ((FIFTY, 1.0), (FIFTY[:-2], 0.0)):
        assert value(position, "--weights", out) == pytest.approx(value(position) + added, abs=0.01)
    phases = [read_weights_file(file).provenance["phases"] for file in (SHIPPED, out)]
    for phase, empties, added in (("10", "50", 1.0), ("4", "24", -0.25)):
        before, after = (each[phase]["shifted_later"][empties] for each in phases)
        assert after - before == pytest.approx(added)


@pytest.mark.parametrize("wrong", ["61=1", "20=65", "20", "20=x", "-1=1"])
def test_wrong_shifts_are_quoted(tmp_path: Path, wrong: str) -> None:
    done = run(SHIPPED, "--out", tmp_path / "shifted.bin", "--", wrong)
    assert done.returncode == 2 and repr(wrong) in done.stderr
    assert not list(tmp_path.iterdir())
