"""Saying which games were lost when a file was written over."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from othello.commands.output import print_fault
from othello.convert import read_games
from othello.errors import OthelloError, counted


@contextmanager
def tells_overwritten(path: str) -> Iterator[None]:
    """Say on stderr, after the ``with`` block, if it wrote over other games in the file `path`."""
    old, n_games = b"", 0
    if os.path.isfile(path):
        with warnings.catch_warnings(), suppress(OthelloError, OSError):
            warnings.simplefilter("ignore")
            old = Path(path).read_bytes()
            n_games = sum(1 for _ in read_games(path, on_error=lambda _: None))
    yield
    if n_games and Path(path).read_bytes() != old:
        print_fault(f"{path} was overwritten: it held {counted(n_games, 'game')}")
