"""Files of SQLite, changed by hand."""

import sqlite3
from contextlib import closing
from pathlib import Path


def change(path: Path, statement: str, *values: object) -> None:
    """Carry out a statement of SQL on a file."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)
