"""The training partner in the page: it keeps a game near, and comments on moves."""

import json

import pytest
from support.chromium import PHONE, width_needed
from support.served_page import OpenPage, ServedPage, axe_options

from othello.analysis.games import default_engine
from othello.board import Board
from othello.explaining.explanation import LEVEL

BEFORE = "f5d6c3d3c4f4f6b4e3"
"""Moves after which white has good moves and bad ones."""

BLUNDER = "g7"
"""A bad one: an X square."""


def searches(page: ServedPage) -> list[dict[str, object]]:
    """Return the searches that the page asks for from now on, as they are sent."""
    found: list[dict[str, object]] = []

    def note(payload: str) -> None:
        request = json.loads(payload)
        if request["do"] == "search":
            found.append(request)

    page.on("websocket", lambda socket: socket.on("framesent", note))
    return found


def coached(page: ServedPage) -> None:
    """Begin a game in which the coach comments on white's moves."""
    page.show(f"#play/{BEFORE}")
    page.unfold("#coach")
    page.check("#coach")
    page.choose(opponent="Easy", colour="White")
    page.click("#play-on")
    page.wait_for_selector("#grid .legal")


def comment(page: ServedPage, move: str) -> str:
    page.wait_for_selector(f"#comment:text-matches('^{move} ')")
    return page.text("#comment")


def test_the_opponent_keeps_the_game_near(page: ServedPage) -> None:
    """Also after a reload; another range holds from the next move on."""
    asked = searches(page)
    page.show()
    page.choose(opponent="Club player", near="So that you are 1 to 4 discs behind")
    page.click("#new-game")
    page.play()
    assert [(each["near"], each["strength"]) for each in asked] == [([-4, -1], 65)]
    page.reload()
    page.wait_for_my_turn()
    assert page.setting("near") == "-4,-1"
    page.play()
    page.choose(near="No")  # for the next game
    page.play()
    assert [each.get("near") for each in asked] == [[-4, -1]] * 3


def test_a_mistake_is_taken_back(page: ServedPage) -> None:
    """It is asked before the reply, and the better move is not named: it can still be found."""
    coached(page)
    page.click_on(BLUNDER)
    said = comment(page, BLUNDER)
    assert said.startswith(f"{BLUNDER} loses ")
    page.wait_for_selector("#status:text-is('Take the move back?')")
    page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    page.click("#back")
    page.click("#forward")
    assert page.shows(BEFORE + BLUNDER), "the opponent waits for the answer"
    page.click("#coach-back")
    assert page.shows(BEFORE) and page.text("#comment") == "", "it goes with the move"
    assert page.is_hidden("#coach-asks")
    board = Board(BEFORE)
    with default_engine() as engine:
        better = str(engine.search(board, level=LEVEL).lines[0].pv[0])
    assert better not in said
    page.play(better)
    assert comment(page, better).startswith(f"{better} is the best move")
    assert page.is_hidden("#coach-asks")
    assert 64 - page.discs().count("-") >= 4 + 9 + 2


@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_it_fits_a_phone(open_page: OpenPage, locale: str) -> None:
    page = open_page(viewport=PHONE, locale=locale, color_scheme="dark")
    page.show(f"#play/{BEFORE}")
    page.unfold("#coach")
    page.check("#coach")
    page.select_option("#colour", "O")
    page.click("#play-on")
    page.wait_for_selector("#grid .legal")
    page.click_on(BLUNDER)
    page.wait_for_selector("#coach-asks")
    assert width_needed(page) <= PHONE["width"]
    # All rules in one language: it is shown in dark colours only.
    assert page.serious_faults(axe_options(locale=locale)) == []
