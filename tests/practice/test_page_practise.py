"""Practising in the browser: puzzles, won endgames, drills of openings, progress."""

import re
from collections.abc import Callable, Iterator
from time import sleep

import pytest
from support.chromium import PHONE, width_needed
from support.served_page import (
    MISTAKES,
    OpenPage,
    ServedPage,
    axe_options,
    judged,
    wait_for_status,
)

from othello.analysis.games import default_engine
from othello.board import Board
from othello.engine import Engine
from othello.files.folders import data_folder
from othello.game import Game
from othello.practice.endgames import Endgame, Step, endgames_of_puzzles, play
from othello.practice.played import analysed, played_game
from othello.practice.profile import Profile, RecordedAnswer
from othello.practice.progress import progress_of
from othello.practice.puzzles import Puzzle, shipped_set
from othello.ratings.glicko import Rating

FOLLOWS = """() => document.getElementById("practise-end").compareDocumentPosition(
    document.getElementById("practise-said")) & Node.DOCUMENT_POSITION_FOLLOWING"""
ROWS = """() => [...document.querySelectorAll("#person-curves tr")].map(
  (row) => [...row.cells].map((cell) => cell.textContent).join("|"))"""
"""The rows of the tables of a person's progress."""

NUMBER = 32  # of one move
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
    page.wait_for_selector("#practise-said:text-matches('^Think of |^Look at |^Count ')")
    page.click_on(WRONG)
    wait_for_status(page, f"{WRONG} is not the best move: ")
    line = page.texts("#practise-lines button")
    assert line[0] == WRONG and page.shows(PUZZLE.board.after(WRONG).after(line[1]))
    assert page.squares_called("legal move") == []
    page.click("#practise-again")
    assert page.shows(PUZZLE.board)
    assert page.text("#practise-said") == ""
    page.click("#practise-hint")
    page.wait_for_selector("#practise-said:text-matches('^Think of |^Look at |^Count ')")
    page.click_on(str(PUZZLE.best))
    wait_for_status(page, f"Right: {PUZZLE.best}.")
    assert f"{PUZZLE.margin} discs worse" in page.text("#practise-said")
    assert page.text("#practise-score").endswith("first try: 0 of 1"), "the first answer counts"
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
    wait_for_status(page, f"{WRONG} is not the best move: ")
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
        for each in puzzle.line[::2] if right else (move,):
            page.wait_for_selector(f"[data-square={each}].legal")
            page.click_on(str(each))
        move = puzzle.line[-1] if right else move
        page.wait_for_selector(f"#practise-score:not(:text-is('{score}'))")
        if len(wrong) < 3:
            page.wait_for_selector(
                f"#practise-score:has-text('Last one: {'right' if right else 'wrong'} ({move}).')"
            )
            assert page.is_hidden("#practise-hint") and page.is_hidden("#practise-show")
    return wrong


def test_a_run_is_reviewed(page: ServedPage) -> None:
    """Right answers count, the third wrong one ends it; each is listed and can be shown."""
    page.show("#practise")
    wrong = run_against_the_clock(page, True, False, False, True, False)
    wait_for_status(page, "This round is over.")
    assert page.text("#practise-score") == "Right: 2. Wrong: 3 of 3."
    assert page.text("#practise-end p").startswith("This is your best run")
    listed = page.texts("#practise-end li")
    assert [each[0] for each in listed] == ["✓", "✗", "✗", "✓", "✗"]
    assert f", {wrong[0].best} is right. " in listed[1] and listed[1].endswith(" s")
    for entry in ("1", "4"):  # the last one was the board's
        page.click(f"#practise-end li >> nth={entry} >> button")
        puzzle = wrong[0 if entry == "1" else 2]
        wait_for_status(page, f"The answer is {puzzle.best}.")
        assert page.shows(puzzle.board) and page.squares_called("legal move") == []
        assert page.text("#practise-said").startswith(
            ("Black wins by ", "White wins by ", "It is a draw.")
        )
        assert page.texts("#practise-end li") == listed
        assert page.evaluate(FOLLOWS), "what is said of an entry must not move the list"
        assert page.texts("#practise-end [aria-pressed=true]") == [listed[int(entry)]]
    assert page.is_hidden("#practise-clock") and page.is_hidden("#practise-end-run")
    page.click("#practise-end > .buttons > button")
    wait_for_status(page, "Find the ")
    assert page.shows(wrong[0].board) and page.texts("#practise-end li") == []
    page.go_back()
    wait_for_status(page, "The answer is ")
    assert page.texts("#practise-end li") == listed


