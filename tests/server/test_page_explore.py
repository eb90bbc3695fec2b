"""Exploring in the browser: scores that stream, variations, copies, addresses, starts."""

from pathlib import Path
from typing import Any

import pytest
from support.served_page import MOVES, OpenPage, ServedPage, place
from support.server import serving

from othello.board import Board

#: Fourteen empty squares before the end: solved in no time.
ENDGAME = Board.from_moves(MOVES[: MOVES.index("g7")])

DEPTH = "() => Number(/depth (\\d+)/.exec(document.querySelector('#depth').textContent)?.[1])"
"""The depth that is shown."""


LINE = "#board #line circle"


def wait_for_depth(page: ServedPage, least: int) -> None:
    page.wait_for_function(f"(least) => ({DEPTH})() >= least", arg=least)


def wait_until_deeper(page: ServedPage) -> None:
    wait_for_depth(page, page.evaluate(DEPTH) + 2)


def tree(page: ServedPage) -> list[str]:
    """Return the moves of the variations, as they are written."""
    return page.texts("#tree button")


# ---------------------------------------------------------------------- scores


def test_scores_stream_until_the_board_changes(page: ServedPage) -> None:
    page.show("#explore/f5d6")
    legal = [str(move) for move in Board.from_moves("f5d6").legal_moves()]
    wait_for_depth(page, 3)
    assert sorted(page.squares_called("score ")) == sorted(legal)
    wait_until_deeper(page)
    page.click_on("c3")
    wait_for_depth(page, 3)
    legal = [str(move) for move in Board.from_moves("f5d6c3").legal_moves()]
    assert sorted(page.squares_called("score ")) == sorted(legal)


def test_scores_go_on_after_the_connection_was_lost(browser: Any) -> None:
    """The page says that the engine is away, and goes on by itself when it is back."""
    with serving() as first:
        port = int(first.address.split(":")[2].strip("/"))
        # It complains to the console, as it should.
        opened = ServedPage(browser.new_page(locale="en-GB"), first.address)
        opened.show("#explore/f5d6")
        wait_for_depth(opened, 1)
    opened.wait_for_trouble("cannot be reached")
    opened.click("#copies button:text-is('GGF')")
    assert "cannot be reached" in opened.text("#copy-note"), "the rest may be out of sight"
    opened.evaluate("() => { document.getElementById('depth').textContent = ''; }")
    with serving("--port", str(port)):
        opened.wait_for_selector("#trouble", state="hidden")
        wait_for_depth(opened, 1)  # what was asked is asked again
        opened.wait_for_function("() => document.querySelector('#copied').value")
        opened.close()


# ---------------------------------------------------------------------- lines and variations


def test_a_line_stays_while_it_is_pointed_at(page: ServedPage) -> None:
    """On the board, and in the table: also while new scores come."""
    page.show("#explore/f5d6c5f4e3c6d3f6e6d7")
    wait_for_depth(page, 3)
    for target in ("[data-square=g3]", "#best tr:first-child td:last-child"):
        page.hover(target)
        page.wait_for_selector(LINE, state="attached")
        wait_until_deeper(page)
        assert page.count(LINE)
        page.mouse.move(0, 0)
        assert not page.count(LINE)
    page.focus("#best tr:first-child button")
    wait_until_deeper(page)
    assert page.evaluate("() => document.activeElement.closest('#best') !== null")
    assert page.count(LINE)


# ---------------------------------------------------------------------- addresses and copies


@pytest.mark.parametrize(("address", "start"), [("", Board()), (f"{place(ENDGAME)}/", ENDGAME)])
def test_a_shared_address_opened_anew(
    page: ServedPage, open_page: OpenPage, address: str, start: Board
) -> None:
    """Somebody else sees the same position, reached by the same moves."""
    page.show(f"#explore/{address}")
    board, played = start, []
    for _ in range(3):
        played.append(str(board.legal_moves()[0]))
        board = board.after(played[-1])
        page.click_on(played[-1])
    page.wait_for_moves("".join(played))
    other = open_page()
    other.goto(page.url)
    other.wait_until_ready()
    assert other.shows(board)
    assert [text.split()[-1] for text in tree(other)] == played
    side = "Black" if board.turn == "X" else "White"
    assert other.text("#status") == f"{side} to move"


def test_copies(page: ServedPage) -> None:
    """It is said whether something was copied, or saved."""
    page.context.grant_permissions(["clipboard-write"])
    page.show("#explore/f5d6")
    board = Board.from_moves("f5d6")
    texts = {"Moves": "f5d6", "OBF": board.to_obf(), "FEN": board.to_fen()}
    for name, text in texts.items():
        page.copy(name, text)
        page.wait_for_selector("#copy-note:text-is('Copied:')")
        assert page.input_value("#copied") == text
    for name, start in (("GGF", "(;GM[Othello]"), ("SGF", "(;"), ("Link", "http://")):
        page.copy(name, start)
    for name, first in (("SVG", b"<svg "), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.click(f"#copies button:text-is('{name}')")
        assert Path(download.value.path()).read_bytes().startswith(first)
        page.wait_for_selector(f"#copy-note:text-is('Saved: board.{name.lower()}')")
        assert page.is_hidden("#copied"), "it has the earlier text"
