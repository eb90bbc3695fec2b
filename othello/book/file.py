"""The file of a book: an SQLite database, which a killed process leaves whole.

============  =====================================================================================
``position``  a row for each position of the book with a move to make: its `key` (16 bytes: the
              discs of the side to move and of the other, high byte first, of the one of its eight
              images that `Board.canonical` returns); games that were learned through it; when it
              was written, in seconds since 1970
``move``      a row for each move with a value: the square, on the canonical image; the position
              that it leads to if that is in the book (`child`); its value for the side that makes
              it; how that was found: depth, selectivity and source, of the search at the end of
              the best line; whether the same side is to move after it
``source``    the names of sources
``root``      the positions from which the book was grown
``game``      a hash of each game that was learned, so that none is learned twice
============  =====================================================================================

Values are in 1/128 disc. Of the moves without a `child` only the best is wanted, the *leaf move*.

One process may write, and others read meanwhile. While a book is written its last changes are in a
second file, ``NAME-wal``; closing the book moves them into the first.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from othello.book.position import Grade, Move, Position
from othello.errors import FileError
from othello.files.access import FilePath
from othello.files.database import DatabaseFile, database_errors
from othello.files.lock import locked

__all__ = ["BookFile"]

SCHEMA = """
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
CREATE TABLE root (position INTEGER PRIMARY KEY) STRICT;
CREATE TABLE game (key BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
"""

MOVE = "square, child, value, depth, selectivity, name, same"
"""The fields of a move, in SQL, where its source is joined to it."""


class BookFile(DatabaseFile):
    """A book's database.

    Parameters
    ----------
    path : path
        The file.
    writes : bool
        Whether it will be written. No other process may write it then.
    create : bool
        Whether to make a new book if there is no file.

    Raises
    ------
    FileError
        If it is no book, one of a newer version, or cannot be opened, or if another process writes
        it. Every method raises it for what SQLite cannot do.
    """

    APPLICATION = int.from_bytes(b"OTBK", "big")
    VERSION = 2
    SCHEMA = SCHEMA
    KIND = "book"
    MADE_BY = "othello book build"

    def __init__(self, path: FilePath, *, writes: bool = False, create: bool = False) -> None:
        super().__init__(path, writes=writes, create=create)

    @contextmanager
    def _for_writing(self) -> Iterator[None]:
        with locked(self.path):
            yield

    def close(self) -> None:
        """Close the file; what was written is then in one file, unless another process reads it."""
        if self.writes:
            with suppress(sqlite3.Error, FileError):  # the latter if it was closed before
                self._database.execute("PRAGMA busy_timeout = 0")
                self._database.execute("PRAGMA journal_mode = DELETE")
        super().close()

    def unsound(self, reason: object) -> FileError:
        """Return the error for a book whose positions cannot be used as they are."""
        hint = "othello book check --repair mends what can be mended"
        return FileError(None, f"{reason}: {hint}", str(self.path))

    # ------------------------------------------------------------------ reading

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read one state in this context, whatever another process writes meanwhile.

        One thread at a time may do so.
        """
        if self._database.in_transaction:  # an outer context
            yield
            return
        with database_errors(self.path):
            self._database.execute("BEGIN")
            try:
                yield
            finally:
                self._database.rollback()

    def count(self) -> int:
        """Return how many positions there are."""
        with database_errors(self.path):
            return self._number("SELECT count(*) FROM position")

    def find(self, key: bytes) -> Position | None:
        """Return a position, without its parents; None if it is not in the book."""
        with database_errors(self.path):
            # One statement reads one state, whatever another process writes meanwhile.
            rows = self._database.execute(
                f"SELECT p.id, key, games, {MOVE} FROM position p"
                " LEFT JOIN move ON position = p.id LEFT JOIN source s ON source = s.id"
                " WHERE key = ?",
                (key,),
            ).fetchall()
        if not rows:
            return None
        position = _position(*rows[0][:3])
        for row in rows:
            _add_move(position, *row[3:])
        return position

    def games_through(self, id_: int) -> int:
        """Return how many learned games came through a position."""
        with database_errors(self.path):
            return self._number("SELECT max(games) FROM position WHERE id = ?", id_) or 0

    def load(self) -> list[Position]:
        """Return all positions, in the order of their numbers, without parents."""
        with self.reading():
            execute = self._database.execute
            positions = {
                row[0]: _position(*row)
                for row in execute("SELECT id, key, games FROM position ORDER BY id")
            }
            for id_, *row in execute(
                f"SELECT position, {MOVE} FROM move JOIN source s ON source = s.id"
                " ORDER BY position, square"
            ):
                if id_ in positions:
                    _add_move(positions[id_], *row)
            return list(positions.values())

    def roots(self) -> list[int]:
        """Return the numbers of the positions from which the book was grown."""
        with database_errors(self.path):
            found = self._database.execute("SELECT position FROM root ORDER BY position")
            return [id_ for (id_,) in found]

    def games(self) -> set[bytes]:
        """Return the hashes of the games that were learned."""
        with database_errors(self.path):
            return {key for (key,) in self._database.execute("SELECT key FROM game")}

    def sources(self) -> list[str]:
        """Return the names of the sources of values."""
        with database_errors(self.path):
            return [name for (name,) in self._database.execute("SELECT name FROM source")]

    # ------------------------------------------------------------------ writing

    def write(
        self,
        positions: Iterable[Position],
        roots: Collection[int] = (),
        games: Collection[bytes] = (),
    ) -> None:
        """Write positions with all their moves, more roots and learned games: all or nothing."""
        with self._transaction():
            self._write(positions)
            insert = self._database.executemany
            insert("INSERT OR IGNORE INTO root VALUES (?)", ((id_,) for id_ in roots))
            insert("INSERT OR IGNORE INTO game VALUES (?)", ((key,) for key in games))

    def rewrite(self, positions: Iterable[Position], roots: Iterable[int]) -> None:
        """Replace all positions and roots, and make the file as small as it can be."""
        with self._transaction():
            for table in ("position", "move", "source", "root"):
                self._database.execute(f"DELETE FROM {table}")
            self._write(positions)
            self._database.executemany("INSERT INTO root VALUES (?)", ((id_,) for id_ in roots))
        with database_errors(self.path):
            self._database.execute("VACUUM")

    def _write(self, positions: Iterable[Position]) -> None:
        execute = self._database.execute
        now = int(time.time())
        positions = list(positions)
        names = {move.grade.source for each in positions for move in each.moves.values()}
        self._database.executemany(
            "INSERT OR IGNORE INTO source (name) VALUES (?)", ((name,) for name in sorted(names))
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


def _position(id_: int, key: object, games: object) -> Position:
    """Return a position without its moves. What a damaged file has instead of a value is none."""
    known = key if isinstance(key, bytes) else b""
    return Position(id_, known, games if isinstance(games, int) else 0)


def _add_move(position: Position, square: Any, child: Any, *values: Any) -> None:
    """Add a move to a position, unless the file is damaged and has no numbers for it."""
    *numbers, name, same = values
    kinds = {type(each) for each in (square, same, *numbers)} | {type(child or 0)}
    if kinds == {int} and isinstance(name, str):
        value, depth, selectivity = numbers
        grade = Grade(depth, selectivity, name)
        position.moves[square] = Move(child, value, grade, bool(same))


def _rows(position: Position, sources: dict[str, int]) -> Iterator[tuple[int | None, ...]]:
    for square, move in position.moves.items():
        depth, selectivity, source = move.grade
        yield (
            position.id,
            square,
            move.child,
            move.value,
            depth,
            selectivity,
            sources[source],
            move.same,
        )
