"""Analysing games in the browser: pasted, dropped, chosen; WTHOR files; mistakes, and why."""

import re
from base64 import b64encode
from gzip import compress

import pytest
from support.known_games import WIPEOUT
from support.served_page import DROP, MISTAKES, MOVES, OpenPage, ServedPage, place
from support.wthor_files import wthor_file, wthor_files

from othello.analysis.games import analyse_game
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


def test_names_of_colours_are_in_the_language_of_the_moment(page: ServedPage) -> None:
    """Of a game, too, that was opened in another one, and does not name its players."""
    page.show("#review")
    page.paste("f5d6c3")
    page.wait_for_rows(3)
    page.select_option("#language", "fr")
    assert [page.text(f"#{side} .name") for side in ("black", "white")] == ["Noir", "Blanc"]


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


def test_a_whole_game_of_a_wthor_file(page: ServedPage) -> None:
    """Black's and white's accuracy, a verdict for each move, and a graph that leads to it."""
    page.show("#review")
    page.drop(("one.wtb", wthor_file(MOVES)))
    game = Game(MOVES)
    page.wait_for_rows(len(game.moves))
    assert page.count("#rows .verdict") == len(game.moves)
    assert page.count("#accuracy tr") == 2
    assert "38–26" in page.text("#progress")
    box = page.box("#graph")
    page.click("#graph", position={"x": 0.98 * box["width"], "y": box["height"] / 3})
    assert page.shows(game.board)


def test_players_stand_at_their_discs(page: ServedPage) -> None:
    ggf = "(;GM[Othello]PC[Here]DT[2026]PB[Ada]PW[Bob]TY[8]BO[8 --------------------------"
    ggf += "-O*------*O--------------------------- *]B[f5]W[d6];)"
    page.show()
    page.drop(("game.ggf", ggf.encode()))
    page.wait_for_rows(2)
    assert page.text("#black").split() == ["Ada", "2"]
    assert page.text("#white").split() == ["Bob", "2"]
    assert page.text("#progress").startswith("Ada – Bob · Here · 2026")
    page.set_up("startpos")
    page.wait_for_selector("#black:has-text('Black')")


def test_play_and_analyse_and_the_terminal_judge_alike(page: ServedPage) -> None:
    """The key moments are those of `othello analyse`, and so is the list, after exploring too."""
    end = "g5g6a3b8d8e8e1f1d7h6h7f2g3a4a8b2f8g7a2h2f7e7a1b1g2b7g1h1h4h8passg8"
    start = Game("d3c5f6f5e6e3c3f3c4b4b3d6c7c2f4g4h3h5d2c6a5e2b5c8c1a6d1b6a7").board
    moves = analyse_game(Game(end, start)).moves
    losses = [float(f"{move.loss:.1f}") for move in moves]
    page.begin(f"{place(start)}/{end[:-2]}", colour="Both sides")
    page.click_on(end[-2:])
    page.wait_for_selector("#moments button")
    for text in page.texts("#moments button"):
        found = re.search(r"move (\d+): .* −([\d.]+)\)", text)
        assert found and float(found[2]) == losses[int(found[1]) - 1]
    page.click("#analyse-game")
    page.wait_for_rows(len(losses))

    def shown() -> list[float]:
        return [float(text or 0) for text in page.texts("#rows td:nth-child(4)")]

    assert shown() == losses
    page.click("#tab-explore")
    page.click("#first")
    page.wait_for_selector("#depth:text-matches('depth 1')")
    page.click("#tab-review")
    page.click("#review-shown")
    page.wait_for_selector("#reviewed:not([hidden])")
    assert shown() == losses


def test_the_move_before_a_pass_is_shown(page: ServedPage) -> None:
    """The pass, which is its next move, is not played at once as in a game."""
    moves = [str(move) for move in Game(MOVES).moves]
    ply = moves.index("pass")
    page.show(f"#review/{MOVES.replace('pass', '')}")
    page.click(f"#rows tr:nth-child({ply})")
    assert page.text("#status").startswith(f"{ply}. black {moves[ply - 1]} – ")
    page.click("#lines p:has-text('After ') + .line button")
    assert page.text("#status").startswith(f"{ply}. black {moves[ply - 1]} – ")
    page.press_keys("ArrowRight")
    assert page.text("#status").startswith(f"{ply + 1}. white pass – ")


def test_a_dropped_text(page: ServedPage) -> None:
    page.show()
    page.drop(text="1. f5 f6 2. e6")
    page.wait_for_rows(3)


