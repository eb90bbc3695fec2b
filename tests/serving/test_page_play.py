"""Playing in the browser: whole games by mouse, by keys, on a phone; clocks, hints, taking back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from support.chromium import PHONE, width_needed
from support.served_page import (
    MOVES,
    MY_TURN,
    MY_TURN_OR_OVER,
    discs,
    labels,
    legal_squares,
    moves_in_address,
    show,
    tab_to,
    wait_for_moves,
)
from support.server import Server

from othello.board import Board
from othello.game import Game

ALL_MOVES_IN_ADDRESS = """() => {
  const [, ...start] = location.hash.split("/"), moves = (start.pop() ?? "").replaceAll("pass", "");
  const cells = [...document.querySelectorAll("#grid [role=gridcell]")];
  const nDiscs = cells.filter((cell) => !cell.ariaLabel.includes("empty")).length;
  return moves.length / 2 === nDiscs - (start.length ? start[0].match(/[XO]/g).length - 1 : 4);
}"""


def play_on(page: Any, move: Callable[[], object]) -> None:
    """Make moves until the game is over; check the result and the game in the address."""
    while True:
        page.wait_for_selector(MY_TURN_OR_OVER)
        if page.is_visible("#result"):
            break
        move()
    assert "wins" in page.text_content("#outcome") or "Draw" in page.text_content("#outcome")
    page.wait_for_function("() => /%/.test(document.querySelector('#accuracies').textContent)")
    assert 1 <= page.locator("#moments li").count() <= 3
    page.wait_for_function(ALL_MOVES_IN_ADDRESS)
    start, _, moves = str(page.url).rpartition("/")
    start = start.partition("#play")[2].lstrip("/").replace("_", " ")
    game = Game(moves, start=Board.from_obf(start) if start else Board())
    assert game.is_over and discs(page) == game.board.to_obf()[:64]


# ---------------------------------------------------------------------- whole games


def test_a_whole_game_by_clicks(page: Any, server: Server) -> None:
    show(page, server)
    page.select_option("#opponent", label="Beginner")
    page.click("#new-game")
    play_on(page, lambda: page.click("#grid .legal >> nth=0"))


def test_a_whole_game_by_keyboard_alone(page: Any, server: Server) -> None:
    """Told by the labels of the squares only, as a screen reader tells them."""
    show(page, server)
    press = page.keyboard.press
    tab_to(page, "#opponent")
    press("Home")
    assert page.locator("#opponent option:checked").text_content() == "Child"
    tab_to(page, "#new-game")
    press("Enter")

    def move() -> None:
        page.locator(MY_TURN).wait_for()
        tab_to(page, "#grid *")
        target = legal_squares(page)[-1]
        here = page.evaluate(
            "() => [...document.querySelectorAll('#grid [role=gridcell]')]"
            ".indexOf(document.activeElement)"
        )
        for axis, keys in ((8, ("ArrowDown", "ArrowUp")), (1, ("ArrowRight", "ArrowLeft"))):
            steps = target // 8 - here // 8 if axis == 8 else target % 8 - here % 8
            for _ in range(abs(steps)):
                press(keys[steps < 0])
        assert ", legal move" in page.evaluate("() => document.activeElement.ariaLabel")
        press("Enter")

    play_on(page, move)
    if page.locator("#moments button").count():
        tab_to(page, "#moments button")
        press("Enter")
        page.wait_for_selector("#reason:has-text('discs')")


def test_a_whole_game_on_a_phone(phone: Any, server: Server) -> None:
    """360 pixels wide, by taps: nothing is cut off, and the squares are as large as a finger."""
    show(phone, server)
    phone.select_option("#opponent", label="Beginner")
    phone.tap("#new-game")
    square = phone.locator("[data-square=d3]").bounding_box()
    assert min(square["width"], square["height"]) >= 36

    def move() -> None:
        phone.tap("#grid .legal >> nth=0")
        assert width_needed(phone) <= PHONE["width"]

    play_on(phone, move)
    if phone.locator("#moments button").count():
        phone.tap("#moments button >> nth=0")
        phone.wait_for_selector("#reason:has-text('discs')")
    assert width_needed(phone) <= PHONE["width"]


def test_the_board_is_one_stop_of_the_tab_key(page: Any, server: Server) -> None:
    show(page, server)
    page.select_option("#colour", label="Both sides")
    page.click("#new-game")
    page.locator("#language").focus()
    page.keyboard.press("Tab")
    focus = "() => document.activeElement.dataset.square"
    assert page.evaluate(focus) == "d3"
    page.keyboard.press("Enter")
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.evaluate(focus) == "c5"
    page.keyboard.press(" ")
    assert discs(page) == Board.from_moves("d3c5").to_obf()[:64]
    for key, edge in (("ArrowLeft", "a5"), ("ArrowUp", "a1"), ("End", "h1"), ("ArrowDown", "h8")):
        for _ in range(9):
            page.keyboard.press(key)
        assert page.evaluate(focus) == edge, "the edge is not passed"
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('#grid')") is None


# ---------------------------------------------------------------------- parts of games


def test_the_reply_is_said(page: Any, server: Server) -> None:
    show(page, server)
    page.click("[data-square=f5]")
    page.wait_for_selector(MY_TURN)
    (last,) = [label.split(",")[0] for label in labels(page) if label.endswith("last move")]
    assert page.text_content("#status") == f"White played {last}. Your move"
    wait_for_moves(page, f"f5{last}")


def test_taking_back_and_hints(page: Any, server: Server) -> None:
    show(page, server)
    page.click("[data-square=f5]")
    page.wait_for_selector(MY_TURN)
    after = discs(page)
    page.click("#hint")
    page.wait_for_selector("#status:has-text('Hint: ')")
    hint = page.text_content("#status").split()[-1]
    assert hint in page.locator("#grid .legal").evaluate_all("c => c.map((s) => s.dataset.square)")
    page.click("#undo")
    assert discs(page) == Board().to_obf()[:64] != after


def test_a_forced_pass_is_shown(page: Any, server: Server) -> None:
    before_pass = Game(MOVES[: MOVES.index("pass")])
    show(page, server, f"#play/{before_pass.transcript()[:-2]}")
    page.select_option("#colour", label="Both sides")
    page.click("#play-on")
    page.click(f"[data-square={before_pass.moves[-1]}]")
    page.wait_for_selector("#status:has-text('had to pass.')")


def test_the_last_move_is_taken_back_and_tried_again(page: Any, server: Server) -> None:
    """A game that is over goes on where its last move was taken back."""
    board = Game(MOVES).positions()[-8]
    show(page, server, f"#play/{board.to_obf().replace(' ', '_')}/")
    page.select_option("#colour", label="Black, first" if board.turn == "X" else "White")
    page.click("#play-on")
    play_on(page, lambda: page.click("#grid .legal >> nth=0"))
    end = discs(page)
    page.click("#undo")
    page.wait_for_selector("#grid .legal")
    assert page.is_hidden("#result") and discs(page).count("-") > end.count("-")
    page.click("#grid .legal >> nth=0")
    page.wait_for_selector(MY_TURN_OR_OVER)


@pytest.mark.parametrize(("colour", "n_moves"), [("Black, first", 4), ("White", 3)])
def test_playing_on_from_here(page: Any, server: Server, colour: str, n_moves: int) -> None:
    """At a position that was set up nobody moves until the game begins; then the engine may."""
    show(page, server, "#explore/f5d6c3")
    page.click("#tab-play")
    page.wait_for_selector("#status:has-text('White to move')")
    page.select_option("#colour", label=colour)
    page.click("#play-on")
    page.wait_for_selector("#grid .legal")
    page.wait_for_function(f"() => location.hash.length === '#play/'.length + 2 * {n_moves}")
    assert moves_in_address(page).startswith("f5d6c3")


def test_a_game_from_an_edited_board(page: Any, server: Server) -> None:
    show(page, server)
    page.click("#edit")
    page.click("[data-square=c3]", button="right")
    page.click("#side")
    assert page.text_content("#side") == "Let black move"
    page.click("#edit")
    board = Board.from_obf(discs(page) + " O")
    assert board.disc_at("c3") == "O" and board.disc_counts() == (2, 3)
    page.select_option("#colour", label="Black, first")
    page.click("#play-on")
    page.wait_for_selector(MY_TURN)
    assert sum(Board.from_obf(discs(page) + " X").disc_counts()) == 6


# ---------------------------------------------------------------------- the clock


def test_the_clock_runs_for_the_side_to_move(page: Any, server: Server) -> None:
    page.clock.install()
    show(page, server)
    page.select_option("#clock", label="1 minute")
    page.click("#new-game")
    assert page.text_content("#clocks") == "Black 1:00 · White 1:00"
    page.clock.fast_forward(30_000)
    page.wait_for_selector("#clocks:has-text('Black 0:')")
    assert "White 1:00" in page.text_content("#clocks")
    page.click("[data-square=f5]")
    page.wait_for_selector(MY_TURN)
    page.clock.fast_forward(31_000)
    page.wait_for_selector("#outcome:has-text('White wins on time.')")
    assert "Black 0:00" in page.text_content("#clocks")
    page.wait_for_function("() => /%/.test(document.querySelector('#accuracies').textContent)")


def test_times_of_ones_own(page: Any, server: Server) -> None:
    """For each side: they are remembered, and a reload knows them."""
    show(page, server)
    page.select_option("#colour", label="White")
    page.select_option("#clock", label="Other times")
    page.fill("#first-minutes", "3")
    page.fill("#second-minutes", "0.5")
    assert page.text_content("#first-minutes-label") == "You: minutes"
    page.click("#new-game")
    page.wait_for_selector(MY_TURN)
    page.reload()
    page.wait_for_selector("#clocks:has-text('White 2:')")
    assert re.match(r"Black 0:(30|2\d) ", str(page.text_content("#clocks")))
    found = [page.input_value(f"#{name}-minutes") for name in ("first", "second")]
    assert found == ["3", "0.5"] and page.is_hidden("#choice-note")


def test_engine_against_engine(page: Any, server: Server) -> None:
    """Each side has a player of its own; the moves are listed, and can be copied."""
    page.context.grant_permissions(["clipboard-write"])
    page.clock.install()  # as one watches the moves for a while, which the test need not do
    show(page, server)
    page.select_option("#colour", label="Neither: two engines")
    page.select_option("#opponent", label="Child")
    page.select_option("#second", label="Easy")
    page.click("#new-game")
    page.wait_for_selector("#black:has-text('Black: Child')")
    assert str(page.text_content("#white")).startswith("White: Easy")

    def listed() -> list[str]:
        return [text.split()[-1] for text in page.locator("#tree button").all_text_contents()]

    while page.is_hidden("#outcome"):
        page.clock.run_for(1000)
    moves = listed()
    assert Game("".join(moves)).is_over
    page.click("#copies button:text-is('Moves')")
    page.wait_for_function(
        "(t) => document.querySelector('#copied').value === t", arg="".join(moves)
    )
    page.click("#tree button >> nth=3")
    assert discs(page) == Game("".join(moves[:4])).board.to_obf()[:64]
