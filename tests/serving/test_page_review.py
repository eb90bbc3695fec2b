"""Analysing games in the browser: pasted, dropped, chosen; WTHOR files; mistakes, and why."""

from __future__ import annotations

import re
from typing import Any

from support.served_page import MOVES, discs, drop, paste, reload, set_up, show, wait_for_moves
from support.server import Server
from support.wthor_files import wthor_file

from othello.analysis.games import analyse_game
from othello.analysis.openings import opening_of
from othello.board import Board
from othello.game import Game

SHORT = "f5d6c3d3c4f4f6b4e3"


def wait_for_rows(page: Any, number: int) -> None:
    """Wait until a game of so many moves is analysed."""
    page.wait_for_function(
        "(n) => !document.querySelector('#reviewed').hidden"
        " && document.querySelectorAll('#rows tr').length === n",
        arg=number,
    )


def test_a_pasted_game_is_analysed_and_explained(page: Any, server: Server) -> None:
    show(page, server, "#review")
    paste(page, "f5d6c3d3c4f4f6b4e3g7g4f3\nf5f4e3")
    wait_for_rows(page, 12)
    assert page.locator("#game option").count() == 2
    assert page.locator("#graph .bar").count() == 12
    page.click("#next-mistake")
    page.wait_for_selector("#rows tr[aria-current]")
    page.click("#explain-move")
    page.wait_for_selector("#reason:has-text('discs')")
    page.locator("#explained-lines button").first.click()
    page.wait_for_selector("#explained-lines button[aria-pressed=true]")


def test_a_wthor_file_is_dropped_anywhere(page: Any, server: Server) -> None:
    """On the board of another tab. The first of its games is analysed, others when chosen."""
    show(page, server, "#explore/f5")
    drop(page, ("games.WTB", wthor_file(SHORT, MOVES[:10])))
    page.wait_for_selector("#tab-review[aria-selected=true]")
    wait_for_rows(page, 9)
    assert page.locator("#game option").count() == 2
    assert page.text_content("#progress").endswith(opening_of(Game(SHORT)).name)
    page.click("#last")
    wait_for_moves(page, SHORT)
    assert discs(page) == Board.from_moves(SHORT).to_obf()[:64]
    page.select_option("#game", index=1)
    wait_for_rows(page, 5)
    page.click("#last")
    wait_for_moves(page, MOVES[:10])


def test_a_whole_game_of_a_wthor_file(page: Any, server: Server) -> None:
    """Black's and white's accuracy, a verdict for each move, and a graph that leads to it."""
    show(page, server, "#review")
    drop(page, ("one.wtb", wthor_file(MOVES)))
    game = Game(MOVES)
    wait_for_rows(page, len(game.moves))
    assert page.locator("#rows .verdict").count() == len(game.moves)
    assert page.locator("#accuracy tr").count() == 2
    assert "38–26" in page.text_content("#progress")
    box = page.locator("#graph").bounding_box()
    page.click("#graph", position={"x": 0.98 * box["width"], "y": box["height"] / 3})
    assert discs(page) == game.board.to_obf()[:64]


def test_players_stand_at_their_discs(page: Any, server: Server) -> None:
    ggf = "(;GM[Othello]PC[Here]DT[2026]PB[Ada]PW[Bob]TY[8]BO[8 --------------------------"
    ggf += "-O*------*O--------------------------- *]B[f5]W[d6];)"
    show(page, server)
    drop(page, ("game.ggf", ggf.encode()))
    wait_for_rows(page, 2)
    assert page.text_content("#black").split() == ["Ada", "2"]
    assert page.text_content("#white").split() == ["Bob", "2"]
    assert page.text_content("#progress").startswith("Ada – Bob · Here · 2026")
    set_up(page, "startpos")
    page.wait_for_selector("#black:has-text('Black')")


