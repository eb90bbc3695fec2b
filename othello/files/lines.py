"""Files to which whole lines are appended."""

import os
import stat
from contextlib import suppress

from othello.files.access import BINARY, FilePath, OpenFile, named, without_waiting
from othello.files.bounded import whole_file

TAIL = 1 << 16
"""Bytes read at once from the end of a file, to find where its last line begins."""


def whole_lines(path: FilePath) -> list[str]:
    """Return the lines of a file that `LineFile` appended to; none if there is no file.

    A last line without a newline was not written completely and is left out. Bytes that are no
    UTF-8 become ``\\x`` and two digits.
    """
    try:
        text = whole_file(path).decode("utf-8-sig", errors="backslashreplace")
    except FileNotFoundError:
        return []
    return text.split("\n")[:-1]


class LineFile(OpenFile):
    """A file to append lines to in UTF-8; raises FileError if it cannot be written.

    A last line without a newline is cut off: it was left by a process that was killed while it
    wrote. But if it ends with `whole`, only its newline is missing, and is added: another program
    may have written it. A pipe that nobody reads is an error; it is not waited for.
    """

    def __init__(self, path: FilePath, *, errors: str = "strict", whole: bytes = b"") -> None:
        self._path = path
        self._errors = errors
        with named(path):
            flags = os.O_RDWR if _is_regular(path) else os.O_WRONLY
            self._descriptor = without_waiting(path, flags | os.O_APPEND | os.O_CREAT | BINARY)
            self._is_regular = stat.S_ISREG(os.fstat(self._descriptor).st_mode)
            if self._is_regular:
                _end_last_line(self._descriptor, whole)

    def write(self, line: str) -> None:
        """Append a line and a newline, without buffering.

        Raises FileError if that fails; no part of the line is left in the file.
        """
        contents = f"{line}\n".encode("utf-8", self._errors)
        with named(self._path):
            before = os.fstat(self._descriptor).st_size
            try:
                rest = memoryview(contents)
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
            except BaseException:
                if self._is_regular:
                    with suppress(OSError):
                        os.ftruncate(self._descriptor, before)
                raise

    def close(self) -> None:
        """Close the file; it may be closed already."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _is_regular(path: FilePath) -> bool:
    """Return whether `path` is a regular file or does not exist yet."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True


def _end_last_line(descriptor: int, whole: bytes) -> None:
    """Give a last line without a newline one if it ends with `whole`; else remove it."""
    end = size = os.fstat(descriptor).st_size
    os.lseek(descriptor, max(size - len(whole), 0), os.SEEK_SET)
    if whole and os.read(descriptor, len(whole)) == whole:
        os.write(descriptor, b"\n")
        return
    while end > 0:
        start = max(end - TAIL, 0)
        os.lseek(descriptor, start, os.SEEK_SET)
        last = os.read(descriptor, end - start).rfind(b"\n")
        if last >= 0:
            end = start + last + 1
            break
        end = start
    if end < size:
        os.ftruncate(descriptor, end)
