"""All tabs of the served page: on a phone, for screen readers, in other languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.chromium import PHONE, quiet_page, width_needed
from support.served_page import MOVES, paste, set_up, show
from support.server import Server

from othello.board import Board

ENDGAME = Board.from_moves(MOVES[: MOVES.index("g7")]).to_obf().replace(" ", "_")


GAME = ";B[f5];W[d6];B[c3];W[d3];B[c4]"


@pytest.mark.parametrize("tab", ["play", "explore/f5d6", "review/f5d6"])
@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_nothing_is_wider_than_a_phone(browser: Any, server: Server, tab: str, locale: str) -> None:
    with quiet_page(browser, server.address, viewport=PHONE, locale=locale) as page:
        show(page, server, f"#{tab}")
        if tab.startswith("explore"):
            page.wait_for_selector("#best tr")
        if tab.startswith("review"):
            page.wait_for_selector("#rows tr")
        assert width_needed(page) <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("tab", ["play", f"explore/{ENDGAME}/", "review/f5d6c3"])
def test_axe_finds_no_serious_fault(page: Any, server: Server, tab: str, scheme: str) -> None:
    """Once nothing changes any more: the endgame is solved, the game analysed."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    script = next(Path(axe.__file__).parent.rglob("axe*.js"))
    page.emulate_media(color_scheme=scheme)
    show(page, server, f"#{tab}")
    if tab.startswith("explore"):
        page.wait_for_selector("#depth:has-text('exact')")
    if tab.startswith("review"):
        page.wait_for_selector("#rows tr")
    page.evaluate(script.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run()")
    serious = [
        (fault["id"], [node["html"] for node in fault["nodes"]])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert serious == [] and len(found["passes"]) > 10


def test_small_discs_are_round_and_names_apart_from_scores(browser: Any, server: Server) -> None:
    """On the fine screen of a phone, where half pixels make ovals."""
    with quiet_page(browser, server.address, viewport=PHONE, device_scale_factor=3) as page:
        show(page, server, "#review")
        paste(page, f"(;GM[2]PB[Tastet Marc-Antoine]PW[Nicolet Stephane]{GAME})")
        page.wait_for_selector("#rows tr")
        page.click("#last")
        sizes = page.locator(".disc:visible").evaluate_all(
            "discs => discs.map((disc) => disc.getBoundingClientRect()).flatMap("
            "(box) => [box.width, box.height])"
        )
        assert len(sizes) > 8 and all(size == sizes[0] == round(size) for size in sizes)
        gaps = page.locator("#discs > span").evaluate_all(
            "sides => sides.map((side) => side.querySelector('.count').getBoundingClientRect().left"
            " - side.querySelector('.name').getBoundingClientRect().right)"
        )
        assert min(gaps) >= 6


# ---------------------------------------------------------------------- languages


@pytest.mark.parametrize(("locale", "word"), [("fr-FR", "Jouer"), ("ja-JP", "対局")])
def test_the_browsers_language(browser: Any, server: Server, locale: str, word: str) -> None:
    with quiet_page(browser, server.address, locale=locale) as page:
        show(page, server)
        assert page.text_content("#tab-play") == word
        assert page.get_attribute("html", "lang") == locale[:2]


def test_another_language_is_chosen_and_kept(browser: Any, server: Server) -> None:
    """What the engine says is in it too: explanations, and what is wrong."""
    with quiet_page(browser, server.address) as page:
        show(page, server, "#explore/f5d6c3d3c4f4f6f3f2")
        page.select_option("#language", "fr")
        page.wait_for_selector("#tab-play:has-text('Jouer')")
        page.click("#explain-last")
        page.wait_for_selector("#reason:has-text('f2 coûte ')")
        said = page.text_content("#reason")
        assert (
            "noir a moins de coups" in said
            and "costs" not in said
            and "{" not in said
            and "object" not in said
        )
        set_up(page, "nonsense")
        page.wait_for_selector("#trouble:has-text('position lisible')")
        page.goto("about:blank")
        show(page, server)
        assert page.text_content("#tab-play") == "Jouer"
        page.select_option("#language", "en")
        page.wait_for_selector("#tab-play:text-is('Play')")
