"""Read text that may have no end: a line that is too long is an error, not a full memory."""

import json
from collections.abc import Iterable, Iterator
from typing import IO, Any, AnyStr

from othello.errors import FormatError, InvalidOption
from othello.files.access import FilePath, named, reading
from othello.files.unpacking import check_is_text, unpacked

LONGEST_LINE = 1 << 24
"""Characters of a line at most, or bytes of one that is not decoded; ``/dev/zero`` never ends."""


def lines_of(lines: Iterable[AnyStr], source: str) -> Iterator[AnyStr]:
    """Yield the lines of an open file, or of another iterable, which are taken as they are.

    A line of the file that is longer than `LONGEST_LINE` raises FormatError, when those before it
    were yielded. FileError is raised if the file cannot be read on. `source` is its name in errors.
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
    """Return the bytes of a text file, as `unpacked` finds them.

    Raises as `reading` and `lines_of` do.
    """
    with unpacked(reading(path), str(path)) as file:
        check_is_text(file, str(path))
        return whole_text(file, str(path))


def whole_text(file: IO[AnyStr], source: str) -> AnyStr:
    """Return all that is in an open file. Raises as `lines_of` does."""
    lines: Any = lines_of(file, source)
    whole: AnyStr = file.read(0).join(lines)
    return whole


def json_in(path: FilePath) -> Any:
    """Return the JSON value in a file; raise InvalidOption if it is none."""
    try:
        return json.loads(whole_file(path))
    except (ValueError, RecursionError) as error:
        raise InvalidOption(f"{path}: no JSON: {error}") from None
