"""The command that starts our own engine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from othello.errors import InvalidOption, quote

__all__ = ["command_words", "own_command"]

START = """\
import sys
sys.path[:] = filter(None, sys.path)
if {root!r} not in sys.path:
    sys.path.insert(0, {root!r})
from othello.__main__ import main
sys.exit(main())"""
"""The program that the child process runs.

``-m othello`` would search the working directory first, where another folder may have that name.
Python's option ``-P`` prevents that, but only from Python 3.11 on.
"""


def command_words(command: Sequence[str] | None, protocol: str) -> Sequence[str]:
    """Return `command`, or the command of our own engine if it is None or empty.

    >>> command_words("othello gtp", "gtp")
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: invalid command 'othello gtp': expected a list of words
    """
    if isinstance(command, str) or not isinstance(command, (Sequence, type(None))):
        raise InvalidOption(f"invalid command {quote(command)}: expected a list of words")
    return command or own_command(protocol)


def own_command(protocol: str = "ugi") -> list[str]:
    """Return the command that starts this package's engine, from any working directory.

    >>> own_command("gtp")[-1]
    'gtp'
    """
    root = str(Path(__file__).absolute().parents[2])
    return [sys.executable, "-c", START.format(root=root), protocol]
