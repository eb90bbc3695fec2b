"""The small book, to be changed."""

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path, small_book: Path) -> Path:
    """A copy of the small book."""
    return Path(shutil.copy(small_book, tmp_path / "a.book"))
