"""Run a program of the folder tools/, as a developer does."""

import subprocess
import sys

from support.patience import SECONDS
from support.source import SOURCE

TOOLS = SOURCE / "tools"


def run_tool(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a tool to its end; the result has `returncode`, `stdout` and `stderr`."""
    words = [sys.executable, str(TOOLS / name), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, encoding="utf-8", timeout=4 * SECONDS)


def tool_output(name: str, *arguments: object) -> str:
    """Run a tool that succeeds without a word on stderr; return its stdout."""
    result = run_tool(name, *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout
