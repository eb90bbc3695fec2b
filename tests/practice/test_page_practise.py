"""Practising in the browser: puzzles, won endgames, drills of openings, progress."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from support.chromium import PHONE, width_needed
from support.served_page import (
    MISTAKES,
    OpenPage,
    ServedPage,
    axe_options,
    judged,
    place,
    wait_for_status,
)

from othello.analysis.games import default_engine
from othello.board import Board
from othello.engine import Engine
from othello.files.folders import data_folder
from othello.game import Game
from othello.practice.card_files import keep_cards, known_cards, read_cards
from othello.practice.drills import DECK
from othello.practice.endgames import Endgame, Step, endgames_of_puzzles, play
from othello.practice.played import analysed, played_game
from othello.practice.profile import Answer, Profile
from othello.practice.progress import progress_of
from othello.practice.puzzles import Puzzle, shipped_set
from othello.practice.reviews import Reviews
from othello.practice.rounds import answer_to
from othello.practice.solving import exercise_of

ROWS = """() => [...document.querySelectorAll("#person-curves tr")].map(
  (row) => [...row.cells].map((cell) => cell.textContent).join("|"))"""
"""The rows of the tables of a person's progress."""

NUMBER = 12
PUZZLE = shipped_set().puzzles[NUMBER - 1]
WRONG = next(str(move) for move in PUZZLE.board.legal_moves() if move != PUZZLE.best)


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
    for part, keys in ((0, ("ArrowLeft", "ArrowRight")), (1, ("ArrowUp", "ArrowDown"))):
        steps = ord(square[part]) - ord(here[part])
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
    assert page.text("#practise-said").startswith("It leads to ")
    page.click("#practise-hint")
    assert page.text("#practise-said") == "It looks lost, but one move does not lose."
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


def test_a_round_that_a_key_begins_leads_to_the_board(page: ServedPage) -> None:
    page.show("#practise")
    page.tab_to("#puzzle-new")
    page.press_keys("Enter")
    page.wait_for_selector("#grid .legal")
    page.wait_for_function("() => document.getElementById('grid').contains(document.activeElement)")


def test_the_answer_is_shown(page: ServedPage) -> None:
    show_puzzle(page)
    page.click("#practise-show")
    wait_for_status(page, f"The answer is {PUZZLE.best}.")
    assert page.squares_called("the better move") == [str(PUZZLE.best)]
    assert page.texts("#practise-lines button")[0] == str(PUZZLE.best)
    assert page.text("#practise-score").endswith("Right: 0 of 1")
    page.select_option("#language", "fr")
    wait_for_status(page, f"La réponse est {PUZZLE.best}.")


@pytest.mark.parametrize("how", ["right", "shown"])
def test_why_an_answer_was_wrong(page: ServedPage, how: str) -> None:
    """It is told once the right move is known, which the reasons name."""
    best = str(PUZZLE.best)
    show_puzzle(page)
    assert judged(page, WRONG).startswith(f"Wrong: {WRONG} ")
    assert best not in page.text("#practise-said")
    page.click("#practise-again")
    if how == "right":
        page.click_on(best)
        wait_for_status(page, f"Right: {best}.")
    else:
        page.click("#practise-show")
        wait_for_status(page, f"The answer is {best}.")
    reasons = page.text("#practise-said").partition(" discs worse. ")[2]
    assert best in reasons
    page.select_option("#language", "fr")
    page.wait_for_selector("#practise-said:has-text(' pions. ')")
    said = page.text("#practise-said")
    assert best in said and reasons not in said


def test_a_puzzle_of_a_theme_and_the_puzzle_of_the_day(page: ServedPage) -> None:
    page.show("#practise")
    assert page.text("#status") == "Choose what to practise."
    page.select_option("#puzzle-kind", "parity")
    page.select_option("#puzzle-difficulty", label="Easy")
    page.click("#puzzle-new")
    chosen = shipped_set().puzzles[puzzle_shown(page) - 1]
    assert chosen.kind == "parity" and 800 <= chosen.difficulty < 1300
    page.select_option("#puzzle-difficulty", label="Any difficulty")
    page.select_option("#puzzle-goal", label="Not to lose")
    page.click("#puzzle-new")
    wait_for_status(page, "Find the only move that does not lose.")
    drawn = shipped_set().puzzles[puzzle_shown(page) - 1]
    assert (drawn.kind, drawn.goal) == ("parity", "draw") and page.shows(drawn.board)
    page.click("#puzzle-day")
    page.wait_for_selector(f"#practise-score:not(:has-text('difficulty {drawn.difficulty}'))")
    day = puzzle_shown(page)
    page.click("#tab-explore")
    page.click("#tab-practise")
    page.wait_for_selector("#grid .legal")
    assert puzzle_shown(page) == day and page.shows(shipped_set().puzzles[day - 1].board)


