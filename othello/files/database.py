"""SQLite databases of our own: what was written to one is there after a kill or a power cut."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from othello.errors import FileError
from othello.files.lock import locked

__all__ = ["database_errors", "opened_database", "read_text"]


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
