"""Fixtures for tests that could reach the data of whoever runs them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from othello.files.folders import data_folder


@pytest.fixture(scope="module", autouse=True)
def no_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep away from the data of whoever runs the tests, and of other modules' tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's data, which is not there yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return data_folder()
