"""The page of analysed games, in a real browser: stepping, lines, names that look like markup."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from support.chromium import DESKTOP, PHONE, quiet_page, serious_faults, width_needed
from support.cli_process import written
from support.known_games import PLAYED

from othello.analysis.book_entry import book_path
from othello.analysis.games import analyse_game
from othello.analysis.moves import GameAnalysis, accuracy_by_phase
from othello.analysis.openings import opening_of
from othello.analysis.page import analysis_page, title_of
from othello.board import Board
from othello.book import Book
from othello.bookmaking import BookBuilder
from othello.engine import Engine, Limits
from othello.game import Game
from othello.operations.analyse import Analysed

DISCS = {"#16191c": "X", "#f8f6f0": "O"}
"""The sides, by the colour in which their discs are drawn."""

ATTACK = "</script><script>window.attacked = 1</script><img src=x onerror='window.attacked = 1'>"
HEADERS = {"Black": f"Ada {ATTACK}", "White": 'Bob & "Co" <!--', "Event": ATTACK, "Date": "1984"}


def analyses() -> list[GameAnalysis]:
    games = [Game(PLAYED, headers=HEADERS), Game("f5d6c3")]
    with Engine(hash_mb=4, endgame_depth=12) as engine:
        first, second = (analyse_game(game, engine, Limits(depth=3)) for game in games)
    return [first._replace(comments=[ATTACK, "a usual move", ATTACK]), second]


ANALYSES = analyses()


class Elements(HTMLParser):
    """The elements of a page and the texts of its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.scripts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)

    def handle_data(self, data: str) -> None:
        if self.names and self.names[-1] == "script":
            self.scripts.append(data)


# ---------------------------------------------------------------------- the text of the page


def test_what_files_say_is_no_markup() -> None:
    elements, plain = Elements(analysis_page(ANALYSES)), Elements(analysis_page([ANALYSES[1]]))
    assert elements.names == plain.names, "no element comes from a name"
    shown = json.loads(elements.scripts[0])[0]
    assert shown["title"] == title_of(ANALYSES[0].game) and ATTACK in shown["title"]
    assert shown["comments"][2] == shown["event"].removesuffix(", 1984") == ATTACK


def test_accuracy_is_rounded_as_in_the_table() -> None:
    elements = Elements(analysis_page(ANALYSES))
    shown = json.loads(elements.scripts[0])[0]["accuracy"]
    for side, name in (("X", "black"), ("O", "white")):
        for phase, accuracy in accuracy_by_phase(ANALYSES[0].moves, side).items():
            assert shown[name][phase]["percent"] == accuracy.whole_percent
            assert shown[name][phase]["mean_loss"] == accuracy.tenths_lost
    table = Analysed(ANALYSES[0]).text
    assert f"all {shown['black']['all']['percent']} % (loss " in table


def test_nothing_is_loaded_from_elsewhere() -> None:
    page = analysis_page(ANALYSES[1])
    assert page == analysis_page([ANALYSES[1]])
    assert not re.search(r"(?:src|href)=|@import|url\(|fetch\(", page)
    assert "default-src 'none'" in page


@pytest.mark.parametrize(
    ("game", "title"),
    [
        (Game("f5", headers={"White": "me", "Black": ""}), "Black – me"),
        (Game(PLAYED, headers={"Black": "x", "White": "y"}), "x – y 38–26"),
        (Game("f5", headers={"White": "me", "Result": "W+R"}), "Black – me W+R"),
        (Game("f5", headers={"Result": "?"}), "Black – White"),
    ],
)
def test_titles(game: Game, title: str) -> None:
    assert title_of(game) == title


