"""The pages of ``othello serve`` in a real Chromium: play, explore, understand, analyse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.chromium import chromium
from support.server import Server, serving

from othello.board import Board
from othello.game import Game

for needed in ("starlette", "uvicorn", "websockets"):
    pytest.importorskip(needed, reason="othello-engine[web] is not installed")

#: A whole game with a pass.
MOVES = (
    "f5f6e6f4g5h6e3c5g4f3g3h3d6f7e7e8c4c6d7b3h5c3h7d2e2e1g6f2f1g1d3d8c7c8c1g2c2h4d1h8h1h2g7g8f8"
    "b2b1passa1a2a3b4a4b5a5b6a7a6b7a8b8"
)
LONG = 30_000
"""Milliseconds in which anything must have happened, however busy the machine is."""

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as started:
        yield started


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Any]:
    """Give an empty page; it must not have complained, nor asked others for anything."""
    opened = browser.new_page(viewport=DESKTOP, locale="en-GB")
    opened.set_default_timeout(LONG)
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda line: complaints.append(line.text))
    opened.on(
        "request",
        lambda request: (
            complaints.append(request.url)
            if not request.url.startswith((server.address, "blob:"))
            else None
        ),
    )
    yield opened
    opened.close()
    assert complaints == []


def show(page: Any, server: Server, fragment: str = "") -> None:
    """Open the page and wait until it shows the board and what the address says."""
    page.goto("about:blank")
    page.goto(server.address + fragment)
    page.wait_for_selector("#grid [role=gridcell][aria-label]")
    tab = re.match(r"#(\w+)", fragment)
    page.wait_for_selector(f"#tab-{tab[1] if tab else 'play'}[aria-selected=true]")


def discs(page: Any) -> str:
    """Return the board as the grid's labels say it, as the first part of an OBF text."""
    labels = page.locator("#grid [role=gridcell]").evaluate_all(
        "cells => cells.map((cell) => cell.ariaLabel ?? cell.getAttribute('aria-label'))"
    )
    signs = {"black": "X", "white": "O", "empty": "-"}
    return "".join(signs[label.split(", ")[1]] for label in labels)


def moves_in_address(page: Any) -> str:
    return str(page.url).rpartition("/")[2]


# ---------------------------------------------------------------------- play


def test_a_whole_game_by_clicks(page: Any, server: Server) -> None:
    show(page, server)
    page.select_option("#opponent", label="Beginner")
    page.click("#new-game")
    while True:
        page.wait_for_selector("#grid .legal, #result:not([hidden])")
        legal = page.locator("#grid .legal")
        if not legal.count():
            break
        legal.first.click()
        page.wait_for_function(
            "() => document.querySelector('#result').hidden === false"
            " || !/thinking|pass\\.$/.test(document.querySelector('#status').textContent)"
        )
    assert "wins" in page.text_content("#outcome") or "Draw" in page.text_content("#outcome")
    page.wait_for_function("() => /%/.test(document.querySelector('#accuracies').textContent)")
    assert 1 <= page.locator("#moments li").count() <= 3
    page.wait_for_function("() => location.hash.length > 60")
    game = Game(moves_in_address(page))
    assert game.is_over and discs(page) == game.board.to_obf()[:64]


def test_by_keyboard_alone(page: Any, server: Server) -> None:
    """The board is one stop of Tab; arrow keys reach every square, and Enter plays."""
    show(page, server)
    page.select_option("#colour", label="Both sides")
    page.click("#new-game")
    page.locator("#language").focus()
    page.keyboard.press("Tab")
    focus = "() => document.activeElement.dataset.square"
    assert page.evaluate(focus) == "d3"
    page.keyboard.press("Enter")
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.evaluate(focus) == "c5"
    page.keyboard.press(" ")
    assert discs(page) == Board.from_moves("d3c5").to_obf()[:64]
    for _ in range(9):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate(focus) == "a5", "the edge is not passed"
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('#grid')") is None


def test_taking_back_and_hints(page: Any, server: Server) -> None:
    show(page, server)
    page.click("[data-square=f5]")
    page.wait_for_selector("#status:has-text('Black to move')")
    after = discs(page)
    page.click("#hint")
    page.wait_for_selector("#status:has-text('Hint: ')")
    hint = page.text_content("#status").split()[-1]
    assert hint in page.locator("#grid .legal").evaluate_all("c => c.map((s) => s.dataset.square)")
    page.click("#undo")
    assert discs(page) == Board().to_obf()[:64] != after


def test_a_forced_pass_is_shown(page: Any, server: Server) -> None:
    before_pass = Game(MOVES[: MOVES.index("pass")])
    show(page, server, f"#play/{before_pass.transcript()[:-2]}")
    page.select_option("#colour", label="Both sides")
    page.click("#play-on")
    page.click(f"[data-square={before_pass.moves[-1]}]")
    page.wait_for_selector("#status:has-text('had to pass.')")


# ---------------------------------------------------------------------- explore


