"""Exploring in the browser: a connection that is lost, and copies."""

from pathlib import Path
from typing import Any

from support.served_page import ServedPage
from support.server import serving

from othello.board import Board


def test_scores_go_on_after_the_connection_was_lost(browser: Any) -> None:
    """The page says that the engine is away, and goes on by itself when it is back."""
    with serving() as first:
        port = int(first.address.split(":")[2].strip("/"))
        # It complains to the console, as it should.
        opened = ServedPage(browser.new_page(locale="en-GB"), first.address)
        opened.show("#explore/f5d6")
        opened.wait_for_selector("#depth:has-text('depth ')")
    opened.wait_for_trouble("cannot be reached")
    opened.click("#copies button:text-is('GGF')")
    assert "cannot be reached" in opened.text("#copy-note"), "the rest may be out of sight"
    opened.evaluate("() => { document.getElementById('depth').textContent = ''; }")
    with serving("--port", str(port)):
        opened.wait_for_selector("#trouble", state="hidden")
        opened.wait_for_selector("#depth:has-text('depth ')")  # what was asked is asked again
        opened.wait_for_function("() => document.querySelector('#copied').value")
        opened.close()


def test_copies(page: ServedPage) -> None:
    """It is said whether something was copied, or saved."""
    page.context.grant_permissions(["clipboard-write"])
    page.show("#explore/f5d6")
    board = Board.from_moves("f5d6")
    texts = {"Moves": "f5d6", "OBF": board.to_obf(), "FEN": board.to_fen()}
    for name, text in texts.items():
        page.copy(name, text)
        page.wait_for_selector("#copy-note:text-is('Copied:')")
        assert page.input_value("#copied") == text
    for name, start in (("GGF", "(;GM[Othello]"), ("SGF", "(;"), ("Link", "http://")):
        page.copy(name, start)
    for name, first in (("SVG", b"<svg "), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.click(f"#copies button:text-is('{name}')")
        assert Path(download.value.path()).read_bytes().startswith(first)
        page.wait_for_selector(f"#copy-note:text-is('Saved: board.{name.lower()}')")
        assert page.is_hidden("#copied"), "it has the earlier text"
