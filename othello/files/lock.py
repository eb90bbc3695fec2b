"""Lock a file or folder against other processes; a lock ends with its process."""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from othello.errors import FileError
from othello.files.access import BINARY, MODE, NO_LINK, FilePath, named

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

HELD = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK, 0)
"""Error numbers for a lock that another process holds; Wine gives 0."""

PAUSE = 0.01
"""Seconds between two tries to get a lock."""

REMOVAL_TRIES = 100
"""Tries to open a lock's file that another process is just removing, which Windows refuses."""


@contextmanager
def locked(path: FilePath, *, wait: float = 0.0, end: str = ".lock") -> Iterator[None]:
    """Lock a file or folder during the ``with`` block; other processes cannot lock it then.

    The lock is a locked file, ``.lock`` in a folder or ``.NAME.lock`` beside a file, which contains
    the process id; a link has the lock of what it leads to. It ends with the process, even if that
    is killed. Raises FileError if another process holds the lock for longer than `wait` seconds, or
    the lock file cannot be written. Another `end` of its name is another lock.
    """
    ends = time.monotonic() + wait
    with named(path):
        place = Path(os.path.realpath(path))
        name = place / end if place.is_dir() else place.with_name(f".{place.name}{end}")
        while True:
            try:
                descriptor = _lock(path, name)
                break
            except FileError as error:
                if error.errno not in HELD or time.monotonic() >= ends:
                    raise
            time.sleep(PAUSE)
    try:
        yield
    finally:
        # Remove the file while it is locked. A process that has opened it meanwhile notices: after
        # locking, `_lock` checks that its file is still there. Windows removes no file that is open
        # here, nor one that another process has opened meanwhile.
        if sys.platform == "win32":
            os.close(descriptor)
        with suppress(OSError):
            os.unlink(name)
        if sys.platform != "win32":
            os.close(descriptor)


def _lock(path: FilePath, name: Path) -> int:
    """Create and lock the file `name`; return its descriptor."""
    while True:
        descriptor = _open(name)
        try:
            _take(descriptor, path)
            # The last holder may have removed the file after it was opened here. Then another
            # process could lock a new file of that name, so try again.
            if _is_still(descriptor, name):
                _write_number(descriptor, name)
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _write_number(descriptor: int, name: Path) -> None:
    """Write the process id into a locked file; remove the file if the disk is full."""
    try:
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"{os.getpid()}\n".encode())
    except BaseException:
        with suppress(OSError):  # Windows removes no open file
            os.unlink(name)
        raise


def _open(name: Path) -> int:
    """Open the file `name`, or create it; return its descriptor."""
    flags = os.O_RDWR | os.O_CREAT | NO_LINK | BINARY
    for _ in range(REMOVAL_TRIES if sys.platform == "win32" else 0):
        try:
            return os.open(name, flags, MODE)
        except PermissionError:
            time.sleep(PAUSE)
    return os.open(name, flags, MODE)


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
            # Lock a byte far after the process id, as others cannot read locked bytes.
            os.lseek(descriptor, 1 << 20, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in HELD:
            raise
        os.lseek(descriptor, 0, os.SEEK_SET)
        number = os.read(descriptor, 20).decode("ascii", "replace").strip()
        whom = f"process {number}" if number.isdecimal() else "another process"
        raise FileError(error.errno, f"in use by {whom}", os.fspath(path)) from None
