"""Edax, an engine of another author, if the variable ``OTHELLO_EDAX`` names its program.

Its weights are in ``data/eval.dat`` beside the program, where Edax's releases have them, or named
behind it: ``OTHELLO_EDAX="/usr/games/edax -eval-file /usr/share/edax/eval.dat"``.
"""

import os
import shlex
import subprocess
from pathlib import Path

import pytest

EDAX = shlex.split(os.environ.get("OTHELLO_EDAX", ""))
LAST = "no-command-of-edax"

needs_edax = pytest.mark.skipif(not EDAX, reason="OTHELLO_EDAX names no Edax")


def edax(book: Path, *commands: str) -> str:
    """Return what Edax prints in answer to commands, with a book in its format."""
    options = ["-q", "-level", "1", "-n", "1", "-book-file", str(book)]
    with subprocess.Popen(
        [*EDAX, *options],
        cwd=Path(EDAX[0]).parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("\n".join([*commands, LAST]) + "\n")
        process.stdin.flush()
        told = ""
        for line in process.stdout:
            if LAST in line:  # only now, as "quit" overtakes what waits
                break
            told += line
        process.communicate("quit\n", timeout=60)
    assert process.returncode == 0, told
    return told
