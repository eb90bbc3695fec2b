"""Readers of game and position files, one module a format.

A reader is a generator over lines. A line it cannot use becomes a `FormatError`, which is raised,
or handed to `on_error` so that the good lines after it are still read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from othello.errors import FormatError, OthelloError

__all__ = ["read_lines"]

Item = TypeVar("Item")

COMMENT_MARKS = ("%", "#")


def read_lines(
    lines: Iterable[str],
    parse: Callable[[str, str], Item],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Item]:
    """Yield `parse(line, "source:number")` for each line that is not blank or a comment.

    Parameters
    ----------
    lines : iterable of str
        An open file, for example.
    parse : callable
        Called with the stripped line and its name; a line it refuses raises an `OthelloError`.
    source : str
        Name of the file, for messages.
    span : tuple of int
        First and last line wanted, from 1; None is the end.
    on_error : callable, optional
        Called with the `FormatError` of each bad line. Without it the first one is raised.
    """
    first, last = span
    for number, line in islice(enumerate(lines, 1), first - 1, last):
        text = line.strip()
        if not text or text.startswith(COMMENT_MARKS):
            continue
        try:
            item = parse(text, f"{source}:{number}")
        except OthelloError as error:
            bad_line = FormatError(source, number, str(error))
            if on_error is None:
                raise bad_line from error
            on_error(bad_line)
        else:
            yield item
