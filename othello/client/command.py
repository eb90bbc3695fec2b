"""The command that starts this package's engine."""

from __future__ import annotations

import sys

__all__ = ["own_command"]


def own_command(protocol: str = "ugi") -> list[str]:
    """Return the command that starts this package's engine.

    >>> own_command("gtp")[1:]
    ['-m', 'othello', 'gtp']
    """
    return [sys.executable, "-m", "othello", protocol]
