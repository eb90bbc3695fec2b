"""A game in the browser that waits beside other boards and over reloads; its settings."""

from typing import Any

import pytest
from support.served_page import MISTAKES, OpenPage, ServedPage

# ---------------------------------------------------------------------- the game waits


def test_a_board_that_is_set_up_leaves_the_game_waiting(page: ServedPage) -> None:
    """Its clock is hidden and stands; nobody plays the other board; a way back is offered."""
    page.begin(clock="5 minutes")
    page.play()
    with page.game_kept():
        page.set_up("Rose")
        page.wait_for_selector("#opening:text-is('Opening: Rose')")
        assert page.is_visible("#resume") and page.is_hidden("#clocks")
        assert page.text("#black").split()[0] == "Black"


def test_an_analysed_game_leaves_the_game_waiting(page: ServedPage) -> None:
    page.begin(clock="5 minutes")
    page.play()
    with page.game_kept():
        page.click("#tab-review")
        assert page.is_hidden("#clocks")
        page.paste("f5f4")
        page.wait_for_rows()
        assert page.is_visible("#resume"), "in every tab"


def test_a_text_that_was_set_up_goes_with_its_board(page: ServedPage) -> None:
    """Not one that is only typed."""
    page.begin()
    page.set_up("Rose")
    page.wait_for_selector("#opening:text-is('Opening: Rose')")
    assert page.input_value("#position") == "Rose"
    page.reload()
    assert page.input_value("#position") == "Rose"
    page.click("#new-game")
    page.wait_for_my_turn()
    assert page.input_value("#position") == ""
    page.fill("#position", "Tiger")
    page.click("#new-game")
    assert page.input_value("#position") == "Tiger"


def test_a_game_is_not_ended_without_a_question(open_tab: OpenPage) -> None:
    """Nor asked for before its first move."""
    page = open_tab()
    asked: list[str] = []

    def refuse(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)
    page.begin()
    page.play()
    before = page.discs()
    assert asked == []
    for button in ("#new-game", "#resign"):
        page.click(button)
        assert page.discs() == before and page.is_hidden("#result")
    assert asked == 2 * ["A game is being played. End it?"]
    page.play()


# ---------------------------------------------------------------------- playing on, taking back


@pytest.mark.parametrize("place", ["#undo", "#play-on", "#grid .legal >> nth=0"])
def test_a_game_that_is_over_keeps_its_result_if_one_says_no(page: ServedPage, place: str) -> None:
    page.begin(MISTAKES, colour="Both sides")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.locator("#moments button").last.click()
    board = page.discs()
    page.answer_questions(False)
    page.click(place)
    assert ", without its result?" in page.asked()[-1]
    assert page.discs() == board and page.is_visible("#result")