def test_the_game_on_the_board_and_a_line_beside_it(page: ServedPage) -> None:
    """A move beside the game is a variation; the game's analysis stays."""
    page.show(f"#review/{SHORT}")
    page.click("#rows tr:nth-child(2) button")
    page.click_on("c4")
    page.wait_for_moves("f5d6c4")
    assert page.count("#rows tr") == 9
    page.click("#rows tr:nth-child(4) button")
    page.wait_for_moves(SHORT[:8])


def test_exploring_while_a_game_is_analysed(page: ServedPage) -> None:
    """Both go on until one is stopped; the status is never empty, the graph says who is ahead."""
    page.show("#review")
    assert page.text("#status") == "Black to move"
    page.paste(MOVES)
    page.click("#stop")
    page.wait_for_selector("#progress:has-text('Stopped')")
    assert page.is_hidden("#stop")
    page.click("#review-shown")
    page.wait_for_selector("#progress:has-text('Analysed')")
    assert page.text("#status") == "Black to move"
    page.click("#tab-explore")
    page.wait_for_selector("#best tr")
    page.click("#tab-review")
    assert page.is_hidden("#reviewed"), "it is still analysed"
    assert re.fullmatch(r"Analysed \d+ of 61 moves", page.text("#progress"))
    page.click("#tab-explore")
    page.wait_for_selector("#best tr")
    page.click("#tab-review")
    page.wait_for_rows(61)
    assert page.is_hidden("#stop")
    label = page.get_attribute("#graph svg", "aria-label")
    assert str(label).startswith("Score by move; it ends at B+12.")


def test_a_line_says_where_it_is(page: ServedPage) -> None:
    """Its moves stand once, in the explanation; below the board stands what is shown."""
    page.show(f"#review/{MISTAKES}")
    page.click("#next-mistake")
    ply = int(page.text("#status").partition(".")[0])
    assert page.is_visible("#lines")
    page.click("#explain-move")
    page.wait_for_selector("#explained-lines button")
    assert page.is_hidden("#lines")
    page.locator("#explained-lines .line").first.locator("button").nth(3).click()
    page.wait_for_selector(f"#status:has-text('Line after move {ply}, move 3 – ')")
    assert re.search(r"(Black|White) to move$", page.text("#status"))
    page.locator("#explained-lines .line").last.locator("button").nth(1).click()
    page.wait_for_selector(f"#status:has-text('Line after move {ply - 1}, move 2 – ')")


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


def test_a_move_just_before_a_reload_is_kept(page: ServedPage) -> None:
    """Where nothing is analysed, too; on another tab than the address names yet."""
    page.show("#review/f5")
    page.evaluate(
        "() => { window.before = true; document.querySelector('#tab-explore').click();"
        "document.querySelector('[data-square=d6]').click(); location.reload(); }"
    )
    page.wait_for_function("() => !window.before")
    page.wait_until_ready()
    page.wait_for_tab("explore")
    page.wait_for_moves("f5d6")
    assert page.shows("f5d6")


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


def test_a_line_that_cannot_be_read_is_said(page: ServedPage) -> None:
    """The game before it is analysed."""
    page.show("#review")
    page.paste("f5d6\nf5xx")
    page.wait_for_trouble("text:2")
    page.wait_for_rows(2)


# ---------------------------------------------------------------------- files and links


def listed(page: ServedPage) -> list[str]:
    return page.texts("#game option")


def test_a_player_is_found_in_a_file_of_wthor(page: ServedPage) -> None:
    """The names come with the games or after them; a search needs no accents, nor capitals."""
    players = [("Ada", f"Player {number}") for number in range(40)] + [("Dédé", "Ada")]
    files = wthor_files(SHORT, *players)
    page.show("#review")
    page.open_files(("WTH_2026.wtb", files[".wtb"]))
    page.wait_for_selector("#game option")
    assert listed(page)[0] == "1. Black – White 58–6"
    page.open_files(("WTH.JOU", files[".jou"]), ("WTH.TRN", files[".trn"]))
    page.wait_for_selector("#game option:has-text('Ada – Player 0 58–6 · Open')", state="attached")
    page.fill("#find", "ADA dede")
    assert page.text("#matches") == "Games found: 1 of 41"
    page.select_option("#game", index=0)
    page.wait_for_selector("#progress:has-text('Dédé – Ada 58–6 · Open')")
    assert page.text("#black").split()[0] == "Dédé"
    page.fill("#find", "")
    assert len(listed(page)) == 41 and page.input_value("#game") == "40"


def test_the_list_is_searched_in_the_language_of_the_moment(page: ServedPage) -> None:
    page.show("#review")
    page.drop(text="f5d6c3\n\nf5d6c4")
    page.wait_for_rows(3)
    page.select_option("#language", "fr")
    page.fill("#find", "noir")
    assert len(listed(page)) == 2
    page.fill("#find", "black")
    assert not listed(page)


