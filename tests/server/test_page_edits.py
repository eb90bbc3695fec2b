"""Editing the board: what paints, and that it ends with "Done" or another board."""

from support.served_page import ServedPage

from othello.board import Board

START = Board().to_obf()[:64]


def edit(page: ServedPage, *squares: str) -> None:
    page.click("#edit")
    page.click_on(*squares)
    assert page.get_attribute("#edit", "aria-pressed") == "true"


def wait_until_it_ends(page: ServedPage) -> None:
    page.wait_for_selector("#edit[aria-pressed=false]:text-is('Edit the board')")
    assert page.is_hidden("#palette") and page.count("#grid.editing") == 0


def test_painting(page: ServedPage) -> None:
    """By dragging; the right button paints white; what is there already is emptied."""
    page.show("#explore")
    page.click("#edit")
    page.click("#clear-board")
    assert page.discs() == 64 * "-"

    def drag(first: str, last: str, button: str) -> None:
        for square, act in ((first, page.mouse.down), (last, page.mouse.up)):
            box = page.box(f"[data-square={square}]")
            page.mouse.move(box["x"] + 20, box["y"] + 20, steps=8)
            act(button=button)

    drag("a1", "h1", "left")
    drag("a2", "h2", "right")
    drag("c1", "c2", "left")  # from black: it empties
    assert page.discs()[:16] == "XX-XXXXXOO-OOOOO"
    page.click("#paint-white")
    page.click_on("c1")
    page.click("[data-square=c2]", button="right")
    assert page.discs()[:16] == "XXOXXXXXOOXOOOOO"
    page.focus("[data-square=c2]")
    page.press_keys("Delete", "ArrowRight", "b", "ArrowRight", "Enter")
    assert page.discs()[8:16] == "OO-X-OOO"
    page.press_keys("Shift+B")
    assert page.discs()[8:16] == "OO-XXOOO"
    page.click("#done")
    wait_until_it_ends(page)


def test_painting_with_a_finger(phone: ServedPage) -> None:
    """The page does not scroll meanwhile."""
    phone.show()
    phone.tap("#edit")
    phone.tap("#paint-white")
    squares = (phone.box(f"[data-square=c{rank}]") for rank in (1, 2, 3, 4))
    points = [{"x": box["x"] + 9, "y": box["y"] + 9} for box in squares]
    touch = phone.context.new_cdp_session(phone.playwright)
    for kind, point in zip(["touchStart"] + 3 * ["touchMove"], points, strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert [phone.discs()[square] for square in (2, 10, 18, 26, 34)] == ["O"] * 4 + ["-"]
