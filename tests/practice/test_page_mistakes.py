"""Practising in the browser: the mistakes of games."""

import re

from support.served_page import MISTAKES, ServedPage, judged, wait_for_status


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
    page.wait_for_selector("#practise-said:text-matches('^Think of |^Look at |^Count ')")
    assert judged(page, said[1]).startswith(f"{said[1]} is not the best move: ")
    reply = page.texts("#practise-lines .line:nth-child(2) button")[1]
    assert page.squares_called("last move") == [reply]
    # The solution is not given away; it is once the exercise is done.
    assert page.count("#practise-lines .line") == 1
    assert re.match("(Black|White) (wins by|is about) |It is a draw", page.text("#practise-said"))
    page.click("#practise-again")
    page.click("#practise-hint")
    page.wait_for_selector("#practise-said:text-matches('^Think of |^Look at |^Count ')")
    page.click("#practise-show")
    wait_for_status(page, "The answer is ")
    assert re.match(f"After {said[1]}: .+ After [a-h][1-8]: ", page.text("#practise-said"))
    best = page.squares_called("the better move")
    page.click("#forward")
    page.wait_for_function(
        "(name) => document.querySelector(`[data-square=${name}]`).ariaLabel.includes('last move')",
        arg=best[0],
    )
    page.click("#back")
    cost = re.search(f"{said[1]} costs ([\\d.]+) discs", page.text("#practise-reasons"))
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
            assert f" {bad[0]} costs " in page.text("#practise-reasons"), "why it was bad"
    assert asked and again == first
    assert re.match(r"Games: 1. Mistakes: \d+. Discs lost: ", page.text("#practise-end p"))
    assert page.count("#practise-end li")


def test_my_mistakes_in_a_game_that_i_played(page: ServedPage) -> None:
    """Only mine: the person played black."""
    page.begin(MISTAKES, colour="Black, first")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.click("#practise-played")
    page.wait_for_tab("practise")
    wait_for_status(page, "Black to move. ")


def test_my_mistakes_in_the_last_games(page: ServedPage) -> None:
    """They are those of this browser, on another day too, whatever is chosen for other games."""
    page.begin(MISTAKES, colour="Black, first")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.goto("about:blank")
    page.show("#practise")
    page.click("#mistakes summary")
    page.select_option("#mistakes-side", "white")
    page.select_option("#mistakes-which", "decisive")
    page.click("#mistakes-played")
    wait_for_status(page, "Black to move. ")
    assert re.match(r"Move \d+ \(me – \?\)\. Black to move\. ", page.text("#status"))


def test_a_game_that_was_played_under_a_name_is_kept(page: ServedPage) -> None:
    page.show("#practise")
    page.click("#person summary")
    page.fill("#person-name", "Eve")
    page.press("#person-name", "Tab")
    page.wait_for_selector("#person-note:text-is('Nothing saved for Eve yet.')")
    assert page.is_hidden("#mistakes-kept")
    page.begin(MISTAKES, colour="Black, first")
    page.click("#grid .legal >> nth=0")
    page.click("#resign")
    page.click("#tab-practise")
    page.wait_for_selector("#mistakes-kept:visible")
    page.click("#mistakes-kept")
    wait_for_status(page, "Game 1, move ")
    assert "Black to move. " in page.text("#status"), "only mine"
    assert re.match(r"Game 1, move \d+ \(me – .+\)\. ", page.text("#status"))
    page.click("#practise-show")
    wait_for_status(page, "The answer is ")
    page.click("#person summary")
    page.wait_for_selector("#person-progress li:text-is('Your mistakes: 0 of 1 right')")


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
    page.wait_for_trouble("no opening’s name")
