"""A small book that several tests read."""

from pathlib import Path

import pytest

POSITIONS, LEVEL = 120, 2


@pytest.fixture(scope="session")
def small_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of `POSITIONS` positions from the start of the game."""
    from othello.bookmaking import BookBuilder  # not for every test

    path = tmp_path_factory.mktemp("book") / "small.book"
    with BookBuilder(path, LEVEL, hash_mb=1) as builder:
        builder.grow(positions=POSITIONS)
    return path
