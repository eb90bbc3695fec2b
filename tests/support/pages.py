"""Fixtures for tests of the server: one that runs, a browser, a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from support.chromium import PHONE
from support.served_page import OpenPage, ServedPage, served_page

if TYPE_CHECKING:
    from support.server import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server of this module's tests; it must say nothing on stderr."""
    from support.server import serving  # which may not be there

    with serving() as started:
        yield started


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[OpenPage]:
    """Open an empty page with options of Playwright's ``new_page``.

    It must not complain, nor ask others than the server for anything.
    """
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(served_page(browser, server.address, **options))


@pytest.fixture
def open_tab(browser: Any, server: Server) -> Iterator[OpenPage]:
    """Open an empty tab of a browser that remembers what happened in others."""
    context = browser.new_context(locale="en-GB")
    yield lambda: ServedPage(context.new_page(), server.address)
    context.close()


@pytest.fixture
def page(open_page: OpenPage) -> ServedPage:
    """A page in a large window."""
    return open_page()


@pytest.fixture
def phone(open_page: OpenPage) -> ServedPage:
    """A page on a phone."""
    return open_page(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=3)
