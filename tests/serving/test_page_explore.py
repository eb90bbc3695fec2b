"""Exploring in the browser: scores that stream, variations, copies, addresses, starts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.chromium import quiet_page
from support.served_page import MOVES, discs, labels, set_up, show, wait_for_moves
from support.server import Server, serving

from othello.board import Board

#: Fourteen empty squares before the end: solved in no time.
ENDGAME = Board.from_moves(MOVES[: MOVES.index("g7")])

DEPTH = "() => Number(/depth (\\d+)/.exec(document.querySelector('#depth').textContent)?.[1])"
"""The depth that is shown."""


def wait_for_depth(page: Any, least: int) -> None:
    page.wait_for_function(f"(least) => ({DEPTH})() >= least", arg=least)


def tree(page: Any) -> list[str]:
    """Return the moves of the variations, as they are written."""
    found: list[str] = page.locator("#tree button").all_text_contents()
    return found


# ---------------------------------------------------------------------- scores


def test_scores_stream_until_the_board_changes(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6")
    legal = [str(move) for move in Board.from_moves("f5d6").legal_moves()]
    wait_for_depth(page, 3)
    scored = [label.split(",")[0] for label in labels(page) if "score " in label]
    assert sorted(scored) == sorted(legal)
    wait_for_depth(page, page.evaluate(DEPTH) + 2)
    page.click("[data-square=c3]")
    now = {str(move) for move in Board.from_moves("f5d6c3").legal_moves()}
    page.wait_for_function(
        "(now) => { const scored = [...document.querySelectorAll('#grid [role=gridcell]')]"
        ".filter((c) => c.textContent).map((c) => c.dataset.square);"
        " return scored.length === now.length && scored.every((s) => now.includes(s)); }",
        arg=sorted(now),
    )
    wait_for_depth(page, 3)


def test_long_scores_are_rounded_on_the_squares(page: Any, server: Server) -> None:
    """To whole discs, not cut off."""
    show(page, server, "#explore/f5d6c3d3c4f4f6b4e3g7")
    wait_for_depth(page, 6)
    pairs = page.evaluate(
        "() => [...document.querySelectorAll('#best tr')].map((row) => [row.cells[1].textContent,"
        " document.querySelector(`[data-square=${row.cells[0].textContent}]`)].flatMap((found) =>"
        " found.ariaLabel ? [found.textContent, found.ariaLabel] : [found]))"
    )
    numbers = [[float(text[2:]) for text in found[:2]] for found in pairs]
    assert any(abs(score) >= 10 and score % 1 for score, _ in numbers)
    for (full, shown, label), (score, short) in zip(pairs, numbers, strict=True):
        assert abs(short - score) <= (0.05 if abs(score) < 9.95 else 0.55), pairs
        assert full[:2] == shown[:2] and f"score {full}" in label, "who hears it hears all of it"


def test_all_scores_say_who_is_ahead(page: Any, server: Server) -> None:
    """In the table, on the squares and where a move is explained: after a bad move of black."""
    show(page, server, "#explore/f5d6c3d3c4f4f6f3f2")
    page.click("#explain-last")
    page.wait_for_selector("#reason:has-text('its score is W+')")
    wait_for_depth(page, 3)
    assert page.inner_text("#explore").count("B+ or W+: who is ahead") == 2
    scores = page.locator("#best tr td:nth-child(2), #grid .legal").all_text_contents()
    assert len(scores) == 2 * len(Board.from_moves("f5d6c3d3c4f4f6f3f2").legal_moves())
    assert all(re.fullmatch(r"[BW]\+[\d.]+|even", score) for score in scores), scores
    assert page.text_content("#best tr td:nth-child(2)").startswith("W+")


def test_the_first_moves_share_a_score_and_depths_tell_their_selectivity(
    page: Any, server: Server
) -> None:
    show(page, server, "#explore/")
    wait_for_depth(page, 8)
    assert "@73%" in page.text_content("#depth")
    rows = page.evaluate(
        "() => [...document.querySelectorAll('#best tr')].map((row) => [row.cells[1].textContent,"
        " row.cells[2].textContent])"
    )
    assert len(rows) == 4 and len(set(map(tuple, rows))) == 1 and rows[0][1].endswith("@73%")


def test_scores_can_be_switched_off(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6")
    wait_for_depth(page, 1)
    page.click("#thinking")
    assert page.text_content("#depth") == "" and not page.locator("#best tr").count()
    assert not any("score " in label for label in labels(page))
    page.click("#thinking")
    wait_for_depth(page, 1)


def test_an_endgame_is_solved(page: Any, server: Server) -> None:
    show(page, server, f"#explore/{ENDGAME.to_obf().replace(' ', '_')}/")
    page.wait_for_selector("#depth:has-text('exact')")
    assert page.locator("#best tr").count() == len(ENDGAME.legal_moves())


def test_scores_go_on_after_the_connection_was_lost(page: Any, browser: Any) -> None:
    """The page says that the engine is away, and goes on by itself when it is back."""
    opened = browser.new_page(locale="en-GB")  # it complains to the console, as it should
    with serving() as first:
        port = int(first.address.split(":")[2].strip("/"))
        show(opened, first, "#explore/f5d6")
        wait_for_depth(opened, 1)
    opened.wait_for_selector("#trouble:has-text('cannot be reached')")
    opened.click("[data-square=c3]")
    with serving("--port", str(port)):
        opened.wait_for_selector("#trouble", state="hidden")
        wait_for_depth(opened, 1)
        opened.close()


# ---------------------------------------------------------------------- lines and variations


def test_a_line_is_shown_and_variations_are_kept(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5")
    page.wait_for_selector("#best tr")
    page.hover("#best tr")
    page.wait_for_selector("#board #line circle", state="attached")
    page.click("[data-square=f6]")
    page.click("#back")
    page.click("[data-square=d6]")
    page.wait_for_selector("#tree .side")
    assert tree(page) == ["1. f5", "f6", "2. d6"]
    page.click("#tree button:has-text('f6')")
    page.click("[data-square=e6]")
    page.wait_for_selector("#tree button:text-is('3. e6')")
    gaps = page.evaluate(
        "() => [...document.querySelectorAll('#tree button')].map((b) => b.getBoundingClientRect())"
        ".flatMap((b, n, all) => n && b.top === all[n - 1].top ? [b.left - all[n - 1].right] : [])"
    )
    assert len(gaps) == 1 and gaps[0] >= 3, "f5 and f6"
    page.click("#tree button:has-text('f6')")
    wait_for_moves(page, "f5f6")


LINE = "#board #line circle"

LONG_LINE = f"() => document.querySelectorAll('{LINE}').length > 2"
"""The first depths may give shorter ones, where the machine is slow."""

SCORES_COME = """() => new Promise((done) => {
  let left = 3;
  new MutationObserver((_, observer) => {
    if (--left) return;
    observer.disconnect();
    done();
  }).observe(document.querySelector("#depth"), { childList: true });
})"""
"""Until the scores have changed three times."""


def test_a_line_stays_while_it_is_pointed_at(page: Any, server: Server) -> None:
    """On the board, and in the table: also while new scores come."""
    show(page, server, "#explore/f5d6c5f4e3c6d3f6e6d7")
    wait_for_depth(page, 3)
    for target in ("[data-square=g3]", "#best tr:first-child td:last-child"):
        page.hover(target)
        page.wait_for_selector(LINE, state="attached")
        page.evaluate(SCORES_COME)
        assert page.locator(LINE).count()
        page.wait_for_function(LONG_LINE)
        page.mouse.move(0, 0)
        assert not page.locator(LINE).count()
    page.focus("#best tr:first-child button")
    page.evaluate(SCORES_COME)
    assert page.evaluate("() => document.activeElement.closest('#best') !== null")
    assert page.locator(LINE).count()
    page.wait_for_function(LONG_LINE)


def test_every_move_has_a_row(page: Any, server: Server) -> None:
    moves = "f5d6c5f4e3c6d3f6e6d7"
    show(page, server, f"#explore/{moves}")
    legal = sorted(str(move) for move in Board.from_moves(moves).legal_moves())
    wait_for_depth(page, 2)
    assert len(legal) > 8
    assert sorted(page.locator("#best button").all_text_contents()) == legal


def test_stepping_stays_within_a_variation(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6c3")
    page.click("#tree button:has-text('f5')")
    for square in ("f6", "e6"):
        page.click(f"[data-square={square}]")
    page.keyboard.press("Escape")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    wait_for_moves(page, "f5f6")
    page.keyboard.press("ArrowRight")
    wait_for_moves(page, "f5f6e6")
    page.keyboard.press("Home")
    page.wait_for_function("() => location.hash === '#explore/'")


def test_why_a_move(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6c3d3c4f4f6f3f2")
    page.click("#explain-last")
    page.wait_for_selector("#reason:has-text('f2 costs ')")
    page.click("#explained-lines button >> nth=1")
    page.wait_for_selector("#explained-lines button[aria-pressed=true]")
    assert discs(page) != Board.from_moves("f5d6c3d3c4f4f6f3f2").to_obf()[:64]


CLICK_AFTER_WHY = f"""(selector) => {{
  document.querySelector("#explain-last").click();
  document.querySelector(selector).click();
  return document.querySelectorAll("{LINE}").length;
}}"""
"""Both before the explanation can be there; the length of the line on the board is returned."""


def test_rows_work_while_a_move_is_explained(page: Any, server: Server) -> None:
    """One keeps its line on the board, or plays its move."""
    show(page, server, "#explore/f5d6c3d3c4")
    wait_for_depth(page, 2)
    assert page.evaluate(CLICK_AFTER_WHY, "#best tr td:last-child") > 0
    page.wait_for_selector("#explained-lines button")
    wait_for_depth(page, 2)
    page.evaluate(CLICK_AFTER_WHY, "#best tr button")
    page.wait_for_function("() => document.querySelectorAll('#tree button').length === 6")


# ---------------------------------------------------------------------- addresses and copies


@pytest.mark.parametrize("start", [Board(), ENDGAME])
def test_a_shared_address_opened_anew(
    page: Any, browser: Any, server: Server, start: Board
) -> None:
    """Somebody else sees the same position, reached by the same moves."""
    place = "" if start == Board() else f"{start.to_obf().replace(' ', '_')}/"
    show(page, server, f"#explore/{place}")
    board, played = start, []
    for _ in range(3):
        played.append(str(board.legal_moves()[0]))
        board = board.after(played[-1])
        page.click(f"[data-square={played[-1]}]")
    wait_for_moves(page, "".join(played))
    with quiet_page(browser, server.address) as other:
        other.goto(page.url)
        other.wait_for_selector("main[aria-busy=false]")
        assert discs(other) == board.to_obf()[:64]
        assert [text.split()[-1] for text in tree(other)] == played
        side = "Black" if board.turn == "X" else "White"
        assert other.text_content("#status") == f"{side} to move"


@pytest.mark.parametrize("fragment", ["%zz", "explore/nonsense", "foo", "explore/f5f5"])
def test_a_bad_address_says_so_and_leaves_the_board(
    page: Any, server: Server, fragment: str
) -> None:
    """At the beginning that of the start, later the one that is shown; it is not kept."""
    page.goto(f"{server.address}#{fragment}")
    page.wait_for_selector("#trouble:visible")
    page.wait_for_selector("main[aria-busy=false]")
    assert discs(page) == Board().to_obf()[:64]
    show(page, server, "#explore/f5d6")
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    page.wait_for_selector("#trouble:visible")
    page.wait_for_function("() => location.hash === '#explore/f5d6'")
    assert discs(page) == Board.from_moves("f5d6").to_obf()[:64]


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", "The address cannot be read."),
        ("fr", "L’adresse est illisible."),
        ("ja", "アドレスを読めません。"),
    ],
)
def test_an_address_with_a_bad_escape(browser: Any, server: Server, locale: str, said: str) -> None:
    with quiet_page(browser, server.address, locale=locale) as page:
        show(page, server, "#explore/%")
        assert page.text_content("#trouble") == said


def test_an_address_of_the_open_page(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6")
    page.evaluate("() => { location.hash = '#review/f5f6'; }")
    page.wait_for_selector("#tab-review[aria-selected=true]")
    assert discs(page) == Board.from_moves("f5f6").to_obf()[:64]


def test_copies(page: Any, server: Server) -> None:
    """It is said whether something was copied, or saved."""
    page.context.grant_permissions(["clipboard-write"])
    show(page, server, "#explore/f5d6")
    board = Board.from_moves("f5d6")
    texts = {"Moves": "f5d6", "OBF": board.to_obf(), "FEN": board.to_fen()}
    for name, text in texts.items():
        page.click(f"#copies button:text-is('{name}')")
        page.wait_for_function("(t) => document.querySelector('#copied').value === t", arg=text)
        page.wait_for_selector("#copy-note:text-is('Copied:')")
    for name, start in (("GGF", "(;GM[Othello]"), ("SGF", "(;"), ("Link", "http://")):
        page.click(f"#copies button:text-is('{name}')")
        page.wait_for_function(
            "(t) => document.querySelector('#copied').value.startsWith(t)", arg=start
        )
    for name, first in (("SVG", b"<svg "), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.click(f"#copies button:text-is('{name}')")
        assert Path(download.value.path()).read_bytes().startswith(first)
        page.wait_for_selector(f"#copy-note:text-is('Saved: board.{name.lower()}')")
        assert page.is_hidden("#copied"), "it has the earlier text"


@pytest.mark.parametrize(
    ("fragment", "note"),
    [
        ("explore/", "No moves → OBF. "),
        (f"explore/{ENDGAME.to_obf().replace(' ', '_')}/", "No moves → OBF. "),
        (
            f"explore/{ENDGAME.to_obf().replace(' ', '_')}/{ENDGAME.legal_moves()[0]}",
            "The moves alone do not say where they begin. → GGF. ",
        ),
    ],
)
def test_moves_that_do_not_tell_the_position_are_copied_with_it(
    page: Any, server: Server, fragment: str, note: str
) -> None:
    """What is copied can be set up again."""
    show(page, server, f"#{fragment}")
    before = discs(page), tree(page)
    page.click("#copies button:text-is('Moves')")
    page.wait_for_selector(f"#copy-note:has-text('{note.strip()}')")
    copied = page.input_value("#copied")
    show(page, server, "#explore/f5")
    set_up(page, copied)
    page.wait_for_function("() => !/[#]explore.f5$/.test(location.hash)")
    assert (discs(page), tree(page)) == before


# ---------------------------------------------------------------------- where it starts


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("Tiger", Board.from_moves("f5d6c3d3c4")),
        ("1. f5 d6 2. c3", Board.from_moves("f5d6c3")),
        ("F5-d6-c3", Board.from_moves("f5d6c3")),
        (ENDGAME.to_obf(), ENDGAME),
        (Board.from_moves("f5d6").to_fen(), Board.from_moves("f5d6")),
    ],
)
def test_starting_from_a_text(page: Any, server: Server, text: str, board: Board) -> None:
    show(page, server, "#explore")
    set_up(page, text)
    page.wait_for_function(
        "(n) => [...document.querySelectorAll('#grid [role=gridcell]')]"
        ".filter((c) => !c.ariaLabel.includes('empty')).length === n",
        arg=sum(board.disc_counts()),
    )
    assert discs(page) == board.to_obf()[:64]
    assert page.is_hidden("#trouble")


def test_a_text_that_is_no_position(page: Any, server: Server) -> None:
    show(page, server, "#explore")
    set_up(page, "nonsense")
    page.wait_for_selector("#trouble:has-text('nonsense')")
    set_up(page, "Tiger")
    page.wait_for_selector("#opening:has-text('Tiger')")
    assert page.is_hidden("#trouble")


def test_a_board_edited_by_clicks(page: Any, server: Server) -> None:
    show(page, server, "#explore/f5d6c3d3c4")
    page.click("#edit")
    page.click("[data-square=a1]")
    page.click("[data-square=h8]", button="right")
    page.click("#edit")
    tiger = Board.from_moves("f5d6c3d3c4").to_obf()
    assert discs(page) == "X" + tiger[1:63] + "O"
    wait_for_depth(page, 1)
    assert page.text_content("#tree") == "No moves", (
        "what led to the board before is no way to this one"
    )
