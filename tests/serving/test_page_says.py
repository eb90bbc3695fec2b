"""What the page says: who did it, one verdict on a move, errors, what a click does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.chromium import PHONE, quiet_page
from support.served_page import MOVES, MY_TURN, labels, paste, set_up, show
from support.server import Server

from othello.board import Board
from othello.game import Game

MISTAKES = "f5d6c3d3c4f4f6b4e3g7g4f3"


def text(page: Any, selector: str) -> str:
    """Return an element's text."""
    return str(page.text_content(selector))


def marked(page: Any, what: str) -> list[str]:
    """Return the names of the squares whose label says this."""
    return [label.split(", ")[0] for label in labels(page) if what in label]


def test_one_move_has_one_verdict(page: Any, server: Server) -> None:
    """The explanation has the loss, the scores and the better move of the list, at each mistake."""
    show(page, server, f"#review/{MISTAKES}")
    page.wait_for_selector("#rows tr")
    rows = page.locator("#rows tr:has(.verdict:text-matches('mistake|blunder'))")
    assert rows.count() >= 2
    for number in range(rows.count()):
        rows.nth(number).locator("button").click()
        move, score, loss, _, better = (rows.nth(number).locator("td").all_text_contents())[1:6]
        page.click("#explain-move")
        page.wait_for_selector(f"#reason:has-text('{move} costs ')")
        said = text(page, "#reason")
        found = re.match(rf"{move} costs (\S+) discs: its score is (\S+), that of (\S+) ", said)
        assert found and found.groups() == (loss, score, better)
        assert not re.search(r" [-−+]\d", said), "scores say who is ahead, as in the list"


def test_a_key_moment_has_one_verdict_and_both_moves(page: Any, server: Server) -> None:
    """It says who played it; on the board the move played and the better one are marked."""
    board = Game(MOVES).positions()[-8]
    show(page, server, f"#play/{board.to_obf().replace(' ', '_')}/")
    page.select_option("#opponent", label="Beginner")
    while page.is_hidden("#outcome"):
        page.click("#grid .legal >> nth=0")
        page.wait_for_selector("#grid .legal, #result:not([hidden])")
    page.wait_for_function("() => /%/.test(document.querySelector('#accuracies').textContent)")
    own = "white" if board.turn == "O" else "black"
    assert text(page, f"#{own}").split(":")[1].split()[0] == "You"
    won = re.fullmatch(r"(Black|White) wins (\d+)–(\d+)", text(page, "#outcome"))
    assert won and int(won[2]) > int(won[3])
    has_won = won[1].lower() == own
    first, second = (won[2], won[3]) if has_won else (won[3], won[2])
    assert text(page, "#status") == f"You {'won' if has_won else 'lost'} {first}–{second}"
    moments = page.locator("#moments button")
    assert moments.count(), "the first legal move is not always the best"
    form = r"(You|Beginner), move \d+: (\w\d) \((\w\d) was better, −(\d+)\)"
    for number in range(moments.count()):
        found = re.fullmatch(form, str(moments.nth(number).text_content()))
        assert found
        moments.nth(number).click()
        page.wait_for_selector(f"#reason:has-text('{found[2]} costs {found[4]} discs')")
        assert f"that of {found[3]} " in text(page, "#reason")
        assert marked(page, "the move played") == [found[2]]
        assert marked(page, "the better move") == [found[3]]
        assert page.locator("#board .cross").count() == 1


def test_who_plays_and_which_opening_is_said_at_the_board(page: Any, server: Server) -> None:
    show(page, server)
    page.select_option("#opponent", label="Expert")
    page.select_option("#colour", label="White")
    page.click("#new-game")
    page.wait_for_selector(MY_TURN)
    assert text(page, "#black").startswith("Black: Expert")
    assert text(page, "#white").startswith("White: You")
    set_up(page, "Tiger")
    page.wait_for_selector("#opening:text-is('Opening: Tiger')")
    assert text(page, "#black").split() == ["Black", "6"], "nobody plays"


# ---------------------------------------------------------------------- errors