# ---------------------------------------------------------------------- in a browser


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The page as a file."""
    return written(tmp_path / "games.html", analysis_page(ANALYSES))


@pytest.fixture
def page(browser: Any, file: Path) -> Iterator[Any]:
    """The page, opened as a double click would; it asks for nothing but itself."""
    with quiet_page(browser, file.as_uri()) as opened:
        opened.goto(file.as_uri())
        yield opened


def squares(page: Any) -> str:
    """Return the 64 squares as they are drawn, by the colours of the circles."""
    found: list[list[Any]] = page.evaluate(
        "[...document.querySelectorAll('#pieces circle')].map((c) =>"
        "[(c.getAttribute('cx') - 42.5) / 45, (c.getAttribute('cy') - 42.5) / 45,"
        " c.getAttribute('fill')])"
    )
    discs = {8 * rank + file: DISCS[fill] for file, rank, fill in found if fill in DISCS}
    return "".join(discs.get(square, "-") for square in range(64))


def drawn(board: Board) -> str:
    """Return what `squares` returns where a page shows this position."""
    return board.to_obf()[:64]


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def text(page: Any, selector: str) -> str:
    shown: str = page.evaluate(f"document.querySelector({selector!r}).innerText")
    return shown


def test_stepping_shows_every_position(page: Any) -> None:
    positions = ANALYSES[0].game.positions()
    assert squares(page) == drawn(Board())
    right, left = "ArrowRight", "ArrowLeft"
    # There is nothing behind the end.
    for key, ply in ((right, 1), (right, 2), (right, 3), (left, 2), ("End", -1), (right, -1)):
        press(page, key)
        assert squares(page) == drawn(positions[ply])
    press(page, "Home")
    # Boards after a move and after a pass, as the page's script computes them.
    walked = page.evaluate(
        "games[0].moves.map((_, i) => { go(i + 1); return positionShown().squares.join(''); })"
    )
    assert walked == [*map(drawn, positions[1:])]


def test_buttons_slider_and_rows(page: Any) -> None:
    positions = ANALYSES[0].game.positions()
    for button, ply in (("last", -1), ("back", -2), ("first", 0), ("forward", 1)):
        page.click(f"#{button}")
        assert squares(page) == drawn(positions[ply])
    page.evaluate("document.getElementById('slider').focus()")
    press(page, "ArrowRight")
    assert squares(page) == drawn(positions[2]), "one step, not two"
    page.click("#rows tr:nth-child(20) button")
    assert squares(page) == drawn(positions[20])
    page.evaluate("document.querySelector('#rows tr:nth-child(30) button').focus()")
    press(page, "Enter")
    assert squares(page) == drawn(positions[30])
    press(page, "ArrowRight")
    assert text(page, "[aria-current=step]").split()[0] == "31"
    graph = page.locator("#graph").bounding_box()
    page.click("#graph", position={"x": 0.98 * graph["width"], "y": graph["height"] / 2})
    assert squares(page) == drawn(positions[-1]), "the graph leads to the last move"


def test_lines_of_play(page: Any) -> None:
    number, move = next((n, m) for n, m in enumerate(ANALYSES[0].moves) if m.loss >= 4 and m.exact)
    page.evaluate(f"go({number + 1})")
    status = text(page, "#status")
    for said in (move.verdict, "proven", f"{move.best.move} was better", f"Lost {move.loss} discs"):
        assert said in status
    last = len(move.best.pv)
    page.click(f"#lines .line button:nth-child({last})")
    end = Board.from_moves(move.best.pv, start=move.board)
    assert squares(page) == drawn(end) and end.is_over
    press(page, "ArrowRight")
    after = ANALYSES[0].game.positions()[number + 1]
    assert squares(page) == drawn(after), "and back to the game"


def test_stepping_within_a_line(page: Any) -> None:
    """→ and ← walk along the line; at its ends they lead back to the game, as Esc does anywhere."""
    number, move = next((n, m) for n, m in enumerate(ANALYSES[0].moves) if len(m.best.pv) > 4)
    page.evaluate(f"go({number + 1})")
    in_the_game = drawn(ANALYSES[0].game.positions()[number + 1])
    pv = move.best.pv if move.verdict not in ("best", "forced") else move.played.pv
    line = [drawn(Board.from_moves(pv[:n], start=move.board)) for n in range(len(pv) + 1)]
    page.click("#lines .line button:nth-child(1)")
    for step in (2, 3, 4):
        press(page, "ArrowRight")
        assert squares(page) == line[step]
        assert text(page, "#lines [aria-pressed=true]") == str(pv[step - 1])
    page.click("#back")
    assert squares(page) == line[3]
    press(page, "ArrowLeft", "ArrowLeft")
    assert squares(page) == line[1]
    press(page, "ArrowLeft")
    assert squares(page) == in_the_game and page.evaluate("shown.line === null")
    page.click("#lines .line button:nth-child(3)")
    press(page, "Escape")
    assert squares(page) == in_the_game
    assert page.evaluate("document.querySelectorAll('#lines [aria-pressed=true]').length") == 0


def test_players_stand_at_their_discs(page: Any) -> None:
    for side, name in (("black", HEADERS["Black"]), ("white", HEADERS["White"])):
        assert text(page, f"#{side}").split() == [*name.split(), "2"]
    page.evaluate("choose(1)")
    assert text(page, "#black").split() == ["Black", "2"]
    page.set_viewport_size(PHONE)
    page.evaluate("choose(0)")
    assert width_needed(page) <= PHONE["width"], "long names fit"
    page.evaluate("games[0].white = 'Bob'; choose(0)")
    assert page.evaluate(
        "(() => { const name = document.querySelector('#white .name');"
        " return name.scrollWidth <= name.clientWidth; })()"
    ), "a short name is whole beside a long one"


def test_on_a_phone_the_moves_come_first(page: Any) -> None:
    page.set_viewport_size(PHONE)
    tops = page.evaluate(
        "['moves', 'graph', 'accuracy'].map((n) =>"
        " document.getElementById(n).getBoundingClientRect().top)"
    )
    assert tops[0] < tops[1] < tops[2]
    below = page.evaluate(
        "document.getElementById('moves-section').getBoundingClientRect().top -"
        " document.getElementById('playing').getBoundingClientRect().bottom"
    )
    assert 0 <= below < 40, "right behind the board"
    page.set_viewport_size(DESKTOP)
    assert page.evaluate(
        "document.getElementById('graph').getBoundingClientRect().top <"
        " document.getElementById('moves').getBoundingClientRect().top"
    )


def test_what_is_written(page: Any) -> None:
    assert text(page, "h1") == title_of(ANALYSES[0].game)
    opening = opening_of(ANALYSES[0].game)
    assert opening is not None and text(page, "#event").endswith(f" · {opening.name}")
    assert text(page, "#remark") == ATTACK and ATTACK in text(page, "#event")
    for move in ANALYSES[0].moves:
        row = text(page, f"#rows tr:nth-child({move.ply})")
        for said in (str(move.move), move.verdict):
            assert said in row, row
        known = "proven" if move.exact else f"± {move.error:.1f}"
        score = page.locator(f"#rows tr:nth-child({move.ply}) td:nth-child(3) span")
        assert known in score.get_attribute("title")
        if not move.exact and move.loss:  # the difference of two scores that are rounded
            assert abs(float(row.split("\t")[3]) - move.loss) <= 0.1 + 1e-9, row
    accuracy = accuracy_by_phase(ANALYSES[0].moves, "X")["endgame"]
    assert f"{accuracy.whole_percent} %" in text(page, "#accuracy tr").replace("\xa0", " ")
    assert page.evaluate("window.attacked === undefined && document.images.length === 0")


def test_a_book_beside_the_engine(browser: Any, tmp_path: Path) -> None:
    with BookBuilder(tmp_path / "a.book", 2, hash_mb=1) as builder:
        builder.grow(positions=30)
    analysis = analyse_game(Game("f5d6c3d3"), limits=Limits(depth=1))
    with Book(tmp_path / "a.book") as book:
        path = book_path(book, analysis)
        file = written(tmp_path / "games.html", analysis_page([analysis, ANALYSES[0]], book))
    left, first = path.left, path.moves[0]
    assert left is not None and path.instead is not None and first is not None
    with quiet_page(browser, file.as_uri()) as page:
        page.goto(file.as_uri())
        assert text(page, "#event").endswith(f" · {path.text}")
        assert text(page, "#rows tr").endswith(f"\tB+{first.score:.1f}")
        assert text(page, f"#rows tr:nth-child({left + 1})").endswith("\tleft here")
        page.evaluate("go(1)")
        assert "\nBook: " in text(page, "#status")
        page.evaluate(f"go({left + 1})")
        assert f"Not in the book, which has {path.instead.move}: " in text(page, "#status")
        assert page.locator("#book-head").is_visible()
        page.set_viewport_size(PHONE)
        assert width_needed(page) <= PHONE["width"]


def test_the_other_game(page: Any) -> None:
    page.evaluate(
        "game.value = 1; game.dispatchEvent(new Event('change')); document.activeElement.blur()"
    )
    assert text(page, "h1") == "Black – White"
    press(page, "End")
    assert squares(page) == drawn(ANALYSES[1].game.board)
    assert page.evaluate("rows.children.length") == 3


def test_an_address_of_a_position(browser: Any, file: Path) -> None:
    for fragment, game, ply in (("#2.2", 1, 2), ("#1.40", 0, 40), ("#1", 0, 0), ("#9.x", 0, 0)):
        with quiet_page(browser, file.as_uri()) as page:
            page.goto(file.as_uri() + fragment)
            assert squares(page) == drawn(ANALYSES[game].game.positions()[ply])


def test_the_address_of_an_open_page(page: Any) -> None:
    """It is written soon after a step, and not over one that was typed meanwhile."""
    page.evaluate(
        "() => { document.querySelector('#forward').click();"
        "const until = performance.now() + 500; while (performance.now() < until);"
        "location.hash = '#2.2'; }"
    )
    page.wait_for_function("() => game.value === '1'")
    assert squares(page) == drawn(ANALYSES[1].game.positions()[2])
    press(page, "ArrowLeft")
    page.wait_for_function("() => location.hash === '#2.1'")


def test_no_other_script_runs(browser: Any, file: Path) -> None:
    """The page's policy forbids it, and says so to the console of the browser."""
    page = browser.new_page()
    page.goto(file.as_uri())
    with page.expect_console_message() as refusal:
        page.evaluate(
            "(() => { const script = document.createElement('script');"
            "script.textContent = 'window.attacked = 1'; document.body.append(script); })()"
        )
    assert "Content Security Policy" in refusal.value.text
    assert page.evaluate("window.attacked === undefined")
    page.close()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_fits(page: Any, width: int, dark: bool) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme="dark" if dark else "light")
    press(page, "End")
    assert width_needed(page) <= width
    assert page.evaluate("document.getElementById('board').clientWidth > 250")
    assert page.evaluate(
        "[...document.querySelectorAll('.table')].every((t) => t.scrollWidth <= t.clientWidth)"
    )
    assert serious_faults(page) == []
