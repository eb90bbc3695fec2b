"""Playing in the browser: whole games by keys and on a phone; clocks, hints, taking back."""

from collections.abc import Callable

from support.chromium import PHONE, width_needed
from support.served_page import MY_TURN_OR_OVER, ServedPage

from othello.board import Board
from othello.game import Game

ALL_MOVES_IN_ADDRESS = """() => {
  const [, ...start] = location.hash.split("/"), moves = (start.pop() ?? "").replaceAll("pass", "");
  const cells = [...document.querySelectorAll("#grid [role=gridcell]")];
  const nDiscs = cells.filter((cell) => !cell.ariaLabel.includes("empty")).length;
  return moves.length / 2 === nDiscs - (start.length ? start[0].match(/[XO]/g).length - 1 : 4);
}"""


def play_on(page: ServedPage, move: Callable[[], object]) -> None:
    """Make moves until the game is over; check the result and the game in the address."""
    while True:
        page.wait_for_selector(MY_TURN_OR_OVER)
        if page.is_visible("#result"):
            break
        move()
    assert "wins" in page.text("#outcome") or "Draw" in page.text("#outcome")
    page.wait_for_accuracies()
    assert 1 <= page.count("#moments li") <= 3
    page.wait_for_function(ALL_MOVES_IN_ADDRESS)
    start, _, moves = str(page.url).rpartition("/")
    start = start.partition("#play")[2].lstrip("/").replace("_", " ")
    game = Game(moves, start=Board.from_obf(start) if start else Board())
    assert game.is_over and page.shows(game.board)


# ---------------------------------------------------------------------- whole games


def test_a_whole_game_by_keyboard_alone(page: ServedPage) -> None:
    """Told by the labels of the squares only, as a screen reader tells them."""
    page.show()
    press = page.keyboard.press
    page.tab_to("#opponent")
    page.press_keys("Home", "ArrowDown", "ArrowDown")
    assert page.locator("#opponent option:checked").text_content() == "Easy"
    page.tab_to("#new-game")
    press("Enter")

    def move() -> None:
        page.wait_for_my_turn()
        page.tab_to("#grid *")
        target = page.squares_called("legal move")[-1]
        here = page.evaluate("() => document.activeElement.dataset.square")
        for axis, keys in enumerate((("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp"))):
            steps = ord(target[axis]) - ord(here[axis])
            page.press_keys(*abs(steps) * [keys[steps < 0]])
        assert ", legal move" in page.evaluate("() => document.activeElement.ariaLabel")
        press("Enter")

    play_on(page, move)
    if page.count("#moments button"):
        page.tab_to("#moments button")
        press("Enter")
        page.wait_for_selector("#reason:has-text('discs')")


def test_a_whole_game_on_a_phone(phone: ServedPage) -> None:
    """360 pixels wide, by taps: nothing is cut off, and the squares are as large as a finger."""
    phone.show()
    phone.choose(opponent="Easy")
    phone.tap("#new-game")
    square = phone.box("[data-square=d3]")
    assert min(square["width"], square["height"]) >= 36

    def move() -> None:
        phone.tap("#grid .legal >> nth=0")
        assert width_needed(phone) <= PHONE["width"]

    play_on(phone, move)
    if phone.count("#moments button"):
        phone.tap("#moments button >> nth=0")
        phone.wait_for_selector("#reason:has-text('discs')")
    assert width_needed(phone) <= PHONE["width"]