def test_back_leads_to_the_puzzle_before(page: ServedPage) -> None:
    """And forward again; its answer is still there."""
    show_puzzle(page)
    page.click("#exercises > summary")
    page.click("#puzzles summary")
    page.select_option("#puzzle-length", "1-1")
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


# ---------------------------------------------------------------------- won endgames


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with default_engine(hash_mb=16) as engine:
        yield engine


def begin_endgame(page: ServedPage, empties: str = "8") -> Endgame:
    """Begin an endgame with so many empty squares, and return it."""
    page.show("#practise")
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
    page.wait_for_selector("#practise-said:text-matches('^Think of |^Look at |^Count ')")
    steps = play_out(page, endgame.board, lambda board: str(engine.solve(board).pv[0]))
    assert [step.loss for step in steps] == [0] * len(steps)
    wait_for_status(page, f"You won by {endgame.score} discs. You played perfectly.")
    assert page.text("#practise-score") == "Won: 1 of 1. Discs lost: 0."
    assert page.is_hidden("#practise-again") and page.squares_called("legal move") == []
    page.click("#practise-next")
    assert endgame_shown(page).board.n_empties == 9


# ---------------------------------------------------------------------- opening lines


def begin_drill(page: ServedPage, lines: str) -> None:
    page.show("#practise")
    page.click("#drills summary")
    page.fill("#drill-lines", lines)
    page.click("#drill-form [type=submit]")
    wait_for_status(page, "Which move belongs to this opening?")


def test_a_drill(page: ServedPage) -> None:
    """Black's moves of lines that branch; what was answered wrongly comes again, and is told."""
    begin_drill(page, "f5d6c3d3c4\nf5d6c4")
    assert page.shows("") and page.is_hidden("#practise-hint")
    assert judged(page, "d3") == "Right: d3.", "it is the same by symmetry"
    page.click("#practise-next")
    page.wait_for_selector("#tree button >> nth=1", state="attached")
    assert page.shows("f5d6") and page.texts("#tree button") == ["1. f5", "d6"]
    assert judged(page, "c7") == "Wrong: c7 does not belong to this opening."
    said = page.text("#practise-said")
    assert ("by the book" in said or "The book" in said) and "c3" not in said and "d3" not in said
    page.click("#practise-next")
    page.wait_for_selector("#tree button >> nth=3", state="attached")
    assert page.shows("f5d6c3d3") and judged(page, "c4") == "Right: c4."
    page.click("#practise-next")
    wait_for_status(page, "Which move")
    assert page.shows("f5d6") and judged(page, "c4") == "Right: c4."
    assert page.text("#practise-said") == "The answer is c3 or c4."
    page.click("#practise-next")
    wait_for_status(page, "This round is over.")
    assert page.text("#practise-score") == "Right: 2 of 3. To go: 0."
    assert "Nothing was kept" in page.text("#practise-end")


def test_an_opening_is_added_to_the_lines(page: ServedPage) -> None:
    page.show("#practise")
    page.click("#drills summary")
    for name in ("Tiger", "Buffalo"):
        page.fill("#drill-add", name)
        page.press("#drill-add", "Tab")
        page.wait_for_function("() => !document.getElementById('drill-add').value")
    assert page.input_value("#drill-lines") == "Tiger\nBuffalo"
    page.fill("#drill-lines", "nonsense")
    page.click("#drill-form [type=submit]")
    page.wait_for_trouble("nonsense")


def test_answers_are_kept_under_a_name(page: ServedPage) -> None:
    """And none without one; who practised is remembered."""
    pytest.importorskip("fsrs")
    page.show("#practise")
    page.click("#person summary")
    assert page.text("#person-note") == "Without a name, nothing is saved."
    page.fill("#person-name", "Ann B")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-note:text-is('Nothing saved for Ann B yet.')")
    begin_drill(page, "f5d6c3")
    assert judged(page, "f5") == "Right: f5."
    assert "This comes again: " in page.text("#practise-said")
    show_puzzle(page)
    page.click_on(WRONG)
    page.wait_for_selector(
        "#practise-score:has-text('Your rating: after ten rated puzzles (1 so far)')"
    )
    page.click("#practise-again")
    page.click_on(str(PUZZLE.best))
    wait_for_status(page, "Right: ")
    page.click("#person summary")
    page.wait_for_selector("#person-progress li >> nth=2")
    lines = ["Opening lines: 1 of 1 right", "Puzzles: 0 of 1 right"]
    *told, rating = page.texts("#person-progress li")
    assert sorted(told) == lines and rating == "Your rating: after ten rated puzzles (1 so far)"
    assert "Your rating" not in page.texts("#person-curves h3"), "a curve comes with the rating"
    page.click("#practise-next")
    puzzle_shown(page)
    page.click("#practise-show")
    page.wait_for_selector("#person-progress li:text-is('Puzzles: 0 of 2 right')")
    page.fill("#person-name", "../Ann")
    page.press("#person-name", "Tab")
    page.wait_for_trouble("invalid profile")


