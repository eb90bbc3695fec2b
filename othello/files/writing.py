"""Write files so that the old file stays until the new one is complete.

A file is written under a temporary name beside its target, flushed to the disk and then renamed,
which replaces the target at once. So the target is always the old file or the new one, even after a
full disk, Ctrl-C or a kill. The file's permissions stay. If the target is a link, the file it leads
to is replaced. Devices and pipes, such as ``/dev/stdout``, are written to directly. A database is
never replaced.

A failure raises a `FileError` with the path, except for `BrokenPipeError`, which tells a command
that nobody reads its output any more. A process that is killed leaves its ``.NAME.PID-….partial``.
"""

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
from othello.files.access import (
    BINARY,
    MODE,
    NO_LINK,
    FilePath,
    NamedFile,
    check_path,
    is_database,
    named,
)

KEPT_NAME = 40
"""Characters of a file's name in its temporary name, which may have 255 bytes at most."""

NO_DATABASE = "a base, a book or a profile: expected the name of another file"
"""Why a file that is there is kept: what took hours, or cannot be had again, is never replaced."""


@contextmanager
def replacing(
    path: FilePath,
    mode: str = "w",
    *,
    errors: str = "strict",
) -> Iterator[IO[Any]]:
    """Open a file that replaces `path` at the end of the ``with`` block, unless it raises.

    The mode is ``"w"`` or ``"wb"``. A text is in UTF-8, with `errors` as in `open`, and its lines
    end in ``\\n`` on every system, so that all write the same file. Raises FileError if the file
    cannot be written; an old file is unchanged.
    """
    with replacing_all([path], mode, errors=errors) as (file,):
        yield file


@contextmanager
def replacing_all(
    paths: Sequence[FilePath],
    mode: str = "w",
    *,
    errors: str = "strict",
) -> Iterator[list[IO[Any]]]:
    """Open files that replace `paths` together at the end of the ``with`` block; see `replacing`.

    No file is renamed before all are complete and on the disk. A process that is killed between two
    renames leaves some files new and the others old.
    """
    text = {"encoding": "utf-8", "newline": "\n", "errors": errors} if mode == "w" else None
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
    """Write files, given as contents by name, all or none of them; see `replacing_all`."""
    with replacing_all([*contents], "wb") as files:
        for file, whole in zip(files, contents.values(), strict=True):
            file.write(whole)


def writable(path: FilePath) -> None:
    """Raise `FileError` if `replacing` could not write `path`; leave an old file unchanged.

    To be called before long work whose output goes to `path`.
    """
    target = _Target(path)
    if target.folder is not None:
        descriptor, partial = target.create_partial(target.folder)
        os.close(descriptor)
        os.unlink(partial)


def remove_partials(folder: FilePath) -> None:
    """Remove the temporary files that killed processes left; the folder must be locked."""
    for partial in Path(folder).glob(".*.partial"):
        partial.unlink(missing_ok=True)


# ---------------------------------------------------------------------- targets


class _Target:
    """A file to be written: `open`, write, `finish`, `keep`; or `discard` it.

    `folder` is the folder of the file that is replaced, links followed; None for a device or pipe,
    which is written to directly.
    """

    file: IO[Any]

    def __init__(self, path: FilePath, text: dict[str, Any] | None = None) -> None:
        check_path(path)
        self._path = path
        self._text = text
        self._partial: str | None = None
        self._mode: int | None = None  # permissions of the old file
        self.folder: str | None = None
        with named(path):
            self._descriptor = _descriptor_of(path)
            self._target = os.path.realpath(path)
            try:
                found: os.stat_result | None = os.stat(path)
            except FileNotFoundError:
                found = None
            if self._descriptor is not None:
                return
            if found is not None:
                if stat.S_ISDIR(found.st_mode):
                    raise _error(errno.EISDIR)
                if not os.access(path, os.W_OK):
                    raise _error(errno.EACCES)
                if not stat.S_ISREG(found.st_mode):
                    return
                if os.access(path, os.R_OK) and is_database(path):
                    raise FileError(None, NO_DATABASE, os.fspath(path))
                self._mode = stat.S_IMODE(found.st_mode)
            elif os.fspath(path).endswith((os.sep, os.altsep or os.sep)) or not os.fspath(path):
                raise _error(errno.ENOENT)
            self.folder = os.path.dirname(self._target)
            if not os.path.isdir(self.folder):
                folder = os.path.dirname(os.fspath(path)) or self.folder
                raise FileError(errno.ENOENT, f"no folder {quote(folder)}", os.fspath(path))

    def create_partial(self, folder: str) -> tuple[int, str]:
        """Create the file that is renamed later, and return its descriptor and its name."""
        name = os.path.basename(self._target)[:KEPT_NAME]
        unique = f"{os.getpid()}-{os.urandom(4).hex()}"
        partial = os.path.join(folder, f".{name}.{unique}.partial")
        with named(self._path):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | BINARY
            return os.open(partial, flags, MODE), partial

    def open(self) -> None:
        """Open `file` for writing: a temporary file, or the device or pipe itself."""
        with named(self._path):
            if self.folder is not None:
                descriptor, self._partial = self.create_partial(self.folder)
            elif self._descriptor is not None:
                descriptor = os.dup(self._descriptor)
            else:
                descriptor = os.open(self._path, os.O_WRONLY | BINARY)
        raw = NamedFile(descriptor, self._path, "w")
        if sys.platform != "win32" and self._mode is not None:
            with suppress(OSError):
                os.fchmod(descriptor, self._mode)
        buffered = io.BufferedWriter(raw)
        self.file = buffered if self._text is None else io.TextIOWrapper(buffered, **self._text)

    def finish(self) -> None:
        """Flush all that was written to the disk."""
        with named(self._path):
            self.file.flush()
            if self._partial is not None:
                os.fsync(self.file.fileno())
            self.file.close()

    def keep(self) -> None:
        """Rename the temporary file to the target."""
        if self._partial is not None and self.folder is not None:
            with named(self._path):
                os.replace(self._partial, self._target)
            self._partial = None
            _sync_folder(self.folder)

    def discard(self) -> None:
        """Close the file, and remove the temporary file unless it was kept."""
        if hasattr(self, "file"):
            with suppress(OSError, ValueError):
                self.file.close()
        if self._partial is not None:
            with suppress(OSError):
                os.unlink(self._partial)
            self._partial = None


# ---------------------------------------------------------------------- system calls


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
