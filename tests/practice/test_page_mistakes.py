"""Practising in the browser: the mistakes of games."""

import re

from support.chromium import PHONE, width_needed
from support.served_page import MISTAKES, ServedPage, judged, wait_for_status

from othello.files.folders import data_folder
from othello.practice.profile import Profile


def test_the_mistakes_of_a_pasted_game(page: ServedPage) -> None:
    """One that was answered wrongly comes again; at the end they are counted by their kind."""
    page.show("#practise")
    page.click("#mistakes summary")
    page.fill("#mistakes-text", f"Black: Ann\nWhite: Bob\n{MISTAKES}")
    page.fill("#mistakes-player", "bob")
    page.click("#mistakes-form [type=submit]")
    wait_for_status(page, "White to move. ")
    assert re.match(r"Move \d+ \(Ann – Bob\)\. White to move\. ", page.text("#status"))
    said = re.search(r"(\w\d) was played, and lost ([\d.]+) ", page.text("#status"))
    assert said and page.squares_called("the move played") == [said[1]]
    first = page.discs()
    page.click("#practise-hint")
    assert page.text("#practise-said")
    assert judged(page, said[1]).startswith(f"Wrong: {said[1]} costs ")
    reply = page.texts("#practise-lines .line:nth-child(2) button")[1]
    assert page.squares_called("last move") == [reply]
    # The solution is not given away; it is once the exercise is done.
    assert page.count("#practise-lines .line") == 1
    assert page.text("#practise-said").startswith("It leads to ")
    page.click("#practise-again")
    page.click("#practise-hint")
    assert page.text("#practise-said").startswith(("Think of ", "No simple idea"))
    page.click("#practise-show")
    wait_for_status(page, "The answer is ")
    cost = re.search(f"{said[1]} costs ([\\d.]+) discs", page.text("#practise-said"))
    assert cost and float(cost[1]) == float(said[2]), "as the analysis said"
    assert page.count("#practise-lines .line") == 2
    asked = 0
    while not page.text("#practise-end"):
        page.click("#practise-next")
        page.wait_for_selector("#status:text-matches('was played, and lost|over')")
        if page.is_visible("#practise-show"):
            asked += 1
            again = page.discs()
            page.click("#practise-show")
            wait_for_status(page, "The answer is ")
            best = page.squares_called("the better move")
            page.click("#practise-next")
            page.wait_for_selector("#status:text-matches('was played, and lost|over')")
            while page.discs() != again:  # others may come before it does again
                page.click("#practise-show")
                wait_for_status(page, "The answer is ")
                page.click("#practise-next")
                page.wait_for_selector("#status:has-text('was played, and lost')")
            bad = page.squares_called("the move played")
            assert judged(page, best[0]).startswith("Right: ")
            assert f" {bad[0]} costs " in page.text("#practise-said"), "why it was bad"
    assert asked and again == first
    assert re.match(r"Games: 1. Mistakes: \d+. Discs lost: ", page.text("#practise-end p"))
    assert page.count("#practise-end li")


def test_the_mistakes_of_the_game_that_was_analysed(page: ServedPage) -> None:
    page.show(f"#review/{MISTAKES}")
    page.click("#practise-analysed")
    page.wait_for_tab("practise")
    wait_for_status(page, "was played, and lost")
    page.click("#tab-review")
    page.click("#tab-practise")
    wait_for_status(page, "was played, and lost")
    page.click("#practise-show")
    wait_for_status(page, "The answer is ")
    page.click("#practise-next")
    wait_for_status(page, "was played, and lost")
    before = page.text("#practise-score"), page.discs()
    assert before[0].startswith("Right: 0 of 1. ")
    page.reload()
    wait_for_status(page, "was played, and lost")
    assert (page.text("#practise-score"), page.discs()) == before
    page.set_viewport_size(PHONE)
    assert width_needed(page) <= PHONE["width"]


def test_while_a_game_is_analysed_the_exercise_before_waits(page: ServedPage) -> None:
    page.show("#practise")
    page.click("#puzzle-new")
    page.wait_for_selector("#practise-score:has-text('Puzzle ')")
    page.wait_for_selector("#grid .legal")
    page.click("#mistakes summary")
    page.fill("#mistakes-text", MISTAKES)
    page.evaluate(SAW_WAITING)
    page.click("#mistakes-form [type=submit]")
    wait_for_status(page, "was played, and lost")
    assert page.evaluate("() => window.waited") == [0, "Thinking …"]
    assert page.is_hidden("#mistakes-running")


