"""Pictures of boards: well-formed, complete, escaped; what Jupyter and the command line make."""

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from support.cli_process import answer

from othello import svg
from othello.board import PASS, Board, Move
from othello.game import Game

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board.from_moves("f5d6c3d3c4")
MUST_PASS = Board.from_obf("XO" + "-" * 61 + "X O")


def parse(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def fills(picture: str) -> Counter[str | None]:
    """Return how many circles there are of each colour."""
    return Counter(circle.get("fill") for circle in parse(picture).iter(f"{SVG}circle"))


def texts(picture: str) -> list[str]:
    return [text.text or "" for text in parse(picture).iter(f"{SVG}text")]


def test_numbers_of_numpy_are_numbers() -> None:
    picture = svg.draw("f5", scores={Move("d6"): np.float32(-2.5)}, size=np.int64(300))
    assert "-2.5" in texts(picture) and parse(picture).get("width") == "300"


@pytest.mark.parametrize("board", [Board(), BOARD, BOARD.after("f4"), Board(0, 0)])
def test_every_disc_and_move_is_drawn(board: Board) -> None:
    black, white = (svg.DISC_COLOURS[side][0] for side in "XO")
    found = fills(svg.draw(board))
    assert (found[black], found[white]) == board.disc_counts()
    assert found[svg.HINT_COLOUR] == len(board.legal_moves())
    assert fills(svg.draw(board, legal_moves=False))[svg.HINT_COLOUR] == 0


def test_discs_stand_on_their_squares() -> None:
    places = {
        (float(circle.get("cx", 0)), float(circle.get("cy", 0)))
        for circle in parse(svg.draw(Board(1 << Move("h1"), 0))).iter(f"{SVG}circle")
        if circle.get("fill") == svg.DISC_COLOURS["X"][0]
    }
    # Right of the middle of file g, above the middle of rank 2.
    ((x, y),) = places
    assert x == svg.SIZE - svg.FRAME - svg.SQUARE / 2 and y == svg.FRAME + svg.SQUARE / 2


def test_last_move() -> None:
    assert fills(svg.draw(BOARD, last_move="c4"))[svg.LAST_MOVE_COLOUR] == 1
    assert fills(svg.draw(BOARD))[svg.LAST_MOVE_COLOUR] == 0
    assert fills(svg.draw(BOARD, last_move=PASS))[svg.LAST_MOVE_COLOUR] == 0
    assert svg.draw(MUST_PASS), "a pass is no square to mark"


def test_scores_take_the_place_of_dots() -> None:
    first, second = BOARD.legal_moves()[:2]
    picture = svg.draw(BOARD, scores={first: 4, second: -1.25, PASS: 0})
    assert {"+4", "-1.2"} < set(texts(picture))
    assert fills(picture)[svg.HINT_COLOUR] == len(BOARD.legal_moves()) - 2
    colours = {text.text: text.get("fill") for text in parse(picture).iter(f"{SVG}text")}
    assert colours["+4"] == svg.BEST_SCORE_COLOUR != colours["-1.2"]


def test_arrows() -> None:
    picture = svg.draw(BOARD, arrows=[("a1", "h8"), (Move("c3"), 3), ("e4", "e4")])
    tips = [shape.get("points", "").split()[0] for shape in parse(picture).iter(f"{SVG}polygon")]
    assert tips == ["357.5,357.5", "177.5,42.5"], "each ends in the middle of its last square"
    assert fills(picture)["none"] == 1, "an arrow that goes nowhere is a ring"


def test_the_title_is_escaped() -> None:
    title = '<script>"&'
    root = parse(svg.draw(BOARD, title=title))
    assert root.get("aria-label") == root.findtext(f"{SVG}title") == title


def test_what_a_screen_reader_says() -> None:
    for board, said in (
        (Board(), "black to move, black 2, white 2"),
        (Board().after("f5"), "white to move, black 4, white 1"),
        (Board(1, 0), "game over, black 1, white 0"),
    ):
        assert said in (parse(svg.draw(board)).get("aria-label") or "")


def test_jupyter_shows_boards_and_pictures() -> None:
    formatters = pytest.importorskip("IPython.core.formatters", reason="IPython is not installed")
    show = formatters.SVGFormatter()
    assert show(BOARD) == svg.draw(BOARD)
    assert show(Game("f5d6c3d3c4")) == svg.draw(BOARD, last_move="c4")
    assert show(Game()) == svg.draw(Board())
    assert show(svg.draw(BOARD, last_move="c4")) == svg.draw(BOARD, last_move="c4")


def test_the_picture_in_the_readme_is_what_the_command_draws() -> None:
    picture = Path(__file__).parents[2] / "docs" / "images" / "board.svg"
    if not picture.exists():
        pytest.skip("the tests are not in their source tree")
    assert answer("board", "f5d6c3d3c4f4f6f3e6", "--svg", "-") == picture.read_text()


def test_a_control_character_in_the_title_is_escaped() -> None:
    assert parse(svg.draw(BOARD, title="a\x1bb\ud800")).get("aria-label") == r"a\x1bb\ud800"
