"""Processes that speak UGI, as fixtures for the modules that have no `engine` of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.ugi_process import UgiProcess


@pytest.fixture(params=[None, 1], ids=["default-hash", "smallest-hash"])
def engine(request: pytest.FixtureRequest) -> Iterator[UgiProcess]:
    with UgiProcess() as process:
        if request.param is not None:
            process.send(f"setoption name Hash value {request.param}")
        yield process


@pytest.fixture
def fresh() -> Iterator[UgiProcess]:
    """An engine that has not been sent anything yet."""
    with UgiProcess() as process:
        yield process


@pytest.fixture(scope="module")
def refusing() -> Iterator[UgiProcess]:
    """One engine for all refused lines, as these change nothing."""
    with UgiProcess() as process:
        yield process
