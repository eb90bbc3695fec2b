"""Editing the board: what paints, and that it ends with "Done" or another board."""

from __future__ import annotations

from typing import Any

from support.chromium import PHONE, quiet_page
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
    assert page.is_hidden("#palette") and page.locator("#grid.editing").count() == 0


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


def test_painting(page: Any, server: Server) -> None:
    """By dragging; the right button paints white; what is there already is emptied."""
    show(page, server, "#explore")
    page.click("#edit")
    page.click("#clear-board")
    assert discs(page) == 64 * "-"

    def drag(first: str, last: str, button: str) -> None:
        for square, act in ((first, page.mouse.down), (last, page.mouse.up)):
            box = page.locator(f"[data-square={square}]").bounding_box()
            page.mouse.move(box["x"] + 20, box["y"] + 20, steps=8)
            act(button=button)

    drag("a1", "h1", "left")
    drag("a2", "h2", "right")
    drag("c1", "c2", "left")  # from black: it empties
    assert discs(page)[:16] == "XX-XXXXXOO-OOOOO"
    page.click("#paint-white")
    page.click("[data-square=c1]")
    page.click("[data-square=c2]", button="right")
    assert discs(page)[:16] == "XXOXXXXXOOXOOOOO"
    page.focus("[data-square=c2]")
    for key in ("Delete", "ArrowRight", "b", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert discs(page)[8:16] == "OO-X-OOO"
    page.click("#done")
    wait_until_it_ends(page)


def test_painting_with_a_finger(browser: Any, server: Server) -> None:
    """The page does not scroll meanwhile."""
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with quiet_page(browser, server.address, **phone) as page:
        show(page, server)
        page.tap("#edit")
        page.tap("#paint-white")
        squares = (page.locator(f"[data-square=c{rank}]").bounding_box() for rank in (1, 2, 3, 4))
        points = [{"x": box["x"] + 9, "y": box["y"] + 9} for box in squares]
        touch = page.context.new_cdp_session(page)
        for kind, point in zip(["touchStart"] + 3 * ["touchMove"], points, strict=True):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert [discs(page)[square] for square in (2, 10, 18, 26, 34)] == ["O"] * 4 + ["-"]
