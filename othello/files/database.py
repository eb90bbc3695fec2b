"""SQLite databases of our own: what was written to one is there after a kill or a power cut.

SQLite notices a damaged file only where it cannot follow its own structure. So rows end in a
`checksum` of what they hold, which is compared when they are read.
"""

import errno
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path, PurePath
from typing import Any

from othello.errors import FileError, MissingFile, quote
from othello.files.access import DATABASE, FilePath, OpenFile, check_path, named
from othello.files.lock import locked

WAL_AT, KIND_AT = 18, 68
"""Offsets in a database of the byte that says whether it keeps a log, and of the application's
name."""
WAL = 2

LOGS = ("-wal", "-shm", "-journal")
"""Ends of the names of SQLite's files beside a database. They are removed before a new file is
made: SQLite would take what a killed process left in them for its own."""


def sqlite_uri(path: PurePath) -> str:
    """Return the URI by which SQLite opens an absolute path. It takes no name of a server.

    >>> from pathlib import PureWindowsPath
    >>> sqlite_uri(PureWindowsPath(r"\\\\server\\share\\my.book"))
    'file:////server/share/my.book'
    """
    uri = path.as_uri()
    return uri if uri.startswith("file:///") else uri.replace("file://", "file:////", 1)


def checksum(values: Iterable[object]) -> int:
    """Return the checksum of the values of a row: numbers, texts, bytes or None."""
    found = 0
    for value in values:
        found = zlib.crc32(value if isinstance(value, bytes) else f"{value!r},".encode(), found)
    return found


