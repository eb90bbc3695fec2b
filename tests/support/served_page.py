"""The page of ``othello serve``, as somebody sees it who cannot see the picture of the board."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from othello import server as server  # the room whose page this is
from othello.board import Board
from othello.game import Game
from support.chromium import quiet_page, serious_faults
from support.known_games import MISTAKES as MISTAKES
from support.known_games import PLAYED

#: A whole game with a pass.
MOVES = PLAYED

EMPTY = "about:blank"

ANSWER = """(yes) => {
  window.asked = [];
  window.confirm = (text) => { window.asked.push(text); return yes; };
}"""

MY_TURN = "#status:has-text('Your move')"
MY_TURN_OR_OVER = "#grid .legal, #result:not([hidden])"

UNFOLD = """(element) => {
  for (let each = element; each; each = each.parentElement) if ("open" in each) each.open = true;
}"""

N_DISCS = "document.querySelectorAll('#grid [aria-label]:not([aria-label*=empty])').length"
"""How many discs the labels of the squares tell of."""

HAS_DISCS = """(discs) => [...document.querySelectorAll("#grid [aria-label]")].every(
  (cell, n) => cell.ariaLabel.split(", ")[1] === { X: "black", O: "white", "-": "empty" }[discs[n]]
)"""

DROP = """([files, text, place]) => {
  const dataTransfer = new DataTransfer();
  for (const [name, content] of files) {
    const bytes = Uint8Array.from(atob(content), (c) => c.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name));
  }
  if (text) dataTransfer.setData("text", text);
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    const isFree = document.querySelector(place).dispatchEvent(event);
    if (type !== "dragenter" && isFree) throw new Error(`the browser would handle ${type}`);
  }
}"""


def place(board: Board) -> str:
    """Return a position as an address has it."""
    return board.to_obf().replace(" ", "_")


class ServedPage:
    """A page of Playwright's, with all its methods, on which a server's page is opened."""

    def __init__(self, page: Any, address: str) -> None:
        self.playwright = page
        self.address = address

    def __getattr__(self, name: str) -> Any:
        return getattr(self.playwright, name)

    def show(self, fragment: str = "") -> None:
        """Open the page and wait until it shows what the address says, a game's analysis too."""
        if self.url != EMPTY:  # another fragment alone would not load the page anew
            self.goto(EMPTY)
        self.goto(self.address + fragment)
        self.wait_until_ready()
        tab = re.match(r"#(\w+)", fragment)
        self.wait_for_tab(tab[1] if tab else "play")
        if fragment.startswith("#review/"):
            self.wait_for_rows()

    def reload(self) -> None:
        """Load the page again, and wait until it shows what was there."""
        self.playwright.reload()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        self.wait_for_selector("main[aria-busy=false]")

    def wait_for_tab(self, name: str) -> None:
        self.wait_for_selector(f"#tab-{name}[aria-selected=true]")

    def text(self, selector: str) -> str:
        return str(self.text_content(selector))

    def texts(self, selector: str) -> list[str]:
        return list(self.locator(selector).all_text_contents())

    def count(self, selector: str) -> int:
        return int(self.locator(selector).count())

    def box(self, selector: str) -> dict[str, float]:
        """Return where an element is, with its `x`, `y`, `width` and `height`."""
        return dict(self.locator(selector).bounding_box())

    def is_cut_off(self, selector: str) -> bool:
        """Return whether there is too little room for one of the elements of a kind."""
        found = self.locator(selector)
        assert found.count(), f"no {selector}"
        return bool(found.evaluate_all("all => all.some((e) => e.scrollWidth > e.clientWidth)"))

    def serious_faults(self, options: dict[str, object] | None = None) -> list[Any]:
        return serious_faults(self, options)

    def labels(self) -> list[str]:
        """Return what a screen reader says of each square."""
        cells = self.locator("#grid [role=gridcell]")
        return list(cells.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)"))

    def squares_called(self, what: str) -> list[str]:
        """Return the names of the squares whose labels say this."""
        return [label.split(", ")[0] for label in self.labels() if what in label]

    def discs(self) -> str:
        """Return the board as the labels say it, as the first part of an OBF text."""
        signs = {"black": "X", "white": "O", "empty": "-"}
        return "".join(signs[label.split(", ")[1]] for label in self.labels())

    def shows(self, board: Board | str) -> bool:
        """Return whether this is the board; a text has the moves that lead to it."""
        wanted = Game(board).board if isinstance(board, str) else board
        return self.discs() == wanted.to_obf()[:64]

    def wait_for_discs(self, number: int) -> None:
        """Wait until so many discs are on the board."""
        self.wait_for_function(f"(n) => {N_DISCS} === n", arg=number)

    def wait_for_board(self, board: Board) -> None:
        self.wait_for_function(HAS_DISCS, arg=board.to_obf()[:64])

    @property
    def moves(self) -> str:
        """The moves that the address holds."""
        return str(self.url).rpartition("/")[2]

    def wait_for_moves(self, moves: str) -> None:
        """Wait until the address holds these moves, which it does soon after they were made."""
        self.wait_for_function(f"() => location.hash.endsWith('/{moves}')")

    def wait_for_address(self, beginning: str) -> None:
        """Wait until the address goes on like this behind the ``#``."""
        self.wait_for_function("(b) => location.hash.startsWith(`#${b}`)", arg=beginning)

    def wait_for_trouble(self, words: str) -> None:
        self.wait_for_selector(f"#trouble:has-text('{words}')")

    def setting(self, name: str) -> str:
        """Return what is chosen in a list."""
        return str(self.locator(f"#{name} option:checked").get_attribute("value"))

    def wait_for_rows(self, number: int | None = None) -> None:
        """Wait until a game is analysed, of so many moves if that is given."""
        row = "tr" if number is None else f"tr:nth-child({number}):last-child"
        self.wait_for_selector(f"#rows {row}")

    def click_on(self, *squares: str) -> None:
        for square in squares:
            self.click(f"[data-square={square}]")

    def unfold(self, selector: str) -> None:
        """Open what is folded around an element."""
        self.eval_on_selector(selector, UNFOLD)

    def speak(self, language: str) -> None:
        """Choose the page's language."""
        self.click("#settings-open")
        self.select_option("#language", language)
        self.click("#settings-open")

    def set_up(self, text: str) -> None:
        """Let the board start from a text."""
        self.unfold("#setup")
        self.fill("#position", text)
        self.press("#position", "Enter")

    def paste(self, text: str) -> None:
        """Analyse the games in a text."""
        self.unfold("#paste")
        self.fill("#paste", text)
        self.click("#paste-form [type=submit]")

    def drop(self, *files: tuple[str, bytes], text: str = "", on: str = "#grid") -> None:
        """Drop files, given by name and content, or a text: on the board, or elsewhere."""
        given = [[name, b64encode(content).decode()] for name, content in files]
        self.evaluate(DROP, [given, text, on])

    def answer_questions(self, yes: bool) -> None:
        """Answer the page's questions from now on; `asked` returns them."""
        self.evaluate(ANSWER, yes)

    def asked(self) -> list[str]:
        """Return what the page asked since `answer_questions`."""
        return list(self.evaluate("() => window.asked"))

    def copy(self, name: str, beginning: str) -> str:
        """Click a button that copies, wait until what is copied begins like this, and return it."""
        if self.is_hidden("#sharing"):
            self.click("#share")
        self.evaluate("() => { document.querySelector('#copied').value = ''; }")  # an earlier copy
        self.click(f"#copies button:text-is('{name}')")
        self.wait_for_function(
            "(t) => document.querySelector('#copied').value.startsWith(t)", arg=beginning
        )
        return str(self.input_value("#copied"))

    def tab_to(self, selector: str) -> None:
        """Press the Tab key until an element has the focus."""
        for _ in range(200):
            if self.evaluate("(s) => document.activeElement.matches(s)", selector):
                return
            self.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def press_keys(self, *keys: str) -> None:
        for key in keys:
            self.keyboard.press(key)

    def choose(self, **labels: str) -> None:
        """Choose settings of a game by their labels."""
        for name, label in labels.items():
            self.unfold(f"#{name}")
            self.select_option(f"#{name}", label=label)

    def begin(self, moves: str = "", **labels: str) -> None:
        """Begin a game as chosen, else against an easy opponent; wait until somebody may move.

        It may begin after some moves, or a position and moves, as an address has them.
        """
        self.show(f"#play/{moves}" if moves else "")
        self.choose(**{"opponent": "Easy", **labels})
        self.click("#play-on" if moves else "#new-game")
        self.wait_for_selector("#grid .legal")

    def wait_for_my_turn(self) -> None:
        """Wait until the reply was played."""
        self.wait_for_selector(MY_TURN)

    def play(self, square: str | None = None) -> None:
        """Play on a square, or on some legal one, and wait for the reply."""
        before = 64 - self.discs().count("-")
        self.click(f"[data-square={square}]" if square else "#grid .legal >> nth=0")
        self.wait_for_function(f"(n) => {N_DISCS} >= n", arg=before + 2)
        self.wait_for_selector("#grid .legal")

    def resume(self) -> None:
        self.click("#tab-play")
        self.wait_for_my_turn()

    @contextmanager
    def game_kept(self) -> Iterator[None]:
        """Check that the game is as before once the ``with`` block has ended, and goes on."""
        before = self.discs(), self.text("#discs"), self.is_visible("#clocks")
        yield
        if self.is_visible("#resume"):
            self.resume()
        self.wait_for_my_turn()
        assert (self.discs(), self.text("#discs"), self.is_visible("#clocks")) == before
        assert self.is_hidden("#resume")
        self.play()

    def wait_for_accuracies(self) -> None:
        """Wait until the moves of a game that is over were looked through."""
        self.wait_for_selector("#accuracies:has-text('%')")


