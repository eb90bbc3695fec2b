"""The referee's lasting memory: accounts, ratings, matches and moves, a line of JSON each.

A line is written before anybody is told, so a referee that was killed goes on with what its players
know. Matches that were going on are adjourned then.
"""

import hashlib
import hmac
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from othello.errors import FormatError, OthelloError, quote
from othello.files.lines import LineFile, whole_lines
from othello.ggs.tables import Table, Tables
from othello.ratings.glicko import Rating

JOURNAL, GAMES = "journal.jsonl", "games.ggf"

SALT_BYTES = 16

DAMAGE = OthelloError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError
"""Exceptions that a damaged line leads to."""

COST = {"n": 1 << 12, "r": 8, "p": 1}
"""Parameters of scrypt: some 10 ms for a password."""

Secret = tuple[str, str]
"""The salt of a password, and their hash."""


class Journal:
    """The folder of a referee.

    `ratings` are those of all who have an account; `matches` are those not finished, by number.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.ratings: dict[str, Rating] = {}
        self.matches: dict[int, Tables] = {}
        self.last_number = 0
        self._secrets: dict[str, Secret] = {}
        path = folder / JOURNAL
        for number, line in enumerate(whole_lines(path), 1):
            try:
                self._read(json.loads(line))
            except DAMAGE as error:
                reason = f"{error}: expected a line that a referee wrote"
                raise FormatError(str(path), number, reason) from None
        self._games_written = set(whole_lines(folder / GAMES))
        with suppress(FileExistsError):  # it has hashes of passwords, for the owner alone
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        self._file = LineFile(path)
        self._games = LineFile(folder / GAMES)

    def close(self) -> None:
        self._file.close()
        self._games.close()

    def write(self, **entry: Any) -> None:
        """Keep an entry."""
        self._file.write(json.dumps(entry))

    def write_game(self, table: Table) -> None:
        """Keep a finished game, once."""
        if (line := table.line()) not in self._games_written:
            self._games_written.add(line)
            self._games.write(line)

    # ------------------------------------------------------------------ accounts

    def is_known(self, name: str) -> bool:
        return name in self._secrets

    def keep_secret(self, name: str, secret: Secret) -> None:
        """Make an account, or change its password, with what `secret_of` has returned."""
        self._secrets[name] = secret
        self.ratings.setdefault(name, Rating())
        self.write(account=name, salt=secret[0], hash=secret[1])

    def is_right(self, name: str, password: str) -> bool:
        salt, known = self._secrets[name]
        return hmac.compare_digest(_hash(password, salt), known)

    def rate(self, name: str, rating: Rating) -> None:
        self.ratings[name] = rating
        self.write(rating=name, values=list(rating))

    # ------------------------------------------------------------------ matches

    def begin(self, match: Tables) -> None:
        self.matches[match.number] = match
        self.last_number = max(self.last_number, match.number)
        tables = [table.entry() for table in match.tables]
        self.write(match=match.number, rated=match.is_rated, games=tables)

    def finish(self, match: Tables) -> None:
        self.matches.pop(match.number, None)
        self.write(over=match.number)

    def _read(self, entry: dict[str, Any]) -> None:
        """Do again what an entry says."""
        if "account" in entry:
            self._secrets[entry["account"]] = entry["salt"], entry["hash"]
            self.ratings.setdefault(entry["account"], Rating())
        elif "rating" in entry:
            self.ratings[entry["rating"]] = Rating(*entry["values"])
        elif "match" in entry:
            tables = [Table.from_entry(game) for game in entry["games"]]
            number = int(entry["match"])
            self.matches[number] = Tables(number, entry["rated"], tables, is_stored=True)
            self.last_number = max(self.last_number, number)
        elif "over" in entry:
            self.matches.pop(entry["over"], None)
        else:
            self._read_of_game(entry)

    def _read_of_game(self, entry: dict[str, Any]) -> None:
        table = self._table(entry["game"])
        if "left" in entry:
            table.replay(entry)
        elif "undo" in entry:
            table.take_back(entry["undo"])
        else:
            table.result = entry["result"]

    def _table(self, id: str) -> Table:
        match = self.matches.get(int(id.split(".")[1]))
        for table in match.tables if match else []:
            if table.id == id:
                return table
        raise OthelloError(f"no game {quote(id)}")


def secret_of(password: str) -> Secret:
    """Return what is kept of a password; this takes as long as its check."""
    salt = os.urandom(SALT_BYTES).hex()
    return salt, _hash(password, salt)


def _hash(password: str, salt: str) -> str:
    data = password.encode("utf-8", "surrogateescape")
    return hashlib.scrypt(data, salt=bytes.fromhex(salt), **COST).hex()
