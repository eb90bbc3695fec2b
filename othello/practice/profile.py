"""A person's practice in an SQLite file, in which each answer is kept at once.

============  ===================================================================================
``answer``    a row for each answer to an exercise
``card``      what is repeated, by deck and key: the scheduler's state as JSON, and when it is due
``imported``  cards that were read from files: what is asked, and the answers
``drilled``   the same of cards of lines that were drilled
``rating``    Glicko-2 ratings of the person and of puzzles; the person's after each rated answer
``game``      games that were played, and their analysis once it was made, as JSON
``sent``      idempotency keys of answers: one that is sent again is kept once
``total``     of each of these tables the sum of its rows' checksums, which triggers keep
============  ===================================================================================

All is compared with the totals when a file is opened. A program without the function `checksum`,
which the triggers call, cannot write it.

Several processes, and several threads of each, may use a file at once: each change is a transaction
of its own, and waits for those of others. Times are in UTC, as ISO 8601 writes them.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from othello.errors import FileError, quote, warn
from othello.files.access import DATABASE, FilePath, named
from othello.files.database import LOGS, DatabaseFile, checksum, database_errors
from othello.files.folders import data_folder
from othello.files.lock import locked
from othello.ratings.glicko import NEW, Rating, rated

TABLES = {
    "answer": "id INTEGER PRIMARY KEY, time TEXT NOT NULL, kind TEXT NOT NULL, idea TEXT NOT NULL,"
    " key TEXT NOT NULL, position TEXT NOT NULL, move TEXT NOT NULL, is_right INTEGER NOT NULL,"
    " loss REAL, seconds REAL",
    "card": "deck TEXT NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL, due TEXT NOT NULL,"
    " PRIMARY KEY (deck, key)",
    "rating": "kind TEXT NOT NULL, key TEXT NOT NULL, rating REAL NOT NULL,"
    " deviation REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL,"
    " time TEXT NOT NULL, PRIMARY KEY (kind, key)",
    "game": "id INTEGER PRIMARY KEY, time TEXT NOT NULL, start TEXT, moves TEXT NOT NULL,"
    " side TEXT NOT NULL, opponent TEXT NOT NULL, result TEXT NOT NULL, analysis TEXT",
    "imported": "deck TEXT NOT NULL, key TEXT NOT NULL, position TEXT NOT NULL,"
    " moves TEXT NOT NULL, answers TEXT NOT NULL, source TEXT NOT NULL,"
    " PRIMARY KEY (deck, source, key)",
    "drilled": "deck TEXT NOT NULL, key TEXT NOT NULL, position TEXT NOT NULL,"
    " moves TEXT NOT NULL, answers TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (deck, key)",
    "sent": "once TEXT PRIMARY KEY",
}
"""The columns of each table that is checked."""

COLUMNS = {
    table: re.findall(r"(\w+) (?:INTEGER|TEXT|REAL)\b", columns)
    for table, columns in TABLES.items()
}
"""The names of these columns."""


def totals_of(table: str) -> Iterator[str]:
    """Yield the statements that let the total of an empty table follow its changes."""
    old, new = (
        f"checksum({', '.join(f'{row}.{name}' for name in COLUMNS[table])})"
        for row in ("old", "new")
    )
    yield f"INSERT INTO total VALUES ('{table}', 0);\n"
    for event, change in (
        ("INSERT", f"+ {new}"),
        ("DELETE", f"- {old}"),
        ("UPDATE", f"- {old} + {new}"),
    ):
        yield (
            f"CREATE TRIGGER {table}_{event} AFTER {event} ON {table} BEGIN"
            f" UPDATE total SET sum = sum {change} WHERE name = '{table}'; END;\n"
        )


SCHEMA = "".join(f"CREATE TABLE {table} ({columns});\n" for table, columns in TABLES.items())
SCHEMA += "CREATE TABLE total (name TEXT PRIMARY KEY, sum INTEGER NOT NULL);\n"
SCHEMA += "CREATE INDEX IF NOT EXISTS answer_key ON answer (kind, key);\n"
SCHEMA += "".join(statement for table in TABLES for statement in totals_of(table))

ENDINGS = ("", ".profile", ".sqlite", ".sqlite3", ".db")
"""Endings of files that are taken for a damaged profile where they are no database at all: one with
another ending was named by mistake."""

PERSON, PUZZLE, HISTORY = "person", "puzzle", "history"
"""The kinds of ratings. Those of the history are the person's, by their times."""


