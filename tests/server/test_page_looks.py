"""All tabs of the served page: on a phone, for screen readers, in other languages and colours."""

import pytest
from support.chromium import PHONE, width_needed
from support.served_page import MISTAKES, MOVES, OpenPage, ServedPage, axe_options, place

from othello.board import Board

ENDGAME = place(Board.from_moves(MOVES[: MOVES.index("g7")]))
GAME = ";B[f5];W[d6];B[c3];W[d3];B[c4]"


@pytest.mark.parametrize("tab", ["play", "explore/f5d6", f"review/{MISTAKES}"])
@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, tab: str, locale: str) -> None:
    """Nor does a table scroll sideways, where there is one."""
    page = open_page(viewport=PHONE, locale=locale)
    page.show(f"#{tab}")
    if tab.startswith("explore"):
        page.wait_for_selector("#best tr")
    assert width_needed(page) <= PHONE["width"]
    assert tab == "play" or not page.is_cut_off(".table:visible")


@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_the_page_is_no_wider_than_the_smallest_phone(open_page: OpenPage, locale: str) -> None:
    page = open_page(viewport={"width": 320, "height": 568}, locale=locale)
    for tab in ("play", "explore/f5d6", "review/f5d6"):
        page.show(f"#{tab}")
        assert width_needed(page) <= 320


def test_the_board_fits_a_phone_that_is_held_sideways(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 740, "height": 360})
    page.show()
    for selector in ("#board", "#grid"):
        assert 300 <= page.box(selector)["height"] <= 360


@pytest.mark.parametrize("width", [360, 1280])
def test_what_the_signs_in_the_list_of_moves_mean_stands_above_it(
    open_page: OpenPage, width: int
) -> None:
    page = open_page(viewport={"width": width, "height": 640})
    page.show("#review/f5d6c3")
    notes = ("#legend", "#reviewed > p:has-text('two in three')")
    parts = ("#moves-title", *notes, "#moves")
    assert [page.box(part)["y"] for part in parts] == sorted(page.box(part)["y"] for part in parts)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("tab", ["play", f"explore/{ENDGAME}/", "review/f5d6c3"])
def test_axe_finds_no_serious_fault(page: ServedPage, tab: str, scheme: str) -> None:
    """Once nothing changes any more: the endgame is solved, the game analysed."""
    page.emulate_media(color_scheme=scheme)
    page.show(f"#{tab}")
    if tab.startswith("explore"):
        page.wait_for_selector("#depth:has-text('exact')")
    assert page.serious_faults(axe_options(scheme)) == []


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


# ---------------------------------------------------------------------- languages


@pytest.mark.parametrize(("locale", "word"), [("fr-FR", "Jouer"), ("ja-JP", "対局")])
def test_the_browsers_language(open_page: OpenPage, locale: str, word: str) -> None:
    page = open_page(locale=locale)
    page.show()
    assert page.text("#tab-play") == word
    assert page.get_attribute("html", "lang") == locale[:2]


def test_another_language_is_chosen_and_kept(page: ServedPage) -> None:
    """What the engine says is in it too: explanations, and what is wrong."""
    page.show("#explore/f5d6c3d3c4f4f6f3f2")
    page.select_option("#language", "fr")
    page.wait_for_selector("#tab-play:has-text('Jouer')")
    page.click("#explain-last")
    page.wait_for_selector("#reason:has-text('f2 coûte ')")
    said = page.text("#reason")
    assert (
        "noir a moins de coups" in said
        and "costs" not in said
        and "{" not in said
        and "object" not in said
    )
    page.set_up("nonsense")
    page.wait_for_trouble("position lisible")
    page.goto("about:blank")
    page.show()
    assert page.text("#tab-play") == "Jouer"
    page.select_option("#language", "en")
    page.wait_for_selector("#tab-play:text-is('Play')")


def test_another_language_leaves_the_focus_in_the_list(page: ServedPage) -> None:
    page.show(f"#review/{MISTAKES}")
    page.select_option("#language", "fr")
    page.press("#rows tr:nth-child(2) button", "Enter")
    assert page.text("#status").startswith("2. blanc ")
    assert page.evaluate("() => document.activeElement.matches('#rows button')")


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
