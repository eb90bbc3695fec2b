"""Playing in the browser: whole games by mouse, by keys, on a phone; clocks, hints, taking back."""

from collections.abc import Callable

from support.chromium import PHONE, width_needed
from support.served_page import MOVES, MY_TURN_OR_OVER, ServedPage

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


def test_a_whole_game_by_clicks(page: ServedPage) -> None:
    page.begin()
    play_on(page, lambda: page.click("#grid .legal >> nth=0"))


def test_a_whole_game_by_keyboard_alone(page: ServedPage) -> None:
    """Told by the labels of the squares only, as a screen reader tells them."""
    page.show()
    press = page.keyboard.press
    page.tab_to("#opponent")
    press("Home")
    assert page.locator("#opponent option:checked").text_content() == "Child"
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
    phone.choose(opponent="Beginner")
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


def test_the_board_is_one_stop_of_the_tab_key(page: ServedPage) -> None:
    page.begin(colour="Both sides")
    page.locator("#language").focus()
    page.press_keys("Tab")
    focus = "() => document.activeElement.dataset.square"
    assert page.evaluate(focus) == "d3"
    page.press_keys("Enter")
    page.press_keys("ArrowDown", "ArrowDown", "ArrowLeft")
    assert page.evaluate(focus) == "c5"
    page.press_keys(" ")
    assert page.shows("d3c5")
    for key, edge in (("ArrowLeft", "a5"), ("ArrowUp", "a1"), ("End", "h1"), ("ArrowDown", "h8")):
        page.press_keys(*9 * [key])
        assert page.evaluate(focus) == edge, "the edge is not passed"
    page.press_keys("Tab")
    assert page.evaluate("() => document.activeElement.closest('#grid')") is None


# ---------------------------------------------------------------------- parts of games


def test_a_forced_pass_is_shown(page: ServedPage) -> None:
    before_pass = Game(MOVES[: MOVES.index("pass")])
    page.begin(before_pass.transcript()[:-2], colour="Both sides")
    page.click_on(str(before_pass.moves[-1]))
    page.wait_for_selector("#status:has-text('had to pass.')")


# ---------------------------------------------------------------------- the clock


def test_the_clock_runs_for_the_side_to_move(page: ServedPage) -> None:
    page.clock.install()
    page.show()
    page.choose(clock="1 minute")
    page.click("#new-game")
    assert page.text("#clocks") == "Black 1:00 · White 1:00"
    page.clock.fast_forward(30_000)
    page.wait_for_selector("#clocks:has-text('Black 0:')")
    assert "White 1:00" in page.text("#clocks")
    page.play("f5")
    page.clock.fast_forward(31_000)
    page.wait_for_selector("#outcome:has-text('White wins on time.')")
    assert "Black 0:00" in page.text("#clocks")
    page.wait_for_accuracies()


def test_engines_pause_and_go_on(page: ServedPage) -> None:
    """With their clock, and over a reload."""
    page.clock.install()
    page.show()
    assert page.is_hidden("#pause")
    page.choose(colour="Neither: two engines", opponent="Child", clock="1 minute")
    page.click("#new-game")
    page.wait_for_selector("#tree button >> nth=0")
    page.click("#pause:text-is('Pause')")
    before = page.discs(), page.text("#clocks")
    page.clock.run_for(5000)
    assert (page.discs(), page.text("#clocks")) == before and "thinking" not in page.text("#status")
    page.click_on("a1")
    assert page.text("#refusal") == "The engines are paused: “Go on” lets them play."
    page.reload()
    page.clock.run_for(5000)
    assert (page.discs(), page.text("#clocks")) == before
    page.click("#pause:text-is('Go on')")
    while page.discs() == before[0]:
        page.clock.run_for(500)


def test_after_a_click_on_the_board_keys_step_through_the_game(page: ServedPage) -> None:
    """Until another key goes on from square to square."""
    page.show("#explore/f5d6c3")
    page.click_on("d3")
    for key, moves in (
        ("ArrowLeft", "f5d6c3"),
        ("Home", ""),
        ("ArrowRight", "f5"),
        ("End", "f5d6c3d3"),
        ("ArrowUp", "f5d6c3d3"),
        ("ArrowLeft", "f5d6c3d3"),
    ):
        page.press_keys(key)
        assert page.shows(moves or Board()), key
    assert page.evaluate("() => document.activeElement.dataset.square") == "c2"


def test_keys_step_through_the_game_after_a_click_on_a_tab(page: ServedPage) -> None:
    """Who opens a tab by a key goes on from tab to tab."""
    page.show("#play/f5d6")
    page.click("#tab-explore")
    page.press_keys("ArrowLeft")
    assert page.shows("f5")
    page.press_keys("Shift+Tab")
    page.tab_to("#tab-explore")
    page.press_keys("Enter", "ArrowRight")
    page.wait_for_tab("review")
    assert page.shows("f5")
    page.focus("#file")
    page.press_keys("ArrowRight")
    assert page.shows("f5d6"), "no arrow key is for a button that opens files"
