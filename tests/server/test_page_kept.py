"""What the page keeps: analyses, games and choices that something else must not take away."""

from collections.abc import Callable

import pytest
from support.served_page import MISTAKES, ServedPage

SHORT = MISTAKES[:18]


# ---------------------------------------------------------------------- the browser's history


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


BLOCKED = """
for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new DOMException("denied", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}
"""
"""As in a browser that blocks all cookies."""


def test_nothing_lasts_where_the_browser_blocks_it(page: ServedPage) -> None:
    """The page works all the same, and forgets what was chosen and played."""
    page.add_init_script(BLOCKED)
    page.begin(opponent="Easy", colour="White", clock="5 minutes")
    page.play()
    page.select_option("#language", "fr")
    page.wait_for_selector("#tab-play:text-is('Jouer')")
    page.set_up("Tiger")
    page.wait_for_moves("f5d6c3d3c4")
    page.reload()
    assert page.text("#tab-play") == "Play" and page.input_value("#position") == ""
    assert (page.setting("opponent"), page.setting("colour")) == ("Casual player", "X")
    assert page.shows("f5d6c3d3c4"), "as the address says"