def test_puzzles_come_again_when_all_were_seen(page: ServedPage) -> None:
    """A right answer shows its line."""
    page.show("#practise")
    page.select_option("#puzzle-kind", "parity")
    page.select_option("#puzzle-difficulty", label="Easy")
    few = [
        number
        for number, puzzle in enumerate(shipped_set().puzzles, 1)
        if puzzle.kind == "parity" and 800 <= puzzle.difficulty < 1300
    ]
    page.click("#puzzle-new")
    seen: list[int] = []
    while len(seen) < 2 * len(few):
        assert page.is_visible("#trouble") == (len(seen) >= len(few))
        seen.append(puzzle_shown(page))
        best = shipped_set().puzzles[seen[-1] - 1].best
        assert judged(page, str(best)) == f"Right: {best}."
        assert page.texts("#practise-lines button")[0] == str(best)
        before = page.text("#practise-score").split(",")[0]
        page.click("#practise-next")
        page.wait_for_selector(f"#practise-score:not(:has-text('{before},'))")
    assert sorted(seen[: len(few)]) == few and seen[len(few) :] == seen[: len(few)]


def test_no_such_puzzle_is_said(page: ServedPage) -> None:
    page.goto(f"{page.address}#puzzle/99999")
    page.wait_for_trouble("no puzzle 99999: expected 1 to 2000")


def run_against_the_clock(page: ServedPage, *answers: bool) -> list[Puzzle]:
    """Begin a run, answer rightly or wrongly, and return the puzzles answered wrongly."""
    page.click("#puzzle-run")
    page.wait_for_selector("#practise-clock:has-text('Time left: ')")
    boards = {puzzle.board.to_obf()[:64]: puzzle for puzzle in shipped_set().puzzles}
    page.wait_for_selector("#grid .legal")
    wrong = []
    for right in answers:
        score = page.text("#practise-score")
        puzzle = boards[page.discs()]
        move = next(m for m in puzzle.board.legal_moves() if (m == puzzle.best) is right)
        wrong += [] if right else [puzzle]
        page.click_on(str(move))
        page.wait_for_selector(f"#practise-score:not(:text-is('{score}'))")
        if len(wrong) < 3:
            page.wait_for_selector(f"#status:has-text('{'Right' if right else 'Wrong'}: {move}.')")
            assert page.is_hidden("#practise-hint") and page.is_hidden("#practise-show")
    return wrong


def test_a_run_against_the_clock(page: ServedPage) -> None:
    """Right answers count, the third wrong one ends it; those can be seen again."""
    page.show("#practise")
    wrong = run_against_the_clock(page, True, False, False, True, False)
    wait_for_status(page, "This round is over.")
    assert page.text("#practise-score") == "Right: 2. Wrong: 3 of 3."
    assert page.text("#practise-end p").startswith("This is your best run")
    page.click("#practise-end button >> nth=0")
    wait_for_status(page, "Find the ")
    assert page.shows(wrong[0].board)


@pytest.mark.parametrize("number", [0, 2])
def test_back_leads_to_the_list_of_a_run(page: ServedPage, number: int) -> None:
    """Also from the puzzle that was the last one of the run."""
    page.show("#practise")
    wrong = run_against_the_clock(page, False, False, False)
    wait_for_status(page, "This round is over.")
    listed = page.texts("#practise-end button")
    assert len(listed) == 3
    page.click(f"#practise-end button >> nth={number}")
    wait_for_status(page, "Find the ")
    assert page.shows(wrong[number].board) and page.texts("#practise-end button") == []
    page.go_back()
    wait_for_status(page, "This round is over.")
    assert page.texts("#practise-end button") == listed
    assert page.is_hidden("#practise-clock") and page.is_hidden("#practise-end-run")
    page.click("#practise-end button >> nth=1")
    wait_for_status(page, "Find the ")
    assert page.shows(wrong[1].board)


def test_a_run_that_was_left_for_a_puzzle_is_over(page: ServedPage) -> None:
    page.show("#practise")
    run_against_the_clock(page, False)
    page.answer_questions(True)
    page.click("#puzzle-new")
    page.wait_for_selector("#practise-score:has-text('Puzzle ')")
    page.go_back()
    wait_for_status(page, "This round is over.")
    assert page.is_hidden("#practise-clock") and page.is_hidden("#practise-end-run")
    assert page.count("#practise-end button") == 1


