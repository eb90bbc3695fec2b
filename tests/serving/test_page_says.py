"""What the page says: who did it, one verdict on a move, errors, what a click does."""

import re

import pytest
from support.chromium import PHONE
from support.served_page import MISTAKES, MOVES, MY_TURN_OR_OVER, OpenPage, ServedPage, place

from othello.board import Board
from othello.game import Game


def test_one_move_has_one_verdict(page: ServedPage) -> None:
    """The explanation has the loss, the scores and the better move of the list, at each mistake."""
    page.show(f"#review/{MISTAKES}")
    rows = page.locator("#rows tr:has(.verdict:text-matches('mistake|blunder'))")
    assert rows.count() >= 2
    for number in range(rows.count()):
        rows.nth(number).locator("button").click()
        move, score, loss, _, better = (rows.nth(number).locator("td").all_text_contents())[1:6]
        page.click("#explain-move")
        page.wait_for_selector(f"#reason:has-text('{move} costs ')")
        said = page.text("#reason")
        found = re.match(rf"{move} costs (\S+) discs: its score is (\S+), that of (\S+) ", said)
        assert found and found.groups() == (loss, score, better)
        assert not re.search(r" [-−+]\d", said), "scores say who is ahead, as in the list"


def test_a_key_moment_has_one_verdict_and_both_moves(page: ServedPage) -> None:
    """It says who played it; on the board the move played and the better one are marked."""
    board = Game(MOVES).positions()[-8]
    page.show(f"#play/{place(board)}/")
    page.choose(opponent="Beginner")
    while page.is_hidden("#outcome"):
        page.click("#grid .legal >> nth=0")
        page.wait_for_selector(MY_TURN_OR_OVER)
    page.wait_for_accuracies()
    own = "white" if board.turn == "O" else "black"
    assert page.text(f"#{own}").split(":")[1].split()[0] == "You"
    won = re.fullmatch(r"(Black|White) wins (\d+)–(\d+)", page.text("#outcome"))
    assert won and int(won[2]) > int(won[3])
    has_won = won[1].lower() == own
    first, second = (won[2], won[3]) if has_won else (won[3], won[2])
    assert page.text("#status") == f"You {'won' if has_won else 'lost'} {first}–{second}"
    moments = page.locator("#moments button")
    assert moments.count(), "the first legal move is not always the best"
    form = r"(You|Beginner), move \d+: (\w\d) \((\w\d) was better, −(\d+)\)"
    for number in range(moments.count()):
        found = re.fullmatch(form, str(moments.nth(number).text_content()))
        assert found
        moments.nth(number).click()
        page.wait_for_selector(f"#reason:has-text('{found[2]} costs {found[4]} discs')")
        assert f"that of {found[3]} " in page.text("#reason")
        assert page.squares_called("the move played") == [found[2]]
        assert page.squares_called("the better move") == [found[3]]
        assert page.count("#board .cross") == 1


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


def test_an_error_goes_with_the_next_address(page: ServedPage) -> None:
    page.show("#explore/f5d6")
    page.evaluate("() => { location.hash = '#explore/f5a1'; }")
    page.wait_for_trouble("a1")
    page.evaluate("() => { location.hash = '#explore/f5f6'; }")
    page.wait_for_selector("#trouble", state="hidden")


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


def test_the_game_that_stays_where_another_cannot_be_read_is_named(page: ServedPage) -> None:
    page.show("#review")
    note = "The board still shows the game of before."
    page.paste("no game at all")
    page.wait_for_trouble("no move")
    assert note not in page.text("#trouble")
    page.paste("f5d6")
    page.wait_for_rows(2)
    page.paste("no game at all")
    page.wait_for_trouble("no move")
    assert note in page.text("#trouble")


# ---------------------------------------------------------------------- small things


def test_what_a_click_does_while_editing_is_said(page: ServedPage) -> None:
    page.show("#explore")
    page.click("#edit")
    how = "Click or drag to paint; the right button paints the other colour. Keys: B, W, Delete"
    assert page.text("#status") == f"Black to move – {how}"
    assert page.count("button:has-text('Done'):visible") == 1
    assert page.text("#side") == "Let white move"
    page.click("#side")
    assert page.text("#side") == "Let black move"
    assert page.text("#status") == f"White to move – {how}"
    page.click("#edit")
    page.wait_for_selector("#status:text-is('White to move')")


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
