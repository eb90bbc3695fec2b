"""The static site in a browser that cannot run its engine."""

from typing import Any

import pytest
from support.chromium import chromium

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def test_a_browser_without_webassembly_is_told(files: Any) -> None:
    with chromium("--js-flags=--jitless") as browser:
        page = browser.new_page(locale="en-GB")
        page.goto(files.address)
        page.wait_for_selector("#trouble:has-text('this browser has no WebAssembly')")
        assert files.sent["engine.js"] == 0


def test_a_browser_without_simd_is_told(files: Any) -> None:
    with chromium("--js-flags=--no-enable-sse4-1") as browser:
        page = browser.new_page(locale="en-GB")
        page.goto(files.address)
        page.wait_for_selector("#trouble:has-text('no WebAssembly with SIMD')")
        assert files.sent["engine.js"] == 0
