"""The board as it is set, and painted: who is ahead, colours, sizes."""

import re

import pytest
from support.chromium import PHONE
from support.served_page import OpenPage, ServedPage


def open_settings(page: ServedPage) -> None:
    page.click("#settings summary")
    page.wait_for_selector("#set-sound")


# ---------------------------------------------------------------------- scores


def test_the_bar_tells_who_is_ahead(page: ServedPage) -> None:
    page.show("#play/f5")
    open_settings(page)
    page.check("#set-evaluation")
    shares = []
    for obf in ("X" * 40 + "O" * 24 + " X", "O" * 40 + "X" * 24 + " X"):
        page.set_up(obf)
        page.wait_for_selector(
            f"#evaluation-text:text-is('{obf[0].replace('X', 'B').replace('O', 'W')}+16')"
        )
        shares.append(page.box("#evaluation-black")["width"] / page.box("#evaluation-bar")["width"])
    assert shares[0] > 0.7 and shares[1] < 0.3


# ---------------------------------------------------------------------- colours


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG defines it."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colour", ["Blue", "Brown", "Grey"])
def test_colours_of_the_board(page: ServedPage, colour: str) -> None:
    """They are remembered, and discs, marks and scores stand out."""
    page.show("#explore/f5d6")
    fill = "() => getComputedStyle(document.querySelector('#board rect + rect')).fill"
    usual = page.evaluate(fill)
    open_settings(page)
    page.select_option("#set-colour", label=colour)
    board = page.evaluate(fill)
    assert board != usual
    for disc in ("rgb(22, 25, 28)", "rgb(248, 246, 240)"):
        assert contrast(board, disc) >= 3
    assert contrast(board, "rgb(255, 255, 255)") >= 4.5
    page.reload()
    assert page.evaluate(fill) == board and page.setting("set-colour") == colour.lower()
    page.click("#tab-play")
    page.wait_for_selector("#grid .legal:empty")
    dot = (
        "() => getComputedStyle(document.querySelector('#grid .legal'), '::after').backgroundColor"
    )
    assert contrast(board, page.evaluate(dot)) >= 3


COLOURS = """() => {
  const colourOf = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
  const behind = colourOf("#grid .best", "backgroundColor");
  const felt = colourOf("#board rect + rect", "fill");
  return {
    best: [colourOf("#grid .best", "color"), /, 0\\)$/.test(behind) ? felt : behind],
    others: [colourOf("#grid .legal:not(.best)", "color"), felt],
  };
}"""
"""The colours of the best score and of the others, each with what is behind it."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("colour", ["Green", "Blue", "Brown", "Grey"])
def test_scores_can_be_read(page: ServedPage, colour: str, scheme: str) -> None:
    """By the contrast that WCAG demands of texts, on each colour of the board."""
    page.emulate_media(color_scheme=scheme)
    page.show("#explore/f5d6")
    open_settings(page)
    page.select_option("#set-colour", label=colour)
    page.wait_for_selector("#grid .best:not(:empty)")
    for name, (text, behind) in page.evaluate(COLOURS).items():
        assert contrast(text, behind) >= 4.5, name
    page.hover("#grid .best")
    text, behind = page.evaluate(COLOURS)["best"]
    assert text == "rgba(0, 0, 0, 0)" or contrast(text, behind) >= 4.5, "unless its line is shown"


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}])
def test_all_squares_have_one_size_with_scores(
    open_page: OpenPage, viewport: dict[str, int]
) -> None:
    page = open_page(viewport=viewport)
    page.show("#explore/f5d6c3d3c4f4f6")
    page.wait_for_selector("#grid .best:not(:empty)")
    sizes = page.evaluate(
        """() => [...document.querySelectorAll("#grid [role=gridcell]")].map((cell) => {
          const { width, height } = cell.getBoundingClientRect();
          return [width, height];
        })"""
    )
    for size in zip(*sizes, strict=True):
        assert max(size) - min(size) < 0.5
    assert page.eval_on_selector("#grid .best", "(cell) => cell.scrollWidth <= cell.clientWidth")


# ---------------------------------------------------------------------- painting


def test_painting(page: ServedPage) -> None:
    """By dragging; the right button paints white; what is there already is emptied."""
    page.show("#explore")
    page.click("#edit")
    page.click("#clear-board")
    assert page.discs() == 64 * "-"

    def drag(first: str, last: str, button: str) -> None:
        for square, act in ((first, page.mouse.down), (last, page.mouse.up)):
            box = page.box(f"[data-square={square}]")
            page.mouse.move(box["x"] + 20, box["y"] + 20, steps=8)
            act(button=button)

    drag("a1", "h1", "left")
    drag("a2", "h2", "right")
    drag("c1", "c2", "left")  # from black: it empties
    assert page.discs()[:16] == "XX-XXXXXOO-OOOOO"
    page.click("#paint-white")
    page.click_on("c1")
    page.click("[data-square=c2]", button="right")
    assert page.discs()[:16] == "XXOXXXXXOOXOOOOO"
    page.focus("[data-square=c2]")
    page.press_keys("Delete", "ArrowRight", "b", "ArrowRight", "Enter")
    assert page.discs()[8:16] == "OO-X-OOO"
    page.press_keys("Shift+B")
    assert page.discs()[8:16] == "OO-XXOOO"
    page.click("#done")
    page.wait_for_selector("#edit[aria-pressed=false]:text-is('Edit the board')")
    assert page.is_hidden("#palette") and page.count("#grid.editing") == 0


def test_painting_with_a_finger(phone: ServedPage) -> None:
    """The page does not scroll meanwhile."""
    phone.show()
    phone.tap("#edit")
    phone.tap("#paint-white")
    squares = (phone.box(f"[data-square=c{rank}]") for rank in (1, 2, 3, 4))
    points = [{"x": box["x"] + 9, "y": box["y"] + 9} for box in squares]
    touch = phone.context.new_cdp_session(phone.playwright)
    for kind, point in zip(["touchStart"] + 3 * ["touchMove"], points, strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert [phone.discs()[square] for square in (2, 10, 18, 26, 34)] == ["O"] * 4 + ["-"]
