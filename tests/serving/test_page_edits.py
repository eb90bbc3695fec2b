"""Editing the board by clicks ends with "Done", and whenever another board is shown."""

from __future__ import annotations

from typing import Any

from support.served_page import discs, moves_in_address, play_a_move, show, wait_for_moves
from support.server import Server

from othello.board import Board

MY_TURN = "#status:has-text('Your move')"
MUST_PASS = "OXXXXXX-" + 56 * "X"


def edit(page: Any, *squares: str) -> None:
    page.click("#edit")
    for square in squares:
        page.click(f"[data-square={square}]")
    assert page.get_attribute("#edit", "aria-pressed") == "true"


def wait_until_it_ends(page: Any) -> None:
    page.wait_for_selector("#edit[aria-pressed=false]:text-is('Edit the board')")
    assert page.is_hidden("#side") and page.locator("#grid.editing").count() == 0


def test_playing_on_from_an_edited_board(page: Any, server: Server) -> None:
    show(page, server)
    edit(page, "c3")
    page.click("#play-on")
    wait_until_it_ends(page)
    page.wait_for_selector(MY_TURN)
    play_a_move(page)
    assert discs(page)[18] != "-"


def test_a_new_game(page: Any, server: Server) -> None:
    show(page, server)
    edit(page, "c3")
    page.click("#new-game")
    wait_until_it_ends(page)
    page.wait_for_selector(MY_TURN)
    assert discs(page) == Board().to_obf()[:64]
    play_a_move(page)


def test_going_back_to_the_game(page: Any, server: Server) -> None:
    show(page, server)
    page.click("[data-square=f5]")
    page.wait_for_selector(MY_TURN)
    before = discs(page)
    edit(page, "a1")
    page.click("#resume")
    wait_until_it_ends(page)
    page.wait_for_selector(MY_TURN)
    assert discs(page) == before
    play_a_move(page)


def test_a_game_to_analyse(page: Any, server: Server) -> None:
    show(page, server, "#review")
    edit(page, "a1")
    page.fill("#paste", "f5d6c3")
    page.click("#paste-form [type=submit]")
    page.wait_for_selector("#rows tr")
    wait_until_it_ends(page)
    page.click("#forward")
    page.wait_for_selector("#status:has-text('Black f5')")
    assert discs(page) == Board.from_moves("f5").to_obf()[:64]


def test_a_text_that_is_set_up(page: Any, server: Server) -> None:
    show(page, server, "#explore")
    edit(page, "a1")
    page.fill("#position", "f5d6")
    page.press("#position", "Enter")
    wait_until_it_ends(page)
    assert discs(page) == Board.from_moves("f5d6").to_obf()[:64]


def test_a_move_of_the_table(page: Any, server: Server) -> None:
    show(page, server, "#explore")
    edit(page, "c3")
    page.click("#best tr button >> nth=0")
    wait_until_it_ends(page)
    assert discs(page).count("-") == 58


def test_the_browsers_back(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6")
    page.click("#tab-play")
    page.wait_for_function("() => location.hash.startsWith('#play')")
    edit(page, "a1")
    page.go_back()
    wait_until_it_ends(page)
    wait_for_moves(page, "f5d6")
    assert discs(page) == Board.from_moves("f5d6").to_obf()[:64]


def test_a_forced_pass_is_played(page: Any, server: Server) -> None:
    """After a step back it is not; but a game that begins there must go on."""
    show(page, server, f"#play/{MUST_PASS}_X/")
    wait_for_moves(page, "pass")
    page.click("#first")
    wait_for_moves(page, "")
    edit(page)
    assert moves_in_address(page) == ""
    page.click("#play-on")
    wait_until_it_ends(page)
    page.wait_for_selector("#result:not([hidden])")
    assert "-" not in discs(page), "white has played the last move"
