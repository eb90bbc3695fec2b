"""The board as it is set: scores while one plays, motion, tones, colours, moves planned ahead."""

import re
from typing import Any

import pytest
from support.chromium import PHONE
from support.served_page import OpenPage, ServedPage

ANIMATED = """() => {
  window.moved = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    window.moved += 1;
    return animate.apply(this, given);
  };
}"""
"""Count what is animated."""

HEARD = """() => {
  window.heard = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...given) {
    window.heard += 1;
    return start.apply(this, given);
  };
}"""
"""Count the tones."""


def open_settings(page: ServedPage) -> None:
    page.click("#settings summary")
    page.wait_for_selector("#set-sound")


# ---------------------------------------------------------------------- scores


def test_scores_are_shown_on_request_only(page: ServedPage) -> None:
    """By a bar and a graph, in Play only; a move of the graph can be gone back to."""
    sent: list[str] = []

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    page.on("websocket", listen)
    page.begin(colour="Both sides")
    page.click_on("f5", "d6", "c3")
    assert page.is_hidden("#evaluation") and page.is_hidden("#evaluation-game")
    assert not any('"do":"search"' in text for text in sent)
    open_settings(page)
    page.check("#set-evaluation")
    page.wait_for_function("() => document.querySelectorAll('#game-graph .bar').length === 3")
    page.wait_for_selector("#evaluation-text:text-matches('even|[BW][+]')")
    label = str(page.get_attribute("#evaluation-bar", "aria-label"))
    assert label == f"score {page.text('#evaluation-text')}"
    page.click_on("d3")
    page.wait_for_function("() => document.querySelectorAll('#game-graph .bar').length === 4")
    box = page.box("#game-graph")
    page.mouse.click(box["x"] + 60, box["y"] + 60)
    page.wait_for_moves("f5")
    page.click("#tab-explore")
    assert page.is_hidden("#evaluation")
    page.click("#tab-play")
    page.reload()
    page.wait_for_selector("#evaluation")
    assert page.is_checked("#set-evaluation")
    page.click("#last")
    page.click("#resign")
    page.wait_for_selector("#outcome:has-text('wins')")


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


# ---------------------------------------------------------------------- moves planned ahead

THINKS = "f5f6e6f4g6d7c3c5d3g4c6c4e8g7f3c7h4b2g5h3"
"""Moves after which black is to move. Whatever it plays, white may then play e2, and never g1."""


class Thinking:
    """The opponent's moves are held back from a page until they are wanted."""

    def __init__(self, page: ServedPage) -> None:
        self.is_held = False
        self.answers: list[Any] = []
        page.route_web_socket(re.compile(""), self.connect)

    def connect(self, route: Any) -> None:
        def answer(message: str) -> None:
            if self.is_held:
                self.answers.append(message)
            else:
                route.send(message)

        self.route = route
        route.connect_to_server().on_message(answer)

    def end(self) -> None:
        self.is_held = False
        for message in self.answers:
            self.route.send(message)


def begin_planning(page: ServedPage, is_on: bool = True) -> Thinking:
    """Let the opponent think."""
    thinking = Thinking(page)
    page.show(f"#play/{THINKS}")
    open_settings(page)
    page.set_checked("#set-premoves", is_on)
    page.choose(opponent="Child", colour="White")
    thinking.is_held = True
    page.click("#play-on")
    page.wait_for_selector("#status:has-text('thinking')")
    return thinking


def test_a_planned_move_is_played(page: ServedPage) -> None:
    """It is shown and said until then."""
    thinking = begin_planning(page)
    page.click_on("e2")
    assert "Planned: e2" in page.text("#status")
    assert page.squares_called("planned move") == ["e2"] and page.count("#grid .planned") == 1
    thinking.end()
    page.wait_for_selector("#tree button >> nth=21")
    assert page.texts("#tree button")[21].endswith("e2")
    assert page.count("#grid .planned") == 0
