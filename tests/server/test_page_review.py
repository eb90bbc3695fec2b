"""Analysing games in the browser: pasted, dropped, chosen; WTHOR files; mistakes, and why."""

import re
from gzip import compress

import pytest
from support.served_page import MISTAKES, MOVES, ServedPage, place
from support.wthor_files import wthor_file, wthor_files

from othello.analysis.openings import opening_of
from othello.board import Board
from othello.game import Game

SHORT = MISTAKES[:18]


def test_a_pasted_game_is_analysed_and_explained(page: ServedPage) -> None:
    page.show("#review")
    page.paste(f"{MISTAKES}\nf5f4e3")
    page.wait_for_rows(12)
    assert page.count("#game option") == 2
    bars = page.locator("#graph .bar").evaluate_all(
        "all => all.map((e) => [e.getAttribute('height'), e.getBoundingClientRect().height])"
    )
    assert len(bars) == 12 and len({size for size, _ in bars}) > 2
    assert all(drawn == pytest.approx(float(size), abs=0.1) for size, drawn in bars)
    page.click("#next-mistake")
    page.wait_for_selector("#rows tr[aria-current]")
    page.click("#explain-move")
    page.wait_for_selector("#reason:has-text('discs')")
    page.locator("#explained-lines button").first.click()
    page.wait_for_selector("#explained-lines button[aria-pressed=true]")


def test_a_wthor_file_is_dropped_anywhere(page: ServedPage) -> None:
    """On the board of another tab. The first of its games is analysed, others when chosen."""
    page.show("#explore/f5")
    page.drop(("games.WTB", wthor_file(SHORT, MOVES[:10])))
    page.wait_for_tab("review")
    page.wait_for_rows(9)
    assert page.count("#game option") == 2
    assert page.text("#progress").endswith(opening_of(Game(SHORT)).name)
    page.click("#last")
    page.wait_for_moves(SHORT)
    assert page.shows(SHORT)
    page.select_option("#game", index=1)
    page.wait_for_rows(5)
    page.click("#last")
    page.wait_for_moves(MOVES[:10])


def test_a_dropped_text(page: ServedPage) -> None:
    page.show()
    page.drop(text="1. f5 f6 2. e6")
    page.wait_for_rows(3)


# ---------------------------------------------------------------------- reloads, going back


def test_an_analysis_outlives_a_reload(page: ServedPage) -> None:
    """With the list of games, at the same move, even beside the game; nothing is searched."""
    page.show("#review")
    page.drop(("games.wtb", wthor_file(MOVES[:10], SHORT)))
    page.wait_for_rows(5)
    page.select_option("#game", index=1)
    page.wait_for_rows(9)
    about = page.text("#progress")
    for moves in ("", SHORT[:8], "f5d6c4"):
        if moves:
            page.press_keys("Home")
        page.click_on(*re.findall("..", moves))
        page.add_init_script(
            "const send = WebSocket.prototype.send;"
            "WebSocket.prototype.send = function (text) {"
            "  if (text.includes('analyse')) throw new Error('it is analysed again');"
            "  send.call(this, text); };"
        )
        page.reload()
        page.wait_for_rows(9)
        assert page.shows(moves)
        assert page.text("#progress") == about
        assert page.count("#game option") == 2 and page.input_value("#game") == "1"


def test_a_move_just_before_a_slow_reload_is_kept(page: ServedPage) -> None:
    """The address names a move soon after it, perhaps when the page is being loaded again."""
    page.show("#review")
    page.drop(("game.txt", SHORT.encode()))
    page.wait_for_rows(9)
    page.route("**/", lambda route: (page.wait_for_timeout(1000), route.continue_()))
    page.press_keys("Home")
    page.click_on("f5")
    page.reload()
    page.wait_for_rows(9)
    page.wait_for_moves("f5")
    assert page.shows("f5")


def test_the_browsers_back_leads_to_what_was_shown_before(page: ServedPage) -> None:
    """To the tab and the board of before, with the analysis; a move is no step."""
    page.show("#explore/f5d6")
    page.click_on("c3")
    page.click("#tab-review")
    page.wait_for_address("review")
    page.paste(SHORT)
    page.wait_for_rows(9)
    page.click("#rows tr:nth-child(2) button")
    page.wait_for_function("() => location.hash === '#review/f5d6'")  # until then it is one step
    page.set_up("Tiger")
    page.wait_for_selector("#opening:text-is('Opening: Tiger')")
    page.wait_for_selector("#reviewed", state="hidden")
    page.wait_for_moves("f5d6c3d3c4")
    page.go_back()
    page.wait_for_rows(9)
    assert page.shows("f5d6")
    page.go_back()
    page.wait_for_selector("#reviewed", state="hidden")
    page.go_back()
    page.wait_for_tab("explore")
    assert page.shows("f5d6c3")
    page.go_forward()
    page.go_forward()
    page.wait_for_rows(9)


