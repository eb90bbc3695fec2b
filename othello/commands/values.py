"""Values on the command line: functions that read them, and settings of `add_argument`.

A function raises `argparse.ArgumentTypeError` for text that it cannot read.
"""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from othello.errors import quote
from othello.fields import with_point
from othello.files.access import STDIN
from othello.limits import MAX_SCORE

SHIPPED = "shipped"
"""Names the book that comes with the package; a file of this name is ``./shipped``."""

ONLY_READ = (
    f"{SHIPPED} is the engine's own book, which is only read: "
    f"expected another name (./{SHIPPED} is a file)"
)
"""Why a command does not change it."""


def file_name(text: str) -> Path:
    """Read the name of a file; an empty one would be the folder, and ``-`` stands for a stream."""
    if text in ("", STDIN):
        raise argparse.ArgumentTypeError(f"{text!r}: expected the name of a file")
    return Path(text)


def book_file(text: str) -> Path:
    """Read the name of a book to read; `SHIPPED` is the one that comes with the package.

    >>> book_file("shipped").name, book_file("./shipped").name
    ('opening.book', 'shipped')
    """
    if text != SHIPPED:
        return file_name(text)
    from othello.book import shipped_book

    if (path := shipped_book()) is None:
        raise argparse.ArgumentTypeError(f"{SHIPPED}: no book came with this installation")
    return path


def changed_book(text: str) -> Path:
    """Read the name of a book to change, which cannot be `SHIPPED`."""
    if text == SHIPPED:
        raise argparse.ArgumentTypeError(ONLY_READ)
    return file_name(text)


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a function that reads a whole number from `low` to `high`; None is no upper limit.

    >>> whole_number(1, 100)("73")
    73
    """
    expected = f"{low} to {high}" if high is not None else f"{low} or more"

    def parse(text: str) -> int:
        try:
            number = int(text.replace("_", "?"))  # Python reads 1_0 as ten
        except ValueError:
            whole = "a whole number, " if high is None else ""
            reason = f"{quote(text)}: expected {whole}{expected}"
            raise argparse.ArgumentTypeError(reason) from None
        if number < low or (high is not None and number > high):
            raise argparse.ArgumentTypeError(f"{quote(text)}: expected {expected}")
        return number

    return parse


def number_where(holds: Callable[[float], bool], expected: str) -> Callable[[str], float]:
    """Return a function that reads a number for which `holds`; an error says what is `expected`."""

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not holds(number):
            reason = f"{quote(text)}: expected {expected}{with_point(text)}"
            raise argparse.ArgumentTypeError(reason)
        return number

    return parse


def span(lowest: int, highest: int | None) -> Callable[[str], tuple[int, int | None]]:
    """Return a function that reads ``A-B``, ``A-`` or ``A``: numbers from `lowest` to `highest`.

    >>> span(0, 60)("0-6"), span(0, 60)("8-"), span(1, None)("8-"), span(1, None)("8")
    ((0, 6), (8, 60), (8, None), (8, 8))
    """

    def parse(text: str) -> tuple[int, int | None]:
        low, dash, high = text.partition("-")
        fewest = whole_number(lowest, highest)(low)
        if dash and not high:
            return fewest, highest
        return fewest, whole_number(fewest, highest)(high or low)

    return parse


seconds = number_where(lambda number: 0 < number < math.inf, "seconds, more than 0")
discs = number_where(lambda number: 0 <= number <= MAX_SCORE, f"discs, 0 to {MAX_SCORE}")
probability = number_where(lambda number: 0 < number < 0.5, "more than 0, less than 0.5")
line_span = span(1, None)


def page_file(text: str) -> Path:
    """Read the name of a file for a web page."""
    return drawn_file(text, ".html", ".htm")


def drawn_file(text: str, *endings: str) -> Path:
    """Read the name of a file to write, with one of the endings or none.

    Another may be that of games, a base or a book, as with ``--html *.sgf``: the first of them
    would be overwritten.

    >>> drawn_file("board.svg", ".svg").name
    'board.svg'
    """
    file = file_name(text)
    if file.suffix.lower() not in (*endings, ""):
        raise argparse.ArgumentTypeError(f"{text}: expected a name with {' or '.join(endings)}")
    return file


# ---------------------------------------------------------------------- kinds of options

FLAG: Any = {"action": "store_true"}
FILE: Any = {"type": file_name, "metavar": "FILE"}
SECONDS: Any = {"type": seconds, "metavar": "S"}
DISCS: Any = {"type": discs, "metavar": "DISCS"}
"""Settings of `add_argument` for options of these kinds."""


def number(
    low: int, high: int | None = None, default: int | None = None, metavar: str = "N"
) -> Any:
    """Return the settings of `add_argument` for a whole number, as of `whole_number`."""
    return {"type": whole_number(low, high), "default": default, "metavar": metavar}
