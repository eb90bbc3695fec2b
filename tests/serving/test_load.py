"""A hundred clients exploring at once on two engines: each has scores within two seconds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import SECONDS

TOOL = Path(__file__).parents[2] / "tools" / "load_server.py"

for needed in ("starlette", "uvicorn", "websockets"):
    pytest.importorskip(needed, reason="othello-engine[web] is not installed")
if not TOOL.exists():
    pytest.skip("the tests are not in their source tree", allow_module_level=True)


@pytest.mark.slow
def test_a_hundred_clients() -> None:
    result = subprocess.run(
        [sys.executable, TOOL, "--clients", "100", "--seconds", "20"],
        capture_output=True,
        text=True,
        timeout=4 * SECONDS,
    )
    assert result.returncode == 0, result.stdout + result.stderr