def default_profile() -> Path:
    """Return the file of the profile that is used unless another one is named."""
    return data_folder() / "practice.profile"


def time_text(time: datetime) -> str:
    """Return a time as a profile keeps it."""
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds")


def now() -> str:
    """Return the present time as a profile keeps it."""
    return time_text(datetime.now(timezone.utc))


class RecordedAnswer(NamedTuple):
    """An answer to an exercise."""

    kind: str  #: what was practised, such as ``"mistake"``
    idea: str  #: what it was about, such as ``"corner"``; empty if that is not known
    key: str  #: the exercise: its position, turned so that all eight images have the same key
    position: str  #: the position as it was shown, as OBF
    move: str = ""  #: the move; empty if the solution was shown instead, which is no right answer
    is_right: bool = False  #: whether it was right
    loss: float | None = None  #: discs that it loses, None if that is not known
    seconds: float | None = None  #: how long it took, None if that is not known
    time: str = ""  #: when; by default now


Answer = RecordedAnswer
"""The older name of the class, which works until the next major version."""


class Card(NamedTuple):
    """A card that is repeated: its deck and key, the state of its scheduler, and when it is due."""

    deck: str
    key: str
    state: dict[str, Any]
    due: str


class ImportedCard(NamedTuple):
    """A card of a file, or of lines that were drilled; moves are separated by blanks."""

    deck: str
    key: str
    position: str  #: as OBF
    moves: str  #: that lead to it
    answers: str
    source: str  #: what the file, or the line, is called


class PlayedGame(NamedTuple):
    """A game that the person played."""

    moves: str  #: the moves
    side: str  #: ``"black"`` or ``"white"``
    opponent: str  #: who the other was, such as ``"level 6"``
    result: str = ""  #: as files of games state it; empty if it is not over
    start: str | None = None  #: the position before the first move as OBF; None for the usual one
    analysis: dict[str, Any] | None = None  #: what an analysis found, None before there is one
    time: str = ""  #: the time when it was played; by default now
    number: int = 0  #: its number in the profile, from 1 on; 0 before it is there


class Tally(NamedTuple):
    """The answers to one kind of exercises, counted."""

    kind: str
    idea: str
    answers: int
    right: int
    exercises: int  #: number of different ones
    lost: float  #: discs that the answers lost together


