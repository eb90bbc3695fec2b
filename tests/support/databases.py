"""Files of SQLite, changed by hand."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from othello.files.database import DatabaseFile


def change(path: Path, statement: str, *values: object) -> None:
    """Carry out a statement of SQL on a file."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)


def older(path: Path) -> None:
    """Make a book one of the version before this one, which had no checksums."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("ALTER TABLE position DROP COLUMN sum")
        database.execute("PRAGMA user_version = 2")


@contextmanager
def full(opened: DatabaseFile, table: str) -> Iterator[None]:
    """Let nothing more be written into a table of an open file, as if the disk were full."""
    refuse = f"BEFORE INSERT ON main.{table} BEGIN SELECT RAISE(ABORT, 'full'); END"
    opened._database.execute(f"CREATE TEMP TRIGGER refuse {refuse}")
    try:
        yield
    finally:
        opened._database.execute("DROP TRIGGER refuse")
