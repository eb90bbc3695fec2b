"""Answers of the engine that are lost, late, or errors: the page goes on, and counts each once."""

from pathlib import Path
from typing import Any

import pytest
from support.served_page import OpenPage, ServedPage, judged, wait_for_status
from support.server import serving

from othello.files.folders import data_folder
from othello.practice.drills import DECK
from othello.practice.profile import Profile

NUMBER = 12
WATCHED = """
window.onAnswer = (pass) => pass();
window.held = [];
window.WebSocket = class extends WebSocket {
  addEventListener(kind, act) {
    super.addEventListener(kind, kind !== "message" ? act : (event) => {
      window.onAnswer((data = event.data) => act({ data }), event.data, this);
    });
  }
};
"""
"""Lets a test look at each answer before the page does: it passes it on, later, or another one."""

LOSE = """(part) => {
  window.onAnswer = (pass, text, socket) => {
    if (!text.includes(part)) pass();
    else {
      window.onAnswer = (pass) => pass();
      socket.close();
    }
  };
}"""
"""Loses the connection in place of the next answer that has this part."""

FAIL = """(part) => {
  window.onAnswer = (pass, text) => {
    const { id } = JSON.parse(text);
    if (!text.includes(part)) pass();
    else pass(JSON.stringify({ id, error: { message: "out of memory", code: "no_memory" } }));
  };
}"""
"""Makes errors of all answers that have this part."""

HOLD = """(part) => {
  window.onAnswer = (pass, text) => {
    if (text.includes(part)) window.held.push(pass);
    else pass();
  };
}"""
"""Holds back the answers that have this part, until `GIVE`."""

GIVE = """() => {
  window.onAnswer = (pass) => pass();
  for (const pass of window.held.splice(0)) pass();
}"""

PASS = "() => { window.onAnswer = (pass) => pass(); }"


@pytest.fixture
def page(open_page: OpenPage) -> ServedPage:
    """A page whose answers a test may hold back."""
    opened = open_page()
    opened.add_init_script(WATCHED)
    return opened


def wait_for_held(page: ServedPage) -> None:
    page.wait_for_function("() => window.held.length")


def begin_named(page: ServedPage, name: str) -> Path:
    """Practise under a name; return the file of its profile."""
    page.show("#practise")
    page.click("#person summary")
    page.fill("#person-name", name)
    page.press("#person-name", "Tab")
    page.wait_for_selector(f"#person-note:text-is('Nothing is kept of {name} yet.')")
    return data_folder() / f"{name}.profile"


def show_puzzle(page: ServedPage) -> None:
    page.goto("about:blank")
    page.goto(f"{page.address}#puzzle/{NUMBER}")
    wait_for_status(page, "Find the ")


# ---------------------------------------------------------------------- lost with the connection


def test_a_drill_whose_answer_was_lost_is_kept_once(page: ServedPage) -> None:
    """The page asks again when the connection is back; the server has kept it already."""
    pytest.importorskip("fsrs")
    path = begin_named(page, "Gil")
    page.click("#drills summary")
    page.fill("#drill-lines", "f5d6c3")
    page.click("#drill-form [type=submit]")
    wait_for_status(page, "Which move do your lines play?")
    page.evaluate(LOSE, '"kept"')
    assert judged(page, "f5") == "Right: f5."
    assert "This comes again: " in page.text("#practise-said")
    page.click("#practise-next")
    page.wait_for_selector("#tree button >> nth=1")
    assert judged(page, "c3") == "Right: c3."
    with Profile(path) as profile:
        assert [each.move for each in profile.answers(DECK)] == ["f5", "c3"]


def test_what_a_server_that_ends_leaves_is_asked_of_the_next(browser: Any) -> None:
    """It cancels its searches before it goes; nobody has to ask again for the scores."""
    with serving() as first:
        port = first.address.split(":")[2].strip("/")
        # It complains to the console, as it should.
        opened = ServedPage(browser.new_page(locale="en-GB"), first.address)
        opened.show("#explore/f5d6")
        opened.wait_for_selector("#depth:has-text('depth ')")
    opened.wait_for_trouble("cannot be reached")
    opened.evaluate("() => { document.getElementById('depth').textContent = ''; }")
    with serving("--port", port):
        opened.wait_for_selector("#trouble", state="hidden")
        opened.wait_for_selector("#depth:has-text('depth ')")
        opened.close()


# ---------------------------------------------------------------------- errors


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


# ---------------------------------------------------------------------- late answers


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
        assert page.is_hidden("#resume")
        before = page.discs()
        page.click("#tab-practise")
        page.wait_for_selector("#practise-score:has-text('Puzzle ')")
        wait_for_status(page, "Find the ")
        assert page.discs() != before and page.is_visible("#resume")
        page.resume()
        assert page.discs() == before
        page.click("#undo")
        page.wait_for_my_turn()


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


def test_of_two_addresses_the_last_one_is_shown(page: ServedPage) -> None:
    """Although the engine answers for the first one later."""
    page.show("#explore")
    page.evaluate(HOLD, '"difficulty"')
    page.evaluate(f"() => {{ location.hash = '#puzzle/{NUMBER}'; }}")
    wait_for_held(page)
    page.evaluate("() => { location.hash = '#explore/f5d6c3'; }")
    page.wait_for_selector("#tree button >> nth=2")
    page.evaluate(GIVE)
    page.wait_for_selector("#depth:has-text('depth ')")
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
    page.wait_for_selector("#person-note:text-is('Without a name, nothing is kept.')")
    page.evaluate(GIVE)
    page.evaluate("() => new Promise((resolve) => { setTimeout(resolve); })")
    assert page.texts("#person-progress li") == []
