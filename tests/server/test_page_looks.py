"""All tabs of the served page: on a phone, for screen readers, in other languages and colours."""

import pytest
from support.chromium import PHONE
from support.served_page import MISTAKES, MOVES, OpenPage, ServedPage, place

from othello.board import Board

ENDGAME = place(Board.from_moves(MOVES[: MOVES.index("g7")]))
GAME = ";B[f5];W[d6];B[c3];W[d3];B[c4]"


@pytest.mark.parametrize("width", [360, 1280])
def test_what_the_signs_in_the_list_of_moves_mean_stands_above_it(
    open_page: OpenPage, width: int
) -> None:
    page = open_page(viewport={"width": width, "height": 640})
    page.show("#review/f5d6c3")
    notes = ("#legend", "#reviewed > p:has-text('two in three')")
    parts = ("#moves-title", *notes, "#moves")
    assert [page.box(part)["y"] for part in parts] == sorted(page.box(part)["y"] for part in parts)


def test_small_discs_are_round_and_names_apart_from_scores(
    open_page: OpenPage,
) -> None:
    """On the fine screen of a phone, where half pixels make ovals."""
    page = open_page(viewport=PHONE, device_scale_factor=3)
    page.show("#review")
    page.paste(f"(;GM[2]PB[Tastet Marc-Antoine]PW[Nicolet Stephane]{GAME})")
    page.wait_for_rows()
    page.click("#last")
    sizes = page.locator(".disc:visible").evaluate_all(
        "discs => discs.map((disc) => disc.getBoundingClientRect()).flatMap("
        "(box) => [box.width, box.height])"
    )
    assert len(sizes) > 8 and all(size == sizes[0] == round(size) for size in sizes)
    gaps = page.locator("#discs > span").evaluate_all(
        "sides => sides.map((side) => side.querySelector('.count').getBoundingClientRect().left"
        " - side.querySelector('.name').getBoundingClientRect().right)"
    )
    assert min(gaps) >= 10


def test_scores_on_neighbouring_squares_are_apart_on_a_phone(phone: ServedPage) -> None:
    phone.show("#explore/f5d6")
    phone.wait_for_selector("#grid .legal:has-text('W+0.')")
    rooms = phone.locator("#grid .legal").evaluate_all(
        "cells => cells.map((cell) => {"
        " const text = document.createRange(); text.selectNodeContents(cell);"
        " return cell.getBoundingClientRect().width - text.getBoundingClientRect().width; })"
    )
    assert min(rooms) >= 2.5


# ---------------------------------------------------------------------- forced colours

HIGHLIGHT = """() => {
  const made = document.createElement("div");
  made.style.cssText = "forced-color-adjust: none; background-color: Highlight";
  document.body.append(made);
  const colour = getComputedStyle(made).backgroundColor;
  made.remove();
  return colour;
}"""
"""The colour that the system gives what is selected."""


def style(page: ServedPage, selector: str, name: str = "backgroundColor") -> str:
    script = "(made, name) => getComputedStyle(made)[name]"
    return str(page.eval_on_selector(selector, script, name))


@pytest.fixture(params=["light", "dark"])
def forced(request: pytest.FixtureRequest, open_page: OpenPage) -> ServedPage:
    """A page in forced colours, as in Windows' high contrast, on a light or a dark screen."""
    return open_page(forced_colors="active", color_scheme=request.param)


def test_what_is_chosen_is_highlighted(forced: ServedPage) -> None:
    """The tab, a switch, the row whose line is kept, the move in the tree."""
    forced.show("#explore/f5d6c3")
    forced.click("#best tr td:last-child")
    forced.wait_for_selector("#best tr[aria-current]")
    highlight = forced.evaluate(HIGHLIGHT)
    chosen = ("#best tr[aria-current]", "#tree button[aria-current]")
    for selector in ("#tab-explore", "#thinking", *chosen):
        assert style(forced, selector) == highlight, selector
    for selector in ("#tab-play", "#explain-last", "#best tr:not([aria-current])", "#tree button"):
        assert style(forced, selector) != highlight, selector


def test_the_current_move_of_an_analysis_is_highlighted(forced: ServedPage) -> None:
    forced.show("#review/f5d6c3d3c4f4f6b4")
    forced.wait_for_selector("#rows tr[aria-current]")
    highlight = forced.evaluate(HIGHLIGHT)
    assert style(forced, "#rows tr[aria-current]") == highlight
    row = style(forced, "#rows tr[aria-current]", "color")
    for selector in ("button", ".verdict"):
        assert style(forced, f"#rows tr[aria-current] {selector}", "color") == row
    forced.click("#lines button >> nth=0")
    forced.wait_for_selector("#lines button[aria-pressed=true]")
    assert style(forced, "#lines button[aria-pressed=true]") == highlight


def test_discs_and_the_best_score_are_seen(forced: ServedPage) -> None:
    forced.show("#explore/f5d6c3")
    forced.wait_for_selector("#grid .best")
    assert style(forced, "#black .disc") != style(forced, "#white .disc")
    assert style(forced, "#grid .best", "textDecorationLine") == "underline"
    assert style(forced, "#grid .legal:not(.best)", "textDecorationLine") == "none"


def test_columns_of_best_moves_are_apart_on_a_phone(page: ServedPage) -> None:
    page.set_viewport_size(PHONE)
    board = Board.from_moves(MISTAKES)
    page.show(f"#explore/{MISTAKES}")
    page.wait_for_selector("#best tr")
    assert page.count("#best tr") == len(board.legal_moves())
    gaps = page.evaluate(
        "() => { const range = document.createRange();"
        " const box = (cell) => {"
        "   range.selectNodeContents(cell); return range.getBoundingClientRect(); };"
        " const cells = [...document.querySelectorAll('#best-holder th')].map(box);"
        " return cells.slice(1).map((cell, n) => cell.left - cells[n].right); }"
    )
    assert min(gaps) >= 4


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
