"""What lasts in the browser: games over reloads, other languages and looking back."""

from __future__ import annotations

from typing import Any

import pytest
from support.served_page import (
    MY_TURN,
    discs,
    legal_squares,
    moves_in_address,
    paste,
    play_a_move,
    reload,
    set_up,
    setting,
    show,
    wait_for_moves,
)
from support.server import Server

from othello.board import Board
from othello.game import Game


def begin_a_game(page: Any, server: Server) -> None:
    """Begin as white against an opponent that is not the usual one, with a clock."""
    show(page, server)
    page.select_option("#opponent", label="Easy")
    page.select_option("#colour", label="White")
    page.select_option("#clock", label="5 minutes")
    page.click("#new-game")
    page.wait_for_selector(MY_TURN)
    play_a_move(page)


def test_a_reload_goes_on_with_the_game(page: Any, server: Server) -> None:
    """Moves, opponent, colour and clock are those of before, and the next move is answered."""
    page.clock.install()
    begin_a_game(page, server)
    page.clock.fast_forward(70_000)
    page.wait_for_selector("#clocks:has-text('White 3:')")
    before = discs(page), page.text_content("#black"), page.text_content("#white")
    reload(page)
    page.wait_for_selector(MY_TURN)
    after = discs(page), page.text_content("#black"), page.text_content("#white")
    assert after == before
    assert before[1].startswith("Black: Easy") and before[2].startswith("White: You")
    assert (setting(page, "opponent"), setting(page, "colour")) == ("Easy", "O")
    assert "White 3:" in page.text_content("#clocks")
    play_a_move(page)
    assert "White: You" in page.text_content("#white")


def test_a_closed_tab_does_not_end_the_game(browser: Any, server: Server) -> None:
    """Another tab goes on with it; if its address names something else, the game waits."""
    context = browser.new_context(locale="en-GB")
    try:
        page = context.new_page()
        begin_a_game(page, server)
        before = discs(page)
        page.close()
        page = context.new_page()
        show(page, server)
        page.wait_for_selector(MY_TURN)
        assert discs(page) == before and page.is_visible("#clocks")
        play_a_move(page)
        before = discs(page)
        page.close()
        page = context.new_page()
        show(page, server, "#play/f5f6")
        assert discs(page) == Board.from_moves("f5f6").to_obf()[:64]
        page.click("#resume")
        page.wait_for_selector(MY_TURN)
        assert discs(page) == before
        page.on("dialog", lambda dialog: dialog.accept())
        page.click("#resign")
        page.close()
        page = context.new_page()
        show(page, server)
        assert discs(page) == Board().to_obf()[:64], "it is over"
    finally:
        context.close()


def test_a_reload_while_exploring_keeps_the_game(page: Any, server: Server) -> None:
    begin_a_game(page, server)
    before = discs(page)
    page.click("#tab-explore")
    page.wait_for_function("() => location.hash.startsWith('#explore/')")
    page.reload()
    page.wait_for_selector("#tab-explore[aria-selected=true]")
    page.wait_for_selector("main[aria-busy=false]")
    page.click("#tab-play")
    page.wait_for_selector(MY_TURN)
    assert discs(page) == before
    play_a_move(page)


def test_a_reload_shows_the_result_again(page: Any, server: Server) -> None:
    begin_a_game(page, server)
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('resigned')")
    page.reload()
    page.wait_for_selector("#outcome:has-text('Black wins: White resigned.')")
    assert page.text_content("#status") == "You resigned."


def test_another_language_leaves_the_game_alone(page: Any, server: Server) -> None:
    begin_a_game(page, server)
    page.fill("#position", "Tiger")
    before = discs(page)
    page.select_option("#language", "fr")
    page.wait_for_selector("#status:has-text('À vous de jouer')")
    assert page.text_content("#tab-play") == "Jouer"
    assert "Facile" in page.text_content("#black") and "Vous" in page.text_content("#white")
    assert page.locator("#opponent option:checked").text_content() == "Facile"
    assert "Noir" in page.text_content("#clocks")
    assert page.input_value("#position") == "Tiger"
    page.select_option("#language", "en")
    page.wait_for_selector(MY_TURN)
    assert discs(page) == before and page.text_content("#black").startswith("Black: Easy")
    play_a_move(page)


def test_what_was_typed_lasts(page: Any, server: Server) -> None:
    """Over a reload and a change of the language; so does the analysis over the latter."""
    show(page, server, "#review")
    page.fill("#position", "Tiger")
    paste(page, "f5d6c3d3c4f4f6b4e3")
    page.wait_for_selector("#rows tr")
    page.select_option("#language", "fr")
    page.wait_for_selector("#rows .verdict:text-is('erreur')")
    assert page.input_value("#paste") == "f5d6c3d3c4f4f6b4e3"
    reload(page)
    assert page.input_value("#paste") == "f5d6c3d3c4f4f6b4e3"
    assert page.input_value("#position") == "Tiger"


BLOCKED = """
for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new DOMException("denied", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}
"""
"""As in a browser that blocks all cookies."""


