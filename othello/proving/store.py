"""A file of proven bounds: an SQLite database, which is a proof once a score is known.

=============  ====================================================================================
``bounds``     a row for each position: an OBF text with black to move, of the eight images the one
               that stands for all; whether a search proved it (`leaf`) or the positions after its
               moves do (`inner`), which may both be; the least and the greatest score that is
               possible; the nodes and seconds that the search took
``scores``     what was to be solved, and its score once that is proven
=============  ====================================================================================

Each row is written at once, whole, so that nothing is lost but what a worker was at.
"""

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from othello.board import Board
from othello.errors import FileError, OthelloError, quote
from othello.files.database import database_errors, opened_database, read_text, sqlite_uri
from othello.proving.tree import MOST, Bounds

SCHEMA = """
CREATE TABLE IF NOT EXISTS bounds (
    position TEXT NOT NULL, kind TEXT NOT NULL,
    lower INTEGER NOT NULL, upper INTEGER NOT NULL, nodes INTEGER NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (position, kind)
);
CREATE TABLE IF NOT EXISTS scores (position TEXT PRIMARY KEY, score INTEGER);
"""

TABLES = {"bounds", "scores"}
LEAF, INNER = "leaf", "inner"


class Proven(NamedTuple):
    """A row of the store: a position with black to move, whose score is from `lower` to `upper`.

    A leaf was proven by searches; `nodes` and `seconds` are theirs.
    """

    board: Board
    lower: int
    upper: int
    is_leaf: bool
    nodes: int = 0
    seconds: float = 0.0


class Store:
    """Proven bounds in a database; `opened_store` makes one."""

    def __init__(self, database: sqlite3.Connection, name: str) -> None:
        self._database = database
        self.name = name

    def add(self, rows: Iterable[Proven]) -> None:
        """Write rows down, all or none; those of the same positions are replaced."""
        values = [
            (
                row.board.to_obf(),
                LEAF if row.is_leaf else INNER,
                row.lower,
                row.upper,
                row.nodes,
                row.seconds,
            )
            for row in rows
        ]
        self._database.execute("BEGIN")
        self._database.executemany("INSERT OR REPLACE INTO bounds VALUES (?,?,?,?,?,?)", values)
        self._database.execute("COMMIT")

    def rows(self) -> Iterator[Proven]:
        """Yield what is there; raise FileError if a row makes no sense."""
        query = "SELECT position, lower, upper, kind, nodes, seconds FROM bounds ORDER BY 1, 4"
        for position, lower, upper, kind, nodes, seconds in self._database.execute(query):
            try:
                board = Board.from_obf(position)
            except OthelloError as error:
                raise FileError(None, str(error), self.name) from None
            yield Proven(
                board, *self._checked(board, lower, upper, nodes), kind == LEAF, nodes, seconds
            )

    def bounds(self, board: Board) -> Bounds:
        """Return what is proven of a position, a search and its moves taken together."""
        query = "SELECT max(lower), min(upper) FROM bounds WHERE position = ?"
        lower, upper = self._database.execute(query, (board.to_obf(),)).fetchone()
        return (-MOST, MOST) if lower is None else self._checked(board, lower, upper)

    def leaf(self, board: Board) -> Proven | None:
        """Return what searches have proven of a position."""
        query = "SELECT lower, upper, nodes, seconds FROM bounds WHERE position = ? AND kind = ?"
        row = self._database.execute(query, (board.to_obf(), LEAF)).fetchone()
        if row is None:
            return None
        lower, upper, nodes, seconds = row
        return Proven(board, *self._checked(board, lower, upper, nodes), True, nodes, seconds)

    def _checked(self, board: Board, lower: object, upper: object, nodes: object = 0) -> Bounds:
        """Return the bounds of a position; raise FileError if they or its nodes are no numbers."""
        if isinstance(lower, int) and isinstance(upper, int) and isinstance(nodes, int):
            return lower, upper
        found = ", ".join(map(quote, (lower, upper, nodes)))
        reason = f"{board.to_obf()} has bounds and nodes {found}: expected whole numbers"
        raise FileError(None, reason, self.name)

    def set_score(self, board: Board, score: int | None) -> None:
        """Write down a position that is to be solved, unless it is there, or its score."""
        row = board.to_obf(), score
        # A score that was proven stays proven, also if another solve of it is interrupted.
        conflict = "IGNORE" if score is None else "REPLACE"
        self._database.execute(f"INSERT OR {conflict} INTO scores VALUES (?, ?)", row)

    def scores(self) -> list[tuple[str, int | None]]:
        """Return the positions that were to be solved, and their scores if they are proven.

        Raises FileError if a score is no number.
        """
        found = [*self._database.execute("SELECT position, score FROM scores ORDER BY position")]
        for position, score in found:
            if not isinstance(position, str) or not isinstance(score, int | None):
                reason = f"{quote(position)} has the score {quote(score)}"
                raise FileError(None, f"expected positions and scores: {reason}", self.name)
        return found


def check_is_store(path: Path) -> None:
    """Raise FileError if a file is no store; unlike `opened_store` this does not make it one."""
    if path.is_dir():
        raise FileError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    with (
        database_errors(path),
        closing(sqlite3.connect(f"{sqlite_uri(path.absolute())}?mode=ro", uri=True)) as database,
    ):
        database.text_factory = read_text
        found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = {name for (name,) in found}
    if not names >= TABLES:
        raise FileError(None, "expected what othello solve --store has written", str(path))


@contextmanager
def opened_store(path: Path | None) -> Iterator[Store]:
    """Open a store, made if it is not there; without a path one in the memory.

    Raises FileError if it cannot be used, or another process uses it.
    """
    if path is not None:
        with opened_database(path, SCHEMA) as database:
            yield Store(database, str(path))
        return
    database = sqlite3.connect(":memory:", isolation_level=None)
    try:
        database.executescript(SCHEMA)
        yield Store(database, "memory")
    finally:
        database.close()
