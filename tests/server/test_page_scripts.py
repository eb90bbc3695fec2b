"""What one does on the page, and what is there then: each script of ``*.pages`` is a test.

Those of a room are among its own tests.

A script is a line with its name, perhaps behind a bar with options of the page, and its steps, each
indented. A line in parentheses says why. ``each name: a, b`` makes a test for each of these, of
which a step has the ``$name``. A step is a function of this file, or a method of `ServedPage` or of
Playwright's page, with what it is given; ``tab 2`` goes on in another tab of the browser.
"""

import json
import re
import shlex
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from support.chromium import PHONE, width_needed
from support.late_answers import FAIL, GIVE, HOLD, PASS, watched_page
from support.late_answers import wait_for_held as wait_for_held  # a step
from support.served_page import MISTAKES, MOVES, OpenPage, ServedPage, axe_options, place
from support.wthor_files import wthor_file

from othello.board import Board

NAMES = {
    "MISTAKES": MISTAKES,
    "MOVES": MOVES,
    "SHORT": MISTAKES[:18],
    "TEN_PLIES": MOVES[:10],
    "ENDGAME": place(Board.from_moves(MOVES[: MOVES.index("g7")])),
    "BEFORE_PASS": MOVES[: MOVES.index("pass") - 2],
    "LAST_BEFORE_PASS": MOVES[MOVES.index("pass") - 2 : MOVES.index("pass")],
}
"""What all scripts know by name."""

WATCH = """([owner, name]) => {
  window.nCalls = 0;
  const { prototype } = window[owner], before = prototype[name];
  prototype[name] = function (...given) {
    window.nCalls += 1;
    return before.apply(this, given);
  };
}"""

DEEPER = """(before) => {
  const depth = Number(/depth (\\d+)/.exec(document.querySelector("#depth").textContent)?.[1] ?? 0);
  return before === null ? depth : depth >= before + 2;
}"""
"""The depth that is shown, or whether it is greater now."""

HIGHLIGHTED = """(selector) => {
  const made = document.body.appendChild(document.createElement("div"));
  made.style.cssText = "forced-color-adjust: none; background-color: Highlight";
  const elements = [made, document.querySelector(selector)];
  const [wanted, found] = elements.map((each) => getComputedStyle(each).backgroundColor);
  made.remove();
  return wanted === found;
}"""
"""Whether an element has the colour that the system gives what is selected."""

COLOUR = """(place) => {
  const [selector, property] = place.split("|"), [name, pseudo] = selector.split("::");
  const element = property && document.querySelector(name);
  return element ? getComputedStyle(element, pseudo && `::${pseudo}`)[property] : place;
}"""
"""The colour of an element, as its selector, a bar and the property name it; any other text."""

WHOLE_ROWS = """(selector) => {
  const holder = document.querySelector(selector), { bottom } = holder.getBoundingClientRect();
  const top = holder.querySelector("thead th").getBoundingClientRect().bottom;
  const rows = [...holder.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect());
  const isCut = (row, at) => row.top < at - 1.5 && row.bottom > at + 1.5;
  return rows.length && !rows.some((row) => isCut(row, top) || isCut(row, bottom));
}"""

KEYED = ("begin", "choose", "drop")
"""Steps that are given names and values."""


def see(page: ServedPage, selector: str, text: str = "") -> None:
    """Wait until an element is there to be seen, perhaps with a text in it."""
    page.wait_for_selector(
        f"{selector}:has-text({json.dumps(text, ensure_ascii=False)})" if text else selector
    )


def reads(page: ServedPage, selector: str, text: str) -> None:
    """Wait until an element has this text alone, which may be hidden."""
    wanted = "([s, text]) => document.querySelector(s)?.textContent.trim() === text"
    page.wait_for_function(wanted, arg=[selector, text])


def hidden(page: ServedPage, *selectors: str) -> None:
    for selector in selectors:
        page.wait_for_selector(selector, state="hidden")


def stays(page: ServedPage, *selectors: str) -> None:
    """Check that elements are seen now."""
    assert all(map(page.is_visible, selectors))


def counts(page: ServedPage, selector: str, number: str) -> None:
    wanted = "([s, n]) => document.querySelectorAll(s).length === n"
    page.wait_for_function(wanted, arg=[selector, int(number)])


