"""Readers of game and position files, one module for each format.

A reader is a generator, which reads a file only as far as its results are asked for. A game or
position that cannot be read is a `FormatError`. It is raised, or passed to `on_error` if that is
given; then the rest is still read.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import StringIO
from itertools import islice
from typing import NamedTuple, NoReturn, TypeVar

from othello.errors import BadMove, FormatError, OthelloError, quote
from othello.files.access import STDIN as STDIN  # which files of games have
from othello.files.bounded import lines_of

Item = TypeVar("Item")
OnError = Callable[[FormatError], object] | None
"""Function that is given each error; without one the first error is raised."""

COMMENT = re.compile(r"%|#(?!\d+\W+[a-h][1-8])", re.I)
"""First characters of a line that is a comment; ``#2 f5d6`` is the second game."""
BYTE_ORDER_MARK = "\ufeff"
"""First character of texts by some editors; Python removes it from files, but not from stdin."""
END_OF_TEXT = "\x1a\r\n"
"""Characters at the end of texts by editors of DOS, besides the ends of lines."""

NEW_GAME = r"(\(\s*;\s*[a-z]*(?:G[a-z]*M|F[a-z]*F)[a-z]*\s*)(\[[^\]\\]*)"
"""First characters of a game.


No text within a game's value has this: there the bracket at the end would be escaped. Small letters
in names are ignored, as in old versions of SGF.
"""
RECORD_MARKS = re.compile(rf"(?P<game>{NEW_GAME}\])|\\.|\(\s*;|[()\[\]]")
TAG_LINE = re.compile(r'^[ \t]*(?:\[[ \t]*\w+[ \t]+"(?:[^"\\\n]|\\.)*"[ \t]*\][ \t]*)+$', re.M)
"""A line of tags of PGN, whose texts are no games."""
LAST_PARENTHESIS = re.compile(r"\(\s*\Z")


def raise_error(error: FormatError) -> NoReturn:
    """Raise `error`; what readers do without `on_error`."""
    raise error


def file_lines(lines: str | Iterable[str], source: str, on_error: OnError) -> Iterator[str]:
    """Yield the lines of a text or a file, up to one that is too long: that is an error.

    The arguments are those of `read_lines`.
    """
    try:
        yield from lines_of(StringIO(lines) if isinstance(lines, str) else lines, source)
    except FormatError as error:
        (on_error or raise_error)(error)


def read_lines(
    lines: Iterable[str],
    parse: Callable[[str, str], Item],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: OnError = None,
) -> Iterator[Item]:
    """Yield `parse(line, "source:number")` for each line that is not blank or a comment.

    `parse` is called with the stripped line and its id, and raises an `OthelloError` for a bad one.
    `source` is the file's name, for ids and errors; `span` the first and the last line to read,
    counted from 1, where None is the end. `on_error` is called with the `FormatError` of each bad
    line. Without it the first one is raised.
    """
    for number, text in text_lines(lines, source, span, on_error):
        try:
            item = parse(text, f"{source}:{number}")
        except OthelloError as error:
            (on_error or raise_error)(FormatError(source, number, str(error), is_item=True))
        else:
            yield item


def text_lines(
    lines: Iterable[str], source: str, span: tuple[int, int | None], on_error: OnError
) -> Iterator[tuple[int, str]]:
    """Yield the number and the stripped text of each line that is not blank or a comment.

    The arguments are those of `read_lines`.
    """
    for number, line in numbered(file_lines(lines, source, on_error), span):
        text = line.removeprefix(BYTE_ORDER_MARK).rstrip(END_OF_TEXT).strip()
        if text and not COMMENT.match(text):
            yield number, text


def numbered(items: Iterable[Item], span: tuple[int, int | None]) -> Iterator[tuple[int, Item]]:
    """Yield the items from the first to the last of `span`, each with its number from 1.

    >>> list(numbered("abc", (2, 10**20)))
    [(2, 'b'), (3, 'c')]
    """
    first, last = span
    # `islice` accepts no larger number than `sys.maxsize`.
    most = None if last is None else min(last, sys.maxsize)
    return islice(enumerate(items, 1), min(first - 1, sys.maxsize), most)


