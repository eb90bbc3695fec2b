"""tools/shift_empties.py changes what positions with some number of empties are worth."""

import json
from pathlib import Path

import pytest
from support.cli_process import othello
from support.source import SOURCE
from support.tools import run_tool, tool_output

from othello.weights import read_weights_file

TOOL = "shift_empties.py"
SHIPPED = SOURCE / "othello" / "data" / "weights.bin"

FIFTY = "f5d6c3d3c4f4e6f6e3c5"
"""Moves after which fifty squares are empty."""


def value(position: str, *arguments: object) -> float:
    first, _ = othello("eval", position, *arguments, "--json").stdout.splitlines()
    return float(json.loads(first)["pattern"])


def test_values_are_shifted_and_noted(tmp_path: Path) -> None:
    out = tmp_path / "shifted.bin"
    tool_output(TOOL, SHIPPED, "--out", out, "50=+1.5", "24=-0.25", "50=-0.5")
    for position, added in ((FIFTY, 1.0), (FIFTY[:-2], 0.0)):
        assert value(position, "--weights", out) == pytest.approx(value(position) + added, abs=0.01)
    phases = [read_weights_file(file).provenance["phases"] for file in (SHIPPED, out)]
    for phase, empties, added in (("10", "50", 1.0), ("4", "24", -0.25)):
        before, after = (each[phase]["shifted_later"][empties] for each in phases)
        assert after - before == pytest.approx(added)


@pytest.mark.parametrize("wrong", ["61=1", "20=65", "20", "20=x", "-1=1"])
def test_wrong_shifts_are_quoted(tmp_path: Path, wrong: str) -> None:
    done = run_tool(TOOL, SHIPPED, "--out", tmp_path / "shifted.bin", "--", wrong)
    assert done.returncode == 2 and repr(wrong) in done.stderr
    assert not list(tmp_path.iterdir())