class DatabaseFile(OpenFile):
    """An SQLite database of one kind, which its `APPLICATION` and `VERSION` tell.

    The version before this one had no checksums: it gets them once it is opened to be written.
    `writes` says whether the file will be written; None means that it will be where it can be.
    `create` makes a new one if there is no file.

    Raises FileError if it is none, one of another version, or cannot be opened. Every method raises
    it for what SQLite cannot do.
    """

    APPLICATION: int
    VERSION: int
    SCHEMA: str
    """The statements that make its tables."""
    KIND: str
    """A word for such a file, as ``book``."""
    MADE_BY: str
    """The command that makes one."""
    READS_OLDER = False
    """True if a file without checksums is read as it is where it is not written."""
    PATIENCE = 5.0
    """Seconds to wait while another process writes."""

    def __init__(self, path: FilePath, *, writes: bool | None, create: bool) -> None:
        check_path(path)
        self.path = Path(path)
        with named(path), ExitStack() as stack:
            if self.path.is_dir():
                raise FileError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
            if self.path.exists() and not self.path.is_file():
                raise FileError(None, f"no plain file: {self._expected}", str(path))
            if not self.path.parent.is_dir():
                reason = f"no folder {quote(str(self.path.parent))}"
                raise MissingFile(errno.ENOENT, reason, str(path))
            if writes is None:
                writes = self._can_be_written()
            self.writes = writes
            if writes:
                stack.enter_context(self._for_writing())
            stack.enter_context(database_errors(self.path))
            if create and self._is_empty():
                self._make()
            elif not os.path.lexists(path):
                reason = f"no such file: {self.MADE_BY} makes one"
                raise MissingFile(errno.ENOENT, reason, str(path))
            self._check_kind()
            # A reader could not put away the files that SQLite keeps beside one that is written,
            # if it were the last to close it as mode=ro.
            self._connection: sqlite3.Connection | None = sqlite3.connect(
                f"{sqlite_uri(self.path.absolute())}?{self._mode()}",
                uri=True,
                timeout=self.PATIENCE,
                isolation_level=None,
                check_same_thread=False,
            )
            stack.callback(self._database.close)
            self._database.text_factory = read_text
            self._database.create_function("checksum", -1, lambda *values: checksum(values))
            self._check_version()
            if writes:
                self._database.execute("PRAGMA journal_mode = WAL")
                self._database.execute("PRAGMA synchronous = NORMAL")
                self._number("SELECT count(*) FROM sqlite_master")
                stack.callback(self._put_away)
                if self._version < self.VERSION:
                    self._upgrade()
            else:
                self._database.execute("PRAGMA query_only = ON")
            self._closing = stack.pop_all()

    @property
    def _database(self) -> sqlite3.Connection:
        """The open database."""
        self.check_open()
        assert self._connection is not None
        return self._connection

    def check_open(self) -> None:
        """Raise FileError once the file was closed."""
        if self._connection is None:
            raise FileError(
                None, f"the {self.KIND} is closed: expected an open one", str(self.path)
            )

    @contextmanager
    def _for_writing(self) -> Iterator[None]:
        """Hold, as long as the file is open, what a writer needs: nothing, or a lock."""
        yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Write all that is written in the context, or nothing."""
        with database_errors(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:  # a full disk may have ended it
                    self._database.execute("ROLLBACK")
                raise

    def _put_away(self) -> None:
        """Write all into the file itself, so that a copy of it is whole even while it is read."""
        with suppress(sqlite3.Error):
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _make(self) -> None:
        """Make an empty file: none or a whole one, even if the process is killed.

        If there is a link, the file it leads to is made.
        """
        target = Path(os.path.realpath(self.path))
        partial = target.with_name(f".{target.name}.partial")
        numbers = (
            f"PRAGMA application_id = {self.APPLICATION}; PRAGMA user_version = {self.VERSION}"
        )
        # Who writes the file may have its usual lock.
        with locked(self.path, wait=self.PATIENCE, end=".making"):
            if not self._is_empty():  # another process was faster
                return
            partial.unlink(missing_ok=True)
            try:
                with closing(sqlite3.connect(partial)) as database:
                    database.executescript(f"BEGIN; {self.SCHEMA} {numbers}; COMMIT;")
                for name in (f"{target.name}{end}" for end in LOGS):
                    target.with_name(name).unlink(missing_ok=True)
                partial.replace(target)
            finally:  # as on a full disk
                partial.unlink(missing_ok=True)

    def _is_empty(self) -> bool:
        """Return whether nothing is there, or an empty file."""
        return not (self.path.exists() and self.path.stat().st_size)

    def _number(self, query: str, *values: object) -> int:
        found: int = self._database.execute(query, values).fetchone()[0]
        return found

    def _head(self) -> bytes | None:
        """Return the start of the file; None if it is no plain file."""
        if not self.path.is_file():
            return None
        with open(self.path, "rb") as file:
            return file.read(KIND_AT + 4)

    def _can_be_written(self) -> bool:
        return all(os.access(each, os.W_OK) for each in (self.path, self.path.parent))

    def _mode(self) -> str:
        """Return how SQLite is to open the file.

        For one with a log it makes files beside it, even to read. If it may not, and nobody has
        made them, the file is read as one that does not change.
        """
        has_log = (self._head() or b"")[WAL_AT : WAL_AT + 1] == bytes([WAL])
        log = self.path.with_name(f"{self.path.name}-wal")
        if has_log and not log.exists() and not self._can_be_written():
            return "mode=ro&immutable=1"
        return "mode=rw"

    def _check_kind(self) -> None:
        """Raise FileError if it is a database of another kind: reading it may leave files."""
        if (head := self._head()) is not None:
            kind = int.from_bytes(head[KIND_AT:], "big")
            if head[: len(DATABASE)] in (b"", DATABASE) and kind != self.APPLICATION:
                raise FileError(None, self._expected, str(self.path))

    @property
    def _expected(self) -> str:
        return f"expected a {self.KIND}, as {self.MADE_BY} makes it"

    def _damaged(self, reason: str) -> FileError:
        """Return the error for a file that cannot be read as a database."""
        return FileError(None, f"{self._expected}: {reason}", str(self.path))

    def _check_version(self) -> None:
        """Raise FileError unless it is of this kind, and of a version that can be used."""
        try:
            version = self._version = self._number("PRAGMA user_version")
        except sqlite3.OperationalError:  # it may be one that cannot be read now
            raise
        except sqlite3.DatabaseError as error:
            raise self._damaged(str(error)) from None
        usable = [self.VERSION]
        if self.writes or self.READS_OLDER:
            usable.append(self.VERSION - 1)
        if version not in usable:
            newer = ", which a newer othello has written" * (version > self.VERSION)
            older = f", or a file that may be written: {self.MADE_BY} makes a new one"
            reason = f"a {self.KIND} of version {version}{newer}: expected {self.VERSION}"
            reason += older * (version == self.VERSION - 1)
            raise FileError(None, reason, str(self.path))

    def _upgrade(self) -> None:
        """Give a file of the version before this one the checksums that it lacks."""
        with self._transaction():
            # Another process may have been faster.
            if self._number("PRAGMA user_version") < self.VERSION:
                self._add_checksums()
                self._database.execute(f"PRAGMA user_version = {self.VERSION}")
        self._version = self.VERSION

    def _add_checksums(self) -> None:
        """Change the tables of the version before this one into those of this one."""
        raise NotImplementedError

    def _add_sums_to(self, *tables: str) -> None:
        """Add a column with the checksum of each row to tables."""
        execute = self._database.execute
        for table in tables:
            columns = ", ".join(row[1] for row in execute(f"PRAGMA table_info({table})"))
            execute(f"ALTER TABLE {table} ADD COLUMN sum INTEGER")
            execute(f"UPDATE {table} SET sum = checksum({columns})")

    def _checked(self, row: Sequence[Any] | None) -> Sequence[Any]:
        """Return a row without the checksum at its end; raise FileError if it is not right."""
        if row is None or row[-1] != checksum(row[:-1]):
            raise self.unsound("a checksum is wrong")
        return row[:-1]

    def unsound(self, reason: object) -> FileError:
        """Return the error for a database whose contents cannot be used as they are."""
        return FileError(None, f"the {self.KIND} is damaged: {reason}", str(self.path))

    def close(self) -> None:
        """Close the file."""
        self._closing.close()
        self._connection = None


@contextmanager
def opened_database(path: Path, schema: str) -> Iterator[sqlite3.Connection]:
    """Open an SQLite database of our own, made anew if it is not there; no one else may use it.

    Raises FileError if it cannot be opened, is no such database, or another process has it.
    """
    with locked(path), database_errors(path):
        # Other threads may write; `isolation_level=None` is one transaction for each statement.
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            database.text_factory = read_text
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=NORMAL")
            database.executescript(schema)
            yield database
        finally:
            database.close()


def read_text(contents: bytes) -> str:
    """Return a text of a database, whose bytes may be damaged."""
    return contents.decode("utf-8", "backslashreplace")


@contextmanager
def database_errors(path: Path) -> Iterator[None]:
    """Turn an error of SQLite that is raised in this context into a `FileError`, in one line."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter in a message
        raise FileError(None, " ".join(str(error).split()), str(path)) from None
