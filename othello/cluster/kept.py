"""A file of outcomes, so that an interrupted run goes on where it was.

It is an SQLite database: what was written is there after a kill or a power cut, too. The outcomes
are JSON; nothing that runs code is read from it.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from othello.errors import FileError, InvalidOption, quote
from othello.files.lock import locked

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["KeptOutcomes", "database_error", "opened_database", "read_text"]

Outcome = TypeVar("Outcome")

SCHEMA = """
CREATE TABLE IF NOT EXISTS settings (text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS outcomes (
    number INTEGER PRIMARY KEY, item TEXT NOT NULL, outcome TEXT NOT NULL
);
"""


@contextmanager
def opened_database(path: Path, schema: str) -> Iterator[sqlite3.Connection]:
    """Open an SQLite database of our own, made anew if it is not there; no one else may use it.

    Raises
    ------
    FileError
        If it cannot be opened, is no such database, or another process has it.
    """
    with locked(path):
        try:
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
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter in a message
            raise database_error(error, path) from None


def read_text(contents: bytes) -> str:
    """Return a text of a database, whose bytes may be damaged."""
    return contents.decode("utf-8", "backslashreplace")


def database_error(error: Exception, path: Path) -> FileError:
    """Return the error of a database as one about its file, in one line."""
    return FileError(None, " ".join(str(error).split()), str(path))


def _object(text: str) -> dict[str, Any]:
    """Return the object that a JSON text holds; an empty one if it holds none."""
    try:
        found = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        found = {}
    return found if isinstance(found, dict) else {}


class KeptOutcomes:
    """The outcomes of a run: a context that closes the file.

    Parameters
    ----------
    path : Path
        The file; it is made if it is not there.
    settings : dict
        What the outcomes depend on.

    Raises
    ------
    InvalidOption
        If the file is of a run with other settings.
    FileError
        If it cannot be used.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self._path = path
        self._settings = json.dumps(settings, sort_keys=True)

    def __enter__(self) -> Self:
        self._opened = opened_database(self._path, SCHEMA)
        self._database = self._opened.__enter__()
        try:
            self._check_settings()
        except BaseException:
            self._opened.__exit__(*sys.exc_info())  # an error of the database names the file now
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._opened.__exit__(kind, error, traceback)

    def _check_settings(self) -> None:
        found = self._database.execute("SELECT text FROM settings").fetchone()
        if found is None:
            self._database.execute("INSERT INTO settings VALUES (?)", (self._settings,))
        elif found[0] != self._settings:
            before, now = _object(found[0]), json.loads(self._settings)
            names = [name for name in now if before.get(name) != now[name]] or list(before)
            raise InvalidOption(
                f"{self._path} is of a run with {names[0]} {quote(before.get(names[0]))}: "
                f"expected {quote(now.get(names[0]))}, or another file"
            )

    def find(self, number: int, item: str, read: Callable[[Any], Outcome]) -> Outcome | None:
        """Return the outcome of an item, which `read` makes of JSON; None if there is none yet.

        Raises
        ------
        InvalidOption
            If another item had that number.
        FileError
            If it is none that was written here.
        """
        query = "SELECT item, outcome FROM outcomes WHERE number = ?"
        found = self._database.execute(query, (number,)).fetchone()
        if found is None:
            return None
        if found[0] != item:
            raise InvalidOption(
                f"{self._path} has {quote(found[0])} as item {number + 1}: expected {quote(item)}, "
                "or another file"
            )
        try:
            return read(json.loads(found[1]))
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            reason = f"item {number + 1} has no outcome that can be read: {error}"
            raise FileError(None, " ".join(reason.split()), str(self._path)) from None

    def add(self, number: int, item: str, outcome: Any) -> None:
        """Write down the outcome of an item."""
        row = number, item, json.dumps(outcome)
        self._database.execute("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?)", row)
