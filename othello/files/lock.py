"""A lock on a file or folder, which ends with its process."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from othello.errors import FileError
from othello.files.access import BINARY, MODE, NO_LINK, FilePath, named

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["locked"]


@contextmanager
def locked(path: FilePath) -> Iterator[None]:
    """Keep other processes that ask for the same lock away from a file or folder.

    The lock is on a file ``.lock`` in the folder, ``.NAME.lock`` beside a file, which holds the
    number of the process. It ends with the process, however that ends.

    Raises
    ------
    FileError
        If another process has it, or it cannot be had.
    """
    with named(path):
        place = Path(path)
        name = place / ".lock" if place.is_dir() else place.with_name(f".{place.name}.lock")
        descriptor = _lock(path, name)
    try:
        yield
    finally:
        # Removed while it is held: `_lock` looks whether the file it has locked is still there.
        with suppress(OSError):
            os.unlink(name)
        os.close(descriptor)


def _lock(path: FilePath, name: Path) -> int:
    """Return the descriptor of the file `name`, locked."""
    while True:
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | NO_LINK | BINARY, MODE)
        try:
            _take(descriptor, path)
            # Who had it may have removed the file since it was opened: then this lock is no one's.
            if _is_still(descriptor, name):
                os.ftruncate(descriptor, 0)
                os.lseek(descriptor, 0, os.SEEK_SET)
                os.write(descriptor, f"{os.getpid()}\n".encode())
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _is_still(descriptor: int, name: Path) -> bool:
    """Return whether `name` is the file that is open."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(name))
    except FileNotFoundError:
        return False


def _take(descriptor: int, path: FilePath) -> None:
    """Lock an open file, or raise `FileError`."""
    try:
        if sys.platform == "win32":
            # Far behind the number, which others could not read otherwise.
            os.lseek(descriptor, 1 << 20, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            raise
        os.lseek(descriptor, 0, os.SEEK_SET)
        number = os.read(descriptor, 20).decode("ascii", "replace").strip()
        whom = f"process {number}" if number.isdecimal() else "another process"
        raise FileError(error.errno, f"in use by {whom}", os.fspath(path)) from None
