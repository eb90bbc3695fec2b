"""The file of a book: an SQLite database, which a killed process leaves whole.

============  =====================================================================================
``position``  a row for each position of the book with a move to make: its `key` (16 bytes: the
              discs of the side to move and of the other, high byte first, of the one of its eight
              images that `Board.canonical` returns); games that were learned through it; when it
              was written, in seconds since 1970; the checksum of all that and of its moves
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

import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from othello.book.position import Grade, StoredMove, StoredPosition
from othello.errors import FileError
from othello.files.access import FilePath
from othello.files.database import DatabaseFile, checksum, database_errors
from othello.files.lock import locked

SCHEMA = """
CREATE TABLE position (
    id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, games INTEGER NOT NULL,
    date INTEGER NOT NULL, sum INTEGER
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

WITH_MOVES = (
    "p.id, key, games, date, {sum}, square, child, value, depth, selectivity, name, same"
    " FROM position p LEFT JOIN move ON position = p.id LEFT JOIN source s ON source = s.id"
)
"""Positions with their moves, a row for each move, in SQL."""

N_FIELDS = 5
"""The fields before those of a move."""

Row = tuple[Any, ...]


class BookFile(DatabaseFile):
    """A book's database. While one `writes`, no other process may write it.

    Raises FileError if it is no book, one of a newer version, or cannot be opened, or if another
    process writes it. Every method raises it for what SQLite cannot do.
    """

    APPLICATION = int.from_bytes(b"OTBK", "big")
    VERSION = 3
    READS_OLDER = True
    SCHEMA = SCHEMA
    KIND = "book"
    MADE_BY = "othello book build"

    def __init__(self, path: FilePath, *, writes: bool = False, create: bool = False) -> None:
        self._has_checked_keys = False
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
        """Return the error for a book whose contents cannot be used as they are."""
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
        self._check_keys()
        with database_errors(self.path):
            return self._number("SELECT count(*) FROM position")

    def find(self, key: bytes) -> StoredPosition | None:
        """Return a position, without its parents; None if it is not in the book."""
        if found := self._positions("WHERE key = ?", key):
            return found[0]
        self._check_keys()
        return None

    def _check_keys(self) -> None:
        """Raise FileError if a position may be missed, as the index of their keys is damaged.

        This is done once, as it reads all keys: a million take less than a second.
        """
        if not self._has_checked_keys:
            with database_errors(self.path):
                (found,) = self._database.execute("PRAGMA integrity_check(position)").fetchone()
            if found != "ok":
                raise self.unsound(" ".join(str(found).split()))
            self._has_checked_keys = True

    def position(self, id_: int) -> StoredPosition:
        """Return the position with a number, without its parents."""
        if not (found := self._positions("WHERE p.id = ?", id_)):
            raise self.unsound(f"position {id_} is missing")
        return found[0]

    def load(self, on_damage: Callable[[str], object] | None = None) -> list[StoredPosition]:
        """Return all positions, in the order of their numbers, without parents.

        `on_damage` is told of damaged ones, whose moves are left out; without it they are an error.
        """
        try:
            self._check_keys()
        except FileError as error:
            if on_damage is None:
                raise
            on_damage(str(error.strerror))
        return self._positions("", on_damage=on_damage)

    def _positions(
        self, which: str, *values: object, on_damage: Callable[[str], object] | None = None
    ) -> list[StoredPosition]:
        """Return the positions that a condition in SQL chooses."""
        positions = []
        with database_errors(self.path):
            # One statement reads one state, whatever another process writes meanwhile.
            for row, moves in self._rows(which, *values):
                position = _position(*row[:3])
                positions.append(position)
                if self._version == self.VERSION and row[-1] != sum_of(row[:-1], moves):
                    reason = f"position {position.id} is damaged"
                    if on_damage is None:
                        raise self.unsound(reason)
                    on_damage(reason)
                else:
                    for move in moves:
                        _add_move(position, *move)
        return positions

    def _rows(self, which: str, *values: object) -> Iterator[tuple[Row, list[Row]]]:
        """Yield positions, and the moves of each."""
        fields = WITH_MOVES.format(sum="sum" if self._version == self.VERSION else "NULL")
        rows = self._database.execute(f"SELECT {fields} {which} ORDER BY p.id, square", values)
        for fields, same in groupby(rows, itemgetter(slice(N_FIELDS))):
            yield fields, [row[N_FIELDS:] for row in same if row[N_FIELDS] is not None]

    def _add_checksums(self) -> None:
        sums = [(sum_of(row[:-1], moves), row[0]) for row, moves in self._rows("")]
        self._database.execute("ALTER TABLE position ADD COLUMN sum INTEGER")
        self._database.executemany("UPDATE position SET sum = ? WHERE id = ?", sums)

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
        positions: Iterable[StoredPosition],
        roots: Collection[int] = (),
        games: Collection[bytes] = (),
    ) -> None:
        """Write positions with all their moves, more roots and learned games: all or nothing."""
        with self._transaction():
            self._write(positions)
            insert = self._database.executemany
            insert("INSERT OR IGNORE INTO root VALUES (?)", ((id_,) for id_ in roots))
            insert("INSERT OR IGNORE INTO game VALUES (?)", ((key,) for key in games))

    def rewrite(self, positions: Iterable[StoredPosition], roots: Iterable[int]) -> None:
        """Replace all positions and roots, and make the file as small as it can be."""
        with self._transaction():
            for table in ("position", "move", "source", "root"):
                self._database.execute(f"DELETE FROM {table}")
            self._write(positions)
            self._database.executemany("INSERT INTO root VALUES (?)", ((id_,) for id_ in roots))
        with database_errors(self.path):
            self._database.execute("VACUUM")

    def _write(self, positions: Iterable[StoredPosition]) -> None:
        execute = self._database.execute
        now = int(time.time())
        positions = list(positions)
        names = {move.grade.source for each in positions for move in each.moves.values()}
        self._database.executemany(
            "INSERT OR IGNORE INTO source (name) VALUES (?)", ((name,) for name in sorted(names))
        )
        sources = {name: id_ for id_, name in execute("SELECT id, name FROM source")}
        for position in positions:
            row, moves = (position.id, position.key, position.games, now), _moves_of(position)
            execute(
                "INSERT INTO position VALUES (?,?,?,?,?) ON CONFLICT (id)"
                " DO UPDATE SET games = excluded.games, date = excluded.date, sum = excluded.sum",
                (*row, sum_of(row, moves)),
            )
            execute("DELETE FROM move WHERE position = ?", (position.id,))
            self._database.executemany(
                "INSERT INTO move VALUES (?,?,?,?,?,?,?,?)",
                ((position.id, *move[:5], sources[move[5]], move[6]) for move in moves),
            )


def _position(id_: int, key: object, games: object) -> StoredPosition:
    """Return a position without its moves. What a damaged file has instead of a value is none."""
    known = key if isinstance(key, bytes) else b""
    return StoredPosition(id_, known, games if isinstance(games, int) else 0)


def _add_move(position: StoredPosition, square: Any, child: Any, *values: Any) -> None:
    """Add a move to a position, unless the file is damaged and has no numbers for it."""
    *numbers, name, same = values
    kinds = {type(each) for each in (square, same, *numbers)} | {type(child or 0)}
    if kinds == {int} and isinstance(name, str):
        value, depth, selectivity = numbers
        grade = Grade(depth, selectivity, name)
        position.moves[square] = StoredMove(child, value, grade, bool(same))


def _moves_of(position: StoredPosition) -> list[Row]:
    """Return the moves of a position as `WITH_MOVES` has them."""
    return [
        (square, move.child, move.value, *move.grade, int(move.same))
        for square, move in sorted(position.moves.items())
    ]


def sum_of(row: Row, moves: Iterable[Row]) -> int:
    """Return the checksum of a position: number, key, games, date; and of its moves."""
    return checksum(chain(row, *moves))