SGF_WITH_REMARKS = "(;GM[2]FF[4]SZ[8];B[f5]C[great move];W[d6](;B[c3];W[d3])(;B[c5];W[f6]))"


@pytest.mark.parametrize(
    ("way", "text", "what"),
    [
        ("paste", SGF_WITH_REMARKS, "comments, variations"),
        ("file", SGF_WITH_REMARKS, "comments, variations"),
        ("set_up", SGF_WITH_REMARKS, "comments, variations"),
        ("paste", "(;GM[Othello]C[a game]TY[8]B[F5]W[D6];)", "comments"),
        ("paste", "(;GM[Othello]TY[8]B[F5]C[a move]W[D6];)", "comments"),
        ("set_up", "f5 D6 {good} c3", "comments"),
    ],
)
def test_what_is_left_out_of_a_game_is_said(
    page: ServedPage, way: str, text: str, what: str
) -> None:
    page.show("#review")
    if way == "file":
        page.open_files(("a.sgf", text.encode()))
    else:
        getattr(page, way)(text)
    page.wait_for_selector(f"#trouble:text-is('Left out: {what}')")


@pytest.mark.parametrize("way", ["paste", "file"])
def test_lines_of_words_are_no_faults(page: ServedPage, way: str) -> None:
    """Headings and names are said to be left out, apart from what cannot be read."""
    text = "Round 1\nAda - Bob 40-24\nf5d6c3\n\nf5a1\n"
    page.show("#review")
    if way == "file":
        page.open_files(("a.txt", text.encode()))
    else:
        page.paste(text)
    page.wait_for_trouble("Some of it cannot be read:")
    unread, _, left_out = page.text("#trouble").partition("Lines without moves, left out: ")
    assert "illegal move 'a1'" in unread and unread.count("\n") == 2
    assert left_out.startswith("'Round 1', 'Ada - Bob 40-24' (names stand on lines such as")


def test_a_result_that_the_moves_contradict_is_said(page: ServedPage) -> None:
    """Where the game is read, where it is named, and where it is copied with that result."""
    told = "Please check: {}stated result +12, but the final position says +64"
    page.show("#review")
    page.paste(f"Black: Ann\n{WIPEOUT} +12")
    page.wait_for_selector(f"#trouble:text-is('{told.format('text: game 1: ')}')")
    page.wait_for_rows()
    assert page.text("#progress").startswith("Ann – White 64–0 (stated: +12)")
    page.copy("GGF", "(;")
    page.wait_for_selector(f"#copy-note:has-text('{told.format('')}')")
    page.paste(f"{WIPEOUT} 70-10")
    page.wait_for_trouble("stated result 70-10, but the final position says 64-0")
    page.wait_for_rows()
    page.wait_for_selector("#progress:has-text('Black – White 64–0 (stated: 70-10)')")
    page.copy("SGF", "(;")
    page.wait_for_selector("#copy-note:has-text('says 64-0, which is written')")
    page.paste("f5d6c3d3 40-30")
    page.wait_for_rows(4)
    page.copy("SGF", "(;")
    page.wait_for_selector("#copy-note:has-text('Please check: left out the headers Result')")


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


def test_what_is_dropped_last_is_shown(page: ServedPage) -> None:
    """With its list, although a position that was dropped before leads to another tab."""
    page.show("#review")
    games = b64encode(b"f5f4\n\nf5f6e6\n\nf5d6").decode()
    both = [[[], Board("f5").to_obf(), "#grid"], [[["three.txt", games]], "", "#grid"]]
    page.evaluate(f"(all) => all.forEach({DROP})", both)
    page.wait_for_selector("#matches:text-is('Games found: 3 of 3')")
    page.wait_for_rows(2)


NOTE_PROGRESS = """() => {
  window.told = [];
  const [progress, matches] = ["#progress", "#matches"].map((s) => document.querySelector(s));
  const observe = (place, note) => new MutationObserver(note).observe(place, { childList: true });
  observe(matches, () => window.told.push("read"));
  observe(progress, () => window.told.push(progress.textContent));
}"""


