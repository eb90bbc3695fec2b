"""Read text that may have no end: a line that is too long is an error, not a full memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any, AnyStr

from othello.errors import FormatError
from othello.files.access import FilePath, named, reading
from othello.files.unpacking import check_is_text, unpacked

__all__ = ["LONGEST_LINE", "lines_of", "whole_file", "whole_text"]

LONGEST_LINE = 1 << 24
"""Characters of a line at most, or bytes of one that is not decoded; ``/dev/zero`` never ends."""


def lines_of(lines: Iterable[AnyStr], source: str) -> Iterator[AnyStr]:
    """Yield the lines of an open file, or of another iterable, which are taken as they are.

    Parameters
    ----------
    lines : iterable of str or bytes
        The file.
    source : str
        Its name, for errors.

    Raises
    ------
    FormatError
        If a line of the file is longer than `LONGEST_LINE`; what stands before it was yielded.
    FileError
        If the file cannot be read on.
    """
    readline = getattr(lines, "readline", None)
    if readline is None:
        yield from lines
        return
    number = 0
    with named(source):
        while line := readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                break
            yield line
    if line:
        reason = f"a line without an end: expected {LONGEST_LINE} characters at most"
        raise FormatError(source, number, reason)


def whole_file(path: FilePath) -> bytes:
    """Return the bytes of a file of text, as `unpacked` finds them.

    Raises as `lines_of` does, and if it cannot be opened.
    """
    with unpacked(reading(path), str(path)) as file:
        check_is_text(file, str(path))
        return whole_text(file, str(path))


def whole_text(file: IO[AnyStr], source: str) -> AnyStr:
    """Return all that is in an open file. Raises as `lines_of` does."""
    lines: Any = lines_of(file, source)
    whole: AnyStr = file.read(0).join(lines)
    return whole
