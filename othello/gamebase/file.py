"""The file of a base of games: an SQLite database, which a killed process leaves whole.

===========  ====================================================================================
``name``     names of players and events; `plain` is the name without accents and capitals
``game``     a row for each game: `known` is a hash by which a game that comes again is found;
             `start` the position before the first move if it is not the usual one, as OBF; `moves`
             a byte each, without passes; the numbers of the names; the result as it was stated;
             the other headers as JSON
``facts``    what is asked of all games at once, for 65,536 games in a row: a column each of 32 or
             16 bits
``segment``  the segments of `othello.gamebase.rows`: how many bits number their buckets
``analysis`` what `othello.analysis` found for a game at a level, as JSON
``bucket``   their buckets; the row's number is that of the segment times 2**32 plus the bucket's.
             All are there, those without rows too
===========  ====================================================================================

The database numbers games from 1 on; a row's game is this number. `sum` is the checksum of a row.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello.files.access import FilePath
from othello.files.database import DatabaseFile, checksum, database_errors
from othello.gamebase.rows import Bucket, Rows, bits_for, buckets_of, joined, rows_in

SCHEMA = """
CREATE TABLE name (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, plain TEXT NOT NULL, sum INTEGER
);
CREATE TABLE game (
    id INTEGER PRIMARY KEY, known INTEGER NOT NULL UNIQUE, start TEXT, moves BLOB NOT NULL,
    black INTEGER NOT NULL, white INTEGER NOT NULL, event INTEGER NOT NULL, date TEXT NOT NULL,
    result TEXT NOT NULL, headers TEXT, sum INTEGER
);
CREATE TABLE facts (
    first INTEGER PRIMARY KEY, black BLOB NOT NULL, white BLOB NOT NULL, event BLOB NOT NULL,
    year BLOB NOT NULL, score BLOB NOT NULL, winner BLOB NOT NULL, sum INTEGER
);
CREATE TABLE analysis (
    game INTEGER NOT NULL, level INTEGER NOT NULL, found TEXT NOT NULL, sum INTEGER,
    PRIMARY KEY (game, level)
);
CREATE TABLE segment (
    id INTEGER PRIMARY KEY, bits INTEGER NOT NULL, size INTEGER NOT NULL, n_games INTEGER NOT NULL,
    sum INTEGER
);
CREATE TABLE bucket (
    id INTEGER PRIMARY KEY, hashes BLOB NOT NULL, firsts BLOB NOT NULL, games BLOB NOT NULL,
    moves BLOB NOT NULL, sum INTEGER
);
"""

UNKNOWN = -128
"""Stands for a score, or a winner, that is not known."""

NO_NAME = 0

GAMES_OF_FACTS = 1 << 16

MOST_MERGED = 1 << 26
"""Rows of a segment that others are merged into; more would take long, again and again."""

ROWS_AT_ONCE = 1 << 20
"""Rows that are merged at once, about: some 100 MB."""

CACHE_KIB = 256 * 1024
"""Memory in KiB for pages of the file while games are added, at most."""

N_GAMES = "(SELECT coalesce(max(id), 0) FROM game)"
"""Number of games, in SQL."""

COLUMNS = {
    **dict.fromkeys(("black", "white", "event"), "<i4"),
    **dict.fromkeys(("year", "score", "winner"), "<i2"),
}
"""The columns of `facts`, and what a number in each is."""


class GameRow(NamedTuple):
    """A game to be stored."""

    known: int  #: its hash
    start: str | None  #: OBF, if the game does not begin from the usual start
    moves: bytes  #: squares, without passes
    black: str
    white: str
    event: str
    date: str
    year: int  #: 0 if it is not known
    score: int | None  #: black's discs more than white's
    winner: int | None  #: 1 if black won, -1 if white did, 0 for a draw
    result: str  #: as it was stated
    headers: str | None  #: the other headers, as a JSON object


class GameTable(NamedTuple):
    """Columns that are searched for all games at once: an element for each game, game 1 first."""

    black: npt.NDArray[np.int32]
    white: npt.NDArray[np.int32]
    event: npt.NDArray[np.int32]
    year: npt.NDArray[np.int16]
    score: npt.NDArray[np.int16]
    winner: npt.NDArray[np.int16]


class BaseFile(DatabaseFile):
    """The database of a base, which is made if it is not there and `is_new` says so."""

    APPLICATION = int.from_bytes(b"OTGB", "big")
    VERSION = 2
    SCHEMA = SCHEMA
    KIND = "base of games"
    MADE_BY = "othello games build (in Python is_new=True)"

    def __init__(self, path: FilePath, *, is_new: bool = False) -> None:
        self._names = {NO_NAME: ""}
        super().__init__(path, writes=is_new or None, create=is_new)

    def _add_checksums(self) -> None:
        execute = self._database.execute
        (n_games,) = execute(f"SELECT {N_GAMES}").fetchone()
        execute("ALTER TABLE segment ADD COLUMN n_games INTEGER NOT NULL DEFAULT 0")
        before = 0
        for segment, bits in execute("SELECT id, bits FROM segment ORDER BY id").fetchall():
            last = before
            span = (segment << 32, segment + 1 << 32)
            for games, moves in execute(
                "SELECT games, moves FROM bucket WHERE id >= ? AND id < ?", span
            ):
                last = max(last, int(np.frombuffer(games, "<u4").max(initial=0)))
                if len(games) != 4 * len(moves) or last > n_games:
                    raise self.unsound("numbers of games that are not there")
            execute("UPDATE segment SET n_games = ? WHERE id = ?", (last - before, segment))
            empty = empty_buckets(segment, bits)
            self._database.executemany("INSERT OR IGNORE INTO bucket VALUES (?,?,?,?,?)", empty)
            before = last
        # Games without a position to move in may be the last ones.
        sql = "UPDATE segment SET n_games = n_games + ? WHERE id = (SELECT max(id) FROM segment)"
        execute(sql, (n_games - before,))
        self._add_sums_to("name", "game", "facts", "analysis", "segment", "bucket")

    # ------------------------------------------------------------------ asking

    def count(self) -> int:
        """Return how many games there are."""
        sql = f"SELECT {N_GAMES}, (SELECT coalesce(sum(n_games), 0) FROM segment)"
        with database_errors(self.path):
            n_games, of_segments = self._database.execute(sql).fetchone()
        self._check_segments(n_games, of_segments)
        return int(n_games)

    def _check_segments(self, n_games: int, of_segments: int) -> None:
        """Raise FileError unless all games are those of the segments."""
        if n_games != of_segments:
            raise self.unsound(f"positions of {of_segments} games, expected {n_games}")

    def version(self) -> int:
        """Return a number that is another one once another program has written."""
        with database_errors(self.path):
            return self._number("PRAGMA data_version")

    def table(self) -> GameTable:
        """Return the table of all games."""
        sql = f"SELECT {N_GAMES}, first, {', '.join(COLUMNS)}, sum FROM facts ORDER BY first"
        with database_errors(self.path):
            found = self._database.execute(sql).fetchall()
        rows = [self._checked(row[1:])[1:] for row in found]
        parts = [b"".join(cells) for cells in zip(*rows, strict=True)] or [b""] * len(COLUMNS)
        table = GameTable(*map(np.frombuffer, parts, COLUMNS.values()))
        n_games = found[0][0] if found else self.count()
        if n_games != len(table.year):
            raise self.unsound(f"facts of {len(table.year)} games, expected {n_games}")
        return table

    def find(self, key: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8]]:
        """Return the games that came to the position with the hash `key`, and the moves there."""
        games, moves = [], []
        # One statement, as another program may merge segments between two.
        sql = (
            f"SELECT {N_GAMES}, segment.*, bucket.* FROM segment LEFT JOIN bucket"
            " ON bucket.id = (segment.id << 32) | (? >> (63 - segment.bits)) ORDER BY segment.id"
        )
        with database_errors(self.path):
            rows = self._database.execute(sql, (key >> 1,)).fetchall()
        if not rows:
            self.count()  # raises an error if there are games
            return np.empty(0, np.uint32), np.empty(0, np.uint8)
        segments = [self._checked(row[1:6]) for row in rows]
        self._check_segments(rows[0][0], sum(segment[-1] for segment in segments))
        for row in rows:
            found = Bucket(*self._checked(row[6:])).find(key)
            games.append(found[0])
            moves.append(found[1])
        return np.concatenate(games), np.concatenate(moves)

    def names(self, column: str = "name") -> dict[int, str]:
        """Return all names by their numbers, or their forms in the column ``plain``."""
        with database_errors(self.path):
            rows = self._database.execute("SELECT id, name, plain, sum FROM name").fetchall()
        at = ("id", "name", "plain").index(column)
        return {row[0]: row[at] for row in map(self._checked, rows)}

    def _name(self, number: int) -> str:
        """Return the name with a number."""
        if number not in self._names:
            found = self._database.execute("SELECT * FROM name WHERE id = ?", (number,))
            self._names[number] = self._checked(found.fetchone())[1]
        return self._names[number]

    def game(self, number: int) -> tuple[Any, ...]:
        """Return a game: start, moves, black, white, event, date, result, headers of `GameRow`."""
        with database_errors(self.path):
            found = self._database.execute("SELECT * FROM game WHERE id = ?", (number,))
            _, _, start, moves, *names, date, result, headers = self._checked(found.fetchone())
            return (start, moves, *map(self._name, names), date, result, headers)

    def analysis(self, game: int, level: int) -> str | None:
        """Return the analysis of a game; None if there is none."""
        sql = "SELECT * FROM analysis WHERE game = ? AND level = ?"
        with database_errors(self.path):
            row = self._database.execute(sql, (game, level)).fetchone()
        return None if row is None else str(self._checked(row)[2])

    def unknown(self, hashes: Iterable[int]) -> set[int]:
        """Return which of some games' hashes are not in the base yet."""
        execute = self._database.execute
        sql = "SELECT 1 FROM game WHERE known = ?"
        with database_errors(self.path):
            return {known for known in sorted(hashes) if execute(sql, (known,)).fetchone() is None}

    # ------------------------------------------------------------------ writing

    @contextmanager
    def adding(self) -> Iterator[None]:
        """Use more memory, for a context in which games are added."""
        with database_errors(self.path):
            usual = self._number("PRAGMA cache_size")
            self._database.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        try:
            yield
        finally:
            with database_errors(self.path):
                self._database.execute(f"PRAGMA cache_size = {usual}")

    def add(self, games: list[GameRow], rows: Rows, plain: dict[str, str]) -> None:
        """Store new games and their rows, all or none.

        A row's game is the place in `games`, from 0; `plain` has the plain form of each name.
        """
        with self._transaction():
            numbers = {name: number for number, name in self.names().items()}
            fresh = [item for item in plain.items() if item[0] not in numbers]
            last = max(numbers.values(), default=NO_NAME)
            new_names = [(number, *item) for number, item in enumerate(fresh, last + 1)]
            self._insert("name", new_names)
            numbers |= {name: number for number, name, _ in new_names} | {"": NO_NAME}
            first = self.count() + 1
            self._insert(
                "game",
                (
                    (
                        *(number, game.known, game.start, game.moves),
                        *(numbers[name] for name in (game.black, game.white, game.event)),
                        *(game.date, game.result, game.headers),
                    )
                    for number, game in enumerate(games, first)
                ),
            )
            self._add_to_table(games, numbers, first)
            rows = rows._replace(games=rows.games + np.uint32(first))
            self._add_segment(rows, len(games))

    def keep_analysis(self, game: int, level: int, found: str) -> None:
        """Store the analysis of a game."""
        with database_errors(self.path):
            self._insert("analysis", [(game, level, found)], "INSERT OR REPLACE")

    def _insert(self, table: str, rows: Iterable[tuple[Any, ...]], how: str = "INSERT") -> None:
        """Write rows, each with its checksum; `how` says what becomes of old ones."""
        marks = ",".join("?" * self._number("SELECT count(*) FROM pragma_table_info(?)", table))
        summed = ((*row, checksum(row)) for row in rows)
        self._database.executemany(f"{how} INTO {table} VALUES ({marks})", summed)

    def _add_to_table(self, games: list[GameRow], numbers: dict[str, int], first: int) -> None:
        execute = self._database.execute
        columns = {
            "black": [numbers[game.black] for game in games],
            "white": [numbers[game.white] for game in games],
            "event": [numbers[game.event] for game in games],
            "year": [game.year for game in games],
            "score": [UNKNOWN if game.score is None else game.score for game in games],
            "winner": [UNKNOWN if game.winner is None else game.winner for game in games],
        }
        arrays = {name: np.array(columns[name], kind) for name, kind in COLUMNS.items()}
        at = 0
        while at < len(games):
            begin = (first + at - 1) // GAMES_OF_FACTS * GAMES_OF_FACTS + 1
            more = min(begin + GAMES_OF_FACTS - first, len(games)) - at
            old = execute("SELECT * FROM facts WHERE first = ?", (begin,)).fetchone()
            before = self._checked(old)[1:] if old else [b""] * len(COLUMNS)
            cells = [
                part + array[at : at + more].tobytes()
                for part, array in zip(before, arrays.values(), strict=True)
            ]
            self._insert("facts", [(begin, *cells)], "INSERT OR REPLACE")
            at += more

    def _add_segment(self, rows: Rows, n_games: int) -> None:
        """Write a segment; those before it that are not much larger are merged with it."""
        execute = self._database.execute
        size = len(rows.hashes)
        older = execute("SELECT * FROM segment ORDER BY id DESC").fetchall()
        number = older[0][0] + 1 if older else 1
        merged: list[tuple[int, int]] = []
        for segment, bits, its_size, its_games in map(self._checked, older):
            if its_size > 2 * size or its_size + size > MOST_MERGED:
                break
            size += its_size
            n_games += its_games
            merged.insert(0, (segment, bits))
            execute("DELETE FROM segment WHERE id = ?", (segment,))
        bits = bits_for(size)
        self._insert("segment", [(number, bits, size, n_games)])
        for part in self._merged(merged, rows, size):
            self._insert(
                "bucket",
                ((number << 32 | bucket.number, *bucket[1:]) for bucket in buckets_of(part, bits)),
            )
        self._insert("bucket", empty_buckets(number, bits), "INSERT OR IGNORE")

    def _merged(self, merged: list[tuple[int, int]], rows: Rows, size: int) -> Iterator[Rows]:
        """Yield the rows of some segments, and new ones, in the order of their hashes.

        They are taken out of the file a part after the other, as all at once would take gigabytes.
        `merged` are the segments' numbers and bits, the oldest first; `size` counts all rows.
        """
        part_bits = max(size // ROWS_AT_ONCE, 1).bit_length() - 1
        # A segment with fewer buckets than there are parts is small enough to be taken as a whole.
        whole = [self._take(segment, 0, bits) for segment, bits in merged if bits < part_bits]
        for number, part in enumerate(joined([*whole, rows]).parts(part_bits)):
            large = [
                self._take(segment, number, bits - part_bits)
                for segment, bits in merged
                if bits >= part_bits
            ]
            yield joined([*large, part]) if large else part

    def _take(self, segment: int, part: int, bits: int) -> Rows:
        """Take part of a segment, which is 2**bits buckets, out of the file and return its rows."""
        execute = self._database.execute
        first = segment << 32
        span = (first + (part << bits), first + (part + 1 << bits))
        found = execute(
            "SELECT * FROM bucket WHERE id >= ? AND id < ? ORDER BY id", span
        ).fetchall()
        if len(found) != 1 << bits:
            raise self.unsound(f"{len(found)} parts of a table, expected {1 << bits}")
        execute("DELETE FROM bucket WHERE id >= ? AND id < ?", span)
        return rows_in([Bucket(*self._checked(row)) for row in found])


def empty_buckets(segment: int, bits: int) -> Iterator[tuple[int, bytes, bytes, bytes, bytes]]:
    """Yield all buckets of a segment, without rows, as they lie in the file."""
    for number in range(segment << 32, (segment << 32) + (1 << bits)):
        yield number, b"", bytes(4), b"", b""
