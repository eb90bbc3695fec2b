"""The one place that writes files: what was there stays until the new file is whole.

A file is written under another name beside its target, flushed to the disk and then renamed, which
replaces the target at once: whoever opens it finds the old file or the new one, after a full disk,
Ctrl-C or a kill as well. Its mode stays. Where the target is a link, what the link leads to is
written; devices and pipes, ``/dev/stdout`` among them, are written to as they are.

Whatever fails raises a `FileError` with the path, apart from a `BrokenPipeError`: that is how a
command learns that nobody reads on. A process that is killed leaves its ``.NAME.PID-….partial``.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from othello.errors import FileError, quote
from othello.files.access import BINARY, MODE, NO_LINK, FilePath, named

__all__ = [
    "remove_partials",
    "replacing",
    "replacing_all",
    "writable",
    "write_together",
]

KEPT_NAME = 40
"""Characters of a file's name that its temporary name shows: no name may have over 255 bytes."""


@contextmanager
def replacing(
    path: FilePath,
    mode: str = "w",
    *,
    encoding: str = "utf-8",
    newline: str | None = None,
    errors: str = "strict",
) -> Iterator[IO[Any]]:
    """Open a file that replaces `path` when the context is left; not if an exception leaves it.

    Parameters
    ----------
    path : path
        The target.
    mode : {"w", "wb"}
        Text or bytes.
    encoding, newline, errors : str
        Of text, as in `open`.

    Raises
    ------
    FileError
        If the file cannot be written; a target that was there is as it was.
    """
    with replacing_all([path], mode, encoding=encoding, newline=newline, errors=errors) as (file,):
        yield file


@contextmanager
def replacing_all(
    paths: Sequence[FilePath],
    mode: str = "w",
    *,
    encoding: str = "utf-8",
    newline: str | None = None,
    errors: str = "strict",
) -> Iterator[list[IO[Any]]]:
    """Open files that replace `paths` together when the context is left, as `replacing` does.

    Nothing is renamed before all are whole and on the disk. The renames follow each other; a
    process that is killed between two of them leaves the first file new and the second one old.
    """
    if mode not in ("w", "wb"):
        raise ValueError(f"mode {mode!r}: expected 'w' or 'wb'")
    text = {"encoding": encoding, "newline": newline, "errors": errors} if mode == "w" else None
    with ExitStack() as stack:
        targets = [_Target(path, text) for path in paths]
        for target in targets:
            stack.callback(target.discard)
            target.open()
        yield [target.file for target in targets]
        for target in targets:
            target.finish()
        for target in targets:
            target.keep()


def write_together(contents: Mapping[str, bytes]) -> None:
    """Write files by their names, all or none, as `replacing_all` does."""
    with replacing_all([*contents], "wb") as files:
        for file, whole in zip(files, contents.values(), strict=True):
            file.write(whole)


def writable(path: FilePath) -> None:
    """Raise `FileError` if `replacing` could not write `path`; what is there is not touched.

    For outputs of hours of work, before these begin.
    """
    place = _Place(path)
    if place.folder is not None:
        descriptor, partial = place.create_partial()
        os.close(descriptor)
        os.unlink(partial)


def remove_partials(folder: FilePath) -> None:
    """Remove the partial files that killed processes left; call it with the folder locked."""
    for partial in Path(folder).glob(".*.partial"):
        partial.unlink(missing_ok=True)


# ---------------------------------------------------------------------- where a file goes


