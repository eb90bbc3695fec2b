"""Answers of the engine that are lost or late while somebody practises: each counts once."""

from pathlib import Path

import pytest
from support.late_answers import GIVE, HOLD, LOSE, wait_for_held, watched_page
from support.served_page import OpenPage, ServedPage, judged, wait_for_status

from othello.files.folders import data_folder
from othello.practice.drills import DECK
from othello.practice.profile import Profile

NUMBER = 12


@pytest.fixture
def page(open_page: OpenPage) -> ServedPage:
    return watched_page(open_page)


def begin_named(page: ServedPage, name: str) -> Path:
    """Practise under a name; return the file of its profile."""
    page.show("#practise")
    page.click("#person summary")
    page.fill("#person-name", name)
    page.press("#person-name", "Tab")
    page.wait_for_selector(f"#person-note:text-is('Nothing saved for {name} yet.')")
    return data_folder() / f"{name}.profile"


def show_puzzle(page: ServedPage) -> None:
    page.goto("about:blank")
    page.goto(f"{page.address}#puzzle/{NUMBER}")
    wait_for_status(page, "Find the ")


def test_a_drill_whose_answer_was_lost_is_kept_once(page: ServedPage) -> None:
    """The page asks again when the connection is back; the server has kept it already."""
    pytest.importorskip("fsrs")
    path = begin_named(page, "Gil")
    page.click("#drills summary")
    page.fill("#drill-lines", "f5d6c3")
    page.click("#drill-form [type=submit]")
    wait_for_status(page, "Which move belongs to this opening?")
    page.evaluate(LOSE, '"kept"')
    assert judged(page, "f5") == "Right: f5."
    assert "This comes again: " in page.text("#practise-said")
    page.click("#practise-next")
    page.wait_for_selector("#tree button >> nth=1", state="attached")
    assert judged(page, "c3") == "Right: c3."
    with Profile(path) as profile:
        assert [each.move for each in profile.answers(DECK)] == ["f5", "c3"]


def test_an_exercise_that_comes_late_waits_for_its_tab(page: ServedPage) -> None:
    """It is not put on the board of a game that was begun meanwhile."""
    page.show("#practise")
    page.evaluate(HOLD, '"difficulty"')
    page.click("#puzzle-new")
    wait_for_held(page)
    page.click("#tab-play")
    page.click("#new-game")
    page.wait_for_my_turn()
    with page.game_kept():
        page.evaluate(GIVE)
        page.play()
        before = page.discs()
        page.click("#tab-practise")
        page.wait_for_selector("#practise-score:has-text('Puzzle ')")
        wait_for_status(page, "Find the ")
        assert page.discs() != before
        page.resume()
        assert page.discs() == before
        page.click("#undo")
        page.wait_for_my_turn()


def test_of_two_addresses_the_last_one_is_shown(page: ServedPage) -> None:
    """Although the engine answers for the first one later."""
    page.show("#explore")
    page.evaluate(HOLD, '"difficulty"')
    page.evaluate(f"() => {{ location.hash = '#puzzle/{NUMBER}'; }}")
    wait_for_held(page)
    page.evaluate("() => { location.hash = '#explore/f5d6c3'; }")
    page.wait_for_selector("#tree button >> nth=2", state="attached")
    page.evaluate(GIVE)
    page.wait_for_selector("#depth:has-text('depth ')", state="attached")
    assert page.shows("f5d6c3") and page.url.endswith("#explore/f5d6c3")
    assert page.is_visible("#explore")


def test_progress_that_comes_late_is_not_shown_without_a_name(page: ServedPage) -> None:
    begin_named(page, "Jan")
    show_puzzle(page)
    page.click("#practise-show")
    page.wait_for_selector("#person-progress li", state="attached")
    page.evaluate(HOLD, '"kinds"')
    page.click("#person summary")
    wait_for_held(page)
    page.fill("#person-name", "")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-note:text-is('Without a name, nothing is saved.')")
    page.evaluate(GIVE)
    page.evaluate("() => new Promise((resolve) => { setTimeout(resolve); })")
    assert page.texts("#person-progress li") == []
