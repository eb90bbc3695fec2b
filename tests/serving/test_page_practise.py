"""Practising in the browser: puzzles, mistakes of a game, drills of openings."""

import re

import pytest
from support.chromium import PHONE, width_needed
from support.served_page import OpenPage, ServedPage, place

from othello.practice.puzzles import shipped_set

NUMBER = 12
PUZZLE = shipped_set().puzzles[NUMBER - 1]
WRONG = next(str(move) for move in PUZZLE.board.legal_moves() if move != PUZZLE.best)


def wait_for_status(page: ServedPage, words: str) -> None:
    page.wait_for_selector(f"#status:has-text('{words}')")


def show_puzzle(page: ServedPage) -> None:
    page.goto("about:blank")
    page.goto(f"{page.address}#puzzle/{NUMBER}")
    page.wait_until_ready()
    page.wait_for_tab("practise")
    page.wait_for_selector("#grid .legal")


def puzzle_shown(page: ServedPage) -> int:
    """Wait for another puzzle than that of these tests, and return its number."""
    page.wait_for_selector(f"#practise-score:not(:has-text('Puzzle {NUMBER},'))")
    page.wait_for_selector("#grid .legal")
    found = re.match(r"Puzzle (\d+), ", page.text("#practise-score"))
    assert found
    return int(found[1])


def go_to(page: ServedPage, square: str) -> None:
    """Move the focus from the square that has it to another one, by the arrow keys."""
    here = page.evaluate("() => document.activeElement.dataset.square")
    for place, keys in ((0, ("ArrowLeft", "ArrowRight")), (1, ("ArrowUp", "ArrowDown"))):
        steps = ord(square[place]) - ord(here[place])
        page.press_keys(*[keys[steps > 0]] * abs(steps))
    assert page.evaluate("() => document.activeElement.dataset.square") == square


# ---------------------------------------------------------------------- puzzles


def test_a_puzzle_by_the_mouse(page: ServedPage) -> None:
    """A wrong answer is refuted on the board; the address shares the puzzle."""
    show_puzzle(page)
    wait_for_status(page, "Find the only move that wins.")
    assert PUZZLE.goal == "win" and page.shows(PUZZLE.board)
    page.click("#practise-hint")
    assert page.text("#practise-said") == "It looks lost, but one move does not lose."
    page.click_on(WRONG)
    wait_for_status(page, f"Wrong: {WRONG} costs ")
    line = page.texts("#practise-lines button")
    assert line[0] == WRONG and page.shows(PUZZLE.board.after(WRONG).after(line[1]))
    assert page.squares_called("legal move") == []
    page.click("#practise-again")
    assert page.shows(PUZZLE.board)
    page.click_on(str(PUZZLE.best))
    wait_for_status(page, f"Right: {PUZZLE.best}.")
    assert f"{PUZZLE.margin} discs worse" in page.text("#practise-said")
    assert page.text("#practise-score").endswith("Right: 0 of 1"), "the first answer counts"
    page.click("#practise-next")
    number = puzzle_shown(page)
    page.wait_for_function(f"() => location.hash === '#puzzle/{number}'")
    page.reload()
    wait_for_status(page, "Find the ")
    assert puzzle_shown(page) == number


def test_a_puzzle_by_the_keyboard(page: ServedPage) -> None:
    show_puzzle(page)
    page.tab_to("[data-square]")
    go_to(page, WRONG)
    page.press_keys("Enter")
    wait_for_status(page, f"Wrong: {WRONG}")
    page.press_keys("Enter")  # the focus is on "Try again", and then on the board
    go_to(page, str(PUZZLE.best))
    page.press_keys("Enter")
    wait_for_status(page, f"Right: {PUZZLE.best}")
    page.press_keys("Enter")
    puzzle_shown(page)
    page.wait_for_function("() => document.activeElement.dataset.square")


def test_the_answer_is_shown(page: ServedPage) -> None:
    show_puzzle(page)
    page.click("#practise-show")
    wait_for_status(page, f"The answer is {PUZZLE.best}.")
    assert page.squares_called("the better move") == [str(PUZZLE.best)]
    assert page.texts("#practise-lines button")[0] == str(PUZZLE.best)
    assert page.text("#practise-score").endswith("Right: 0 of 1")
    page.select_option("#language", "fr")
    wait_for_status(page, f"La réponse est {PUZZLE.best}.")


