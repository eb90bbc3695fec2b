"""A game in the browser that waits beside other boards and over reloads; its settings."""

import re
from typing import Any

import pytest
from support.served_page import MISTAKES, OpenPage, ServedPage

from othello.openings.catalogue import find_line

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


def test_a_waiting_game_outlives_a_reload(page: ServedPage) -> None:
    """The board is the one that was shown, and the game waits beside it as before."""
    page.begin()
    page.play()
    rose = find_line("Rose")
    assert rose is not None
    with page.game_kept():
        page.set_up("Rose")
        page.wait_for_selector("#opening:text-is('Opening: Rose')")
        page.wait_for_moves(rose.moves)
        page.reload()
        assert page.shows(rose.moves) and page.is_visible("#resume")


def test_a_click_on_another_board_begins_a_game_there(page: ServedPage) -> None:
    page.begin()
    page.set_up("f5d6c3")
    page.wait_for_selector("#status:has-text('White to move')")
    page.play()
    assert page.text("#white").startswith("White: You")
    page.wait_for_function("() => /^#play.f5d6c3..../.test(location.hash)")
    page.wait_for_my_turn()
    assert page.is_hidden("#resume")


def test_an_empty_field_sets_nothing_up(page: ServedPage) -> None:
    page.begin()
    page.play()
    before = page.discs()
    for text in ("", "   "):
        page.set_up(text)
        assert page.evaluate("() => document.activeElement.id") == "position"
        assert page.discs() == before and page.is_hidden("#resume")


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


# ---------------------------------------------------------------------- settings of the game


# ---------------------------------------------------------------------- playing on, taking back


def test_playing_on_after_a_key_moment_shows_no_answer(page: ServedPage) -> None:
    page.begin(MISTAKES, colour="Both sides")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.locator("#moments button").last.click()
    page.wait_for_selector("#reason:has-text('discs')")
    assert page.squares_called("better move")
    page.click("#play-on")
    assert page.text("#status").endswith(" to move")
    assert page.squares_called("the move played") == page.squares_called("better move") == []
    assert page.is_hidden("#explanation") and page.is_hidden("#result")


def test_a_key_moment_is_played_again_from_its_own_move(page: ServedPage) -> None:
    """Which the question names."""
    page.begin(MISTAKES, colour="Both sides")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.locator("#moments button").last.click()
    moment = re.search(r"move \d+", page.text("#moments li:last-child"))
    assert moment is not None
    board = page.discs()
    page.answer_questions(True)
    page.click("#undo")
    page.wait_for_selector("#resign:not([disabled])")
    assert page.discs() == board
    assert f" from {moment[0]} on, " in page.asked()[-1]


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
