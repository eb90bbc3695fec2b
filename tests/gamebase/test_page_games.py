"""What was played, in the browser: a base's moves and games, the book beside them, files added."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.chromium import PHONE, width_needed
from support.served_page import ServedPage, axe_options, served_page
from support.server import serving
from support.wthor_files import wthor_files

from othello.bookmaking import BookBuilder
from othello.game import Game
from othello.gamebase import GameBase

GAMES = [
    ("f5d6c3d3", {"Black": "Émile", "White": "Ann", "Date": "1998", "Result": "+6"}),
    (
        "d3c5f6f5e6",
        {"Black": "Bob", "White": "Émile", "Date": "2004-03-09", "Result": "-4", "Place": "Paris"},
    ),
    ("f5d6c4", {"Black": "Ann", "White": "Bob", "Date": "2005", "Event": "Cup", "Result": "0"}),
    ("f5f6e6", {"Black": "Ann", "White": "Bob", "Date": "2006", "Result": "+2"}),
]
"""The second comes to the positions of the first, on a board that is turned."""

SAME_SCORES = """() => {
  const scores = (body) => [...document.querySelectorAll(`${body} tr`)].map((row) =>
    [row.querySelector("button").textContent, row.querySelector(".known")?.textContent]);
  const listed = new Map(scores("#best"));
  return scores("#played-moves").every(([move, score]) => score && listed.get(move) === score);
}"""
"""Whether the moves of the base have the scores of the list of best moves."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a book and two bases, and no folder to add games to."""
    folder = tmp_path_factory.mktemp("games")
    book, bases = folder / "a.book", [folder / "some.base", folder / "other.base"]
    with BookBuilder(book, 1, hash_mb=1) as builder:
        builder.learn([Game("f5d6c3")])
    for path, games in zip(bases, (GAMES, GAMES[:1]), strict=True):
        with GameBase(path, is_new=True) as base:
            base.add([Game(moves, headers=headers) for moves, headers in games])
    words = (f"--base={bases[0]}", f"--base={bases[1]}", f"--book={book}", "--host-name", "x.test")
    with serving(*words) as server:
        yield server.address


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[ServedPage]:
    with served_page(browser, address) as opened:
        yield opened


def wait_for_count(page: ServedPage, count: int) -> None:
    games = "game" if count == 1 else "games"
    page.wait_for_selector(f"#played-note:text-is('{count} {games}')")


def column(page: ServedPage, name: str) -> list[str]:
    """Return what stands in a column of the moves that were played."""
    return page.texts(f"#played-moves .{name}")


def test_moves_have_their_games_scores_and_names(page: ServedPage) -> None:
    page.show("#explore/f5d6")
    wait_for_count(page, 3)
    page.wait_for_selector("#played-moves .known")
    page.wait_for_function(SAME_SCORES)
    assert page.texts("#played-moves button")[:2] == ["c3", "c4"]
    assert column(page, "games")[:2] == ["2", "1"] and column(page, "share")[:2] == ["67 %", "33 %"]
    assert column(page, "average")[:2] == ["B+1.0", "even"]
    labels = page.locator("#played-moves .bar").evaluate_all("all => all.map((e) => e.ariaLabel)")
    assert labels == [
        "Black 50 %, drawn 0 %, White 50 %",
        "Black 0 %, drawn 100 %, White 0 %",
    ]
    page.click("#played-moves .games >> nth=0")
    page.wait_for_moves("f5d6c3")
    wait_for_count(page, 2)
    page.show("#explore/f5")
    wait_for_count(page, 4)
    assert column(page, "opening")[:2] == ["Perpendicular Opening", "Diagonal Opening"]


def test_games_are_chosen_by_player_and_years(page: ServedPage) -> None:
    page.show("#explore/f5")
    for player, years, count in (
        ("emile", "", 2),
        ("emile", "2000-", 1),
        ("", "1998 - 2004", 2),
        ("", "", 4),
    ):
        page.fill("#filter-player", player)
        page.fill("#filter-year", years)
        wait_for_count(page, count)
        assert page.count("#latest-games li") == count
    page.fill("#filter-player", "Emlie")
    page.wait_for_selector("#played-note:has-text('Did you mean: Émile?')")
    page.fill("#filter-year", "x")
    page.wait_for_selector("#played-note:has-text(\"invalid year 'x'\")")
    assert page.is_hidden("#trouble")