ONLY_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What axe is told for a page in other colours: all else is as before."""

ALL_BUT_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}
"""What axe is told for a page in another language: this rule takes longest, and reads no words."""


def axe_options(scheme: str = "light", locale: str = "en") -> dict[str, object]:
    """Return what axe is told for a page in a scheme of colours and a language."""
    if scheme == "dark":
        return ONLY_COLOURS
    return {} if locale == "en" else ALL_BUT_CONTRAST


OpenPage = Callable[..., ServedPage]
"""Opens an empty page, with options of Playwright's ``new_page``."""


@contextmanager
def served_page(browser: Any, address: str, **options: Any) -> Iterator[ServedPage]:
    """Yield an empty page, as `quiet_page` does, for the page of the server at `address`."""
    with quiet_page(browser, address, **options) as page:
        yield ServedPage(page, address)


def wait_for_status(page: ServedPage, words: str) -> None:
    """Wait until the page says these words of its state."""
    page.wait_for_selector(f"#status:has-text('{words}')")


def judged(page: ServedPage, move: str) -> str:
    """Answer with a move, and return the verdict."""
    page.wait_for_selector(f"[data-square={move}].legal")
    page.click_on(move)
    page.wait_for_selector("#status:text-matches('^(Right|Wrong): |is not the best move')")
    return page.text("#status")
