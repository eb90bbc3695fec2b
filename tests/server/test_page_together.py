"""What belongs together is on the screen together: the board, its buttons, explanations."""

from typing import Any

import pytest
from support.chromium import PHONE
from support.served_page import MISTAKES, MOVES, ServedPage, place

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
