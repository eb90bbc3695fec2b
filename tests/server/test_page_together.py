"""What belongs together is on the screen together: the board, its buttons, explanations."""

from typing import Any

import pytest
from support.chromium import PHONE
from support.served_page import MISTAKES, MOVES, MY_TURN, ServedPage, place

from othello.board import Board


def seen(page: ServedPage, *selectors: str) -> bool:
    """Return whether all of these are wholly within the window, as it is scrolled."""
    return bool(
        page.evaluate(
            "(all) => all.map((s) => document.querySelector(s).getBoundingClientRect())"
            ".every((b) => b.height > 0 && b.top >= -1 && b.bottom <= innerHeight + 1)",
            selectors,
        )
    )


def gap(page: ServedPage, upper: str, lower: str) -> float:
    """Return how many pixels are between the end of one element and the beginning of another."""
    above, below = page.box(upper), page.box(lower)
    return below["y"] - above["y"] - above["height"]


def analysed(page: ServedPage) -> None:
    """Analyse a game with mistakes, and go to the first of them."""
    page.show(f"#review/{MISTAKES}")
    page.click("#next-mistake")
    page.wait_for_selector("#rows tr[aria-current]")


def test_the_board_and_the_game_are_on_a_phone_together(phone: ServedPage) -> None:
    """Clocks, whose move it is, Hint and Take back; the form for another game is folded away."""
    phone.begin(opponent="Strong player", clock="5 minutes")
    phone.tap("[data-square=f5]")
    phone.wait_for_selector(f"{MY_TURN}:has-text('White played')")
    assert seen(phone, "#board", "#clocks", "#status", "#controls", "#undo", "#hint", "#resign")
    assert phone.count("#discs .name") == 2 and not phone.is_cut_off("#discs .name")
    assert phone.is_hidden("#new-game")
    phone.tap("#resign")
    phone.wait_for_selector("#status:has-text('You resigned.')")
    assert phone.is_visible("#new-game"), "another game can begin"


def test_counts_of_two_digits_need_no_more_room(phone: ServedPage) -> None:
    """What stands below them does not move in the course of a game."""
    places = []
    for moves in ("f5", MOVES[:60]):
        phone.show(f"#play/{place(Board.from_moves(moves))}/")
        if phone.is_hidden("#opponent"):  # a game waits
            phone.tap("#choices summary")
        phone.choose(opponent="Beginner", colour="Black, first" if len(moves) > 2 else "White")
        phone.tap("#play-on")
        phone.wait_for_my_turn()
        places.append(phone.box("#status")["y"])
        lines = [phone.box(f"#{side}")["y"] for side in ("black", "white")]
        assert lines[0] == lines[1], phone.text("#discs")
    assert min(Board.from_moves(MOVES[:60]).disc_counts()) >= 10
    assert places[0] == places[1]


def test_a_key_moment_shows_the_board(phone: ServedPage) -> None:
    phone.begin(MISTAKES, colour="Both sides")
    phone.tap("#grid .legal >> nth=0")
    phone.tap("#resign")
    phone.wait_for_selector("#moments button")
    phone.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    assert not seen(phone, "#board")
    phone.locator("#moments button").last.tap()
    phone.wait_for_selector("#reason:has-text('discs')")
    assert seen(phone, "#board", "#status", "#explanation-title")


def test_a_line_is_shown_by_touch(phone: ServedPage) -> None:
    """A tap on a row draws its line on the board, and shows that; another one takes it away."""
    # With few empty squares all is soon solved: no later score moves a row under the second tap.
    phone.show(f"#explore/{MOVES[: 2 * 50]}")
    phone.wait_for_selector("#depth:has-text('exact')")
    row = "#best tr:first-child td:last-child"
    phone.locator(row).scroll_into_view_if_needed()
    phone.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    phone.tap(row)
    phone.wait_for_selector("#board #line circle", state="attached")
    assert seen(phone, "#board") and phone.count("#best tr[aria-current]") == 1
    phone.tap("#best tr[aria-current] td:last-child")
    phone.wait_for_selector("#board #line", state="detached")


@pytest.mark.parametrize("tab", ["explore", "review"])
def test_a_line_of_an_explanation_shows_the_board(phone: ServedPage, tab: str) -> None:
    if tab == "explore":
        phone.show("#explore/f5d6c3d3c4f4f6f3f2")
        phone.tap("#explain-last")
    else:
        analysed(phone)
        phone.tap("#explain-move")
    phone.wait_for_selector("#explained-lines button")
    phone.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    phone.locator("#explained-lines button").nth(3).tap()
    phone.wait_for_selector("#explained-lines button[aria-pressed=true]")
    assert seen(phone, "#board")


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}])
def test_an_explanation_stands_below_its_button(page: ServedPage, size: Any) -> None:
    """In view, at once; while it is worked out it says so."""
    page.set_viewport_size(size)
    page.add_init_script(
        "window.said = []; new MutationObserver(() => {"
        " const text = document.querySelector('#reason')?.textContent;"
        " if (text && said.at(-1) !== text) said.push(text);"
        "}).observe(document, { subtree: true, childList: true, characterData: true });"
    )
    page.show("#explore/f5d6c3d3c4f4f6f3f2")
    page.click("#explain-last")
    page.wait_for_selector("#reason:has-text('f2 costs ')")
    assert seen(page, "#explain-last", "#explanation-title", "#reason")
    assert 0 <= gap(page, "#explain-last", "#explanation") < 60
    analysed(page)
    page.click("#explain-move")
    page.wait_for_selector("#reason:has-text('costs ')")
    assert seen(page, "#explain-move", "#explanation-title", "#reason")
    assert 0 <= gap(page, "#explain-move", "#explanation") < 60
    assert page.evaluate("() => said[0]") == "Thinking …"


def test_the_board_uses_a_large_window(page: ServedPage) -> None:
    """It grows with the window, and what stands below it stays in view."""
    sizes = []
    for width, height in ((1280, 700), (1280, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.show()
        assert seen(page, "#board", "#status", "#controls")
        sizes.append(page.box("#board")["width"])
    assert sizes == sorted(sizes) and sizes[1] > 540 and sizes[2] > 700


def test_the_list_of_games_stays_in_sight_while_one_is_analysed(phone: ServedPage) -> None:
    """The field for texts above it is open only where nothing is analysed."""
    phone.show("#review")
    assert phone.is_visible("#paste")
    phone.paste(f"{MISTAKES}\n\n{MOVES}")
    phone.wait_for_rows(12)
    phone.select_option("#game", index=1)
    phone.wait_for_selector("#stop")
    assert phone.is_hidden("#paste") and phone.is_hidden("#to-earlier")
    phone.tap("#stop")
    phone.wait_for_selector("#review-shown")
