"""The list of the last games of *Play*, which the browser keeps."""

from typing import Any

import pytest
from support.chromium import PHONE, width_needed
from support.served_page import OpenPage, ServedPage, axe_options

ROWS = "#last-games-list .kept-game"


def kept(page: ServedPage) -> list[dict[str, Any]]:
    """Return the list as the storage has it."""
    return list(page.evaluate("() => JSON.parse(localStorage.getItem('games')) ?? []"))


def put(page: ServedPage, value: object) -> None:
    page.evaluate("(value) => localStorage.setItem('games', JSON.stringify(value))", value)


def end_a_game(page: ServedPage, moves: str = "") -> None:
    """Play a game of both sides, and resign it."""
    page.begin(moves, colour="Both sides")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('wins')")


def open_list(page: ServedPage) -> None:
    page.click("#last-games summary")
    page.wait_for_selector("#last-games[open] #last-games-list li")


def test_games_are_listed_and_opened(page: ServedPage) -> None:
    """With their players, results and openings, the newest first; also after another visit."""
    end_a_game(page, "f5d6c3")
    page.begin(opponent="Child", colour="Black, first")
    page.play("f5")
    mine = page.discs()
    page.show("#explore")
    page.show("#play/f5f6")
    open_list(page)
    page.wait_for_selector(f"{ROWS}:has-text('Perpendicular Opening')")
    first, second = page.texts(f"{ROWS} button:first-child")
    assert "You – Child" in first and "running, 2 moves" in first
    assert "Black – White" in second and "resigned" in second
    page.click(f"{ROWS} >> nth=1 >> button >> nth=0")
    page.wait_for_selector("#outcome:has-text('resigned')")
    assert page.discs().count("-") == 64 - 4 - 4
    page.click(f"{ROWS} >> nth=0 >> button >> nth=0")
    page.wait_for_my_turn()
    assert page.discs() == mine and page.is_hidden("#result")
    page.play()
    assert "running, 4 moves" in page.text(f"{ROWS} >> nth=0")


def test_a_running_game_waits_in_the_list_with_its_clock(page: ServedPage) -> None:
    """While another one is played; its variations are kept too."""
    page.clock.install()
    page.begin(opponent="Child", clock="5 minutes")
    page.play("f5")
    page.click("#undo")
    page.wait_for_selector("#status:has-text('Your move')")
    page.play("d3")
    page.clock.fast_forward(100_000)
    before = page.discs(), page.inner_text("#tree")
    page.choose(clock="No clock")
    page.click("#new-game")
    page.play("c4")
    assert page.is_hidden("#clocks")
    open_list(page)
    page.click(f"{ROWS} >> nth=1 >> button >> nth=0")
    page.wait_for_selector("#clocks:has-text('Black 3:')")
    assert (page.discs(), page.inner_text("#tree")) == before
    assert page.setting("clock") == "300"


def test_games_are_deleted(page: ServedPage) -> None:
    """One, that on the board, all; they do not come back with a reload."""
    for moves in ("f5d6", "f5f6", "f5f4"):
        end_a_game(page, moves)
    open_list(page)
    page.click(f"{ROWS} >> nth=1 >> .forget")
    assert [entry["moves"][1] for entry in kept(page)] == ["f4", "d6"]
    assert page.is_visible("#result")
    page.click(f"{ROWS} >> nth=0 >> .forget")
    assert page.is_hidden("#result") and page.text("#tree") == "No moves"
    page.show()
    assert page.is_hidden("#result") and page.text("#tree") == "No moves"
    open_list(page)
    assert page.count(ROWS) == 1
    page.click("#forget-games")
    page.wait_for_selector("#last-games-list:has-text('No games')")
    assert kept(page) == [] and page.is_disabled("#forget-games")
    page.reload()
    assert kept(page) == []


FILL = """() => {
  localStorage.removeItem("game");
  let text = "";
  for (let size = 1 << 22; size >= 1; size /= 2) {
    for (;;) {
      try { localStorage.setItem("filler", text + "x".repeat(size)); text += "x".repeat(size); }
      catch { break; }
    }
  }
}"""
"""Fill the storage to the last character; the game that was played last is not there any more."""


def test_where_the_storage_is_full_the_oldest_games_go(page: ServedPage) -> None:
    end_a_game(page)
    (entry,) = kept(page)
    put(page, [{**entry, "seed": number} for number in range(40)])
    page.evaluate(FILL)
    end_a_game(page, "f5d6")
    found = kept(page)
    assert 1 < len(found) < 41 and found[0]["moves"][:2] == ["f5", "d6"]
    open_list(page)
    assert page.count(ROWS) == len(found)


def test_where_nothing_can_be_kept_it_is_said(page: ServedPage) -> None:
    page.show()
    page.evaluate(FILL)
    end_a_game(page)
    open_list(page)
    assert page.count(ROWS) == 0 and "full or blocked" in page.text("#last-games-note")


def test_at_most_fifty_games_are_kept(page: ServedPage) -> None:
    end_a_game(page)
    (entry,) = kept(page)
    put(page, [{**entry, "seed": number} for number in range(50)])
    end_a_game(page)
    assert len(kept(page)) == 50


def test_another_tab_shows_the_list_at_once(open_tab: OpenPage) -> None:
    first, second = open_tab(), open_tab()
    second.on("dialog", lambda dialog: dialog.accept())
    first.show()
    open_list(first)
    assert first.count(ROWS) == 0
    end_a_game(second)
    first.wait_for_selector(ROWS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_the_list_is_for_everybody(open_page: OpenPage, scheme: str, locale: str) -> None:
    """On a phone, by keys, for a screen reader, in other languages."""
    page = open_page(viewport=PHONE, locale=locale, color_scheme=scheme)
    page.show("#play/f5d6")
    page.select_option("#colour", value="XO")
    page.click("#play-on")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.tab_to("#last-games summary")
    page.press_keys("Enter")
    page.wait_for_selector(ROWS)
    assert width_needed(page) <= PHONE["width"]
    assert page.serious_faults(axe_options(scheme, locale)) == []
    label = str(page.get_attribute(f"{ROWS} .forget", "aria-label"))
    assert page.text(f"{ROWS} button >> nth=0").split(" · ")[0] in label
    page.tab_to(f"{ROWS} .forget")
    page.press_keys("Enter")
    page.wait_for_selector(ROWS, state="detached")