def test_that_games_are_read_is_said_while_another_is_analysed(page: ServedPage) -> None:
    """They are shown in this tab, wherever one went meanwhile."""
    page.show("#review")
    page.paste(MOVES)
    page.wait_for_selector("#progress:has-text('Analysed ')")
    page.evaluate(NOTE_PROGRESS)
    page.drop(("many.wtb", wthor_file(*[MOVES] * 4000)))
    page.click("#tab-explore")
    page.wait_for_selector("#matches:text-is('Games found: 4000 of 4000')")
    told = page.evaluate("window.told")
    assert set(told[told.index("Reading …") : told.index("read")]) == {"Reading …"}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("bad.txt", b"hello", "no game: bad.txt:1: "),
        ("part.txt", b"f5d6\nf5xx", "part.txt:2: "),
        ("bad.wtb", b"no games at all", "no game: bad.wtb: "),
        ("large.txt", b"f5" * 600_000, "large.txt: This is too large"),
    ],
)
def test_a_fault_names_its_file(page: ServedPage, name: str, content: bytes, said: str) -> None:
    page.show("#review")
    page.drop((name, content))
    page.wait_for_trouble(f"{said}")


def test_names_alone_ask_for_the_games(page: ServedPage) -> None:
    page.show("#review")
    page.open_files(("a.jou", wthor_files(SHORT, ("Ada", "Bob"))[".jou"]))
    page.wait_for_trouble("open the games (.wtb) as well")


@pytest.mark.parametrize("form", ["obf", "fen", "rows", "Tiger"])
@pytest.mark.parametrize("way", ["paste", "file"])
def test_a_position_in_any_form(page: ServedPage, way: str, form: str) -> None:
    """It is explored; an opening's moves are judged."""
    board = Board.from_moves("f5d6c3")
    texts = {"obf": board.to_obf(), "fen": board.to_fen(), "rows": str(board)}
    text = texts.get(form, form) + "\n"
    page.show("#review")
    if way == "file":
        page.open_files(("a.txt", text.encode()))
    else:
        page.paste(text)
    if form == "Tiger":
        page.wait_for_rows(5)
        return
    page.wait_for_tab("explore")
    assert page.shows(board)


def test_each_position_of_a_file_can_be_chosen(page: ServedPage) -> None:
    lines = [Board.from_moves(moves).to_obf() for moves in ("f5d6c3", "f5f6")]
    page.show("#review")
    page.open_files(("two.obf", "\n".join(lines).encode()))
    page.wait_for_selector("#progress:has-text('see the scores in Explore')")
    assert listed(page) == ["1. White to move", "2. Black to move"]
    page.select_option("#game", index=1)
    assert page.shows("f5f6")


def test_the_link_names_the_whole_game_that_is_analysed(page: ServedPage) -> None:
    """Wherever in it one stands."""
    page.show("#review")
    page.paste(MISTAKES)
    page.wait_for_rows()
    for name in ("first", "forward"):
        page.click(f"#{name}", force=True)
        assert page.copy("Link", "http") == f"{page.address}#review/{MISTAKES}"


@pytest.mark.parametrize("way", ["paste", "set_up"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://www.google.com/search?q=f5d6", "Only addresses of this page are understood: {}"),
        ("google.com", "Only addresses of this page are understood: {}"),
        ("Tigre", "or the opening"),
    ],
)
def test_what_cannot_be_opened_says_what_can(
    page: ServedPage, way: str, text: str, said: str
) -> None:
    page.show("#review")
    getattr(page, way)(text)
    page.wait_for_trouble(said.format(text))


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


@pytest.mark.parametrize(
    ("stated", "shown"),
    [("40-24", "40–24"), ("+16", "40–24"), ("W+4", "30–34"), ("B+R", "B+R"), ("B+5", "B+5")],
)
def test_results_are_in_one_notation(page: ServedPage, stated: str, shown: str) -> None:
    """Black's discs and white's; but who won early is told as it is stated, and odd differences."""
    page.show("#review")
    page.paste(f"(;GM[2]FF[4]SZ[8]PB[Ann]PW[Bob]RE[{stated}];B[f5];W[d6])")
    page.wait_for_selector(f"#progress:has-text('Ann – Bob {shown} ')")


def test_results_have_the_letters_of_the_readers_language(open_page: OpenPage) -> None:
    """In French "B" is white."""
    page = open_page(locale="fr")
    page.show("#review")
    known = {"B+R": "N+R", "W+T": "B+T", "W+5": "B+5", "W+4": "30–34", "+16": "40–24"}
    page.paste("".join(f"(;GM[2]PB[Ann]PW[Bob]RE[{stated}];B[f5])" for stated in known))
    page.wait_for_rows(1)
    shown = [f"{number}. Ann – Bob {result}" for number, result in enumerate(known.values(), 1)]
    assert listed(page) == shown
    page.paste(f"Black: Ann\n{WIPEOUT} W+4")
    page.wait_for_selector("#progress:has-text('Ann – Blanc 64–0 (indiqué : B+4)')")
