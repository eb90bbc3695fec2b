"""Fixtures for tests of the server: one that runs, a browser, a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.chromium import PHONE, chromium, quiet_page
from support.server import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server of this module's tests; it must say nothing on stderr."""
    for needed in ("starlette", "uvicorn", "websockets"):
        pytest.importorskip(needed, reason="othello-engine[web] is not installed")
    with serving() as started:
        yield started


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium, or another."""
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Any]:
    """An empty page, which must not complain, nor ask others than the server for anything."""
    with quiet_page(browser, server.address) as opened:
        yield opened


@pytest.fixture
def phone(browser: Any, server: Server) -> Iterator[Any]:
    """A page on a phone."""
    touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 3}
    with quiet_page(browser, server.address, viewport=PHONE, **touch) as opened:
        yield opened