class _Place:
    """Where the contents of `path` go.

    Attributes
    ----------
    path : path
        As it was given, for messages.
    target : str
        The file to be replaced, links followed.
    folder : str or None
        Where it lies; None for what is written to in place.
    mode : int or None
        Of the file that is there.
    descriptor : int or None
        What ``/dev/stdout`` and its like stand for in this process.
    """

    def __init__(self, path: FilePath) -> None:
        self.path = path
        self.folder: str | None = None
        self.mode: int | None = None
        with named(path):
            self.descriptor = _descriptor_of(path)
            self.target = os.path.realpath(path)
            try:
                found: os.stat_result | None = os.stat(path)
            except FileNotFoundError:
                found = None
            if self.descriptor is not None:
                return
            if found is not None:
                if stat.S_ISDIR(found.st_mode):
                    raise _error(errno.EISDIR)
                if not os.access(path, os.W_OK):
                    raise _error(errno.EACCES)
                if not stat.S_ISREG(found.st_mode):
                    return
                self.mode = stat.S_IMODE(found.st_mode)
            elif os.fspath(path).endswith((os.sep, os.altsep or os.sep)) or not os.fspath(path):
                raise _error(errno.ENOENT)
            self.folder = os.path.dirname(self.target)
            if not os.path.isdir(self.folder):
                folder = os.path.dirname(os.fspath(path)) or self.folder
                raise FileError(errno.ENOENT, f"no folder {quote(folder)}", os.fspath(path))

    def create_partial(self) -> tuple[int, str]:
        """Create the file that is renamed later, and return its descriptor and its name."""
        assert self.folder is not None
        name = os.path.basename(self.target)[:KEPT_NAME]
        unique = f"{os.getpid()}-{os.urandom(4).hex()}"
        partial = os.path.join(self.folder, f".{name}.{unique}.partial")
        with named(self.path):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | BINARY
            return os.open(partial, flags, MODE), partial

    def open_in_place(self) -> int:
        """Return a new descriptor of a device or pipe."""
        if self.descriptor is not None:
            return os.dup(self.descriptor)
        return os.open(self.path, os.O_WRONLY | BINARY)


class _Target:
    """A file on its way to its place: opened, finished, kept; or discarded."""

    def __init__(self, path: FilePath, text: dict[str, Any] | None) -> None:
        self._place = _Place(path)
        self._text = text
        self._partial: str | None = None
        self.file: IO[Any]

    def open(self) -> None:
        """Open `file`."""
        with named(self._place.path):
            if self._place.folder is None:
                descriptor = self._place.open_in_place()
            else:
                descriptor, self._partial = self._place.create_partial()
        raw = _NamedFile(descriptor, self._place.path)
        if sys.platform != "win32" and self._partial is not None and self._place.mode is not None:
            with suppress(OSError):
                os.fchmod(descriptor, self._place.mode)
        buffered = io.BufferedWriter(raw)
        self.file = buffered if self._text is None else io.TextIOWrapper(buffered, **self._text)

    def finish(self) -> None:
        """Flush all that was written to the disk."""
        with named(self._place.path):
            self.file.flush()
            if self._partial is not None:
                os.fsync(self.file.fileno())
            self.file.close()

    def keep(self) -> None:
        """Give the file its name."""
        if self._partial is None:
            return
        assert self._place.folder is not None
        with named(self._place.path):
            os.replace(self._partial, self._place.target)
        self._partial = None
        _sync_folder(self._place.folder)

    def discard(self) -> None:
        """Close what is open and remove what was not kept."""
        if hasattr(self, "file"):
            with suppress(OSError, ValueError):
                self.file.close()
        if self._partial is not None:
            with suppress(OSError):
                os.unlink(self._partial)
            self._partial = None


class _NamedFile(io.FileIO):
    """A file whose errors say which file it is."""

    def __init__(self, descriptor: int, path: FilePath) -> None:
        super().__init__(descriptor, "w")
        self._path = path

    def write(self, contents: Any, /) -> int:
        """Write some of `contents`, and return how much."""
        with named(self._path):
            return super().write(contents)


# ---------------------------------------------------------------------- small things


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _descriptor_of(path: FilePath) -> int | None:
    """Return the descriptor that `path` stands for, as ``/dev/stdout`` stands for 1; or None."""
    name = os.fspath(path)
    own = (f"/proc/{os.getpid()}/fd", "/dev/fd")
    for _ in range(8):
        folder, last = os.path.split(name)
        if last.isdecimal() and os.path.realpath(folder) in own:
            return int(last)
        if not os.path.islink(name):
            break
        name = os.path.join(folder, os.readlink(name))
    return None


def _sync_folder(folder: str) -> None:
    """Flush a rename to the disk, on systems where a folder can be opened."""
    if os.name == "posix":
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