def value(page: ServedPage, selector: str, wanted: str) -> None:
    assert page.input_value(selector) == wanted


def shows(page: ServedPage, moves: str) -> None:
    page.wait_for_board(Board.parse(moves))


def focus_on(page: ServedPage, square: str) -> None:
    assert page.evaluate("() => document.activeElement.dataset.square") == square


def focus_in(page: ServedPage, selector: str, wanted: bool = True) -> None:
    script = "([s, wanted]) => (document.activeElement.closest(s) !== null) === wanted"
    page.wait_for_function(script, arg=[selector, wanted])


def focus_out(page: ServedPage, selector: str) -> None:
    focus_in(page, selector, False)


def address(page: ServedPage, fragment: str) -> None:
    page.wait_for_function("(hash) => location.hash === hash", arg=fragment)


def accept(page: ServedPage) -> None:
    """Answer the browser's questions with yes."""
    page.on("dialog", lambda dialog: dialog.accept())


def answer(page: ServedPage, word: str) -> None:
    """Answer the page's questions from now on."""
    page.answer_questions(word == "yes")


def was_asked(page: ServedPage, number: str, text: str) -> None:
    asked = page.asked()
    assert len(asked) == int(number) and text in asked[-1]


def fits(page: ServedPage) -> None:
    """Check that nothing is wider than the window."""
    assert width_needed(page) <= page.viewport_size["width"]


def drawn_out(page: ServedPage, selector: str) -> None:
    """Check that no text of these is cut off."""
    assert not page.is_cut_off(selector)


def axe(page: ServedPage, scheme: str = "light", locale: str = "en") -> None:
    assert page.serious_faults(axe_options(scheme, locale)) == []


def mouse_down(page: ServedPage) -> None:
    page.mouse.down()


def mouse_up(page: ServedPage) -> None:
    page.mouse.up()


def key_down(page: ServedPage, key: str) -> None:
    page.keyboard.down(key)


def key_up(page: ServedPage, key: str) -> None:
    page.keyboard.up(key)


def opened(page: ServedPage, fragment: str) -> None:
    """Open the page at an address that it may not understand."""
    page.goto(page.address + fragment)
    page.wait_until_ready()


def edit(page: ServedPage, *squares: str) -> None:
    page.unfold("#setup")
    page.click("#edit")
    page.click_on(*squares)


def click_at(page: ServedPage, selector: str, right: str, down: str) -> None:
    page.click(selector, position={"x": int(right), "y": int(down)})


def hold_answers(page: ServedPage, part: str) -> None:
    """Hold answers of the engine that have this part back, until `give_answers`."""
    page.evaluate(HOLD, part)


def give_answers(page: ServedPage) -> None:
    page.evaluate(GIVE)


def fail_answers(page: ServedPage, part: str) -> None:
    """Make errors of answers that have this part, until `pass_answers`."""
    page.evaluate(FAIL, part)


def fail_from_the_start(page: ServedPage, part: str) -> None:
    page.add_init_script(f"({FAIL})({json.dumps(part)})")


def pass_answers(page: ServedPage) -> None:
    page.evaluate(PASS)


def deeper(page: ServedPage) -> None:
    """Wait until the search is deeper than now."""
    page.wait_for_function(DEEPER, arg=page.evaluate(DEEPER, None))


def scored(page: ServedPage, moves: str) -> None:
    """Check that the moves of this position have scores, and no other squares."""
    legal = map(str, Board.parse(moves).legal_moves())
    assert sorted(page.squares_called("score ")) == sorted(legal)


def highlighted(page: ServedPage, *selectors: str) -> None:
    """Check in forced colours that elements are marked as chosen."""
    assert [each for each in selectors if not page.evaluate(HIGHLIGHTED, each)] == []


def plain(page: ServedPage, *selectors: str) -> None:
    assert [each for each in selectors if page.evaluate(HIGHLIGHTED, each)] == []


def style(page: ServedPage, selector: str, name: str, wanted: str) -> None:
    script = "(element, name) => getComputedStyle(element)[name]"
    assert page.eval_on_selector(selector, script, name) == wanted


def resize(page: ServedPage, size: str) -> None:
    page.set_viewport_size(window_size(size))


