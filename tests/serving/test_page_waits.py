"""A game in the browser that waits beside other boards and over reloads; its settings."""

from __future__ import annotations

from typing import Any

import pytest
from support.served_page import (
    MY_TURN,
    discs,
    labels,
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
from othello.openings.catalogue import find_line

MISTAKES = "f5d6c3d3c4f4f6b4e3g7g4"


def begin(page: Any, server: Server, **choices: str) -> None:
    """Begin a game as it is chosen, as black against a beginner unless something else is."""
    show(page, server)
    for name, label in {"opponent": "Beginner", **choices}.items():
        page.select_option(f"#{name}", label=label)
    page.click("#new-game")
    page.wait_for_selector(MY_TURN)


# ---------------------------------------------------------------------- the game waits


def test_a_board_that_is_set_up_leaves_the_game_waiting(page: Any, server: Server) -> None:
    """Its clock is hidden and stands; nobody plays the other board; a way back is offered."""
    begin(page, server, clock="5 minutes")
    play_a_move(page)
    before, names = discs(page), page.text_content("#discs")
    set_up(page, "Rose")
    page.wait_for_selector("#opening:text-is('Opening: Rose')")
    assert page.is_visible("#resume") and page.is_hidden("#clocks")
    assert page.text_content("#black").split()[0] == "Black"
    page.click("#resume")
    page.wait_for_selector(MY_TURN)
    assert (discs(page), page.text_content("#discs")) == (before, names)
    assert page.is_visible("#clocks") and page.is_hidden("#resume")
    play_a_move(page)


def test_an_analysed_game_leaves_the_game_waiting(page: Any, server: Server) -> None:
    begin(page, server, clock="5 minutes")
    play_a_move(page)
    before = discs(page)
    page.click("#tab-review")
    assert page.is_hidden("#clocks")
    paste(page, "f5f4")
    page.wait_for_selector("#rows tr")
    page.click("#tab-play")
    page.click("#resume")
    page.wait_for_selector(MY_TURN)
    assert discs(page) == before and page.is_visible("#clocks")
    play_a_move(page)


def test_a_waiting_game_outlives_a_reload(page: Any, server: Server) -> None:
    """The board is the one that was shown, and the game waits beside it as before."""
    begin(page, server)
    play_a_move(page)
    before = discs(page)
    set_up(page, "Rose")
    page.wait_for_selector("#opening:text-is('Opening: Rose')")
    rose = find_line("Rose")
    assert rose is not None
    wait_for_moves(page, rose.moves)
    reload(page)
    assert discs(page) == Board.parse("Rose").to_obf()[:64]
    page.click("#resume")
    page.wait_for_selector(MY_TURN)
    assert discs(page) == before
    play_a_move(page)


def test_a_click_on_another_board_begins_a_game_there(page: Any, server: Server) -> None:
    begin(page, server)
    set_up(page, "f5d6c3")
    page.wait_for_selector("#status:has-text('White to move')")
    play_a_move(page)
    assert page.text_content("#white").startswith("White: You")
    page.wait_for_function("() => /^#play.f5d6c3..../.test(location.hash)")
    page.wait_for_selector(MY_TURN)
    assert page.is_hidden("#resume")


def test_an_empty_field_sets_nothing_up(page: Any, server: Server) -> None:
    begin(page, server)
    play_a_move(page)
    before = discs(page)
    for text in ("", "   "):
        set_up(page, text)
        assert page.evaluate("() => document.activeElement.id") == "position"
        assert discs(page) == before and page.is_hidden("#resume")


def test_a_text_that_was_set_up_goes_with_its_board(page: Any, server: Server) -> None:
    """Not one that is only typed."""
    begin(page, server)
    set_up(page, "Rose")
    page.wait_for_selector("#opening:text-is('Opening: Rose')")
    assert page.input_value("#position") == "Rose"
    reload(page)
    assert page.input_value("#position") == "Rose"
    page.click("#new-game")
    page.wait_for_selector(MY_TURN)
    assert page.input_value("#position") == ""
    page.fill("#position", "Tiger")
    page.click("#new-game")
    assert page.input_value("#position") == "Tiger"


def test_a_game_is_not_ended_without_a_question(browser: Any, server: Server) -> None:
    """Nor asked for before its first move."""
    page = browser.new_page(locale="en-GB")
    asked: list[str] = []

    def refuse(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)
    try:
        begin(page, server)
        play_a_move(page)
        before = discs(page)
        assert asked == []
        for button in ("#new-game", "#resign"):
            page.click(button)
            assert discs(page) == before and page.is_hidden("#result")
        assert asked == 2 * ["A game is being played. End it?"]
        play_a_move(page)
    finally:
        page.close()


def test_the_opponent_and_the_clock_are_remembered(browser: Any, server: Server) -> None:
    """For another visit, in another tab."""
    context = browser.new_context(locale="en-GB")
    try:
        begin(context.new_page(), server, opponent="Expert", clock="5 minutes")
        other = context.new_page()
        show(other, server)
        assert (setting(other, "opponent"), setting(other, "clock")) == ("Expert", "300")
    finally:
        context.close()


# ---------------------------------------------------------------------- settings of the game


def test_another_opponent_plays_from_the_next_move_on(page: Any, server: Server) -> None:
    begin(page, server)
    page.select_option("#opponent", label="Expert")
    assert "Expert" in str(page.text_content("#white"))
    play_a_move(page)
    assert "Expert" in str(page.text_content("#white")) and setting(page, "opponent") == "Expert"
    page.reload()
    page.wait_for_selector("#white:has-text('Expert')")


@pytest.mark.parametrize(("name", "label"), [("colour", "White"), ("clock", "1 minute")])
def test_what_counts_from_the_next_game_on_is_said(
    page: Any, server: Server, name: str, label: str
) -> None:
    """And stays chosen for that game."""
    begin(page, server)
    assert page.is_hidden("#choice-note")
    page.select_option(f"#{name}", label=label)
    page.wait_for_selector("#choice-note:has-text('next game')")
    chosen = setting(page, name)
    play_a_move(page)
    assert setting(page, name) == chosen and page.is_visible("#choice-note")
    assert str(page.text_content("#black")).startswith("Black: You")
    page.click("#new-game")
    page.wait_for_selector(MY_TURN)
    assert setting(page, name) == chosen and page.is_hidden("#choice-note")


def test_the_clock_that_runs_is_the_one_that_is_chosen(page: Any, server: Server) -> None:
    """After a reload, too."""
    begin(page, server, clock="15 minutes")
    reload(page)
    page.wait_for_selector(MY_TURN)
    assert setting(page, "clock") == "900" and page.is_hidden("#choice-note")


# ---------------------------------------------------------------------- playing on, taking back


def test_playing_on_after_a_key_moment_shows_no_answer(page: Any, server: Server) -> None:
    show(page, server, f"#play/{MISTAKES}")
    page.select_option("#colour", label="Both sides")
    page.click("#play-on")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.locator("#moments button").last.click()
    page.wait_for_selector("#reason:has-text('discs')")
    assert any("better move" in label for label in labels(page))
    page.click("#play-on")
    assert str(page.text_content("#status")).endswith(" to move")
    assert not any("the move played" in label or "better" in label for label in labels(page))
    assert page.is_hidden("#explanation") and page.is_hidden("#result")


def test_nothing_is_taken_back_before_ones_own_first_move(page: Any, server: Server) -> None:
    begin(page, server, colour="White")
    assert page.is_disabled("#undo")
    play_a_move(page)
    page.wait_for_selector(MY_TURN)
    page.click("#undo")
    page.wait_for_selector(MY_TURN)
    assert page.is_disabled("#undo") and discs(page).count("-") == 59


def test_who_made_no_move_has_no_accuracy(page: Any, server: Server) -> None:
    page.clock.install()
    begin(page, server, colour="White", clock="1 minute")
    page.clock.fast_forward(61_000)
    assert page.is_hidden("#moments-title"), "there is none yet"
    page.wait_for_selector("#accuracies:has-text('%')")
    assert page.is_visible("#moments-title")
    assert page.text_content("#accuracies") == "Accuracy: black 100 %, white –"
