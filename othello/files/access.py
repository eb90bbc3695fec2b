"""Open files so that errors name the file and a pipe is not waited for."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from othello.errors import FileError, InvalidOption, quote

if TYPE_CHECKING:
    from typing_extensions import Self

FilePath = str | os.PathLike[str]

STDIN = "-"
"""The name that stands for standard input."""

MODE = 0o666
"""Permissions of a new file, before the umask."""

DATABASE = b"SQLite format 3\0"
"""First bytes of a database, such as a base of games, a book or a profile."""

NO_LINK = getattr(os, "O_NOFOLLOW", 0)
NO_WAIT = getattr(os, "O_NONBLOCK", 0)
BINARY = getattr(os, "O_BINARY", 0)
"""Flags of `os.open`; 0 if the system does not have them."""


class OpenFile:
    """A context manager that has a file open until `close`; it cannot be copied or pickled."""

    def close(self) -> None:
        """Close the file."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{self!r} cannot be copied or pickled: it has an open file")


@contextmanager
def named(path: FilePath) -> Iterator[None]:
    """Turn an `OSError` raised in this context into a `FileError` about `path`."""
    try:
        yield
    except (FileError, BrokenPipeError):
        raise
    except OSError as error:
        if os.name == "nt" and os.path.isdir(path):  # there it is "Permission denied"
            raise FileError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path)) from None
        raise FileError(error.errno, error.strerror or str(error), os.fspath(path)) from None
    except ValueError as error:  # a NUL in the path
        raise FileError(errno.EINVAL, str(error), os.fspath(path)) from None


def check_path(path: object) -> None:
    """Raise InvalidOption unless `path` is the name of a file."""
    if not isinstance(os.fspath(path) if isinstance(path, os.PathLike) else path, str):
        raise InvalidOption(f"invalid path {quote(path)}: expected the name of a file")


def is_database(path: FilePath) -> bool:
    """Return whether there is a file of this name that begins as a database does."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(DATABASE)) == DATABASE


def is_same_file(first: FilePath, second: FilePath) -> bool:
    """Return whether two names are of one file that exists."""
    try:
        return os.path.samefile(first, second)
    except OSError:
        return False


def reading(path: FilePath, *, wait: bool = False) -> io.BufferedReader:
    """Open a file to read bytes.

    A pipe that nobody writes to is empty, unless `wait` says to wait for a writer. Raises FileError
    if the file cannot be opened, or later not read (`MissingFile` if there is none), and
    InvalidOption if `path` is no path.
    """
    check_path(path)
    try:
        with named(path):
            opener = None if wait else without_waiting
            return io.BufferedReader(NamedFile(path, path, "r", opener))
    except FileError as error:
        if error.errno != errno.EISDIR:
            raise
        reason = f"{error.strerror}: expected a file, such as one of {os.path.join(path, '*')}"
        raise FileError(errno.EISDIR, reason, os.fspath(path)) from None


class NamedFile(io.FileIO):
    """A file, or a descriptor, whose errors say that it is the one at `path`."""

    def __init__(
        self,
        file: FilePath | int,
        path: FilePath,
        mode: str,
        opener: Callable[[Any, int], int] | None = None,
    ) -> None:
        super().__init__(file, mode, opener=opener)
        self._path = path

    def readinto(self, buffer: Any, /) -> int | None:
        """Read into `buffer`; return the number of bytes read."""
        with named(self._path):
            return super().readinto(buffer)

    def readall(self) -> bytes:
        """Read all that is left."""
        with named(self._path):
            return super().readall()

    def write(self, contents: Any, /) -> int:
        """Write a part of `contents`; return the number of bytes written."""
        with named(self._path):
            return super().write(contents)


def without_waiting(path: FilePath, flags: int) -> int:
    """Open a file as `os.open` does, but without waiting for the other end of a pipe.

    This is an `opener` for `open`; it returns the file descriptor. Raises FileError if a pipe is
    opened for writing that nobody reads.
    """
    try:
        descriptor = os.open(path, flags | NO_WAIT, MODE)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        raise FileError(errno.ENXIO, "nobody reads this pipe", os.fspath(path)) from None
    if sys.platform != "win32":
        os.set_blocking(descriptor, True)
    return descriptor


def is_writable(text: str) -> bool:
    r"""Return whether a file can hold `text`: not half of a surrogate pair.

    Those that stand for the bytes of a file that are no UTF-8 can be written.

    >>> is_writable("虎"), is_writable("\ud800"), is_writable("\udcff")
    (True, False, True)
    """
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True