def test_play_and_analyse_and_the_terminal_judge_alike(page: Any, server: Server) -> None:
    """The key moments are those of `othello analyse`, and so is the list, after exploring too."""
    end = "g5g6a3b8d8e8e1f1d7h6h7f2g3a4a8b2f8g7a2h2f7e7a1b1g2b7g1h1h4h8passg8"
    start = Game("d3c5f6f5e6e3c3f3c4b4b3d6c7c2f4g4h3h5d2c6a5e2b5c8c1a6d1b6a7").board
    moves = analyse_game(Game(end, start)).moves
    losses = [float(f"{move.loss:.1f}") for move in moves]
    show(page, server, f"#play/{start.to_obf().replace(' ', '_')}/{end[:-2]}")
    page.select_option("#colour", label="Both sides")
    page.click("#play-on")
    page.click(f"[data-square={end[-2:]}]")
    page.wait_for_selector("#moments button")
    for text in page.locator("#moments button").all_text_contents():
        found = re.search(r"move (\d+): .* −([\d.]+)\)", text)
        assert found and float(found[2]) == losses[int(found[1]) - 1]
    page.click("#analyse-game")
    wait_for_rows(page, len(losses))

    def shown() -> list[float]:
        rows = page.locator("#rows tr").all()
        return [float(row.locator("td").nth(3).text_content() or 0) for row in rows]

    assert shown() == losses
    page.click("#tab-explore")
    page.click("#first")
    page.wait_for_selector("#depth:text-matches('depth 1')")
    page.click("#tab-review")
    page.click("#review-shown")
    page.wait_for_selector("#reviewed:not([hidden])")
    assert shown() == losses


def test_a_dropped_text(page: Any, server: Server) -> None:
    show(page, server)
    drop(page, text="1. f5 f6 2. e6")
    wait_for_rows(page, 3)


def test_the_game_on_the_board_and_a_line_beside_it(page: Any, server: Server) -> None:
    """A move beside the game is a variation; the game's analysis stays."""
    show(page, server, f"#review/{SHORT}")
    wait_for_rows(page, 9)
    page.click("#rows tr:nth-child(2) button")
    page.click("[data-square=c4]")
    wait_for_moves(page, "f5d6c4")
    assert page.locator("#rows tr").count() == 9
    page.click("#rows tr:nth-child(4) button")
    wait_for_moves(page, SHORT[:8])


def test_exploring_while_a_game_is_analysed(page: Any, server: Server) -> None:
    """Both go on; the status is never empty, and the graph's label says who is ahead."""
    show(page, server, "#review")
    assert page.text_content("#status") == "Black to move"
    paste(page, MOVES)
    page.wait_for_selector("#progress:has-text('Analysed')")
    assert page.text_content("#status") == "Black to move"
    page.click("#tab-explore")
    page.wait_for_selector("#best tr")
    page.click("#tab-review")
    assert page.is_hidden("#reviewed"), "it is still analysed"
    assert re.fullmatch(r"Analysed \d+ of 61 moves", str(page.text_content("#progress")))
    page.click("#tab-explore")
    page.wait_for_selector("#best tr")
    page.click("#tab-review")
    wait_for_rows(page, 61)
    label = page.get_attribute("#graph svg", "aria-label")
    assert str(label).startswith("Score by move; it ends at B+12.")


def test_a_line_says_where_it_is(page: Any, server: Server) -> None:
    """Its moves stand once, in the explanation; below the board stands what is shown."""
    show(page, server, "#review/f5d6c3d3c4f4f6b4e3g7g4f3")
    page.click("#next-mistake")
    ply = int(str(page.text_content("#status")).partition(".")[0])
    assert page.is_visible("#lines")
    page.click("#explain-move")
    page.wait_for_selector("#explained-lines button")
    assert page.is_hidden("#lines")
    page.locator("#explained-lines .line").first.locator("button").nth(3).click()
    page.wait_for_selector(f"#status:has-text('Line after move {ply}, move 3 – ')")
    assert re.search(r"(Black|White) to move$", str(page.text_content("#status")))
    page.locator("#explained-lines .line").last.locator("button").nth(1).click()
    page.wait_for_selector(f"#status:has-text('Line after move {ply - 1}, move 2 – ')")


# ---------------------------------------------------------------------- reloads, going back


