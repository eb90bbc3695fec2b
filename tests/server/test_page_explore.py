"""Exploring in the browser while the connection is lost."""

from typing import Any

from support.served_page import ServedPage
from support.server import serving


def test_scores_go_on_after_the_connection_was_lost(browser: Any) -> None:
    """The page says that the engine is away, and goes on by itself when it is back."""
    with serving() as first:
        port = int(first.address.split(":")[2].strip("/"))
        # It complains to the console, as it should.
        opened = ServedPage(browser.new_page(locale="en-GB"), first.address)
        opened.show("#explore/f5d6")
        opened.wait_for_selector("#depth:has-text('depth ')", state="attached")
    opened.wait_for_trouble("cannot be reached")
    opened.click("#copies button:text-is('GGF')")
    assert "cannot be reached" in opened.text("#copy-note"), "the rest may be out of sight"
    opened.evaluate("() => { document.getElementById('depth').textContent = ''; }")
    with serving("--port", str(port)):
        opened.wait_for_selector("#trouble", state="hidden")
        opened.wait_for_selector("#depth:has-text('depth ')", state="attached")  # what was asked is asked again
        opened.wait_for_function("() => document.querySelector('#copied').value")
        opened.close()