def test_a_run_is_not_dropped_by_next_at_an_earlier_puzzle(page: ServedPage) -> None:
    show_puzzle(page)
    page.click("#practise-next")
    puzzle_shown(page)
    run_against_the_clock(page, False)
    page.go_back()
    page.wait_for_selector(f"#practise-score:has-text('Puzzle {NUMBER},')")
    page.answer_questions(False)
    page.click("#practise-next")
    page.wait_for_selector("#practise-score:text-is('Right: 0. Wrong: 1 of 3.')")
    assert len(page.asked()) == 1 and page.is_visible("#practise-clock")


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


def test_back_leads_to_the_puzzle_before(page: ServedPage) -> None:
    """And forward again; its answer is still there."""
    show_puzzle(page)
    page.click_on(str(PUZZLE.best))
    wait_for_status(page, "Right: ")
    page.click("#practise-next")
    second = puzzle_shown(page)
    page.click("#practise-next")
    page.wait_for_selector(f"#practise-score:not(:has-text('Puzzle {second},'))")
    third = puzzle_shown(page)
    page.wait_for_address(f"puzzle/{third}")
    page.go_back()
    page.wait_for_address(f"puzzle/{second}")
    assert page.shows(shipped_set().puzzles[second - 1].board)
    assert page.text("#practise-score").startswith(f"Puzzle {second},")
    page.go_back()
    page.wait_for_address(f"puzzle/{NUMBER}")
    wait_for_status(page, f"Right: {PUZZLE.best}.")
    page.go_forward()
    page.wait_for_address(f"puzzle/{second}")
    move = shipped_set().puzzles[second - 1].best
    page.click_on(str(move))
    wait_for_status(page, f"Right: {move}.")
    page.reload()
    page.go_back()
    page.wait_for_address(f"puzzle/{NUMBER}")
    wait_for_status(page, "Find the ")
    assert page.shows(PUZZLE.board)


def test_puzzles_adapt_to_the_answers_of_a_visit(page: ServedPage) -> None:
    """After wrong answers they are easier; what is chosen holds."""
    show_puzzle(page)
    level = 1300.0
    while level >= 1100:
        difficulty = int(page.text("#practise-score").split("difficulty ")[1].split(" ")[0])
        level -= 150 / (1 + 10 ** ((difficulty - level) / 400))
        page.click("#practise-show")
        wait_for_status(page, "The answer is ")
        before = page.text("#practise-score").split(",")[0]
        page.click("#practise-next")
        page.wait_for_selector(f"#practise-score:not(:has-text('{before},'))")
        page.wait_for_selector("#grid .legal")
        shown = int(page.text("#practise-score").split("difficulty ")[1].split(" ")[0])
        assert abs(shown - max(level, 1100)) <= 201
    page.reload()
    page.select_option("#puzzle-difficulty", label="Hard")
    page.click("#puzzle-new")
    page.wait_for_selector("#practise-score:text-matches('difficulty (1[789]|2)')")


# ---------------------------------------------------------------------- a round that is dropped


def test_a_round_with_answers_is_not_dropped_without_a_question(page: ServedPage) -> None:
    begin_drill(page, "f5d6c3")
    page.click("#puzzle-new")
    page.wait_for_selector("#practise-score:has-text('Puzzle ')")
    page.answer_questions(False)
    page.click("#drill-form [type=submit]")
    wait_for_status(page, "Which move do your lines play?")
    assert page.asked() == [], "nothing was answered"
    assert judged(page, "f5") == "Right: f5."
    page.click("#puzzle-new")
    assert page.asked() == ["A round with answers is not over. End it?"]
    page.evaluate(f"() => {{ location.hash = '#puzzle/{NUMBER}'; }}")
    page.wait_for_function("() => window.asked.length === 2")
    page.wait_for_selector("#status:text-is('Right: f5.')")
    assert page.text("#practise-score").startswith("Right: 1 of 1. ")
    page.answer_questions(True)
    page.click("#puzzle-new")
    page.wait_for_selector("#practise-score:has-text('Puzzle ')")
    assert len(page.asked()) == 1


def test_an_endgame_is_not_dropped_in_its_middle(page: ServedPage) -> None:
    endgame = begin_endgame(page)
    page.answer_questions(False)
    page.click("#grid .legal >> nth=0")
    wait_for_status(page, " loses ")
    page.click("#puzzle-new")
    assert len(page.asked()) == 1
    assert "to move" in page.text("#status") and not page.shows(endgame.board)
    page.click("#practise-show")
    wait_for_status(page, "The answer is ")
    page.click("#puzzle-new")
    page.wait_for_selector("#practise-score:has-text('Puzzle ')")
    assert len(page.asked()) == 1