def test_a_puzzle_of_a_theme_and_the_puzzle_of_the_day(page: ServedPage) -> None:
    page.show("#practise")
    assert page.text("#status") == "Choose what to practise."
    page.select_option("#puzzle-kind", "parity")
    page.select_option("#puzzle-difficulty", label="Easy")
    page.click("#puzzle-new")
    chosen = shipped_set().puzzles[puzzle_shown(page) - 1]
    assert chosen.kind == "parity" and 800 <= chosen.difficulty < 1300
    page.click("#puzzle-day")
    page.wait_for_selector(f"#practise-score:not(:has-text('difficulty {chosen.difficulty}'))")
    day = puzzle_shown(page)
    page.click("#tab-explore")
    page.click("#tab-practise")
    page.wait_for_selector("#grid .legal")
    assert puzzle_shown(page) == day and page.shows(shipped_set().puzzles[day - 1].board)


def test_no_such_puzzle_is_said(page: ServedPage) -> None:
    page.goto(f"{page.address}#puzzle/99999")
    page.wait_for_trouble("no puzzle 99999: expected 1 to 2000")


def test_a_run_against_the_clock(page: ServedPage) -> None:
    """Right answers count, the third wrong one ends it; those answered wrongly can be seen again."""
    page.show("#practise")
    page.click("#puzzle-run")
    page.wait_for_selector("#practise-clock:has-text('Time left: ')")
    boards = {puzzle.board.to_obf()[:64]: puzzle for puzzle in shipped_set().puzzles}
    page.wait_for_selector("#grid .legal")
    wrong = []
    for right in (True, False, False, True, False):
        score = page.text("#practise-score")
        puzzle = boards[page.discs()]
        move = next(m for m in puzzle.board.legal_moves() if (m == puzzle.best) is right)
        wrong += [] if right else [puzzle]
        page.click_on(str(move))
        page.wait_for_selector(f"#practise-score:not(:text-is('{score}'))")
        if len(wrong) < 3:
            page.wait_for_selector(f"#status:has-text('{'Right' if right else 'Wrong'}: {move}.')")
            assert page.is_hidden("#practise-hint") and page.is_hidden("#practise-show")
    wait_for_status(page, "This round is over.")
    assert page.text("#practise-score") == "Right: 2. Wrong: 3 of 3."
    assert page.text("#practise-end p").startswith("This is your best run")
    page.click("#practise-end button >> nth=0")
    wait_for_status(page, "Find the ")
    assert page.shows(wrong[0].board)


def test_a_move_is_refused_where_none_is_asked(page: ServedPage) -> None:
    page.show("#practise")
    page.click_on("f5")
    assert page.text("#refusal") == "Choose what to practise." and page.discs().count("-") == 60
    show_puzzle(page)
    page.click("#practise-show")
    wait_for_status(page, "The answer is")
    page.click_on(str(PUZZLE.best))
    assert page.text("#refusal") == "“Next” goes on."


def test_a_link_to_a_puzzle_and_its_position(page: ServedPage) -> None:
    page.context.grant_permissions(["clipboard-write"])
    show_puzzle(page)
    assert page.copy("Link", "http").endswith(f"#puzzle/{NUMBER}")
    page.click("#tab-explore")
    page.wait_for_address(f"explore/{place(PUZZLE.board)}/")
    page.go_back()
    page.wait_for_tab("practise")
    assert page.shows(PUZZLE.board)


# ---------------------------------------------------------------------- how it looks


@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, locale: str) -> None:
    page = open_page(viewport=PHONE, locale=locale)
    show_puzzle(page)
    page.click("#practise-show")
    page.wait_for_selector("#practise-lines button")
    assert width_needed(page) <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(page: ServedPage, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    show_puzzle(page)
    page.click("#practise-show")
    page.wait_for_selector("#practise-lines button")
    assert page.serious_faults() == []
