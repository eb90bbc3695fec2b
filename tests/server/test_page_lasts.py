"""What lasts in the browser: games over reloads, other languages and looking back."""

import pytest
from support.served_page import OpenPage, ServedPage

from othello.board import Board


def begin_a_game(page: ServedPage) -> None:
    """Begin as white against an opponent that is not the usual one, with a clock."""
    page.begin(opponent="Easy", colour="White", clock="5 minutes")
    page.play()


def test_a_reload_goes_on_with_the_game(page: ServedPage) -> None:
    """Moves, opponent, colour and clock are those of before, and the next move is answered."""
    page.clock.install()
    begin_a_game(page)
    page.clock.fast_forward(70_000)
    page.wait_for_selector("#clocks:has-text('White 3:')")
    with page.game_kept():
        page.reload()
        assert page.text("#black").startswith("Black: Easy")
        assert page.text("#white").startswith("White: You")
        assert (page.setting("opponent"), page.setting("colour")) == ("Easy", "O")
        assert "White 3:" in page.text("#clocks")
    assert "White: You" in page.text("#white")


def test_a_closed_tab_does_not_end_the_game(open_tab: OpenPage) -> None:
    """Another tab goes on with it; if its address names something else, the game waits."""
    page = open_tab()
    begin_a_game(page)
    before = page.discs()
    page.close()
    page = open_tab()
    page.show()
    page.wait_for_my_turn()
    assert page.discs() == before and page.is_visible("#clocks")
    page.play()
    before = page.discs()
    page.close()
    page = open_tab()
    page.show("#play/f5f6")
    assert page.shows("f5f6")
    page.resume()
    assert page.discs() == before
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('resigned')")
    page.close()
    page = open_tab()
    page.show()
    assert page.discs() == before and page.text("#status") == "You resigned."
    page.click("#new-game")
    page.wait_for_my_turn()


def test_tabs_that_show_one_game_stay_together(open_tab: OpenPage) -> None:
    """Whichever is played on in, whatever the other shows meanwhile; over a reload, too."""
    first, second = open_tab(), open_tab()
    first.begin(opponent="Easy", clock="5 minutes")
    first.play()
    second.show()
    assert (second.setting("opponent"), second.setting("clock")) == ("Easy", "300")
    for page, other in ((first, second), (second, first)):
        page.play()
        other.wait_for_discs(64 - page.discs().count("-"))
        other.wait_for_my_turn()
        assert other.discs() == page.discs() and other.texts("#tree button") == page.texts(
            "#tree button"
        )
    second.click("#tab-explore")
    first.play()
    after = first.discs()
    second.click("#tab-play")
    second.resume()
    assert second.discs() == after
    second.click("#undo")
    first.wait_for_discs(64 - second.discs().count("-"))
    first.reload()
    first.wait_for_my_turn()
    assert first.discs() == second.discs()
    first.on("dialog", lambda dialog: dialog.accept())
    first.click("#resign")
    second.wait_for_selector("#outcome:has-text('resigned')")
    assert second.text("#status") == "You resigned."


def test_another_language_leaves_the_game_alone(page: ServedPage) -> None:
    begin_a_game(page)
    page.fill("#position", "Tiger")
    with page.game_kept():
        page.select_option("#language", "fr")
        page.wait_for_selector("#status:has-text('À vous de jouer')")
        assert page.text("#tab-play") == "Jouer"
        assert "Facile" in page.text("#black") and "Vous" in page.text("#white")
        assert page.text("#opponent option:checked") == "Facile"
        assert "Noir" in page.text("#clocks")
        assert page.input_value("#position") == "Tiger"
        page.select_option("#language", "en")


def test_what_was_typed_lasts(page: ServedPage) -> None:
    """Over a reload and a change of the language; so does the analysis over the latter."""
    page.show("#review")
    page.fill("#position", "Tiger")
    page.paste("f5d6c3d3c4f4f6b4e3")
    page.wait_for_rows()
    page.select_option("#language", "fr")
    page.wait_for_selector("#rows .verdict:text-is('erreur')")
    assert page.input_value("#paste") == "f5d6c3d3c4f4f6b4e3"
    page.reload()
    assert page.input_value("#paste") == "f5d6c3d3c4f4f6b4e3"
    assert page.input_value("#position") == "Tiger"


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
    begin_a_game(page)
    page.select_option("#language", "fr")
    page.wait_for_selector("#tab-play:text-is('Jouer')")
    page.set_up("Tiger")
    page.wait_for_moves("f5d6c3d3c4")
    page.reload()
    assert page.text("#tab-play") == "Play" and page.input_value("#position") == ""
    assert (page.setting("opponent"), page.setting("colour")) == ("Casual player", "X")
    assert page.shows("f5d6c3d3c4"), "as the address says"


def test_a_game_that_a_click_has_left_is_kept(page: ServedPage) -> None:
    """As a variation, over a reload too; a click in the list of moves looks, and ends nothing.

    The game is the main line, to whose ends the keys go.
    """
    page.show()
    page.play("f5")
    page.play()
    page.wait_for_selector("#tree button >> nth=3")
    left = page.discs()
    page.click("#first")
    page.play("d3")
    begun = page.discs()
    page.wait_for_address("play/d3")
    for _ in range(2):
        page.click("#tree .side button >> nth=-1")
        assert page.discs() == left and page.is_visible("#resume")
        page.press_keys("Home", "End")
        assert page.discs() == begun and page.is_hidden("#resume")
        page.reload()
        page.wait_for_my_turn()
    page.click("#tree .side button >> nth=-1")
    page.play()
    page.wait_for_address("play/f5")
    assert page.is_hidden("#resume")
    assert page.text("#tree > button >> nth=0") == "1. f5", "it goes on with these"


@pytest.mark.parametrize("tab", ["play", "explore", "review"])
def test_variations_outlive_a_reload(page: ServedPage, tab: str) -> None:
    page.show(f"#{tab}/f5d6c3")
    page.click("#tree button >> nth=0")
    if tab == "play":
        page.choose(colour="Both sides")
        page.click("#play-on")
    page.click_on("f4")
    page.wait_for_selector("#tree .side")
    before = page.inner_text("#tree"), page.discs()
    page.reload()
    assert (page.inner_text("#tree"), page.discs()) == before


# ---------------------------------------------------------------------- clicks that play on


@pytest.mark.parametrize("text", ["f5d6c3", "Tiger"])
def test_a_click_plays_on_from_what_was_set_up(page: ServedPage, text: str) -> None:
    """Whoever clicks plays the side to move, and is answered."""
    page.show()
    page.choose(opponent="Beginner")
    page.set_up(text)
    page.wait_for_selector("#status:has-text('White to move – choose')")
    page.wait_for_discs(sum(Board.parse(text).disc_counts()))
    page.play()
    assert page.text("#white").startswith("White: You")
    assert page.text("#black").startswith("Black: Beginner")
    page.wait_for_my_turn()