# ---------------------------------------------------------------------- won endgames


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with default_engine(hash_mb=16) as engine:
        yield engine


def begin_endgame(page: ServedPage, empties: str = "8") -> Endgame:
    """Begin an endgame with so many empty squares, and return it."""
    page.show("#practise")
    page.click("#endgames summary")
    page.select_option("#endgame-empties", empties)
    page.click("#endgame-new")
    return endgame_shown(page)


def endgame_shown(page: ServedPage) -> Endgame:
    wait_for_status(page, "with best play")
    found = re.match(r"Endgame (\d+): ", page.text("#status"))
    assert found
    number = int(found[1])
    (each,) = (each for each in endgames_of_puzzles(shipped_set()) if each.number == number)
    assert page.shows(each.board)
    return each


def play_out(page: ServedPage, board: Board, choose: Callable[[Board], str]) -> list[Step]:
    """Play an endgame on the board, and return what each move is worth; the replies may differ."""
    steps = []
    with default_engine(hash_mb=16) as engine:
        while not board.is_over:
            move = choose(board)
            step = play(board, move, engine)
            page.click_on(move)
            said = f"loses {step.loss} discs." if step.loss else "loses nothing."
            wait_for_status(page, f"{move} {said}")
            steps.append(step)
            board = Board.from_obf(f"{page.discs()} {board.turn}")
    return steps


def test_an_endgame_is_played_out(page: ServedPage, engine: Engine) -> None:
    """Without a loss it is won as the position says; the next one has as many empty squares."""
    endgame = begin_endgame(page, "9")
    assert endgame.board.n_empties == 9
    assert f"wins by {endgame.score} with best play. Empty squares: 9." in page.text("#status")
    page.click("#practise-hint")
    page.wait_for_selector("#practise-said:text-matches('^Think of |^No simple idea')")
    steps = play_out(page, endgame.board, lambda board: str(engine.solve(board).pv[0]))
    assert [step.loss for step in steps] == [0] * len(steps)
    wait_for_status(page, f"You won by {endgame.score} discs. You played perfectly.")
    assert page.text("#practise-score") == "Won: 1 of 1. Discs lost: 0."
    assert page.is_hidden("#practise-again") and page.squares_called("legal move") == []
    page.click("#practise-next")
    assert endgame_shown(page).board.n_empties == 9


def test_a_lost_endgame_says_where_it_went_wrong(page: ServedPage, engine: Engine) -> None:
    """Its first wrong move stands on the board, with the better one; it can be played again."""

    def worst(board: Board) -> str:
        return str(engine.search(board, exact=True, multipv=60).lines[-1].pv[0])

    endgame = begin_endgame(page)
    steps = play_out(page, endgame.board, worst)
    lost = sum(step.loss for step in steps)
    wait_for_status(page, f"Your moves lost {lost} discs.")
    assert page.text("#practise-score").endswith(f"Discs lost: {lost}.")
    wrong = next(step.explanation for step in steps if step.loss)
    said = page.text("#practise-said")
    empties = f"Your first wrong move, with {wrong.board.n_empties} empty squares: "
    assert said.startswith(f"{empties}{wrong.move} costs {wrong.loss} discs")
    first, better = page.texts("#practise-lines .line button:first-child")
    assert first == str(wrong.move) and better != first
    page.click(f"#practise-lines .line:last-child button:has-text('{better}')")
    page.click("#back")
    assert page.shows(wrong.board)
    assert page.squares_called("the move played") == [first]
    assert page.squares_called("the better move") == [better]
    if steps[-1].score <= 0:
        page.click("#last")
        page.click("#practise-again")
        assert page.shows(endgame.board) and page.squares_called("the better move") == []
        page.click_on(str(engine.solve(endgame.board).pv[0]))
        wait_for_status(page, "loses nothing.")


def test_an_endgame_by_the_keyboard_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE, locale="fr")
    page.show("#practise")
    page.click("#endgames summary")
    page.click("#endgame-new")
    page.wait_for_selector("#status:has-text('au mieux')")
    page.tab_to("[data-square]")
    before = len(page.squares_called("vide"))
    go_to(page, page.squares_called("coup possible")[0])
    page.press_keys("Enter")
    page.wait_for_selector("#status:text-matches('perd (rien|[0-9]+ pions)')")
    # By two, unless the other side had to pass: chance chooses the endgame.
    assert len(page.squares_called("vide")) < before
    assert page.evaluate("() => document.activeElement.dataset.square"), "the focus stays"
    page.click("#practise-show")
    page.wait_for_selector("#status:has-text('La réponse est ')")
    assert width_needed(page) <= PHONE["width"]