class Record(NamedTuple):
    """A part of a file that holds a game, such as ``(;...)`` of GGF and SGF."""

    text: str  #: the text of the part
    line: int = 1  #: where it begins in the file, counted from 1
    column: int = 1
    headers: Mapping[str, str] = {}  #: headers of the game that stand outside of the part
    is_item: bool = True  #: whether it is meant for a game; otherwise it is at fault, and no game
    fault: str = ""  #: why it cannot be a game; empty if its text tells
    in_list: bool = False  #: whether a number before it may be that of a list of games
    others: frozenset[str] = frozenset()  #: names of what belongs to the game and is left out

    def error(
        self, source: str, offset: int, reason: str, bad_move: BadMove | None = None
    ) -> FormatError:
        """Return a `FormatError` with this reason for the character at `offset` in the text."""
        line = self.text.count("\n", 0, offset)
        column = offset - self.text.rfind("\n", 0, offset)
        if line == 0:
            column += self.column - 1
        place = self.line + line
        error = FormatError(source, place, f"column {column}: {reason}", is_item=self.is_item)
        error.bad_move = bad_move and bad_move._replace(line=place, column=column)
        return error

    def rest(self, offset: int) -> str:
        """Return the text from `offset` on, quoted and shortened, for an error message."""
        found = self.text[offset : offset + 20].strip()
        return quote(found) if found else "the end of the text"


def split_records(lines: str | Iterable[str]) -> Iterator[Record]:
    """Yield the games in parentheses; skip the text between them.

    A game without its last parenthesis ends where another game begins, or with the file.

    >>> [record.text for record in split_records(["1 (;GM[2]C[:-)] (;B[f5])", ") 2 (;GM[2]"])]
    ['(;GM[2]C[:-)] (;B[f5]))', '(;GM[2]']
    """
    return (part for part in split_parts(lines) if part.is_item)


def split_parts(lines: str | Iterable[str]) -> Iterator[Record]:
    """Yield the games in parentheses, and the text between them as records that are no items.

    >>> [part.text for part in split_parts(["f5d6 (;GM[2];B[f5])", "c3"]) if not part.is_item]
    ['f5d6 ', 'c3']
    """
    record = Record("", is_item=False)
    parts: list[str] = []
    depth = 0
    in_value = False
    held = ""  # a line whose last parenthesis begins a game if the next line goes on with ";"
    for number, line in enumerate(StringIO(lines) if isinstance(lines, str) else lines, 1):
        start = len(held) - len(held.lstrip())
        text = held + line
        is_tags = not depth and TAG_LINE.match(line)
        for match in () if is_tags else RECORD_MARKS.finditer(text):
            mark = match[0][0]
            begins = bool(match["game"])
            if in_value and not begins:
                in_value = mark != "]"
            elif depth and mark == "[":
                in_value = True
            elif begins or (mark == "(" and not depth and len(match[0]) > 1):
                if before := "".join([*parts, text[start : match.start()]]):
                    yield record._replace(text=before)
                start = match.start()
                record = Record("", number - text.count("\n", start, len(held)), start + 1)
                parts = []
                depth = 1
                in_value = False
            elif depth and mark == "(":
                depth += 1
            elif depth and mark == ")":
                depth -= 1
                if not depth:
                    yield record._replace(text="".join([*parts, text[start : match.end()]]))
                    start = match.end()
                    record = Record("", number, start + 1, is_item=False)
                    parts = []
        held = ""
        if not depth and (opening := LAST_PARENTHESIS.search(line)):
            held = " " * opening.start() + line[opening.start() :]
            text = text[: len(text) - len(line) + opening.start()]
        parts.append(text[start:])
    if rest := "".join([*parts, held.lstrip()]):
        yield record._replace(text=rest)


def escaped(text: str) -> str:
    r"""Return a text as GGF and SGF write it between brackets: it ends no value and begins no game.

    >>> print(escaped("a]b"), escaped("(;GM[2"))
    a\]b (;GM\[2
    """
    return re.sub(rf"{NEW_GAME}\Z", r"\1\\\2", re.sub(r"([\]\\])", r"\\\1", text))


def read_records(
    lines: str | Iterable[str],
    parse: Callable[[Record, str], Item],
    source: str = "-",
    on_error: OnError = None,
) -> Iterator[Item]:
    """Yield `parse(record, source)` for each game in parentheses, as `read_items`.

    A text without one, such as the name of a file, is an error.
    """
    records: Iterable[Record] = split_records(file_lines(lines, source, on_error))
    if isinstance(lines, str) and lines.strip() and not (records := list(records)):
        reason = f"expected a game (;...), got {Record(lines).rest(0)}"
        (on_error or raise_error)(FormatError(source, 1, reason))
    yield from read_items(records, parse, source, on_error)


def read_items(
    records: Iterable[Record], parse: Callable[[Record, str], Item], source: str, on_error: OnError
) -> Iterator[Item]:
    """Yield `parse(record, source)` for each record.

    `on_error` is called with the `FormatError` that `parse` raises for a bad one, or it is raised.
    """
    for record in records:
        try:
            item = parse(record, source)
        except FormatError as error:
            (on_error or raise_error)(error)
        else:
            yield item
