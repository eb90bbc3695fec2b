"""The page while the server is started anew: it goes on by itself, without being loaded again."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.served_page import MOVES, ServedPage
from support.server import serving

import othello

PACKAGE = Path(othello.__file__).parent


@contextmanager
def restarted(page: ServedPage, **options: Any) -> Iterator[None]:
    """Start a server where the one of a page was; in the ``with`` block it is there again."""
    page.wait_for_trouble("cannot be reached")
    with serving("--port", page.address.split(":")[2].strip("/"), **options):
        page.wait_for_selector("#trouble", state="hidden")
        yield
        assert page.evaluate("() => window.isSame"), "the page was not loaded again"
        page.close()


def open_page(browser: Any, address: str, fragment: str) -> ServedPage:
    """Open a page, which may complain to the console, as it should."""
    page = ServedPage(browser.new_page(locale="en-GB"), address)
    page.goto(address + fragment)
    page.wait_until_ready()
    page.evaluate("() => { window.isSame = true; }")
    return page


def test_scores_go_on(browser: Any) -> None:
    with serving() as first:
        page = open_page(browser, first.address, "#explore/f5d6")
        page.wait_for_selector("#depth:has-text('depth ')", state="attached")
    page.wait_for_trouble("cannot be reached")
    page.click("#share")
    page.click("#copies button:text-is('Copy GGF')")
    assert "cannot be reached" in page.text("#copy-note"), "the rest may be out of sight"
    page.evaluate("() => { document.getElementById('depth').textContent = ''; }")
    with restarted(page):
        page.wait_for_selector(
            "#depth:has-text('depth ')", state="attached"
        )  # what was asked is asked again
        page.wait_for_function("() => document.querySelector('#copied').value")
        assert page.is_hidden("#outdated")


def test_a_game_goes_on_whose_engine_was_thinking(browser: Any) -> None:
    """Its clock has waited; the same game goes on."""
    with serving() as first:
        page = open_page(browser, first.address, "")
        page.begin("c4e3f2c5d6e2f3g1", opponent="Champion", clock="15 minutes")
        page.evaluate("() => { window.isSame = true; }")
        page.click("#grid .legal >> nth=0")
        page.wait_for_selector("#status:has-text('thinking')")
    with restarted(page):
        page.wait_for_my_turn()
        page.wait_for_discs(14)
        assert re.search(r"1[45]:\d\d.*1[45]:\d\d", page.text("#clocks"))


def test_an_analysis_goes_on(browser: Any) -> None:
    with serving() as first:
        page = open_page(browser, first.address, f"#review/{MOVES}")
        page.wait_for_selector("#progress:has-text('Analysed')")
    with restarted(page):
        page.wait_for_rows()


def test_an_answer_to_a_puzzle_is_judged(browser: Any) -> None:
    with serving() as first:
        page = open_page(browser, first.address, "#puzzle/12")
        page.wait_for_selector("#grid .legal")
    page.wait_for_trouble("cannot be reached")
    page.click("#grid .legal >> nth=0")
    with restarted(page):
        page.wait_for_selector("#status:text-matches('^(Right|Wrong): |is not the best move')")


def test_a_page_of_an_older_server_says_so(browser: Any, tmp_path: Path) -> None:
    """It goes on as it is, until it is loaded again."""
    with serving() as first:
        page = open_page(browser, first.address, "#explore/f5d6")
    shutil.copytree(PACKAGE, tmp_path / "othello")
    with (tmp_path / "othello" / "server" / "page" / "serve.css").open("a") as style:
        style.write("#newer {}\n")
    with restarted(page, cwd=tmp_path):
        page.wait_for_selector("#outdated")
        page.wait_for_selector("#depth:has-text('depth ')", state="attached")
        page.click("#reload")
        page.wait_until_ready()
        assert page.shows("f5d6") and page.is_hidden("#outdated")
        page.evaluate("() => { window.isSame = true; }")
