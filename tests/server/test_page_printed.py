"""What the page prints: a game as a sheet, with numbered moves."""

import re
from datetime import date

from support.served_page import MOVES, ServedPage

from othello.game import Game

WATCH = """() => {
  window.sheet = null;
  window.addEventListener("beforeprint", () => {
    const sheet = document.querySelector("#sheet");
    window.sheet = { html: sheet.innerHTML, text: sheet.textContent, is: document.body.className };
  });
}"""
"""Note what is on the sheet when it is printed."""


def printed(page: ServedPage) -> dict[str, str]:
    """Print by the button, and return what was on the sheet; nothing may be left of it."""
    page.evaluate(WATCH)
    page.click("#share")
    page.click("#copies [data-t=Print]")
    page.wait_for_function("() => window.sheet")
    page.wait_for_function("() => !document.body.classList.contains('with-sheet')")
    assert page.text("#sheet") == ""
    return dict(page.evaluate("window.sheet"))


def circles(html: str) -> list[tuple[float, float, str]]:
    found = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="18.5" fill="(#\w+)"', html)
    return [(float(x), float(y), fill) for x, y, fill in found]


def test_a_game_is_printed_with_numbered_moves(page: ServedPage) -> None:
    """The last position, a number on each disc that was played, and the moves; passes have none."""
    game = Game(MOVES)
    page.show("#play/" + MOVES.replace("pass", ""))
    page.click("#first")
    sheet = printed(page)
    signs = {"#000000": "X", "#ffffff": "O"}
    discs = {
        int((y - 42.5) / 45) * 8 + int((x - 42.5) / 45): signs[fill]
        for x, y, fill in circles(sheet["html"])
    }
    board = "".join(discs.get(square, "-") for square in range(64))
    assert board == game.board.to_obf()[:64]
    numbers = re.findall(r'font-size="17"[^>]*>(\d+)<|>(\d+)</text>', sheet["html"])
    n_moves = sum(str(move) != "pass" for move in game.moves)
    played = [int(one or other) for one, other in numbers if int(one or other)]
    assert sorted(played)[-1] == n_moves
    first = str(game.moves[0])
    assert f"1. Black {first}" in sheet["text"] and "White pass" in sheet["text"]
    assert f"{n_moves}. " in sheet["text"]
    assert "Black: ____" in sheet["text"] and "Date: ____" in sheet["text"], "to be filled in"
    assert "the numbers are the moves" in sheet["text"]


def test_players_result_and_opening_stand_on_the_sheet(page: ServedPage) -> None:
    page.begin(opponent="Easy")
    page.play("f5")
    page.click("#resign")
    page.wait_for_accuracies()
    page.wait_for_selector("#opening:has-text('Opening: ')")
    opening = page.text("#opening").removeprefix("Opening: ")
    text = printed(page)["text"]
    assert (
        "Black: ____" in text
        and "White: Easy" in text
        and date.today().isoformat() in text
        and "(W+R)" in text
        and opening in text
    )
    page.speak("fr")
    text = printed(page)["text"]
    assert "Blanc\xa0: Facile" in text and "(Blanc +R)" in text


def test_the_sheet_is_all_that_is_printed(page: ServedPage) -> None:
    """On one page, in black on white, also from a dark page."""
    page.emulate_media(color_scheme="dark")
    page.show("#play/" + MOVES.replace("pass", ""))
    page.evaluate(WATCH)
    document = page.pdf(format="A4")
    assert document.count(b"/Type /Page\n") == 1
    assert "with-sheet" in page.evaluate("window.sheet")["is"]
    page.click("#tab-explore")
    page.pdf(format="A4")
    assert page.evaluate("window.sheet")["is"] == "", "other tabs are printed as they are"


def test_without_a_game_the_position_alone_is_printed(page: ServedPage) -> None:
    page.show()
    sheet = printed(page)
    assert "Black to move" in sheet["text"] and "<h1>" not in sheet["html"]
    assert len(circles(sheet["html"])) == 4
