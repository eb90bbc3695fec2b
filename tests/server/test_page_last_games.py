"""The list of the last games of *Play*, which the browser keeps."""

from typing import Any

from support.served_page import ServedPage

ROWS = "#last-games-list .kept-game"


def kept(page: ServedPage) -> list[dict[str, Any]]:
    """Return the list as the storage has it."""
    return list(page.evaluate("() => JSON.parse(localStorage.getItem('games')) ?? []"))


def end_a_game(page: ServedPage, moves: str = "") -> None:
    """Play a game of both sides, and resign it."""
    page.begin(moves, colour="Both sides")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.wait_for_selector("#status:has-text('wins')")


def open_list(page: ServedPage) -> None:
    page.click("#last-games summary")
    page.wait_for_selector("#last-games[open] #last-games-list li")


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


def test_at_most_fifty_games_are_kept_and_fewer_where_the_storage_is_full(page: ServedPage) -> None:
    end_a_game(page)
    (entry,) = kept(page)
    games = [{**entry, "seed": number} for number in range(50)]
    page.evaluate("(games) => localStorage.setItem('games', JSON.stringify(games))", games)
    end_a_game(page)
    assert len(kept(page)) == 50
    page.evaluate(FILL)
    end_a_game(page, "f5d6")
    found = kept(page)
    assert 1 < len(found) < 50 and found[0]["moves"][:2] == ["f5", "d6"]
    open_list(page)
    assert page.count(ROWS) == len(found)


def test_where_nothing_can_be_kept_it_is_said(page: ServedPage) -> None:
    page.show()
    page.evaluate(FILL)
    end_a_game(page)
    open_list(page)
    assert page.count(ROWS) == 0 and "full or blocked" in page.text("#last-games-note")
