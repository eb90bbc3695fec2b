"""The board in other colours, and painted with a finger."""

import re

import pytest
from support.served_page import ServedPage


def open_settings(page: ServedPage) -> None:
    page.click("#settings summary")
    page.wait_for_selector("#set-sound")


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
