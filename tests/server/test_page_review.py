"""Analysing games in the browser: files, and a reload just after a move."""

from gzip import compress

from support.served_page import MISTAKES, ServedPage
from support.wthor_files import wthor_files

SHORT = MISTAKES[:18]


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
    page.wait_for_moves(SHORT)
    assert page.shows("f5")


def test_several_files_are_one_list(page: ServedPage) -> None:
    """Also of gzip. What cannot be read is said with its file's name; the others are listed."""
    files = wthor_files(SHORT, ("Ada", "Bob"))
    page.show("#review")
    page.fill("#paste", "f5f6")
    given = [(f"one{end}.gz", compress(content)) for end, content in files.items()]
    given += [("two.txt", b"f5f4"), ("three.txt.gz", compress(b"f5d6"))]
    given += [("bad.txt", b"hello"), ("cut.txt.gz", compress(b"f5f6")[:-9])]
    page.drop(*given)
    page.wait_for_trouble("bad.txt: ")
    page.wait_for_trouble("cut.txt.gz:")
    games = ["1. Ada – Bob 58–6 · Open", "2. Black – White", "3. Black – White"]
    assert page.texts("#game option") == games
    assert page.input_value("#paste") == "", "it is not what is shown"
