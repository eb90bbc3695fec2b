"""Answers of the engine that are lost, late, or errors: the page goes on, and counts each once."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.chromium import quiet_page
from support.served_page import OpenPage, ServedPage, judged, wait_for_status
from support.server import serving

from othello.files.folders import data_folder
from othello.practice.drills import DECK
from othello.practice.profile import PUZZLE, Profile
from othello.practice.puzzles import shipped_set
from othello.practice.rounds import answer_to
from othello.practice.solving import exercise_of

NUMBER = 12
PUZZLE_SHOWN = shipped_set().puzzles[NUMBER - 1]

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


def test_a_puzzle_whose_answer_was_lost_is_rated_once(page: ServedPage) -> None:
    path = begin_named(page, "Hal")
    show_puzzle(page)
    page.evaluate(LOSE, '"kept"')
    page.click_on(str(PUZZLE_SHOWN.best))
    wait_for_status(page, f"Right: {PUZZLE_SHOWN.best}.")
    with Profile(path) as profile:
        assert len(profile.answers(PUZZLE)) == 1
        assert {each["games"] for each in profile.export()["ratings"]} == {1}


def test_an_answer_that_is_tried_again_is_kept_once(page: ServedPage) -> None:
    """The first one was kept, but what the page asks after it failed."""
    path = begin_named(page, "Ida")
    show_puzzle(page)
    page.evaluate(FAIL, '"solution"')
    page.click_on(str(PUZZLE_SHOWN.best))
    page.wait_for_trouble("out of memory")
    wait_for_status(page, "Find the ")
    page.evaluate(PASS)
    page.click_on(str(PUZZLE_SHOWN.best))
    wait_for_status(page, f"Right: {PUZZLE_SHOWN.best}.")
    with Profile(path) as profile:
        assert len(profile.answers(PUZZLE)) == 1


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


def test_the_clock_of_a_run_goes_on_after_an_error(page: ServedPage) -> None:
    page.clock.install()
    page.show("#practise")
    page.click("#puzzle-run")
    page.wait_for_selector("#grid .legal")
    page.evaluate(FAIL, '"refutation"')
    page.click("#grid .legal >> nth=0")
    page.wait_for_trouble("out of memory")
    page.clock.fast_forward(70_000)
    page.wait_for_selector("#practise-clock:has-text('Time left: 1:')")


def test_the_page_begins_without_the_names_of_openings(page: ServedPage) -> None:
    page.add_init_script(f"({FAIL})('\"openings\"')")
    page.show("#explore/f5d6")
    page.wait_for_trouble("out of memory")
    page.click_on("c3")
    page.wait_for_address("explore/f5d6c3")


def test_bases_that_cannot_be_listed_after_games_were_added_are_said(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with serving() as server, quiet_page(browser, server.address) as empty:
        empty.add_init_script(WATCHED)
        page = ServedPage(empty, server.address)
        page.show("#explore/f5d6")
        page.wait_for_selector("#adding")
        page.evaluate(
            """(fail) => {
              eval(fail)('"bases"');
              const failing = window.onAnswer;
              window.onAnswer = (pass, text, ...rest) => {
                if (text.includes('"added"')) pass();
                else failing(pass, text, ...rest);
              };
            }""",
            FAIL,
        )
        page.drop(("mine.txt", b"f5d6c4"), on="#explore")
        page.wait_for_selector("#adding-note:text-is('Games added: 1. There already: 0.')")
        page.wait_for_trouble("out of memory")


# ---------------------------------------------------------------------- late answers


def test_a_game_that_was_taken_back_is_kept_once(page: ServedPage) -> None:
    """Once it is over again, it replaces what was kept."""
    sent: list[dict[str, Any]] = []

    def note(frame: Any) -> None:
        if '"played"' in frame:
            sent.append(json.loads(frame))

    page.on("websocket", lambda socket: socket.on("framesent", note))
    path = begin_named(page, "Fay")
    page.click("#tab-play")
    page.answer_questions(True)
    page.choose(opponent="Beginner")
    page.click("#new-game")
    page.play()
    page.play()
    for _ in range(2):
        page.click("#resign")
        page.wait_for_accuracies()
        page.click("#undo")
        page.wait_for_my_turn()
        page.play()
    assert [each.get("replaces") for each in sent] == [None, 1]
    with Profile(path) as profile:
        assert [each.moves for each in profile.games()] == [sent[1]["moves"]]


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


def test_a_puzzle_of_a_run_counts_once_although_the_page_is_loaded_again(page: ServedPage) -> None:
    """Before the next one has come."""
    page.show("#practise")
    page.click("#puzzle-run")
    page.wait_for_selector("#grid .legal")
    boards = {puzzle.board.to_obf()[:64]: puzzle for puzzle in shipped_set().puzzles}
    puzzle = boards[page.discs()]
    page.evaluate(HOLD, '"difficulty"')
    page.click_on(next(str(move) for move in puzzle.board.legal_moves() if move != puzzle.best))
    wait_for_held(page)
    page.evaluate("() => window.held.shift()()")
    wait_for_held(page)
    page.reload()
    page.wait_for_selector("#practise-score:text-is('Right: 0. Wrong: 1 of 3.')")
    page.wait_for_selector("#grid .legal")
    assert not page.shows(puzzle.board)


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


def test_the_way_back_is_not_taken_again_by_a_late_address(page: ServedPage) -> None:
    page.show("#explore/f5d6")
    page.click("#tab-play")
    page.evaluate(HOLD, '"difficulty"')
    page.evaluate(f"() => {{ location.hash = '#puzzle/{NUMBER}'; }}")
    wait_for_held(page)
    page.go_back()
    page.go_back()
    page.wait_for_tab("explore")
    page.evaluate(GIVE)
    page.wait_for_selector("#depth:has-text('depth ')")
    assert page.shows("f5d6") and page.is_visible("#explore")


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


def test_a_run_that_is_not_begun_leaves_the_clock_of_the_other(page: ServedPage) -> None:
    """The one on the screen is that of the run that goes on."""
    page.clock.install()
    page.show("#practise")
    page.click("#puzzle-run")
    page.wait_for_selector("#grid .legal")
    board = page.discs()
    page.click("#grid .legal >> nth=0")
    page.wait_for_selector("#status:text-matches('^(Right|Wrong): ')")
    page.wait_for_selector("#grid .legal")
    assert page.discs() != board
    page.clock.fast_forward(70_000)
    page.wait_for_selector("#practise-clock:has-text('Time left: 1:')")
    page.evaluate(
        """() => {
          window.confirm = () => false;
          const clock = document.getElementById("practise-clock");
          window.seen = [];
          new MutationObserver(() => window.seen.push(clock.textContent)).observe(
            clock, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.click("#puzzle-run")
    page.clock.run_for(3000)
    seen = page.evaluate("() => window.seen")
    assert len(seen) > 2 and all("3:00" not in text for text in seen), seen


def test_a_failed_puzzle_is_skipped(page: ServedPage) -> None:
    """Another one comes; where all were skipped, the one that was skipped first."""
    path = data_folder() / "Eve.profile"
    path.parent.mkdir(parents=True, exist_ok=True)
    with Profile(path) as profile:
        for puzzle in shipped_set().puzzles[NUMBER - 1 : NUMBER + 1]:
            profile.add_answer(answer_to(exercise_of(puzzle), None))
    page.show("#practise")
    page.click("#person summary")
    page.fill("#person-name", "Eve")
    page.press("#person-name", "Tab")
    page.click("#puzzle-failed")
    for number in (NUMBER, NUMBER + 1, NUMBER):
        page.wait_for_selector(f"#practise-score:has-text('Puzzle {number},')")
        page.click("#practise-next:text-is('Skip')")
    page.wait_for_trouble("You have seen all these puzzles")