def test_an_endgame_is_kept_under_a_name(page: ServedPage, engine: Engine) -> None:
    page.show("#practise")
    page.click("#person summary")
    page.fill("#person-name", "Zoe")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-note:text-is('Nothing is kept of Zoe yet.')")
    endgame = begin_endgame(page)
    play_out(page, endgame.board, lambda board: str(engine.solve(board).pv[0]))
    page.click("#person summary")
    page.wait_for_selector("#person-progress li:text-is('Endgame: 1 of 1 right')")
    page.click("#practise-next")
    endgame_shown(page)
    page.click("#practise-show")
    wait_for_status(page, "The answer is ")
    page.wait_for_selector("#person-progress li:text-is('Endgame: 1 of 2 right')")


# ---------------------------------------------------------------------- opening lines


def begin_drill(page: ServedPage, lines: str) -> None:
    page.show("#practise")
    page.click("#drills summary")
    page.fill("#drill-lines", lines)
    page.click("#drill-form [type=submit]")
    wait_for_status(page, "Which move do your lines play?")


def test_a_drill(page: ServedPage) -> None:
    """Black's moves of lines that branch; what was answered wrongly comes again, and is told."""
    begin_drill(page, "f5d6c3d3c4\nf5d6c4")
    assert page.shows("") and page.is_hidden("#practise-hint")
    assert judged(page, "d3") == "Right: d3.", "it is the same by symmetry"
    page.click("#practise-next")
    page.wait_for_selector("#tree button >> nth=1")
    assert page.shows("f5d6") and page.texts("#tree button") == ["1. f5", "d6"]
    assert judged(page, "c7") == "Wrong: your lines do not play c7."
    said = page.text("#practise-said")
    assert ("by the book" in said or "The book" in said) and "c3" not in said and "d3" not in said
    page.click("#practise-next")
    page.wait_for_selector("#tree button >> nth=3")
    assert page.shows("f5d6c3d3") and judged(page, "c4") == "Right: c4."
    page.click("#practise-next")
    wait_for_status(page, "Which move")
    assert page.shows("f5d6") and judged(page, "c4") == "Right: c4."
    assert page.text("#practise-said") == "The answer is c3 or c4."
    page.click("#practise-next")
    wait_for_status(page, "This round is over.")
    assert page.text("#practise-score") == "Right: 2 of 3. To go: 0."
    assert "Nothing was kept" in page.text("#practise-end")


def test_all_right_moves_of_a_card_are_shown(page: ServedPage) -> None:
    begin_drill(page, "f5d6c3d3c4\nf5d6c4")
    assert judged(page, "f5") == "Right: f5."
    page.click("#practise-next")
    page.wait_for_selector("#tree button >> nth=1")
    page.click("#practise-show")
    page.wait_for_selector("#status:text-is('The answer is c3 or c4.')")
    assert sorted(page.squares_called("the better move")) == ["c3", "c4"]
    assert page.text("#practise-said").startswith("The lines go on with ")
    page.select_option("#language", "fr")
    page.wait_for_selector("#status:text-is('La réponse est c3 ou c4.')")


def test_an_opening_is_added_to_the_lines(page: ServedPage) -> None:
    page.show("#practise")
    page.click("#drills summary")
    for name in ("Tiger", "Buffalo"):
        page.fill("#drill-add", name)
        page.press("#drill-add", "Tab")
        page.wait_for_function("() => !document.getElementById('drill-add').value")
    assert page.input_value("#drill-lines") == "Tiger\nBuffalo"
    page.fill("#drill-add", "no opening")
    page.press("#drill-add", "Tab")
    page.wait_for_trouble("no opening")
    assert page.input_value("#drill-lines") == "Tiger\nBuffalo"
    assert page.input_value("#drill-add") == "no opening", "it can be put right"
    page.fill("#drill-lines", "nonsense")
    page.click("#drill-form [type=submit]")
    page.wait_for_trouble("nonsense")