@pytest.fixture
def somebody() -> str:
    """The name of a profile of the server: with answers of two months, and a game's analysis."""
    path = data_folder() / "Cleo.profile"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with Profile(path) as profile, default_engine(hash_mb=1) as engine:
        for month, right in ((9, True), (10, True), (10, False)):
            time = f"2026-{month:02}-15T12:00:00.000+00:00"
            profile.add_answer(RecordedAnswer("mistake", "", "key", "", "f5", right, time=time))
        for number in range(10):
            sleep(0.002)  # a rating is kept under its millisecond
            profile.rate(f"{number}", Rating(1500, 200), number % 2 == 0)
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
    rating, months, phases = (page.locator("#person-curves svg").nth(n) for n in (0, 1, 2))
    assert re.fullmatch(
        r"Your rating after .*, from 1\d+ to 1\d+", rating.get_attribute("aria-label")
    )
    assert rating.locator("path").count() == 1
    assert months.locator("circle").count() == 3 and months.locator("path").count() == 2
    assert phases.locator("circle").count() == 0
    heights = months.locator("circle").evaluate_all(
        "all => all.map((each) => each.cy.baseVal.value)"
    )
    assert heights[0] < heights[1], "100 % stands above 50 %"
    assert "By month, as a graph" in months.get_attribute("aria-label")
    page.speak("fr")
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


def test_puzzles_go_on_after_a_reload(page: ServedPage) -> None:
    """An answer that was given counts once."""
    show_puzzle(page)
    page.click("#exercises > summary")
    page.click("#puzzles summary")
    page.select_option("#puzzle-length", "1-1")
    page.click_on(WRONG)
    wait_for_status(page, f"{WRONG} is not the best move: ")
    assert page.text("#practise-score").endswith("first try: 0 of 1")
    page.reload()
    wait_for_status(page, "Find the ")
    assert page.shows(PUZZLE.board) and page.text("#practise-score").endswith("first try: 0 of 1")
    page.click_on(str(PUZZLE.best))
    wait_for_status(page, f"Right: {PUZZLE.best}.")
    page.click("#practise-next")
    number = puzzle_shown(page)
    page.wait_for_address(f"puzzle/{number}")
    page.reload()
    assert puzzle_shown(page) == number and page.text("#practise-score").endswith(
        "first try: 0 of 1"
    )
    page.click_on(str(shipped_set().puzzles[number - 1].best))
    wait_for_status(page, "Right: ")
    assert page.text("#practise-score").endswith("first try: 1 of 2")


# ---------------------------------------------------------------------- how it looks


@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, locale: str) -> None:
    page = open_page(viewport=PHONE, locale=locale)
    show_puzzle(page)
    for part in ("exercises >", "puzzles", "mistakes", "drills", "person"):
        page.click(f"#{part} summary")
    page.click("#practise-show")
    page.wait_for_selector("#practise-lines button")
    assert width_needed(page) <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(page: ServedPage, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    show_puzzle(page)
    for part in ("exercises >", "puzzles", "mistakes", "drills", "person"):
        page.click(f"#{part} summary")
    page.click("#practise-show")
    page.wait_for_selector("#practise-lines button")
    assert page.serious_faults(axe_options(scheme)) == []


def test_a_language_holds_for_what_other_tabs_have_shown(page: ServedPage) -> None:
    page.show(f"#review/{MISTAKES}")
    page.click("#tab-practise")
    page.click("#puzzle-new")
    page.click("#practise-show")
    page.wait_for_selector("#practise-lines p:has-text('After ')")
    page.click("#tab-explore")
    page.wait_for_selector("#adding summary:has-text('Add games')")
    page.speak("fr")
    page.wait_for_selector("#adding summary:has-text('Ajouter des parties')")
    page.click("#tab-practise")
    page.wait_for_selector("#practise-lines p:has-text('Après ')")
    page.click("#tab-review")
    page.click("#to-earlier")
    page.speak("en")
    page.click("#tab-explore")
    page.speak("fr")
    page.click("#tab-review")
    assert page.texts("#phases th")[0] == "ouverture"