class Profile(DatabaseFile):
    """One person's file, which is made if it is not there.

    A damaged file is moved aside, its new name is told by a warning, and a new one is made.

    Parameters
    ----------
    path : path, optional
        The file; by default that of `default_profile`.

    Raises
    ------
    FileError
        If the file is no profile or cannot be used, or a newer othello has written it.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Profile(f"{folder.name}/me.profile") as profile:
    ...     answer = RecordedAnswer("mistake", "corner", "key", "position", "f5", True)
    ...     is_new = profile.add_answer(answer)
    ...     [(tally.kind, tally.right, tally.answers) for tally in profile.tallies()]
    [('mistake', 1, 1)]
    >>> folder.cleanup()
    """

    APPLICATION = int.from_bytes(b"OTPP", "big")
    VERSION = 2
    SCHEMA = SCHEMA
    KIND = "profile"
    MADE_BY = "othello practise"
    PATIENCE = 60.0

    def __init__(self, path: FilePath | None = None) -> None:
        if path is None:
            path = default_profile()
            with named(path.parent):
                path.parent.mkdir(parents=True, exist_ok=True)
        self._changes = RLock()  # a connection has one transaction, for all threads
        try:
            self._open(path)
        except DamagedProfile:
            with locked(path, wait=self.PATIENCE):
                self._move_aside(path)
            self._open(path)
        # What is committed is on the disk, even after a power cut.
        with database_errors(self.path):
            self._database.execute("PRAGMA synchronous = FULL")
            self._database.execute("PRAGMA recursive_triggers = ON")  # so for replaced rows too

    def _open(self, path: FilePath) -> None:
        super().__init__(path, writes=True, create=True)

    def _move_aside(self, path: FilePath) -> None:
        """Give a damaged file another name, unless another process has done so meanwhile."""
        if self._is_empty():
            return
        try:
            self._open(path)
        except DamagedProfile as error:
            aside = _free_name(self.path)
            with named(path):
                for end in LOGS:  # what was not written into the file yet is in one of them
                    log = self.path.with_name(f"{self.path.name}{end}")
                    if log.exists():
                        log.replace(aside.with_name(f"{aside.name}{end}"))
                self.path.replace(aside)
            reason = f"{error}: it was moved to {aside}, and a new one is used"
            warn(reason, RuntimeWarning)
        else:
            self.close()

    def _check_kind(self) -> None:
        head = self._head()
        if head and not head.startswith(DATABASE):
            # SQLite would find the same, but it removes the log of a file that it has opened.
            raise self._damaged("file is not a database")
        super()._check_kind()

    def _damaged(self, reason: str) -> FileError:
        if (self._head() or b"").startswith(DATABASE) or self.path.suffix.lower() in ENDINGS:
            return DamagedProfile(None, f"a damaged {self.KIND}: {reason}", str(self.path))
        return super()._damaged(reason)

    def _check_version(self) -> None:
        super()._check_version()
        try:
            (found,) = self._database.execute("PRAGMA integrity_check(1)").fetchone()
            if found == "ok" and self._version == self.VERSION:
                self._database.execute("BEGIN")  # all as it is at one moment
                known = dict(self._database.execute("SELECT name, sum FROM total"))
                found = "ok" if known == self._totals() else "a checksum is wrong"
                self._database.execute("COMMIT")
        except sqlite3.OperationalError:  # it may be one that cannot be read now
            raise
        except sqlite3.DatabaseError as error:
            raise self._damaged(str(error)) from None
        if found != "ok":
            raise self._damaged(" ".join(str(found).split()))

    def _totals(self) -> dict[str, int]:
        """Return by table the sum of the checksums of its rows."""
        return {
            table: sum(map(checksum, self._rows(f"SELECT {', '.join(names)} FROM {table}")))
            for table, names in COLUMNS.items()
        }

    def _add_checksums(self) -> None:
        for statement in SCHEMA.split(";\n"):  # other tables may be there or not
            self._database.execute(statement.replace("TABLE ", "TABLE IF NOT EXISTS ", 1))
        for table, total in self._totals().items():
            self._database.execute("UPDATE total SET sum = ? WHERE name = ?", (total, table))

    @contextmanager
    def changing(self) -> Iterator[Profile]:
        """Read and write as one change in this context: no other process changes the file then."""
        with self._changes:
            if self._database.in_transaction:  # an outer context
                yield self
                return
            with self._transaction():
                yield self

    def _change(self, sql: str, *values: object) -> int:
        """Run a statement that writes; return the number of the row that it added, if it did."""
        with self.changing():
            return self._database.execute(sql, values).lastrowid or 0

    def _add(self, table: str, row: Mapping[str, object]) -> int:
        """Add a row, in place of one with its key; return its number."""
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        sql = f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({marks})"
        return self._change(sql, *row.values())

    def _rows(self, sql: str, *values: object) -> list[Any]:
        with self._changes, database_errors(self.path):
            return self._database.execute(sql, values).fetchall()

    # ------------------------------------------------------------------ answers

    def add_answer(self, answer: RecordedAnswer, once: str | None = None) -> bool:
        """Keep an answer, unless one with the idempotency key `once` is there; return whether."""
        with self.changing():
            if once is not None:
                sent = self._database.execute("INSERT OR IGNORE INTO sent VALUES (?)", (once,))
                if not sent.rowcount:
                    return False
            self._add("answer", answer._replace(time=answer.time or now())._asdict())
        return True

    def answers(self, kind: str | None = None) -> list[RecordedAnswer]:
        """Return all answers, or those to one kind of exercises, the oldest first."""
        names = ", ".join(RecordedAnswer._fields)
        sql = f"SELECT {names} FROM answer WHERE kind = coalesce(?, kind) ORDER BY id"
        found = [RecordedAnswer(*row) for row in self._rows(sql, kind)]
        return [each._replace(is_right=bool(each.is_right)) for each in found]

    def rows_right(self, kind: str) -> tuple[int, int]:
        """Return how many of the latest answers were right in a row, and the most ever."""
        latest = most = 0
        for (is_right,) in self._rows(
            "SELECT is_right FROM answer WHERE kind = ? ORDER BY id", kind
        ):
            latest = latest + 1 if is_right else 0
            most = max(most, latest)
        return latest, most

    def last_right(self, kind: str) -> dict[str, bool]:
        """Return by key whether the last answer to each exercise of a kind was right.

        They are in the order of these answers, the oldest first.
        """
        found = self._rows(
            "SELECT key, is_right, max(id) FROM answer WHERE kind = ? GROUP BY key ORDER BY 3", kind
        )
        return {key: bool(is_right) for key, is_right, _ in found}

    def tallies(self) -> list[Tally]:
        """Return the answers counted by kind and idea, the most frequent first."""
        found = self._rows(
            "SELECT kind, idea, count(*), sum(is_right), count(DISTINCT key),"
            " coalesce(sum(loss), 0.0) FROM answer GROUP BY kind, idea"
            " ORDER BY kind, count(*) DESC, idea"
        )
        return [Tally(*row) for row in found]

    def months(self) -> dict[str, tuple[int, int]]:
        """Return by month, such as ``2026-11``, how many answers there were, and how many right."""
        found = self._rows(
            "SELECT substr(time, 1, 7), count(*), sum(is_right) FROM answer GROUP BY 1 ORDER BY 1"
        )
        return {month: (answers, right) for month, answers, right in found}

    # ------------------------------------------------------------------ cards

    def keep_card(self, card: Card) -> None:
        """Keep a card, in place of the one with its deck and key."""
        self._add("card", {**card._asdict(), "state": json.dumps(card.state)})

    def card(self, deck: str, key: str) -> Card | None:
        """Return a card; None if there is none."""
        found = self._rows("SELECT * FROM card WHERE deck = ? AND key = ?", deck, key)
        return self._card(found[0]) if found else None

    def cards(self, deck: str | None = None, due: str | None = None) -> list[Card]:
        """Return all cards, those of a deck or those due by a time, the earliest due first."""
        found = self._rows(
            "SELECT * FROM card WHERE deck = coalesce(?, deck) AND due <= coalesce(?, due)"
            " ORDER BY due, deck, key",
            deck,
            due,
        )
        return [self._card(row) for row in found]

    def _card(self, row: tuple[str, str, str, str]) -> Card:
        deck, key, state, due = row
        found = _object(state)
        if found is None:
            reason = f"card {quote(key)} of the deck {quote(deck)}: expected its state as JSON"
            raise FileError(None, reason, str(self.path))
        return Card(deck, key, found, due)

    def keep_imported(self, deck: str, source: str, cards: Iterable[ImportedCard]) -> None:
        """Keep cards of a source in place of those that were kept of it."""
        with self.changing():
            self._change("DELETE FROM imported WHERE deck = ? AND source = ?", deck, source)
            for card in list(cards):
                self._add("imported", card._asdict())

    def imported(self, deck: str | None = None) -> list[ImportedCard]:
        """Return all cards that were read from files, or those of a deck, in their order."""
        sql = "SELECT * FROM imported WHERE deck = coalesce(?, deck) ORDER BY rowid"
        return [ImportedCard(*row) for row in self._rows(sql, deck)]

    def keep_drilled(self, card: ImportedCard) -> None:
        """Keep what a card asks, in place of what was kept of it."""
        self._add("drilled", card._asdict())

    def drilled(self, deck: str | None = None, key: str | None = None) -> list[ImportedCard]:
        """Return the cards of lines that were drilled, those of a deck, or the one with a key."""
        sql = (
            "SELECT * FROM drilled WHERE deck = coalesce(?, deck) AND key = coalesce(?, key)"
            " ORDER BY rowid"
        )
        return [ImportedCard(*row) for row in self._rows(sql, deck, key)]

    # ------------------------------------------------------------------ ratings

    def rating(self, kind: str = PERSON, key: str = "", usual: Rating = NEW) -> Rating:
        """Return the rating of the person, or of a puzzle; `usual` if it has none yet."""
        sql = "SELECT rating, deviation, volatility FROM rating WHERE kind = ? AND key = ?"
        found = self._rows(sql, kind, key)
        return Rating(*found[0]) if found else usual

    @property
    def has_rating(self) -> bool:
        """Whether the person was rated."""
        return bool(self._rows("SELECT 1 FROM rating WHERE kind = ?", PERSON))

    def rating_history(self) -> list[tuple[str, float]]:
        """Return the person's rating after each rated answer, with its time, the oldest first."""
        sql = "SELECT time, rating FROM rating WHERE kind = ? ORDER BY time"
        return self._rows(sql, HISTORY)

    def last_rated(self, puzzle: str) -> str | None:
        """Return when a puzzle was rated last; None if it never was."""
        found = self._rows("SELECT time FROM rating WHERE kind = ? AND key = ?", PUZZLE, puzzle)
        return found[0][0] if found else None

    def rate(self, puzzle: str, usual: Rating, is_right: bool) -> tuple[Rating, Rating]:
        """Rate the person and a puzzle by an attempt, a game that the one or the other wins.

        `usual` is the puzzle's rating before anybody has tried it. Returned are both ratings.
        """
        with self.changing():
            person, other = self.rating(), self.rating(PUZZLE, puzzle, usual)
            after = (
                rated(person, [(other, int(is_right))]),
                rated(other, [(person, int(not is_right))]),
            )
            time = now()
            for kind, key, new in (
                (PERSON, "", after[0]),
                (HISTORY, time, after[0]),
                (PUZZLE, puzzle, after[1]),
            ):
                self._change(
                    "INSERT INTO rating VALUES (?, ?, ?, ?, ?, 1, ?) ON CONFLICT (kind, key) DO"
                    " UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
                    " volatility = excluded.volatility, games = games + 1, time = excluded.time",
                    *(kind, key, *new, time),
                )
        return after

    # ------------------------------------------------------------------ games

    def add_game(self, game: PlayedGame) -> int:
        """Keep a game, and return its number."""
        analysis = None if game.analysis is None else json.dumps(game.analysis)
        row = game._replace(time=game.time or now())._asdict()
        del row["number"]
        return self._add("game", {**row, "analysis": analysis})

    def keep_analysis(self, number: int, analysis: Mapping[str, Any]) -> None:
        """Keep the analysis of a game, given by its number."""
        self._change("UPDATE game SET analysis = ? WHERE id = ?", json.dumps(analysis), number)

    def remove_game(self, number: int) -> None:
        """Forget a game, given by its number."""
        self._change("DELETE FROM game WHERE id = ?", number)

    def games(self, latest: int | None = None) -> list[PlayedGame]:
        """Return the games, or so many of the latest, the oldest first."""
        found = self._rows(
            "SELECT moves, side, opponent, result, start, analysis, time, id FROM"
            " (SELECT * FROM game ORDER BY id DESC LIMIT ?) ORDER BY id",
            -1 if latest is None else latest,
        )
        return [
            PlayedGame(*row)._replace(analysis=None if row[5] is None else _object(row[5]))
            for row in found
        ]

    # ------------------------------------------------------------------ everything

    def export(self) -> dict[str, Any]:
        """Return all of it as a JSON object."""
        with self.changing():  # all as it is at one moment
            sql = "SELECT * FROM rating WHERE kind <> ? ORDER BY kind, key"
            ratings = self._rows(sql, HISTORY)
            return {
                "version": 1,
                "answers": [each._asdict() for each in self.answers()],
                "cards": [each._asdict() for each in self.cards()],
                "imported": [each._asdict() for each in self.imported()],
                "drilled": [each._asdict() for each in self.drilled()],
                "ratings": [dict(zip(COLUMNS["rating"], row, strict=True)) for row in ratings],
                "history": [{"time": time, "rating": each} for time, each in self.rating_history()],
                "games": [each._asdict() for each in self.games()],
            }


class DamagedProfile(FileError):
    """A profile that cannot be read."""


def _object(text: str) -> dict[str, Any] | None:
    """Return a JSON object that was kept; None if it is damaged."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _free_name(path: Path) -> Path:
    """Return a name beside a file that no file has: for a damaged one."""
    number, aside = 1, path.with_name(f"{path.name}.damaged")
    while aside.exists() or aside.is_symlink():
        number += 1
        aside = path.with_name(f"{path.name}.damaged-{number}")
    return aside
