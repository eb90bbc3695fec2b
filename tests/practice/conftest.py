"""Fixtures for tests of practice: somebody's profile."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from othello.practice.profile import Profile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "me.profile"


@pytest.fixture
def profile(path: Path) -> Iterator[Profile]:
    with Profile(path) as profile:
        yield profile
