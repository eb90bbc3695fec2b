"""Files of SQLite, changed by hand."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from othello.files.database import DatabaseFile, checksum


def change(path: Path, statement: str, *values: object) -> None:
    """Carry out a statement of SQL on a file; the totals of a profile follow it."""
    with closing(sqlite3.connect(path)) as database, database:
        database.create_function("checksum", -1, lambda *values: checksum(values))
        database.execute(statement, values)


def older(path: Path) -> None:
    """Make a book one of the version before this one, which had no checksums."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("ALTER TABLE position DROP COLUMN sum")
        database.execute("PRAGMA user_version = 2")


def older_profile(path: Path, *without: str) -> None:
    """Make a profile one of the version before this one, `without` some tables."""
    with closing(sqlite3.connect(path)) as database, database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            database.execute(f"DROP TRIGGER {name}")
        for table in ("total", *without):
            database.execute(f"DROP TABLE {table}")
        database.execute("PRAGMA user_version = 1")


@contextmanager
def full(opened: DatabaseFile, table: str) -> Iterator[None]:
    """Let nothing more be written into a table of an open file, as if the disk were full."""
    refuse = f"BEFORE INSERT ON main.{table} BEGIN SELECT RAISE(ABORT, 'full'); END"
    opened._database.execute(f"CREATE TEMP TRIGGER refuse {refuse}")
    try:
        yield
    finally:
        opened._database.execute("DROP TRIGGER refuse")
