"""The page in forced colours, as in Windows' high contrast: one sees what is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.chromium import quiet_page
from support.served_page import show
from support.server import Server

BACKGROUND = "(made) => getComputedStyle(made).backgroundColor"

HIGHLIGHT = """() => {
  const made = document.createElement("div");
  made.style.cssText = "forced-color-adjust: none; background-color: Highlight";
  document.body.append(made);
  const colour = getComputedStyle(made).backgroundColor;
  made.remove();
  return colour;
}"""
"""The colour that the system gives what is selected."""


def background(page: Any, selector: str) -> str:
    return str(page.eval_on_selector(selector, BACKGROUND))


@pytest.fixture(params=["light", "dark"])
def forced(request: pytest.FixtureRequest, browser: Any, server: Server) -> Iterator[Any]:
    """A page in forced colours on a light or a dark screen."""
    options = {"forced_colors": "active", "color_scheme": request.param}
    with quiet_page(browser, server.address, **options) as page:
        yield page


def test_what_is_chosen_is_highlighted(forced: Any, server: Server) -> None:
    """The tab, a switch, the row whose line is kept, the move in the tree."""
    show(forced, server, "#explore/f5d6c3")
    forced.click("#best tr td:last-child")
    forced.wait_for_selector("#best tr[aria-current]")
    highlight = forced.evaluate(HIGHLIGHT)
    for selector in (
        "#tab-explore",
        "#thinking",
        "#best tr[aria-current]",
        "#tree button[aria-current]",
    ):
        assert background(forced, selector) == highlight, selector
    for selector in ("#tab-play", "#explain-last", "#best tr:not([aria-current])", "#tree button"):
        assert background(forced, selector) != highlight, selector


def test_the_current_move_of_an_analysis_is_highlighted(forced: Any, server: Server) -> None:
    show(forced, server, "#review/f5d6c3d3c4f4f6b4")
    forced.wait_for_selector("#rows tr[aria-current]")
    highlight = forced.evaluate(HIGHLIGHT)
    assert background(forced, "#rows tr[aria-current]") == highlight
    colour = "(made) => getComputedStyle(made).color"
    row = forced.eval_on_selector("#rows tr[aria-current]", colour)
    for selector in ("button", ".verdict"):
        assert forced.eval_on_selector(f"#rows tr[aria-current] {selector}", colour) == row
    forced.click("#lines button >> nth=0")
    forced.wait_for_selector("#lines button[aria-pressed=true]")
    assert background(forced, "#lines button[aria-pressed=true]") == highlight


def test_discs_and_the_best_score_are_seen(forced: Any, server: Server) -> None:
    show(forced, server, "#explore/f5d6c3")
    assert background(forced, "#black .disc") != background(forced, "#white .disc")
    forced.wait_for_selector("#grid .best")
    lines = "(cell) => getComputedStyle(cell).textDecorationLine"
    assert forced.eval_on_selector("#grid .best", lines) == "underline"
    assert forced.eval_on_selector("#grid .legal:not(.best)", lines) == "none"