def in_order(page: ServedPage, *selectors: str) -> None:
    """Check that each of these stands below the one before."""
    places = [page.box(selector)["y"] for selector in selectors]
    assert places == sorted(places)


def ends_with_a_row(page: ServedPage, selector: str) -> None:
    """Check that no row of a table that can be scrolled is cut by its upper or its lower end."""
    page.wait_for_function(WHOLE_ROWS, arg=selector)


def below(page: ServedPage, upper: str, lower: str, most: str) -> None:
    """Check that one element begins where the other ends, or so many pixels below."""
    box = page.box(upper)
    assert 0 <= page.box(lower)["y"] - box["y"] - box["height"] < int(most)


def wide(page: ServedPage, part: str, whole: str, least: str, most: str) -> None:
    """Check which part of the width of one element another one has."""
    assert float(least) < page.box(part)["width"] / page.box(whole)["width"] < float(most)


def drag(page: ServedPage, first: str, last: str, button: str) -> None:
    """Move from one square to another with a button of the mouse held down."""
    for square, act in ((first, page.mouse.down), (last, page.mouse.up)):
        box = page.box(f"[data-square={square}]")
        page.mouse.move(box["x"] + 20, box["y"] + 20, steps=8)
        act(button=button)


def swipe(page: ServedPage, *squares: str) -> None:
    """Move over squares with a finger."""
    touch = page.context.new_cdp_session(page.playwright)
    boxes = map(page.box, [f"[data-square={square}]" for square in squares])
    points = [[{"x": box["x"] + 9, "y": box["y"] + 9}] for box in boxes]
    kinds = ["touchStart", *["touchMove"] * (len(points) - 1), "touchEnd"]
    for kind, point in zip(kinds, [*points, []], strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": point})


def contrast(page: ServedPage, least: str, *places: str) -> None:
    """Check the contrast of a colour and what is behind it, as WCAG defines it, if both are seen.

    What is transparent is passed by.
    """
    text, *behind = (page.evaluate(COLOUR, place) for place in places)
    if not text.endswith(", 0)"):
        darker, lighter = sorted(
            map(luminance, (text, next(c for c in behind if c[-4:] != ", 0)")))
        )
        assert (lighter + 0.05) / (darker + 0.05) >= float(least), (text, behind)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def allow_copies(page: ServedPage) -> None:
    page.context.grant_permissions(["clipboard-write"])


def saves(page: ServedPage, button: str, name: str, part: str) -> None:
    """Check that a button saves a picture, in which this stands, and says so."""
    with page.expect_download() as download:
        page.click(f"#copies button:text-is('{button}')")
    assert part.encode() in Path(download.value.path()).read_bytes()
    page.wait_for_selector(f"#copy-note:text-is('Saved: {name}')")


def begins_with(page: ServedPage, discs: str) -> None:
    assert page.discs().startswith(discs)


def tall(page: ServedPage, selector: str, least: str, most: str) -> None:
    assert int(least) <= page.box(selector)["height"] <= int(most)


def scroll_down(page: ServedPage) -> None:
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")


def in_view(page: ServedPage, *selectors: str) -> None:
    """Check that all of these are wholly within the window, as it is scrolled."""
    window = page.viewport_size["height"]
    boxes = [page.box(selector) for selector in selectors]
    assert all(-1 <= box["y"] <= window - box["height"] + 1 for box in boxes)


def beside(page: ServedPage, one: str, other: str) -> None:
    """Check that two elements are in one line."""
    first, second = [box["y"] + box["height"] / 2 for box in (page.box(one), page.box(other))]
    assert abs(first - second) < 4


def watch(page: ServedPage, owner: str, name: str) -> None:
    """Count from now on how often a method of the browser is called; `called` looks."""
    page.evaluate(WATCH, [owner, name])


def called(page: ServedPage, number: str) -> None:
    assert page.evaluate("window.nCalls") == int(number)


def copies(page: ServedPage, name: str, beginning: str, *parts: str) -> None:
    """Check that what a button copies begins like this, and has these parts."""
    text = page.copy(name, beginning)
    assert all(part in text for part in parts), text


def install_clock(page: ServedPage) -> None:
    """Let the page's time be another one, which `fast_forward` and `run_clock` set."""
    page.clock.install()


def fast_forward(page: ServedPage, seconds: str) -> None:
    page.clock.fast_forward(1000 * int(seconds))


def run_clock(page: ServedPage, seconds: str) -> None:
    page.clock.run_for(1000 * int(seconds))


def drop_games(page: ServedPage, name: str, *games: str) -> None:
    """Drop a file of WTHOR's with these games."""
    page.drop((name, wthor_file(*games)))


def discs_are(page: ServedPage, number: str) -> None:
    page.wait_for_discs(int(number))


def link(page: ServedPage, fragment: str) -> None:
    """Set up the board from an address of this page."""
    page.set_up(f"{page.address}{fragment}")


def told(page: ServedPage, what: str) -> str:
    """Return what is remembered of the page: its discs, or what is said somewhere."""
    return page.discs() if what == "discs" else "\n".join(page.texts(what))


def run(open_page: OpenPage, steps: list[str]) -> None:
    page, remembered = open_page(), dict[str, str]()
    tabs = {"1": page}
    for step in steps:
        print(step)  # shown of a test that fails
        word, *given = (part.replace("\\n", "\n") for part in shlex.split(step))
        if word == "tab":
            page = tabs.get(given[0]) or tabs.setdefault(given[0], open_page())
        elif word == "remember":
            remembered = {what: told(page, what) for what in given}
        elif word == "other":
            wanted = "([s, text]) => document.querySelector(s).textContent !== text"
            page.wait_for_function(wanted, arg=[given[0], remembered[given[0]]])
        elif word == "same":
            now = {what: told(page, what) for what in given or remembered}
            assert now == {what: remembered[what] for what in now}
        elif (act := globals().get(word)) is not None:
            act(page, *given)
        elif word in KEYED:
            keyed = [each for each in given if re.match(r"[\w-]+=", each)]
            plain = [each for each in given if each not in keyed]
            getattr(page, word)(*plain, **dict(each.split("=", 1) for each in keyed))
        else:
            getattr(page, word)(*given)


def scripts() -> Iterator[object]:
    """Yield each script of the files: its options and its steps."""
    for file in sorted(Path(__file__).parent.parent.glob("*/*.pages")):
        for text in re.findall(r"^(?! |#).+\n(?:  .*\n)+", file.read_text("utf-8"), re.M):
            head, *lines = text.splitlines()
            name, _, options = head.partition(" | ")
            lines = [line.strip() for line in lines if not line.strip().startswith("(")]
            choices = [line[5:].split(": ", 1) for line in lines if line.startswith("each ")]
            steps = [line for line in lines if not line.startswith("each ")]
            for chosen in product(*(values.split(", ") for _, values in choices)):
                words = NAMES | dict(zip((name for name, _ in choices), chosen, strict=True))

                def fill(line: str, words: dict[str, str] = words) -> str:
                    return re.sub(r"\$(\w+)", lambda found: words[found[1]], line)

                title = f"{file.stem}: {name} {' '.join(chosen)}".strip()
                yield pytest.param(fill(options), [*map(fill, steps)], id=title.replace(" ", "_"))


def page_options(text: str) -> dict[str, object]:
    """Return options of Playwright's ``new_page``, by words such as ``phone locale=fr``."""
    options: dict[str, object] = {}
    for word in text.split():
        name, _, given = word.partition("=")
        if name == "phone":
            options["viewport"] = PHONE
        elif name == "has_touch":
            options[name] = True
        elif name == "size":
            options["viewport"] = window_size(given)
        else:
            options[name] = int(given) if given.isdigit() else given
    return options


def window_size(text: str) -> dict[str, int]:
    """Return the size that a text such as 360x740 says."""
    return dict(zip(("width", "height"), map(int, text.split("x")), strict=True))


@pytest.mark.parametrize(("options", "steps"), [*scripts()])
def test_pages(open_page: OpenPage, open_tab: OpenPage, options: str, steps: list[str]) -> None:
    if any(step.startswith("tab ") for step in steps):
        run(open_tab, steps)
    elif options == "watched":
        run(partial(watched_page, open_page), steps)
    else:
        run(partial(open_page, **page_options(options)), steps)