SAW_WAITING = """() => {
  const running = document.getElementById("mistakes-running");
  new MutationObserver(() => {
    if (running.hidden || window.waited) return;
    const legal = document.querySelectorAll("#grid .legal").length;
    window.waited = [legal, document.getElementById("status").textContent];
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
"""Notes how many squares can be played, and the status, while a game is analysed."""


def test_my_mistakes_in_a_game_that_i_played(page: ServedPage) -> None:
    """Only mine: the person played black."""
    page.begin(MISTAKES, colour="Black, first")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.click("#practise-played")
    page.wait_for_tab("practise")
    wait_for_status(page, "Black to move. ")
    page.click("#mistakes summary")
    assert page.is_visible("#mistakes-played")


def test_a_game_that_was_played_under_a_name_is_kept(page: ServedPage) -> None:
    page.show("#practise")
    page.click("#mistakes summary")
    page.click("#person summary")
    page.fill("#person-name", "Eve")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-note:text-is('Nothing is kept of Eve yet.')")
    assert page.is_hidden("#mistakes-kept")
    page.begin(MISTAKES, colour="Black, first")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.click("#tab-practise")
    page.click("#mistakes summary")
    page.wait_for_selector("#mistakes-kept:visible")
    page.click("#mistakes-kept")
    wait_for_status(page, "Game 1, move ")
    assert "Black to move. " in page.text("#status"), "only mine"
    assert re.match(r"Game 1, move \d+ \(me – .+\)\. ", page.text("#status"))
    page.click("#practise-show")
    wait_for_status(page, "The answer is ")
    page.click("#person summary")
    page.wait_for_selector("#person-progress li:text-is('Your mistakes: 0 of 1 right')")


def test_a_round_of_mistakes_can_be_ended(page: ServedPage) -> None:
    """What was found is counted then; and a hint is seen on a phone."""
    page.set_viewport_size({"width": 360, "height": 640})
    page.show("#practise")
    page.click("#mistakes summary")
    page.fill("#mistakes-text", MISTAKES)
    page.click("#mistakes-form [type=submit]")
    wait_for_status(page, "was played, and lost ")
    page.evaluate("() => scrollTo(0, 0)")
    page.locator("#practise-hint").dispatch_event("click")
    page.wait_for_selector("#practise-said:text-matches('^Think of |^No simple idea')")
    box = page.box("#practise-said")
    assert box["y"] >= 0 and box["y"] + box["height"] <= 641
    page.click("#practise-end-run")
    wait_for_status(page, "This round is over.")
    assert page.text("#practise-end p").startswith("Games: 1. Mistakes: ")
    assert page.count("#practise-end li") and page.is_hidden("#practise-end-run")
    page.click("#puzzle-new")
    page.wait_for_selector("#practise-score:has-text('Puzzle ')")
    assert page.is_hidden("#practise-end-run"), "it has no end"


def test_mistakes_that_changed_the_result(page: ServedPage) -> None:
    page.show("#practise")
    page.click("#mistakes summary")
    page.fill("#mistakes-text", MISTAKES)
    counts = []
    for which in ("All", "Those that changed the result"):
        page.select_option("#mistakes-which", label=which)
        page.click("#mistakes-form [type=submit]")
        wait_for_status(page, "was played, and lost ")
        page.click("#practise-end-run")
        wait_for_status(page, "This round is over.")
        counts.append(int(page.text("#practise-end p").split("Mistakes: ")[1].split(".")[0]))
    assert counts[0] > counts[1] > 0
    page.reload()
    assert page.input_value("#mistakes-which") == "decisive"


def test_a_game_counts_once_its_mistakes_were_practised(page: ServedPage) -> None:
    """As soon as it is over, from the tab in which it was played."""
    page.show("#practise")
    page.click("#person summary")
    page.fill("#person-name", "Fay")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-note:text-is('Nothing is kept of Fay yet.')")
    page.begin(MISTAKES, colour="Black, first")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.click("#practise-played")
    wait_for_status(page, "Black to move. ")
    with Profile(data_folder() / "Fay.profile") as profile:
        (played,) = profile.games()
    assert played.analysis is not None


def test_files_of_games_are_taken(page: ServedPage) -> None:
    page.show("#practise")
    page.click("#mistakes summary")
    page.drop(("a.txt", b"Black: Ann\nWhite: Bob\nf5d6c3"), on="#mistakes-form")
    page.wait_for_function("() => document.querySelector('#mistakes-text').value")
    assert "PB[Ann]" in page.input_value("#mistakes-text")
    page.fill("#mistakes-text", "")
    page.click("#mistakes-form [type=submit]")
    page.wait_for_trouble("Paste games, or open a file of games.")
    page.fill("#mistakes-text", "nonsense")
    page.click("#mistakes-form [type=submit]")
    page.wait_for_trouble("nonsense")
