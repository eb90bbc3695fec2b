"""Input that arguments name: files, stdin, or positions and games themselves."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BufferedReader, BytesIO, TextIOWrapper
from typing import IO, Generic, TypeVar

from othello.commands.output import Faults, is_path, not_found, print_fault
from othello.errors import InvalidOption, OthelloError, counted, quote
from othello.files.access import reading
from othello.files.unpacking import as_text, unpacked
from othello.formats import STDIN

T = TypeVar("T")

COLUMN = re.compile(r"^column \d+: ")
"""The place of a fault, which is of no use in a line of a few moves."""


class Sources(Generic[T]):
    """Iterate over what is in files, on stdin (``-``) and on the command line itself.

    What cannot be used is reported on stderr and counted; the rest is still read. `span` is the
    first and last line or game to take from each file, counted from 1; None is the file's end.
    """

    NOTHING: str  # how the report begins that a source is empty, such as "no games"
    SPAN: str  # what comes before the span in that report
    SPAN_OPTION: str  # the option of the command line that gives the span

    def __init__(self, sources: Sequence[str], span: tuple[int, int | None] = (1, None)) -> None:
        self._faults, self._warnings = Faults(), Faults()
        self._sources = sources
        self._span = span

    def __iter__(self) -> Iterator[T]:
        for number, source in enumerate(self._sources, 1):
            faults, found = self.faults, False
            for item in self._read(source, number):
                if self._is_usable(item):
                    found = True
                    yield item
            if not found and faults == self.faults:
                first, last = self._span
                chosen = "" if self._span == (1, None) else f" {self.SPAN} {first}-{last or ''}"
                self.report(f"{source}: {self.NOTHING}{chosen}")
            for told in (self._faults, self._warnings):
                told.end_file(source)

    @property
    def faults(self) -> int:
        """Number of lines, games or sources that could not be used so far."""
        return self._faults.count

    def _read(self, source: str, number: int) -> Iterator[T]:
        """Yield what is in a source, the `number`-th of all."""
        text = source.strip()
        if source == STDIN or self._is_file(source):
            try:
                yield from self._in_file(source)
            except OSError as error:
                self.report(f"{source}: {error.strerror or error}")
            except OthelloError as error:
                self.report(error)
        elif is_path(source):
            self.report(not_found(source, ""))
        else:
            try:
                found = self._written(text, f"argument:{number}")
            except OthelloError as error:
                self.report(not_found(text, COLUMN.sub("", getattr(error, "reason", str(error)))))
                return
            files = (each for each in self._sources if each == STDIN or os.path.lexists(each))
            if self._span != (1, None) and not any(files):
                raise InvalidOption(f"{self.SPAN_OPTION} with {quote(text)}: expected a file")
            yield found

    def _is_file(self, source: str) -> bool:
        """Return whether a source is a file."""
        return os.path.lexists(source)

    def _in_file(self, source: str) -> Iterator[T]:
        """Yield what is in a file, or on stdin."""
        raise NotImplementedError

    def _written(self, text: str, id: str) -> T:
        """Return what is written out on the command line; raise OthelloError if it is none."""
        raise NotImplementedError

    def _is_usable(self, item: T) -> bool:
        """Return whether something is wanted; report it otherwise."""
        return True

    def report(self, fault: object) -> None:
        """Print what cannot be used on stderr, and count it."""
        self._faults.report(fault)

    def warn(self, reason: object) -> None:
        """Print on stderr what is doubtful of something that is used all the same."""
        self._warnings.report(reason)


def tell_missing(
    source: str,
    span: tuple[int, int | None],
    n_there: int,
    one: str,
    report: Callable[[object], None],
) -> None:
    """Say on stderr what of `span` a file lacks that has so many of `one`, a line or game.

    Without any of the span the file cannot be used, and `report` is called instead.
    """
    first, last = span
    if n_there and (n_there < first or (last is not None and n_there < last)):
        missing = f"{max(first, n_there + 1)}-{last or ''}"
        tell = report if n_there < first else print_fault
        tell(f"{source}: no {one}s number {missing}, as it has {counted(n_there, one)}")


def open_text(source: str) -> TextIOWrapper:
    """Open a file, or stdin, to read text."""
    return as_text(open_input(source), source)


def open_input(source: str) -> BufferedReader:
    """Open a file, or stdin if `source` is ``-``, to read bytes: those of `unpacked`.

    Closed stdin is empty. To close the file leaves stdin open.
    """
    file: IO[bytes]
    if source != STDIN:
        file = reading(source, wait=True)
    elif sys.stdin is None:
        file = BytesIO()
    else:
        file = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115
    return unpacked(file, source)
