"""Editing the board: what paints, and that it ends with "Done" or another board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.served_page import (
    MY_TURN,
    discs,
    moves_in_address,
    paste,
    play_a_move,
    set_up,
    show,
    wait_for_moves,
)
from support.server import Server

from othello.board import Board

START = Board().to_obf()[:64]
MUST_PASS = "OXXXXXX-" + 56 * "X"


def edit(page: Any, *squares: str) -> None:
    page.click("#edit")
    for square in squares:
        page.click(f"[data-square={square}]")
    assert page.get_attribute("#edit", "aria-pressed") == "true"


def wait_until_it_ends(page: Any) -> None:
    page.wait_for_selector("#edit[aria-pressed=false]:text-is('Edit the board')")
    assert page.is_hidden("#palette") and page.locator("#grid.editing").count() == 0


@pytest.mark.parametrize(
    ("tab", "act", "shows"),
    [
        ("play", lambda page: page.click("#play-on"), f"X{START[1:]}"),
        ("play", lambda page: page.click("#new-game"), START),
        ("explore", lambda page: set_up(page, "f5d6"), Board("f5d6").to_obf()[:64]),
        ("explore", lambda page: page.click("#best tr button >> nth=0"), None),
        ("review", lambda page: paste(page, "f5d6c3"), START),
    ],
)
def test_what_else_is_begun_ends_it(
    page: Any, server: Server, tab: str, act: Callable[[Any], object], shows: str | None
) -> None:
    """A click then is a move again."""
    show(page, server, f"#{tab}")
    edit(page, "a1")
    act(page)
    wait_until_it_ends(page)
    if shows is None:
        assert discs(page).count("-") == 58
        return
    page.wait_for_function(
        "(n) => document.querySelectorAll('#grid [aria-label*=empty]').length === n",
        arg=shows.count("-"),
    )
    assert discs(page) == shows
    page.click("#grid .legal >> nth=0")
    page.wait_for_function(
        "(n) => document.querySelectorAll('#grid [aria-label*=empty]').length < n",
        arg=shows.count("-"),
    )


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


def test_painting_with_a_finger(phone: Any, server: Server) -> None:
    """The page does not scroll meanwhile."""
    show(phone, server)
    phone.tap("#edit")
    phone.tap("#paint-white")
    squares = (phone.locator(f"[data-square=c{rank}]").bounding_box() for rank in (1, 2, 3, 4))
    points = [{"x": box["x"] + 9, "y": box["y"] + 9} for box in squares]
    touch = phone.context.new_cdp_session(phone)
    for kind, point in zip(["touchStart"] + 3 * ["touchMove"], points, strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert [discs(phone)[square] for square in (2, 10, 18, 26, 34)] == ["O"] * 4 + ["-"]
