"""A fixture for the tests of this folder: an engine."""

from collections.abc import Iterator

import pytest

from othello import Engine


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=1) as made:
        yield made
