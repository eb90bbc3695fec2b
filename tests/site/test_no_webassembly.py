"""The static site in a browser that cannot run its engine."""

from typing import Any

import pytest
from support.chromium import chromium

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("--jitless", "this browser has no WebAssembly"),
        ("--no-enable-sse4-1", "no WebAssembly with SIMD"),
    ],
)
def test_a_browser_that_lacks_something_is_told(files: Any, flags: str, words: str) -> None:
    with chromium(f"--js-flags={flags}") as browser:
        page = browser.new_page(locale="en-GB")
        page.goto(files.address)
        page.wait_for_selector(f"#trouble:has-text('{words}')")
        assert files.sent["engine.js"] == 0
