"""Saying which games were lost when a file was written over."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from othello.commands.output import print_fault
from othello.convert import read_games
from othello.errors import OthelloError, counted

MOST_FAULTS = 100
"""Lines without a game after which a file is taken for something else, and left alone."""


def count_games(path: str) -> int:
    """Return how many games are in a file. Raises OthelloError if it holds something else."""
    n_games = n_faults = 0

    def count_fault(fault: object) -> None:
        nonlocal n_faults
        n_faults += 1
        if not n_games and n_faults > MOST_FAULTS:
            raise OthelloError(str(fault))

    for _ in read_games(path, on_error=count_fault):
        n_games += 1
    return n_games


@contextmanager
def tells_overwritten(path: str) -> Iterator[None]:
    """Say on stderr, after the ``with`` block, if it wrote over other games in the file `path`."""
    old, n_games = b"", 0
    if os.path.isfile(path):
        with warnings.catch_warnings(), suppress(OthelloError, OSError):
            warnings.simplefilter("ignore")
            old = Path(path).read_bytes()
            n_games = count_games(path)
    yield
    if n_games and Path(path).read_bytes() != old:
        print_fault(f"{path} was overwritten: it held {counted(n_games, 'game')}")
