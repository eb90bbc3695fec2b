"""Run a program of the folder tools/, as a developer does."""

import subprocess
import sys
from pathlib import Path

from support.patience import SECONDS

TOOLS = Path(__file__).parents[2] / "tools"


def run_tool(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a tool to its end; the result has `returncode`, `stdout` and `stderr`."""
    words = [sys.executable, str(TOOLS / name), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, encoding="utf-8", timeout=4 * SECONDS)
