"""The command that runs this package in a Python of its own, from any working directory."""

import sys
from pathlib import Path

PROGRAM = """\
import sys
sys.path[:] = filter(None, sys.path)
if {root!r} not in sys.path:
    sys.path.insert(0, {root!r})
{lines}"""
"""The program that the child process runs.

``-m othello`` would search the working directory first, where another folder may have that name.
Python's option ``-P`` prevents that, but only from Python 3.11 on.
"""


def python_command(lines: str) -> tuple[str, ...]:
    """Return the words that run some lines of Python, which may import this package.

    >>> python_command("import othello")[-1].splitlines()[-1]
    'import othello'
    """
    root = str(Path(__file__).absolute().parents[2])
    return sys.executable, "-c", PROGRAM.format(root=root, lines=lines)
