"""What the page keeps: analyses, games and choices that something else must not take away."""

from collections.abc import Callable

import pytest
from support.served_page import MISTAKES, MOVES, ServedPage
from support.wthor_files import wthor_file

from othello.board import Board

SHORT = MISTAKES[:18]


# ---------------------------------------------------------------------- analyses


def test_the_game_in_play_does_not_take_the_analysis_away(page: ServedPage) -> None:
    """It stays on the board; a button shows the list, table and graph again, after a reload too."""
    page.show()
    page.play("f5")
    mine = page.discs()
    page.drop(("games.wtb", wthor_file(SHORT, MOVES[:10])))
    page.wait_for_rows(9)
    page.click("#rows tr:nth-child(4) button")
    page.wait_for_moves(SHORT[:8])
    for act in (lambda: None, page.reload):
        page.click("#tab-play")
        page.resume()
        act()
        page.click("#tab-review")
        assert page.discs() == mine and page.is_hidden("#reviewed")
        page.click("#to-earlier")
        page.wait_for_rows(9)
        assert page.is_visible("#chooser") and page.count("#graph .bar") == 9
        assert page.shows(SHORT[:8]) and page.is_hidden("#to-earlier")
    page.click("#tab-play")
    page.resume()
    page.click("#tab-explore")
    page.set_up("Tiger")
    page.wait_for_selector("#opening:text-is('Opening: Tiger')")
    page.click("#tab-review")
    assert page.shows(Board.parse("Tiger")) and page.is_visible("#chooser")
    page.click("#review-shown")
    page.wait_for_rows(5)
    page.click("#to-earlier")
    page.wait_for_rows(9)


@pytest.mark.parametrize("place", [0, 1])
def test_a_reload_begins_an_interrupted_analysis_again(page: ServedPage, place: int) -> None:
    """The list is kept, and the game that was chosen."""
    page.show("#review")
    page.drop(("games.wtb", wthor_file(SHORT, MOVES)))
    page.wait_for_selector("#game option:nth-child(2)", state="attached")
    if place:
        page.select_option("#game", index=place)
    page.reload()
    assert page.is_visible("#chooser") and page.input_value("#game") == str(place)
    page.wait_for_rows([9, 61][place])


# ---------------------------------------------------------------------- the browser's history


@pytest.mark.parametrize("ending", ["#done", "#edit"])
def test_an_edit_is_one_step_of_the_history(page: ServedPage, ending: str) -> None:
    """Back leads to the game with its variation, and no press of it is without effect."""
    page.show()
    page.show("#explore/f5d6c3")
    page.click("#tree button >> nth=0")
    page.click("[data-square=f4]")
    page.wait_for_selector("#tree .side")
    page.wait_for_moves("f5f4")
    before, length = page.inner_text("#tree"), page.evaluate("history.length")
    page.click("#edit")
    page.click("[data-square=a1]")
    page.click("[data-square=h8]")
    page.click(ending)
    page.wait_for_address("explore/X")
    edited = page.discs()
    assert page.evaluate("history.length") == length + 1
    page.go_back()
    page.wait_for_selector("#tree .side")
    assert page.inner_text("#tree") == before and page.shows("f5f4")
    page.go_forward()
    page.wait_for_selector("#tree .side", state="detached")
    assert page.discs() == edited


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("f5d6c3", "#tree button >> nth=2"),
        ("#review/f5d6c3", "#tree button >> nth=2"),
        (Board("f5").to_obf(), "#tab-explore[aria-selected=true]"),
    ],
)
def test_what_is_dropped_is_one_step_of_the_history(
    page: ServedPage, text: str, shown: str
) -> None:
    page.show("#play/f5f4")
    length = page.evaluate("history.length")
    page.drop(text=text)
    page.wait_for_selector(shown)
    assert page.evaluate("history.length") == length + 1
    page.go_back()
    page.wait_for_tab("play")
    assert page.shows("f5f4")


def drop_a_game(page: ServedPage) -> None:
    page.drop(text="f5d6c3")
    page.wait_for_rows(3)


def paint(page: ServedPage) -> None:
    page.click("#edit")
    page.click_on("a1")