@pytest.mark.parametrize("next_action", ["#tab-play", "#back", "[data-square=c3]"])
def test_an_error_goes_with_the_next_action(page: Any, server: Server, next_action: str) -> None:
    show(page, server, "#explore/f5d6")
    set_up(page, "nonsense")
    page.wait_for_selector("#trouble:has-text('nonsense')")
    page.click("#position")
    page.keyboard.press("End")
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.is_visible("#trouble"), "not while the text is corrected, nor on the way elsewhere"
    page.click(next_action)
    page.wait_for_selector("#trouble", state="hidden")


def test_all_errors_are_shown_alike_and_in_view(page: Any, server: Server) -> None:
    page.set_viewport_size(PHONE)
    show(page, server, "#review")
    paste(page, "no game at all")
    page.wait_for_selector("#trouble:has-text('no move')")
    assert text(page, "#progress") == ""
    set_up(page, "nonsense")
    page.wait_for_selector("#trouble:has-text('nonsense')")
    box = page.locator("#trouble").bounding_box()
    assert 0 <= box["y"] < PHONE["height"] - box["height"]


# ---------------------------------------------------------------------- small things


def test_what_a_click_does_while_editing_is_said(page: Any, server: Server) -> None:
    show(page, server, "#explore")
    page.click("#edit")
    assert text(page, "#status") == (
        "Click or drag to paint; the right button paints the other colour. Keys: B, W, Delete"
    )
    assert page.locator("button:has-text('Done'):visible").count() == 1
    assert text(page, "#side") == "Let white move"
    page.click("#side")
    assert text(page, "#side") == "Let black move"
    page.click("#edit")
    page.wait_for_selector("#status:text-is('White to move')")


def test_a_square_that_is_no_move_gets_a_sign(page: Any, server: Server) -> None:
    """On the square, and in words that a screen reader says; by keys, too."""
    show(page, server)
    page.click("[data-square=a1]")
    page.wait_for_selector("[data-square=a1].refused")
    assert text(page, "#refusal") == "a1 is no legal move."
    assert page.get_attribute("#refusal", "role") == "status"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert text(page, "#refusal") == "b1 is no legal move."
    assert page.locator(".refused").count() == 1
    page.click("#tab-explore")
    assert text(page, "#refusal") == "" and not page.locator(".refused").count()
    page.click("#tab-play")
    page.click("[data-square=f5]")
    page.wait_for_selector(MY_TURN)
    assert text(page, "#refusal") == "" and not page.locator(".refused").count()
    page.click("#resign")
    page.click("[data-square=a1]")
    assert text(page, "#refusal") == "The game is over."


@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_the_head_is_one_line_on_a_phone(browser: Any, server: Server, locale: str) -> None:
    with quiet_page(browser, server.address, viewport=PHONE, locale=locale) as page:
        show(page, server)
        top, language = (page.locator(name).bounding_box() for name in ("#tabs", "#language"))
        assert abs(top["y"] + top["height"] / 2 - language["y"] - language["height"] / 2) < 4
        assert page.locator("#board").bounding_box()["y"] < 75
        assert page.locator("h1").bounding_box()["width"] > 40
        assert not page.evaluate(
            "() => [...document.querySelectorAll('h1, #tabs button')].some((made) =>"
            " made.scrollWidth > made.clientWidth)"
        )


def test_columns_of_best_moves_are_apart_on_a_phone(page: Any, server: Server) -> None:
    page.set_viewport_size(PHONE)
    board = Board.from_moves(MISTAKES)
    show(page, server, f"#explore/{MISTAKES}")
    page.wait_for_selector("#best tr")
    assert page.locator("#best tr").count() == len(board.legal_moves())
    gaps = page.evaluate(
        "() => { const range = document.createRange();"
        " const box = (cell) => {"
        "   range.selectNodeContents(cell); return range.getBoundingClientRect(); };"
        " const cells = [...document.querySelectorAll('#best-holder th')].map(box);"
        " return cells.slice(1).map((cell, n) => cell.left - cells[n].right); }"
    )
    assert min(gaps) >= 4


def test_columns_of_an_analysis_are_explained(page: Any, server: Server) -> None:
    show(page, server, "#review/f5d6c3")
    page.wait_for_selector("#rows tr")
    shown = page.inner_text("#reviewed")
    assert "Known: exact scores are proven" in shown and "B+ or W+: who is ahead" in shown
    assert "the discs that a move lost on average" in shown
