"""The page of ``othello serve``, as somebody sees it who cannot see the picture of the board."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Any

from support.server import Server

#: A whole game with a pass.
MOVES = (
    "f5f6e6f4g5h6e3c5g4f3g3h3d6f7e7e8c4c6d7b3h5c3h7d2e2e1g6f2f1g1d3d8c7c8c1g2c2h4d1h8h1h2g7g8f8"
    "b2b1passa1a2a3b4a4b5a5b6a7a6b7a8b8"
)

MY_TURN = "#status:has-text('Your move')"
MY_TURN_OR_OVER = "#grid .legal, #result:not([hidden])"


def show(page: Any, server: Server, fragment: str = "") -> None:
    """Open the page and wait until it shows what the address says."""
    page.goto("about:blank")
    page.goto(server.address + fragment)
    page.wait_for_selector("main[aria-busy=false]")
    tab = re.match(r"#(\w+)", fragment)
    page.wait_for_selector(f"#tab-{tab[1] if tab else 'play'}[aria-selected=true]")


def reload(page: Any) -> None:
    """Load the page again, and wait until it shows what was there."""
    page.reload()
    page.wait_for_selector("main[aria-busy=false]")


def set_up(page: Any, text: str) -> None:
    """Let the board start from a text."""
    page.fill("#position", text)
    page.press("#position", "Enter")


def paste(page: Any, text: str) -> None:
    """Analyse the games in a text."""
    page.fill("#paste", text)
    page.click("#paste-form [type=submit]")


def labels(page: Any) -> list[str]:
    """Return what a screen reader says of each square."""
    cells = page.locator("#grid [role=gridcell]")
    return cells.evaluate_all("cells => cells.map((cell) => cell.getAttribute('aria-label'))")


def discs(page: Any) -> str:
    """Return the board as the grid's labels say it, as the first part of an OBF text."""
    signs = {"black": "X", "white": "O", "empty": "-"}
    return "".join(signs[label.split(", ")[1]] for label in labels(page))


def legal_squares(page: Any) -> list[int]:
    """Return the numbers of the squares that are called legal moves."""
    return [number for number, label in enumerate(labels(page)) if "legal move" in label]


def moves_in_address(page: Any) -> str:
    """Return the moves that the address holds."""
    return str(page.url).rpartition("/")[2]


def wait_for_moves(page: Any, moves: str) -> None:
    """Wait until the address holds these moves, which it does soon after they were made."""
    page.wait_for_function(f"() => location.hash.endsWith('/{moves}')")


def tab_to(page: Any, selector: str) -> None:
    """Press the Tab key until an element has the focus."""
    for _ in range(200):
        if page.evaluate("(s) => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def play_a_move(page: Any) -> None:
    """Play some legal move, and wait for the reply."""
    before = sum(label.split(", ")[1] != "empty" for label in labels(page))
    page.click("#grid .legal >> nth=0")
    page.wait_for_function(
        "(n) => [...document.querySelectorAll('#grid [role=gridcell]')]"
        ".filter((c) => !c.ariaLabel.includes('empty')).length >= n",
        arg=before + 2,
    )
    page.wait_for_selector("#grid .legal")


def setting(page: Any, name: str) -> str:
    """Return what is chosen in a list."""
    return str(page.locator(f"#{name} option:checked").get_attribute("value"))


DROP = """([files, text]) => {
  const dataTransfer = new DataTransfer();
  for (const [name, content] of files) {
    const bytes = Uint8Array.from(atob(content), (c) => c.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name));
  }
  if (text) dataTransfer.setData("text", text);
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    const isFree = document.querySelector("#grid").dispatchEvent(event);
    if (type !== "dragenter" && isFree) throw new Error(`the browser would handle ${type}`);
  }
}"""


def drop(page: Any, *files: tuple[str, bytes], text: str = "") -> None:
    """Drop files, given by name and content, or a text on the board."""
    page.evaluate(DROP, [[[name, b64encode(content).decode()] for name, content in files], text])
