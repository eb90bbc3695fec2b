"""Opening things in the browser: WTHOR with its names, positions, links; finding a game."""

from __future__ import annotations

from typing import Any

import pytest
from support.served_page import discs, drop, paste, set_up, show, wait_for_moves
from support.server import Server
from support.wthor_files import wthor_files

from othello.board import Board

SHORT = "f5d6c3d3c4f4f6b4e3"


def chosen(*files: tuple[str, bytes]) -> list[dict[str, Any]]:
    """Return files as Playwright takes them."""
    kind = "application/octet-stream"
    return [{"name": name, "mimeType": kind, "buffer": content} for name, content in files]


def listed(page: Any) -> list[str]:
    found: list[str] = page.locator("#game option").all_text_contents()
    return found


def test_a_player_is_found_in_a_file_of_wthor(page: Any, server: Server) -> None:
    """The names come with the games or after them; a search needs no accents, nor capitals."""
    players = [("Ada", f"Player {number}") for number in range(40)] + [("Dédé", "Ada")]
    files = wthor_files(SHORT, *players)
    show(page, server, "#review")
    page.set_input_files("#file", chosen(("WTH_2026.wtb", files[".wtb"])))
    page.wait_for_selector("#game option")
    assert listed(page)[0] == "1. Black – White"
    page.set_input_files("#file", chosen(("WTH.JOU", files[".jou"]), ("WTH.TRN", files[".trn"])))
    page.wait_for_selector("#game option:has-text('Ada – Player 0 · Open')", state="attached")
    page.fill("#find", "ADA dede")
    assert page.text_content("#matches") == "1 of 41 games"
    page.select_option("#game", index=0)
    page.wait_for_selector("#progress:has-text('Dédé – Ada · Open')")
    assert str(page.text_content("#black")).split()[0] == "Dédé"
    page.fill("#find", "")
    assert len(listed(page)) == 41 and page.input_value("#game") == "40"


def test_several_files_are_one_list(page: Any, server: Server) -> None:
    """What cannot be read is said with its file's name; the others are listed."""
    files = wthor_files(SHORT, ("Ada", "Bob"))
    show(page, server, "#review")
    page.fill("#paste", "f5f6")
    given = [("one" + end, content) for end, content in files.items()]
    given += [("two.txt", b"f5f4"), ("bad.txt", b"hello")]
    drop(page, *given)
    page.wait_for_selector("#trouble:has-text('bad.txt: ')")
    assert listed(page) == ["1. Ada – Bob · Open", "2. Black – White"]
    assert page.input_value("#paste") == "", "it is not what is shown"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("bad.txt", b"hello", "no game: bad.txt:1: "),
        ("part.txt", b"f5d6\nf5xx", "part.txt:2: "),
        ("bad.wtb", b"no games at all", "no game: bad.wtb: "),
        ("large.txt", b"f5" * 600_000, "large.txt: This is too large"),
    ],
)
def test_a_fault_names_its_file(
    page: Any, server: Server, name: str, content: bytes, said: str
) -> None:
    show(page, server, "#review")
    drop(page, (name, content))
    page.wait_for_selector(f"#trouble:has-text('{said}')")


def test_names_alone_ask_for_the_games(page: Any, server: Server) -> None:
    show(page, server, "#review")
    page.set_input_files("#file", chosen(("a.jou", wthor_files(SHORT, ("Ada", "Bob"))[".jou"])))
    page.wait_for_selector("#trouble:has-text('open the games (.wtb) as well')")


def test_positions_of_an_obf_file(page: Any, server: Server) -> None:
    """One is explored at once; of several each is shown that is chosen."""
    lines = [Board.from_moves(moves).to_obf() for moves in ("f5d6c3", "f5f6")]
    show(page, server, "#review")
    page.set_input_files("#file", chosen(("one.obf", lines[0].encode())))
    page.wait_for_selector("#tab-explore[aria-selected=true]")
    assert discs(page) == Board.from_moves("f5d6c3").to_obf()[:64]
    page.click("#tab-review")
    page.set_input_files("#file", chosen(("two.obf", "\n".join(lines).encode())))
    page.wait_for_selector("#progress:has-text('see the scores in Explore')")
    assert listed(page) == ["1. White to move", "2. Black to move"]
    page.select_option("#game", index=1)
    assert discs(page) == Board.from_moves("f5f6").to_obf()[:64]


def test_links_to_the_page(page: Any, server: Server) -> None:
    """A link to an analysis analyses; in both fields for texts, links are positions and games."""
    show(page, server, f"#review/{SHORT}")
    page.wait_for_selector("#rows tr:nth-child(9)")
    start = Board.from_moves("f5d6").to_obf().replace(" ", "_")
    set_up(page, f"{server.address}#explore/{start}/c3")
    wait_for_moves(page, "c3")
    assert discs(page) == Board.from_moves("f5d6c3").to_obf()[:64]
    paste(page, f"https://elsewhere.example/#explore/{SHORT[:6]}")
    page.wait_for_selector("#rows tr:nth-child(3)")
    page.click("#clear-paste")
    assert page.input_value("#paste") == ""
    page.evaluate("() => { location.hash = '#review/f5f6e6f4'; }")
    page.wait_for_selector("#rows tr:nth-child(4)")