def test_answers_are_kept_under_a_name(page: ServedPage) -> None:
    """And none without one; who practised is remembered."""
    pytest.importorskip("fsrs")
    page.show("#practise")
    page.click("#person summary")
    assert page.text("#person-note") == "Without a name, nothing is kept."
    page.fill("#person-name", "Ann B")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-note:text-is('Nothing is kept of Ann B yet.')")
    begin_drill(page, "f5d6c3")
    assert judged(page, "f5") == "Right: f5."
    assert "This comes again: " in page.text("#practise-said")
    show_puzzle(page)
    page.click_on(WRONG)
    page.wait_for_selector("#practise-score:has-text('Your rating: ')")
    page.click("#practise-again")
    page.click_on(str(PUZZLE.best))
    wait_for_status(page, "Right: ")
    page.click("#person summary")
    page.wait_for_selector("#person-progress li >> nth=2")
    lines = ["Opening lines: 1 of 1 right", "Puzzles: 0 of 1 right"]
    *told, rating = page.texts("#person-progress li")
    assert sorted(told) == lines and rating.startswith("Your rating: 1")
    page.click("#practise-next")
    puzzle_shown(page)
    page.click("#practise-show")
    page.wait_for_selector("#person-progress li:text-is('Puzzles: 0 of 2 right')")
    page.fill("#person-name", "../Ann")
    page.press("#person-name", "Tab")
    page.wait_for_trouble("invalid profile")


def test_what_is_due_today(page: ServedPage) -> None:
    """All cards under a name that are due, and puzzles that were failed; none if there are none."""
    pytest.importorskip("fsrs")
    path = data_folder() / "Dan.profile"
    path.parent.mkdir(parents=True, exist_ok=True)
    with Profile(path) as profile:
        keep_cards(read_cards(["f5 d6", "f5d6 c3"], "mine"), "mine", profile)
        for card in known_cards(profile):
            Reviews(DECK).keep(profile, card.shown())
        for card in profile.cards(DECK):
            profile.keep_card(card._replace(due="2020-01-01T00:00:00.000+00:00"))
        profile.add_answer(answer_to(exercise_of(PUZZLE), None))
    page.show("#practise")
    assert page.is_hidden("#today")
    page.click("#person summary")
    page.fill("#person-name", "Dan")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#today:visible")
    assert page.texts("#today button") == ["Cards that are due: 2", "Puzzles to try again: 1"]
    page.click("#drill-due")
    wait_for_status(page, "Which move do your lines play?")
    answers = {Board("f5").to_obf()[:64]: "d6", Board("f5d6").to_obf()[:64]: "c3"}
    wrong = "f4" if answers[page.discs()] == "d6" else "c5"
    assert judged(page, wrong).startswith("Wrong: ")
    page.wait_for_selector("#drill-due:text-is('Cards that are due: 1')")
    page.click("#practise-again")
    assert judged(page, answers[page.discs()]).startswith("Right: ")
    page.click("#practise-next")
    page.wait_for_selector("#practise-score:text-is('Right: 0 of 1. To go: 2.')")
    assert judged(page, answers[page.discs()]).startswith("Right: ")
    page.wait_for_function("() => document.getElementById('drill-due').hidden")
    page.click("#practise-next")  # to the first one again
    wait_for_status(page, "Which move do your lines play?")
    assert judged(page, answers[page.discs()]).startswith("Right: ")
    page.click("#practise-next")
    wait_for_status(page, "This round is over.")
    page.click("#puzzle-failed")
    page.wait_for_selector(f"#practise-score:has-text('Puzzle {NUMBER},')")
    page.reload()
    page.wait_for_selector(f"#practise-score:has-text('Puzzle {NUMBER},')")
    assert judged(page, str(PUZZLE.best)) == f"Right: {PUZZLE.best}."
    page.wait_for_function("() => document.getElementById('today').hidden")
    page.click("#practise-next")
    page.wait_for_trouble("no puzzle whose last answer was wrong")
    with Profile(path) as profile:
        assert [each.is_right for each in profile.answers(DECK)][2:] == [False, True, True]


@pytest.fixture
def somebody() -> str:
    """The name of a profile of the server: with answers of two months, and a game's analysis."""
    path = data_folder() / "Cleo.profile"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with Profile(path) as profile, default_engine(hash_mb=1) as engine:
        for month, right in ((9, True), (10, True), (10, False)):
            time = f"2026-{month:02}-15T12:00:00.000+00:00"
            profile.add_answer(Answer("mistake", "", "key", "", "f5", right, time=time))
        game = Game(MISTAKES, headers={"Result": "W+R"})
        profile.add_game(played_game(game, "black", "Child")._replace(time="2026-11-01T12:00"))
        (played,) = profile.games()
        analysed(profile, played, engine, 4)
    return "Cleo"