def test_scores_stream_and_the_address_can_be_shared(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6")
    legal = [str(move) for move in Board.from_moves("f5d6").legal_moves()]
    page.wait_for_function(
        "(n) => [...document.querySelectorAll('#grid .legal')].filter((c) => c.textContent).length"
        " === n",
        arg=len(legal),
    )
    depth = "() => Number(/depth (\\d+)/.exec(document.querySelector('#depth').textContent)?.[1])"
    first = page.evaluate(depth)
    page.wait_for_function(f"(first) => ({depth})() > first", arg=first)
    page.click("[data-square=c3]")
    page.wait_for_function("() => location.hash === '#explore/f5d6c3'")
    shared = page.url
    other = page.context.browser.new_page(locale="en-GB")
    other.goto(shared)
    other.wait_for_selector("#status:has-text('White to move')")
    other.wait_for_selector("#tree button[aria-current]:has-text('c3')")
    assert discs(other) == Board.from_moves("f5d6c3").to_obf()[:64]
    other.close()


def test_a_line_is_shown_and_variations_are_kept(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5")
    page.wait_for_selector("#best tr")
    page.hover("#best tr")
    page.wait_for_selector("#board #line circle", state="attached")
    page.click("[data-square=f6]")
    page.click("#back")
    page.click("[data-square=d6]")
    page.wait_for_selector("#tree .side")
    assert [text.split()[-1] for text in page.locator("#tree button").all_text_contents()] == [
        "f5",
        "f6",
        "d6",
    ]


def test_copies(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6")
    board = Board.from_moves("f5d6")
    for name, text in (("Moves", "f5d6"), ("OBF", board.to_obf()), ("FEN", board.to_fen())):
        page.click(f"#copies button:text-is('{name}')")
        page.wait_for_function("(t) => document.querySelector('#copied').value === t", arg=text)
    for name, start in (("SVG", b"<svg "), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.click(f"#copies button:text-is('{name}')")
        assert Path(download.value.path()).read_bytes().startswith(start)


def test_starting_from_a_name_and_from_an_edited_board(page: Any, server: Server) -> None:
    show(page, server, "#explore")
    page.fill("#position", "Tiger")
    page.press("#position", "Enter")
    page.wait_for_selector("#opening:has-text('Tiger')")
    page.click("#edit")
    page.click("[data-square=a1]")
    page.click("#edit")
    tiger = Board.from_moves("f5d6c3d3c4").to_obf()
    assert discs(page) == "X" + tiger[1:64]
    page.fill("#position", "nonsense")
    page.press("#position", "Enter")
    page.wait_for_selector("#trouble:has-text('nonsense')")


# ---------------------------------------------------------------------- analyse, understand


def test_a_game_is_analysed_and_explained(page: Any, server: Server) -> None:
    show(page, server, "#review")
    page.fill("#paste", "f5d6c3d3c4f4f6b4e3g7g4f3\nf5f4e3")
    page.click("#paste-form [type=submit]")
    page.wait_for_selector("#rows tr:nth-child(12)")
    assert page.locator("#game option").count() == 2
    assert page.locator("#graph .bar").count() == 12
    page.click("#next-mistake")
    page.wait_for_selector("#rows tr[aria-current]")
    page.click("#explain-move")
    page.wait_for_selector("#reason:has-text('discs')")
    page.locator("#explained-lines button").first.click()
    page.wait_for_selector("#explained-lines button[aria-pressed=true]")


# ---------------------------------------------------------------------- every tab


@pytest.mark.parametrize("tab", ["play", "explore/f5d6", "review/f5d6"])
def test_nothing_is_wider_than_a_phone(page: Any, server: Server, tab: str) -> None:
    page.set_viewport_size(PHONE)
    show(page, server, f"#{tab}")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(page: Any, server: Server, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    script = Path(axe.__file__).with_name("axe.min.js")
    if not script.exists():
        script = next(Path(axe.__file__).parent.rglob("axe*.js"))
    page.emulate_media(color_scheme=scheme)
    for tab in ("play", "explore/f5d6", "review/f5d6c3"):
        show(page, server, f"#{tab}")
        if tab.startswith("explore"):
            page.wait_for_selector("#best tr")
        if tab.startswith("review"):
            page.click("#review-shown")
            page.wait_for_selector("#rows tr")
        page.evaluate(script.read_text(encoding="utf-8"))
        found = page.evaluate("() => axe.run()")
        serious = [
            (fault["id"], [node["html"] for node in fault["nodes"]])
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical")
        ]
        assert serious == []


@pytest.mark.parametrize(("locale", "word"), [("fr-FR", "Jouer"), ("ja-JP", "対局")])
def test_other_languages(browser: Any, server: Server, locale: str, word: str) -> None:
    opened = browser.new_page(locale=locale)
    opened.goto(server.address)
    opened.wait_for_selector(f"#tab-play:has-text('{word}')")
    assert opened.get_attribute("html", "lang") == locale[:2]
    opened.close()