def test_nothing_lasts_where_the_browser_blocks_it(page: Any, server: Server) -> None:
    """The page works all the same, and forgets what was chosen and played."""
    page.add_init_script(BLOCKED)
    begin_a_game(page, server)
    page.select_option("#language", "fr")
    page.wait_for_selector("#tab-play:text-is('Jouer')")
    set_up(page, "Tiger")
    wait_for_moves(page, "f5d6c3d3c4")
    reload(page)
    assert page.text_content("#tab-play") == "Play" and page.input_value("#position") == ""
    assert (setting(page, "opponent"), setting(page, "colour")) == ("Casual player", "X")
    assert discs(page) == Board.from_moves("f5d6c3d3c4").to_obf()[:64], "as the address says"


def test_a_game_that_a_click_has_left_is_kept(page: Any, server: Server) -> None:
    """As a variation, over a reload too; a click in the list of moves looks, and ends nothing."""
    show(page, server)
    page.click("[data-square=f5]")
    page.wait_for_selector(MY_TURN)
    play_a_move(page)
    page.wait_for_function("() => document.querySelectorAll('#tree button').length === 4")
    left = discs(page)
    page.click("#first")
    page.click("[data-square=d3]")
    page.wait_for_selector(MY_TURN)
    begun = discs(page)
    page.wait_for_function("() => location.hash.startsWith('#play/d3')")
    for _ in range(2):
        page.click("#tree > button >> nth=-1")
        assert discs(page) == left and page.is_visible("#resume")
        page.click("#resume")
        page.wait_for_selector(MY_TURN)
        assert discs(page) == begun
        reload(page)
        page.wait_for_selector(MY_TURN)
    page.click("#tree > button >> nth=-1")
    play_a_move(page)
    page.wait_for_function("() => location.hash.startsWith('#play/f5')")
    assert page.is_hidden("#resume")


@pytest.mark.parametrize("tab", ["play", "explore", "review"])
def test_variations_outlive_a_reload(page: Any, server: Server, tab: str) -> None:
    show(page, server, f"#{tab}/f5d6c3")
    page.click("#tree button >> nth=0")
    if tab == "play":
        page.select_option("#colour", label="Both sides")
        page.click("#play-on")
    page.click("[data-square=f4]")
    page.wait_for_selector("#tree .side")
    before = page.inner_text("#tree"), discs(page)
    reload(page)
    assert (page.inner_text("#tree"), discs(page)) == before


# ---------------------------------------------------------------------- clicks that play on


@pytest.mark.parametrize("text", ["f5d6c3", "Tiger"])
def test_a_click_plays_on_from_what_was_set_up(page: Any, server: Server, text: str) -> None:
    """Whoever clicks plays the side to move, and is answered."""
    show(page, server)
    page.select_option("#opponent", label="Beginner")
    set_up(page, text)
    page.wait_for_selector("#status:has-text('White to move – choose')")
    board = Board.parse(text)
    page.wait_for_function(
        "(n) => document.querySelectorAll('#grid .legal').length === n",
        arg=len(board.legal_moves()),
    )
    assert board.turn == "O"
    play_a_move(page)
    assert page.text_content("#white").startswith("White: You")
    assert page.text_content("#black").startswith("Black: Beginner")
    page.wait_for_selector(MY_TURN)


@pytest.mark.parametrize("button", ["#first", "#back"])
def test_a_click_plays_on_after_going_back(page: Any, server: Server, button: str) -> None:
    """At the start it is black's turn again; a move back white's, whom the click then plays."""
    show(page, server)
    page.select_option("#opponent", label="Beginner")
    page.click("#grid .legal >> nth=0")
    page.wait_for_selector(MY_TURN)
    play_a_move(page)
    page.click(button)
    page.wait_for_selector("#status:has-text('to move – choose')")
    assert page.is_visible("#resume")
    play_a_move(page)
    page.wait_for_selector(MY_TURN)
    assert "Beginner" in page.text_content("#discs")


def test_back_to_the_game(page: Any, server: Server) -> None:
    """Who looked back goes on with the game where it is."""
    show(page, server)
    page.click("#grid .legal >> nth=0")
    page.wait_for_selector(MY_TURN)
    before = discs(page)
    page.click("#first")
    assert discs(page) == Board().to_obf()[:64]
    page.click("#last")
    page.wait_for_selector(MY_TURN)
    assert discs(page) == before and page.is_hidden("#resume")
    page.click("#back")
    page.click("#resume")
    page.wait_for_selector(MY_TURN)
    assert discs(page) == before
    play_a_move(page)


def test_resigning(page: Any, server: Server) -> None:
    """It ends the game, with what its moves were worth; a move taken back opens it again."""
    show(page, server)
    assert page.is_disabled("#resign")
    page.click("[data-square=f5]")
    page.wait_for_selector(MY_TURN)
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('White wins: Black resigned.')")
    page.wait_for_function("() => /%/.test(document.querySelector('#accuracies').textContent)")
    assert page.text_content("#status") == "You resigned." and page.is_disabled("#resign")
    assert legal_squares(page) == [], "the game is over: a click begins none by mistake"
    page.click("#undo")
    page.wait_for_selector(MY_TURN)
    play_a_move(page)
    assert len(Game(moves_in_address(page)).moves) <= 2