def play_elsewhere(page: ServedPage) -> None:
    """Leave a game that waits on another board."""
    page.set_up("Tiger")
    page.wait_for_selector("#opening:has-text('Tiger')")
    page.choose(colour="Both sides")
    page.click("#play-on")
    page.click("#grid .legal >> nth=0")


@pytest.mark.parametrize("is_reloaded", [False, True])
@pytest.mark.parametrize("leave", [lambda page: page.set_up("f5d6"), paint, drop_a_game])
def test_back_leads_to_the_whole_game_that_has_ended(
    page: ServedPage, leave: Callable[[ServedPage], object], is_reloaded: bool
) -> None:
    """With its players, its result and what its moves were worth."""
    check_way_back(page, leave, is_reloaded)
    page.click("#undo")
    page.wait_for_selector("#resign:not([disabled])")
    assert page.is_hidden("#result") and page.text("#black").startswith("Black: You")


def test_a_game_that_waits_elsewhere_hides_no_result(page: ServedPage) -> None:
    check_way_back(page, play_elsewhere)
    page.click("#resume")
    assert page.is_hidden("#result") and page.text("#black").startswith("Black ")


def check_way_back(
    page: ServedPage, leave: Callable[[ServedPage], object], is_reloaded: bool = False
) -> None:
    """End a game, leave it for another board, go back, and check that all of it is there."""
    page.begin()
    page.play("f5")
    page.play()
    page.click("#resign")
    page.wait_for_accuracies()
    told = "#black, #white, #status, #outcome, #accuracies, #moments, #tree"
    before = page.texts(told)
    copied = page.copy("SGF", "(;")
    assert "PB[You]" in copied and "PW[Beginner]" in copied and "RE[W+R]" in copied
    leave(page)
    page.wait_for_function(
        "(before) => document.querySelector('#tree').textContent !== before", arg=before[-1]
    )
    if is_reloaded:
        page.reload()
    page.go_back()
    page.wait_for_selector("#status:text-is('You resigned.')")
    page.wait_for_accuracies()
    assert page.texts(told) == before
    assert page.copy("SGF", "(;") == copied


def test_back_leads_to_a_game_of_a_list_over_a_reload(page: ServedPage) -> None:
    """With what is known of it, and it is analysed again."""
    page.show("#review")
    page.paste("(;GM[2]FF[4]SZ[8]PB[Ada]PW[Bob]RE[B+R];B[f5];W[d6];B[c3];W[d3])")
    page.wait_for_rows(4)
    page.set_up("f5f6")
    page.wait_for_moves("f5f6")
    page.wait_for_selector("#reviewed", state="hidden")
    page.reload()
    page.go_back()
    page.wait_for_rows(4)
    copied = page.copy("SGF", "(;")
    assert "PB[Ada]" in copied and "RE[B+R]" in copied


# ---------------------------------------------------------------------- choices, results


def test_choices_for_the_next_game_outlive_a_reload(page: ServedPage) -> None:
    page.show()
    page.play("f5")
    page.choose(opponent="Easy", colour="White", clock="Other times")
    page.fill("#first-minutes", "7")
    page.reload()
    page.wait_for_my_turn()
    chosen = [page.setting(name) for name in ("opponent", "colour", "clock")]
    assert chosen == ["Easy", "O", "other"]
    assert page.input_value("#first-minutes") == "7" and page.is_visible("#choice-note")
    assert page.text("#black").startswith("Black: You")


# ---------------------------------------------------------------------- texts


@pytest.mark.parametrize("width", [320, 1200, 1280])
def test_no_choice_is_cut(page: ServedPage, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.show()
    page.select_option("#colour", value="")
    cut = page.evaluate(
        """() => [...document.querySelectorAll("#choices select")].map((list) => {
          const free = list.cloneNode(true);
          free.value = list.value;
          free.style.cssText = "position: absolute; display: inline-block; width: max-content";
          list.parentElement.append(free);
          const lacks = free.offsetWidth > list.offsetWidth;
          free.remove();
          return lacks;
        })"""
    )
    assert cut and True not in cut
