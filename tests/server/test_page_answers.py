"""Answers of the engine that are lost, late, or errors: the page goes on."""

import pytest
from support.late_answers import FAIL, GIVE, HOLD, PASS, wait_for_held, watched_page
from support.served_page import OpenPage, ServedPage, wait_for_status


@pytest.fixture
def page(open_page: OpenPage) -> ServedPage:
    return watched_page(open_page)


def test_a_game_goes_on_after_the_engine_has_failed(page: ServedPage) -> None:
    """It does not seem to think for ever; the reader lets it go on, or another window's focus."""
    page.begin(clock="5 minutes")
    before = page.discs()
    page.evaluate(FAIL, '"pv"')
    page.click("#grid .legal >> nth=0")
    page.wait_for_trouble("out of memory")
    wait_for_status(page, "White to move")
    assert page.is_visible("#pause") and page.text("#pause") == "Go on"
    page.evaluate(PASS)
    page.click("#pause")
    page.wait_for_my_turn()
    assert page.discs().count("-") == before.count("-") - 2 and page.is_hidden("#pause")
    page.evaluate(FAIL, '"pv"')
    page.click("#grid .legal >> nth=0")
    page.wait_for_trouble("out of memory")
    page.evaluate(PASS)
    page.evaluate("() => { window.dispatchEvent(new Event('focus')); }")
    page.wait_for_my_turn()
    page.play()


def test_the_page_begins_without_the_names_of_openings(page: ServedPage) -> None:
    page.add_init_script(f"({FAIL})('\"openings\"')")
    page.show("#explore/f5d6")
    page.wait_for_trouble("out of memory")
    page.click_on("c3")
    page.wait_for_address("explore/f5d6c3")


def test_a_late_position_takes_nothing_away(page: ServedPage) -> None:
    page.show("#explore")
    page.evaluate(HOLD, '"faults"')
    page.set_up("f5d6c3")
    wait_for_held(page)
    page.click_on("f5")
    page.evaluate(GIVE)
    page.set_up("f9")
    page.wait_for_trouble("f9")
    assert page.shows("f5")
