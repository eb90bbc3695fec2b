"""What the page says: who did it, one verdict on a move, errors, what a click does."""

import pytest
from support.chromium import PHONE
from support.served_page import MISTAKES, OpenPage, ServedPage

from othello.board import Board

"""A game that ends 31–32, with an empty square."""


# ---------------------------------------------------------------------- errors


@pytest.mark.parametrize("next_action", ["#tab-play", "#back", "[data-square=c3]"])
def test_an_error_goes_with_the_next_action(page: ServedPage, next_action: str) -> None:
    page.show("#explore/f5d6")
    page.set_up("nonsense")
    page.wait_for_trouble("nonsense")
    page.click("#position")
    page.press_keys("End", "Tab", "Tab")
    assert page.is_visible("#trouble"), "not while the text is corrected, nor on the way elsewhere"
    page.click(next_action)
    page.wait_for_selector("#trouble", state="hidden")


def test_an_error_stays_if_the_page_moves_under_a_click_on_the_text(page: ServedPage) -> None:
    """As where the engine's lines come meanwhile: the click then is one on what holds both."""
    page.show("#explore/f5d6")
    page.set_up("nonsense")
    page.wait_for_trouble("nonsense")
    page.hover("#position")
    page.mouse.down()
    page.evaluate("() => { document.querySelector('main').style.paddingTop = '9rem'; }")
    page.mouse.up()
    assert page.evaluate("() => document.activeElement.id") == "position"
    assert page.is_visible("#trouble")


def test_all_errors_are_shown_alike_and_in_view(page: ServedPage) -> None:
    page.set_viewport_size(PHONE)
    page.show("#review")
    page.paste("no game at all")
    page.wait_for_trouble("no move")
    assert page.text("#progress") == ""
    page.set_up("nonsense")
    page.wait_for_trouble("nonsense")
    box = page.box("#trouble")
    assert 0 <= box["y"] < PHONE["height"] - box["height"]


# ---------------------------------------------------------------------- small things


def test_a_square_that_is_no_move_gets_a_sign(page: ServedPage) -> None:
    """On the square, and in words that a screen reader says; by keys, too."""
    page.show()
    page.click_on("a1")
    page.wait_for_selector("[data-square=a1].refused")
    assert page.text("#refusal") == "a1 is no legal move."
    assert page.get_attribute("#refusal", "role") == "status"
    page.press_keys("ArrowDown", "Enter")
    assert page.text("#refusal") == "a2 is no legal move."
    assert page.count(".refused") == 1
    page.wait_for_selector("#refusal:text-is('')", state="attached")
    assert not page.count(".refused"), "the reason goes with the sign"
    page.click_on("a1")
    page.click("#tab-explore")
    assert page.text("#refusal") == "" and not page.count(".refused")
    page.click("#tab-play")
    page.play("f5")
    assert page.text("#refusal") == "" and not page.count(".refused")
    page.click("#resign")
    page.click_on("a1")
    assert page.text("#refusal") == "The game is over."


@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_the_head_is_one_line_on_a_phone(open_page: OpenPage, locale: str) -> None:
    page = open_page(viewport=PHONE, locale=locale)
    page.show()
    top, language = page.box("#tabs"), page.box("#language")
    assert abs(top["y"] + top["height"] / 2 - language["y"] - language["height"] / 2) < 4
    assert page.box("#board")["y"] < 75
    assert page.box("h1")["width"] > 40
    assert not page.is_cut_off("h1, #tabs button")


def test_columns_of_best_moves_are_apart_on_a_phone(page: ServedPage) -> None:
    page.set_viewport_size(PHONE)
    board = Board.from_moves(MISTAKES)
    page.show(f"#explore/{MISTAKES}")
    page.wait_for_selector("#best tr")
    assert page.count("#best tr") == len(board.legal_moves())
    gaps = page.evaluate(
        "() => { const range = document.createRange();"
        " const box = (cell) => {"
        "   range.selectNodeContents(cell); return range.getBoundingClientRect(); };"
        " const cells = [...document.querySelectorAll('#best-holder th')].map(box);"
        " return cells.slice(1).map((cell, n) => cell.left - cells[n].right); }"
    )
    assert min(gaps) >= 4