def test_a_game_opens_where_it_came_to_the_position(page: ServedPage) -> None:
    page.show("#explore/f5d6c3")
    page.click("#thinking")  # the engine's lines would move the list
    wait_for_count(page, 2)
    assert page.texts("#latest-games button") == [
        "Bob – Émile · 30–34 · 2004",
        "Émile – Ann · 35–29 · 1998",
    ]
    page.click("#latest-games button >> nth=1")
    page.wait_for_selector("#black:has-text('Émile')")
    assert page.shows("f5d6c3") and page.count("#tree button") == 4
    page.click("#latest-games button >> nth=0")
    page.wait_for_selector("#black:has-text('Bob')")
    assert page.shows("d3c5f6") and page.count("#tree button") == 5
    for name, result in (("Copy GGF", "RE[-4]"), ("Copy SGF", "RE[W+4]")):
        copied = page.copy(name, "(;")
        assert result in copied and "DT[2004-03-09]" in copied and "PC[Paris]" in copied
    page.click("#tab-review")
    page.wait_for_rows(5)
    assert page.shows("d3c5f6") and page.text("#black").startswith("Bob")


def test_the_focus_stays_where_a_key_opened_a_game_or_a_move(page: ServedPage) -> None:
    """In the list of games and in that of moves, although both are written anew."""
    page.show("#explore/f5d6c3")
    wait_for_count(page, 2)
    page.focus("#latest-games button >> nth=1")
    page.press_keys("Enter")
    page.wait_for_selector("#black:has-text('Émile')")
    page.wait_for_selector("#latest-games li:nth-child(2) button:focus")
    page.focus("#tree button >> nth=3")
    page.press_keys("Enter")
    page.wait_for_selector("#tree button:nth-child(4)[aria-current]:focus")
    page.press_keys("ArrowLeft")
    page.wait_for_selector("#tree button:nth-child(3)[aria-current]:focus")


@pytest.mark.parametrize("locale", ["en", "fr", "ja"])
def test_all_of_it_fits_a_phone(browser: Any, address: str, locale: str) -> None:
    with served_page(browser, address, viewport=PHONE, locale=locale) as page:
        page.show("#explore/f5")
        page.wait_for_selector("#played-moves .known")
        assert width_needed(page) <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(page: ServedPage, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.show("#explore/f5d6")
    wait_for_count(page, 3)
    page.click("#thinking")
    assert page.serious_faults(axe_options(scheme)) == []


def add(page: ServedPage, files: dict[str, bytes]) -> None:
    """Open WTHOR's files, given by the ends of their names, to be added."""
    kind = "application/octet-stream"
    given = [{"name": f"WTHOR{end}", "mimeType": kind, "buffer": files[end]} for end in files]
    page.set_input_files("#add-files", given)


def test_files_that_are_dropped_become_a_base(browser: Any, data: Path) -> None:
    """It is there at the next start; nothing comes twice, and rubbish is named."""
    files = wthor_files("f5d6c3", ("Ann", "Bob"), ("Ann", "Cem"))
    with serving() as server, served_page(browser, server.address) as page:
        page.show("#explore/f5d6")
        page.wait_for_selector("#adding")
        assert str(data) in page.get_attribute("#adding-folder", "title")
        page.drop(("WTHOR.wtb", files[".wtb"]), on="#played-note")
        page.wait_for_trouble("no names")
        add(page, files)
        page.wait_for_selector("#adding-note:text-is('Games added: 2. There already: 0.')")
        assert page.is_hidden("#trouble")
        wait_for_count(page, 2)
        assert page.texts("#latest-games button")[0].startswith("Ann – ")
        page.drop(("mine.txt", b"f5d6c4 {good}\n\nf5a1\n"), on="#explore")
        wait_for_count(page, 1)
        said = page.text("#trouble")
        assert page.setting("base") == "games" and "mine.txt:3" in said
        assert said.endswith("\nLeft out: comments")
        page.drop((".12:30 \\ x.txt", b"f5f6\n\nf5a1"), on="#explore")
        page.wait_for_trouble("_12_30 _ x.txt:3")
        page.drop(("rubbish.ggf", b"hello"), on="#explore")
        page.wait_for_trouble("no game: rubbish.ggf")
        page.drop(("game.txt", b"f5d6c4"))
        page.wait_for_tab("review")
    with serving() as server, served_page(browser, server.address) as page:
        page.show("#explore/f5d6")
        page.select_option("#base", "wthor")
        wait_for_count(page, 2)
        add(page, files)
        page.wait_for_selector("#adding-note:text-is('Games added: 0. There already: 2.')")
        page.speak("fr")
        page.wait_for_selector("#adding-note:text-is('Parties ajoutées : 0. Déjà présentes : 2.')")


def test_without_anything_to_show_the_part_is_not_there(browser: Any, data: Path) -> None:
    words = ("--host-name", "x.test", "--no-book")
    with serving(*words) as server, served_page(browser, server.address) as page:
        page.show("#explore/f5d6")
        page.wait_for_selector("#best tr")
        page.wait_for_selector("#played", state="hidden")
