"""A file of results, so that an interrupted run goes on where it was.

It is an SQLite database: what was written is there after a kill or a power cut, too. The results
are JSON, each with a checksum; nothing that runs code is read from it.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from othello.errors import FileError, InvalidOption, quote
from othello.files.database import opened_database

Output = TypeVar("Output")

FORMAT = 2

SCHEMA = """
CREATE TABLE IF NOT EXISTS settings (text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
    number INTEGER PRIMARY KEY, item TEXT NOT NULL, result TEXT NOT NULL, checksum INTEGER NOT NULL
);
"""


class ResultCache:
    """The results of a run; `opened_cache` makes one."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database = database
        self._path = path

    def check_settings(self, settings: dict[str, Any]) -> None:
        """Write the settings down; raise InvalidOption if the file is of a run with others."""
        now = {**settings, "format": FORMAT}
        text = json.dumps(now, sort_keys=True)
        found = self._database.execute("SELECT text FROM settings").fetchone()
        if found is None:
            self._database.execute("INSERT INTO settings VALUES (?)", (text,))
        elif found[0] != text:
            before = _object(found[0])
            names = [name for name in now if before.get(name) != now[name]] or list(before)
            raise InvalidOption(
                f"{self._path} is of a run with {names[0]} {quote(before.get(names[0]))}: "
                f"expected {quote(now.get(names[0]))}, or another file"
            )

    def find(self, number: int, item: str, read: Callable[[Any], Output]) -> Output | None:
        """Return the result of an item, which `read` makes of JSON; None if there is none yet.

        Raises InvalidOption if another item had that number, FileError if it is not what was
        written here.
        """
        query = "SELECT item, result, checksum FROM results WHERE number = ?"
        found = self._database.execute(query, (number,)).fetchone()
        if found is None:
            return None
        before, result, checksum = found
        if before != item:
            raise InvalidOption(
                f"{self._path} has {quote(before)} as item {number + 1}: expected {quote(item)}, "
                "or another file"
            )
        if not isinstance(result, str) or checksum != _checksum(item, result):
            reason = f"item {number + 1} has no result that can be read: the checksum is wrong"
            raise FileError(None, reason, str(self._path))
        return read(json.loads(result))

    def add(self, number: int, item: str, described: Any) -> None:
        """Write down the result of an item, a JSON value."""
        result = json.dumps(described)
        row = number, item, result, _checksum(item, result)
        self._database.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)", row)


@contextmanager
def opened_cache(path: Path, settings: dict[str, Any]) -> Iterator[ResultCache]:
    """Open a file of results, made if it is not there, that depend on `settings`.

    Raises InvalidOption if the file is of a run with others, FileError if it cannot be used.
    """
    with opened_database(path, SCHEMA) as database:
        cache = ResultCache(database, path)
        cache.check_settings(settings)
        yield cache


def _object(text: object) -> dict[str, Any]:
    """Return the object that a JSON text holds; an empty one if it holds none."""
    try:
        found = json.loads(text)  # type: ignore[arg-type]
    except (TypeError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _checksum(item: str, result: str) -> int:
    return zlib.crc32(f"{item}\n{result}".encode("utf-8", "backslashreplace"))