def show_progress(page: ServedPage, name: str) -> None:
    page.show("#practise")
    page.click("#person summary")
    page.fill("#person-name", name)
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-curves table >> nth=1")


def test_progress_is_a_graph_and_a_table(page: ServedPage, somebody: str) -> None:
    show_progress(page, somebody)
    with Profile(data_folder() / f"{somebody}.profile") as profile:
        games = {(each.by, each.name): each.to_dict() for each in progress_of(profile).played}
    rows = [row.split("|") for row in page.evaluate(ROWS)]
    month = games["month", "2026-11"]
    assert rows[:4] == [
        ["Month", "Right answers", "Accuracy", "Loss"],
        ["2026-09", "100 % of 1", "–", "–"],
        ["2026-10", "50 % of 2", "–", "–"],
        ["2026-11", "–", f"{month['percent']:g} %", f"{month['mean_loss']:g}"],
    ]
    opening = games["phase", "opening"]
    assert rows[4] == ["Phase", "Accuracy", "Loss"]
    assert rows[5] == ["opening", f"{opening['percent']:g} %", f"{opening['mean_loss']:g}"]
    months, phases = (page.locator("#person-curves svg").nth(n) for n in (0, 1))
    assert months.locator("circle").count() == 3 and months.locator("path").count() == 2
    assert phases.locator("circle").count() == 0
    heights = months.locator("circle").evaluate_all(
        "all => all.map((each) => each.cy.baseVal.value)"
    )
    assert heights[0] < heights[1], "100 % stands above 50 %"
    assert "By month, as a graph" in months.get_attribute("aria-label")
    page.select_option("#language", "fr")
    page.wait_for_selector("#person-curves h3:text-is('Par mois')")
    page.fill("#person-name", "Nobody yet")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-curves:empty", state="attached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_progress_on_a_phone(open_page: OpenPage, somebody: str, scheme: str) -> None:
    page = open_page(viewport=PHONE, color_scheme=scheme)
    show_progress(page, somebody)
    assert width_needed(page) <= PHONE["width"]
    assert page.serious_faults(axe_options(scheme)) == []


# ---------------------------------------------------------------------- after a reload


def test_an_endgame_goes_on_after_a_reload(page: ServedPage, engine: Engine) -> None:
    """From where it stood, with what was lost before, also if another tab was open meanwhile."""

    def wrong_then_best(board: Board) -> str:
        lines = engine.search(board, exact=True, multipv=60).lines
        return str(lines[-1 if board == endgame.board else 0].pv[0])

    endgame = begin_endgame(page)
    first = play(endgame.board, wrong_then_best(endgame.board), engine)
    page.click_on(str(first.move))
    wait_for_status(page, f"{first.move} loses ")
    before = page.text("#practise-score"), page.discs()
    assert before[0] == f"Won: 0 of 0. Discs lost: {first.loss}." and first.loss
    page.reload()
    page.wait_for_selector("#practise-score:has-text('Won: ')")
    assert (page.text("#practise-score"), page.discs()) == before
    page.click("#tab-explore")
    page.reload()
    page.click("#tab-practise")
    page.wait_for_selector("#practise-score:has-text('Won: ')")
    assert (page.text("#practise-score"), page.discs()) == before
    play_out(page, Board.from_obf(f"{page.discs()} {endgame.board.turn}"), wrong_then_best)
    wait_for_status(page, f"Your moves lost {first.loss} discs.")
    wrong = f"Your first wrong move, with {endgame.board.n_empties} empty squares: {first.move} "
    assert page.text("#practise-said").startswith(wrong)
    won = int(endgame.score > first.loss)
    score = f"Won: {won} of 1. Discs lost: {first.loss}."
    assert page.text("#practise-score") == score
    if not won:
        page.click("#practise-again")
        assert page.shows(endgame.board)
    page.reload()
    endgame_shown(page)
    assert page.text("#practise-score") == score


def test_puzzles_go_on_after_a_reload(page: ServedPage) -> None:
    """An answer that was given counts once."""
    show_puzzle(page)
    page.click_on(WRONG)
    wait_for_status(page, f"Wrong: {WRONG} ")
    assert page.text("#practise-score").endswith("Right: 0 of 1")
    page.reload()
    wait_for_status(page, "Find the ")
    assert page.shows(PUZZLE.board) and page.text("#practise-score").endswith("Right: 0 of 1")
    page.click_on(str(PUZZLE.best))
    wait_for_status(page, f"Right: {PUZZLE.best}.")
    page.click("#practise-next")
    number = puzzle_shown(page)
    page.wait_for_address(f"puzzle/{number}")
    page.reload()
    assert puzzle_shown(page) == number and page.text("#practise-score").endswith("Right: 0 of 1")
    page.click_on(str(shipped_set().puzzles[number - 1].best))
    wait_for_status(page, "Right: ")
    assert page.text("#practise-score").endswith("Right: 1 of 2")


