"""The file of a book: an SQLite database, which a killed process leaves whole.

============  =====================================================================================
``position``  a row for each position of the book with a move to make: its `key` (16 bytes: the
              discs of the side to move and of the other, high byte first, of the one of its eight
              images that `Board.canonical` returns); games that were learned through it; when it
              was written, in seconds since 1970
``move``      a row for each move with a value: the square, on the canonical image; the position
              that it leads to if that is in the book (`child`); its value for the side that makes
              it; how that was found: depth, selectivity and source; whether the same side is to
              move after it
``source``    the names of sources
============  =====================================================================================

Values are in 1/128 disc. Of the moves without a `child` only the best is wanted, the *leaf move*.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from othello.book.graph import Graph, Move, Position
from othello.errors import FileError

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["BookFile"]

APPLICATION = int.from_bytes(b"OTBK", "big")
VERSION = 1

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE position (
    id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, games INTEGER NOT NULL,
    date INTEGER NOT NULL
) STRICT;
CREATE TABLE move (
    position INTEGER NOT NULL, square INTEGER NOT NULL, child INTEGER, value INTEGER NOT NULL,
    depth INTEGER NOT NULL, selectivity INTEGER NOT NULL, source INTEGER NOT NULL,
    same INTEGER NOT NULL, PRIMARY KEY (position, square)
) STRICT, WITHOUT ROWID;
CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
"""

MOVE = "child, value, depth, selectivity, name, same FROM move JOIN source ON source = source.id"
"""The fields of `Move`, in SQL."""


class BookFile:
    """A book's database, made if it is not there.

    Parameters
    ----------
    path : path
        The file.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._database = sqlite3.connect(path, isolation_level=None)
        execute = self._database.execute
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        if execute("PRAGMA user_version").fetchone()[0] == 0:
            self._database.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")
        found = (
            execute("PRAGMA application_id").fetchone()[0],
            execute("PRAGMA user_version").fetchone()[0],
        )
        if found != (APPLICATION, VERSION):
            raise FileError(None, f"expected a book of version {VERSION}", str(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def count(self) -> int:
        """Return how many positions there are."""
        found: int = self._database.execute("SELECT count(*) FROM position").fetchone()[0]
        return found

    def find(self, key: bytes) -> Position | None:
        """Return a position, without its parents; None if it is not in the book."""
        execute = self._database.execute
        row = execute("SELECT id, key, games FROM position WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        position = Position(*row)
        for square, *rest in execute(f"SELECT square, {MOVE} WHERE position = ?", (position.id,)):
            position.moves[square] = Move(*rest)
        return position

    def load(self) -> Graph:
        """Return the whole book."""
        execute = self._database.execute
        positions = {
            id_: Position(id_, key, games)
            for id_, key, games in execute("SELECT id, key, games FROM position ORDER BY id")
        }
        for id_, square, *rest in execute(f"SELECT position, square, {MOVE}"):
            positions[id_].moves[square] = Move(*rest)
        return Graph(positions.values())

    def write(self, positions: Iterable[Position]) -> None:
        """Write positions with all their moves, all or none."""
        execute = self._database.execute
        now = int(time.time())
        execute("BEGIN IMMEDIATE")
        try:
            positions = list(positions)
            names = {move.source for position in positions for move in position.moves.values()}
            self._database.executemany(
                "INSERT OR IGNORE INTO source (name) VALUES (?)",
                ((name,) for name in sorted(names)),
            )
            sources = {name: id_ for id_, name in execute("SELECT id, name FROM source")}
            for position in positions:
                execute(
                    "INSERT INTO position VALUES (?,?,?,?) ON CONFLICT (id)"
                    " DO UPDATE SET games = excluded.games, date = excluded.date",
                    (position.id, position.key, position.games, now),
                )
                execute("DELETE FROM move WHERE position = ?", (position.id,))
                self._database.executemany(
                    "INSERT INTO move VALUES (?,?,?,?,?,?,?,?)", _rows(position, sources)
                )
        except BaseException:
            execute("ROLLBACK")
            raise
        execute("COMMIT")


def _rows(position: Position, sources: dict[str, int]) -> Iterator[tuple[int | None, ...]]:
    for square, move in position.moves.items():
        yield (
            position.id,
            square,
            move.child,
            move.value,
            move.depth,
            move.selectivity,
            sources[move.source],
            move.same,
        )