def test_a_step_is_one_from_the_first_moment_on(page: ServedPage) -> None:
    """Back and forward lead to it, and to a move made just before; so does back from elsewhere."""
    page.show("#explore/f5d6")
    page.wait_for_function("() => history.state")
    page.click("#tab-review")
    page.go_back()
    page.wait_for_tab("explore")
    page.go_forward()
    page.wait_for_tab("review")
    page.click_on("c3")
    page.go_back()
    page.wait_for_tab("explore")
    page.go_forward()
    page.wait_for_tab("review")
    assert page.shows("f5d6c3")
    page.click_on("d3")
    page.goto("about:blank")
    page.go_back()
    page.wait_until_ready()
    page.wait_for_moves("f5d6c3d3")
    assert page.shows("f5d6c3d3")


def test_arrow_keys_scroll_a_table_that_is_too_wide(page: ServedPage) -> None:
    """Where there is room for it they step through the game, as they do elsewhere."""
    page.show(f"#review/{SHORT}")
    page.focus("#moves")
    page.press_keys("ArrowLeft")
    page.wait_for_moves(SHORT[:-2])
    page.set_viewport_size({"width": 240, "height": 640})
    page.wait_for_function(
        "() => { const m = document.querySelector('#moves');"
        " return m.scrollWidth > m.clientWidth; }"
    )
    page.press_keys("ArrowRight")
    page.wait_for_function("() => document.querySelector('#moves').scrollLeft > 0")
    page.press_keys("Home", "End", "ArrowLeft")
    assert page.text("#status").startswith("8. ")
    page.evaluate("() => document.activeElement.blur()")
    page.press_keys("ArrowRight")
    page.wait_for_moves(SHORT)


# ---------------------------------------------------------------------- files and links


def listed(page: ServedPage) -> list[str]:
    return page.texts("#game option")


def test_files_of_gzip_are_unpacked(page: ServedPage) -> None:
    page.show("#review")
    page.drop(("one.wtb.gz", compress(wthor_file(SHORT))), ("two.txt.gz", compress(b"f5f4")))
    page.wait_for_selector("#game option:nth-child(2)", state="attached")
    assert [text.partition(" ")[0] for text in listed(page)] == ["1.", "2."]


def test_a_damaged_file_of_gzip_is_said_alone(page: ServedPage) -> None:
    """By its name; the others are listed."""
    page.show("#review")
    page.drop(("bad.txt.gz", compress(b"f5f6")[:-9]), ("two.txt.gz", compress(b"f5f4")))
    page.wait_for_trouble("bad.txt.gz:")
    assert len(listed(page)) == 1 and page.count("#rows tr") <= 2


def test_several_files_are_one_list(page: ServedPage) -> None:
    """What cannot be read is said with its file's name; the others are listed."""
    files = wthor_files(SHORT, ("Ada", "Bob"))
    page.show("#review")
    page.fill("#paste", "f5f6")
    given = [("one" + end, content) for end, content in files.items()]
    given += [("two.txt", b"f5f4"), ("bad.txt", b"hello")]
    page.drop(*given)
    page.wait_for_trouble("bad.txt: ")
    assert listed(page) == ["1. Ada – Bob 58–6 · Open", "2. Black – White"]
    assert page.input_value("#paste") == "", "it is not what is shown"


def test_the_link_names_the_whole_game_that_is_analysed(page: ServedPage) -> None:
    """Wherever in it one stands."""
    page.show("#review")
    page.paste(MISTAKES)
    page.wait_for_rows()
    for name in ("first", "forward"):
        page.click(f"#{name}", force=True)
        assert page.copy("Link", "http") == f"{page.address}#review/{MISTAKES}"


def test_links_to_the_page(page: ServedPage) -> None:
    """A link to an analysis analyses; in both fields for texts, links are positions and games."""
    page.show(f"#review/{SHORT}")
    start = place(Board.from_moves("f5d6"))
    page.set_up(f"{page.address}#explore/{start}/c3")
    page.wait_for_moves("c3")
    assert page.shows("f5d6c3")
    page.paste(f"https://elsewhere.example/#explore/{SHORT[:6]}")
    page.wait_for_selector("#rows tr:nth-child(3)")
    page.paste("f5d6\n\nd3c5")
    page.wait_for_selector("#game option:nth-child(2)", state="attached")
    page.paste(f"{page.address}#explore/{SHORT[:8]}")
    page.wait_for_selector("#rows tr:nth-child(4)")
    assert page.is_hidden("#chooser"), "the list has other games"
    page.click("#clear-paste")
    assert page.input_value("#paste") == ""
    page.click("#tab-explore")
    page.evaluate("() => { location.hash = '#review/f5f6e6f4'; }")
    page.wait_for_tab("review")
    page.wait_for_selector("#rows tr:nth-child(4)")