def test_an_analysis_outlives_a_reload(page: Any, server: Server) -> None:
    """With the list of games, at the same move, even beside the game; nothing is searched."""
    show(page, server, "#review")
    drop(page, ("games.wtb", wthor_file(MOVES[:10], SHORT)))
    wait_for_rows(page, 5)
    page.select_option("#game", index=1)
    wait_for_rows(page, 9)
    about = page.text_content("#progress")
    for moves in ("", SHORT[:8], "f5d6c4"):
        if moves:
            page.keyboard.press("Home")
        for place in range(0, len(moves), 2):
            page.click(f"[data-square={moves[place : place + 2]}]")
        page.add_init_script(
            "const send = WebSocket.prototype.send;"
            "WebSocket.prototype.send = function (text) {"
            "  if (text.includes('analyse')) throw new Error('it is analysed again');"
            "  send.call(this, text); };"
        )
        reload(page)
        wait_for_rows(page, 9)
        assert discs(page) == Board.from_moves(moves).to_obf()[:64]
        assert page.text_content("#progress") == about
        assert page.locator("#game option").count() == 2 and page.input_value("#game") == "1"


def test_a_move_just_before_a_slow_reload_is_kept(page: Any, server: Server) -> None:
    """The address names a move soon after it, perhaps when the page is being loaded again."""
    show(page, server, "#review")
    drop(page, ("game.txt", SHORT.encode()))
    wait_for_rows(page, 9)
    page.route("**/", lambda route: (page.wait_for_timeout(1000), route.continue_()))
    page.keyboard.press("Home")
    page.click("[data-square=f5]")
    page.reload()
    wait_for_rows(page, 9)
    wait_for_moves(page, "f5")
    assert discs(page) == Board.from_moves("f5").to_obf()[:64]


def test_a_move_just_before_a_reload_is_kept(page: Any, server: Server) -> None:
    """Where nothing is analysed, too; on another tab than the address names yet."""
    show(page, server, "#review/f5")
    page.evaluate(
        "() => { window.before = true; document.querySelector('#tab-explore').click();"
        "document.querySelector('[data-square=d6]').click(); location.reload(); }"
    )
    page.wait_for_function(
        "() => !window.before && document.querySelector('main[aria-busy=false]')"
    )
    wait_for_moves(page, "f5d6")
    assert page.get_attribute("#tab-explore", "aria-selected") == "true"
    assert discs(page) == Board.from_moves("f5d6").to_obf()[:64]


def test_the_browsers_back_leads_to_what_was_shown_before(page: Any, server: Server) -> None:
    """To the tab and the board of before, with the analysis; a move is no step."""
    show(page, server, "#explore/f5d6")
    page.click("[data-square=c3]")
    page.click("#tab-review")
    page.wait_for_function("() => location.hash.startsWith('#review')")
    paste(page, SHORT)
    wait_for_rows(page, 9)
    page.click("#rows tr:nth-child(2) button")
    page.wait_for_function("() => location.hash === '#review/f5d6'")  # until then it is one step
    set_up(page, "Tiger")
    page.wait_for_selector("#opening:text-is('Opening: Tiger')")
    page.wait_for_selector("#reviewed", state="hidden")
    wait_for_moves(page, "f5d6c3d3c4")
    page.go_back()
    wait_for_rows(page, 9)
    assert discs(page) == Board.from_moves("f5d6").to_obf()[:64]
    page.go_back()
    page.wait_for_selector("#reviewed", state="hidden")
    page.go_back()
    page.wait_for_selector("#tab-explore[aria-selected=true]")
    assert discs(page) == Board.from_moves("f5d6c3").to_obf()[:64]
    page.go_forward()
    page.go_forward()
    wait_for_rows(page, 9)


def test_arrow_keys_scroll_a_table_that_is_too_wide(page: Any, server: Server) -> None:
    """Where there is room for it they step through the game, as they do elsewhere."""
    show(page, server, f"#review/{SHORT}")
    wait_for_rows(page, 9)
    page.focus("#moves")
    page.keyboard.press("ArrowLeft")
    wait_for_moves(page, SHORT[:-2])
    page.set_viewport_size({"width": 240, "height": 640})
    page.wait_for_function(
        "() => { const m = document.querySelector('#moves');"
        " return m.scrollWidth > m.clientWidth; }"
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#moves').scrollLeft > 0")
    for key in ("Home", "End", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.text_content("#status").startswith("8. ")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    wait_for_moves(page, SHORT)


def test_a_line_that_cannot_be_read_is_said(page: Any, server: Server) -> None:
    """The game before it is analysed."""
    show(page, server, "#review")
    paste(page, "f5d6\nf5xx")
    page.wait_for_selector("#trouble:has-text('text:2')")
    wait_for_rows(page, 2)