def test_a_run_goes_on_after_a_reload(page: ServedPage) -> None:
    """With its puzzle, its answers and its clock."""
    page.show("#practise")
    page.click("#puzzle-run")
    page.wait_for_selector("#practise-clock:has-text('Time left: ')")
    boards = {puzzle.board.to_obf()[:64]: puzzle for puzzle in shipped_set().puzzles}
    page.wait_for_selector("#grid .legal")
    first = boards[page.discs()]
    move = next(move for move in first.board.legal_moves() if move != first.best)
    page.click_on(str(move))
    wait_for_status(page, f"Wrong: {move}. ")
    page.wait_for_selector("#practise-clock:not(:has-text('3:00'))")
    page.wait_for_function("() => location.hash !== '#practise'")
    second = page.discs()
    page.reload()
    page.wait_for_selector("#practise-clock:has-text('Time left: ')")
    page.wait_for_selector("#grid .legal")
    assert page.discs() == second and "3:00" not in page.text("#practise-clock")
    assert page.text("#practise-score") == "Right: 0. Wrong: 1 of 3."
    page.answer_questions(False)
    page.click("#puzzle-new")
    assert len(page.asked()) == 1
    page.click_on(str(boards[second].best))
    page.wait_for_selector("#practise-score:text-is('Right: 1. Wrong: 1 of 3.')")
    page.click("#practise-end-run")
    page.click("#practise-end button")
    wait_for_status(page, "Find the ")
    assert page.shows(first.board)


def test_a_drill_goes_on_after_a_reload(page: ServedPage) -> None:
    begin_drill(page, "f5d6c3d3c4")
    assert judged(page, "f5") == "Right: f5."
    page.click("#practise-next")
    page.wait_for_selector("#tree button >> nth=1")
    page.reload()
    page.wait_for_selector("#practise-score:text-is('Right: 1 of 1. To go: 2.')")
    page.wait_for_selector("#tree button >> nth=1")
    assert page.shows("f5d6") and judged(page, "c3") == "Right: c3."


def test_what_is_damaged_begins_anew(page: ServedPage) -> None:
    """Nothing is said of it, and another round can be begun."""
    page.show("#practise")
    number = endgames_of_puzzles(shipped_set())[0].number
    endgame = {"round": "endgames", "all": 1, "won": 1, "lost": 0, "number": number}
    for damaged in (
        *("[", "5", "null", '"x"', "[]", "{}", '{"round": "nothing"}'),
        *({"round": name} for name in ("drill", "mistakes")),
        {"round": "mistakes", "found": {"exercises": [{"position": "x", "played": "f5"}]}},
        {"round": "puzzles", "puzzle": 99999, "all": 0, "right": 0, "rating": None},
        {"round": "puzzles", "puzzle": "x", "all": 0, "right": 0, "rating": None},
        {"round": "run", "puzzle": 1, "right": 0, "wrong": [None], "seconds": 9},
        {**endgame, "soFar": ["a1", "zz"]},
        {**endgame, "soFar": None},
        {**endgame, "number": 1999999, "soFar": []},
        {**endgame, "lost": "7", "soFar": []},
    ):
        text = damaged if isinstance(damaged, str) else json.dumps(damaged)
        page.evaluate(
            """(text) => addEventListener("pagehide", () => {
              sessionStorage.setItem("practised", text);
            })""",
            text,
        )
        page.reload()
        wait_for_status(page, "Choose what to practise.")
        assert page.is_hidden("#trouble") and page.discs().count("-") == 60, text
    page.click("#puzzle-new")
    wait_for_status(page, "Find the ")


# ---------------------------------------------------------------------- how it looks


@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, locale: str) -> None:
    page = open_page(viewport=PHONE, locale=locale)
    show_puzzle(page)
    for part in ("mistakes", "endgames", "drills", "person"):
        page.click(f"#{part} summary")
    page.click("#practise-show")
    page.wait_for_selector("#practise-lines button")
    assert width_needed(page) <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(page: ServedPage, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    show_puzzle(page)
    for part in ("mistakes", "endgames", "drills", "person"):
        page.click(f"#{part} summary")
    page.click("#practise-show")
    page.wait_for_selector("#practise-lines button")
    assert page.serious_faults(axe_options(scheme)) == []
