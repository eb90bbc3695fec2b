"""Analysing games in the browser: pasted, dropped, chosen; WTHOR files; mistakes, and why."""

from gzip import compress

from support.served_page import MISTAKES, ServedPage
from support.wthor_files import wthor_file, wthor_files

SHORT = MISTAKES[:18]


# ---------------------------------------------------------------------- reloads, going back


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
