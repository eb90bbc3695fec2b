"""The names in WTHOR: players in files ``.jou``, tournaments in files ``.trn``.

Every file of WTHOR begins with a header of 16 bytes: the date of the file as century, year, month
and day; number of games; number of names; year of the games; board size; kind; number of empties
from which on a game's second score assumes perfect play. In files of names, the names follow, from
number 0 on: 20 bytes for a player, 26 for a tournament, with a zero byte after the last letter.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from othello.errors import FileError, FormatError, InvalidOption, OthelloError, quote
from othello.files.access import named, reading
from othello.files.unpacking import LATIN_LETTERS, plain_name, unpacked
from othello.formats.dates import EXPECTED_DATE, listed_dates
from othello.formats.reading import OnError, raise_error
from othello.formats.registry import FilesBeside

HEADER = struct.Struct("<4BIHH4B")
HEADER_SIZE = HEADER.size
N_GAMES, N_NAMES, YEAR, SIZE, SOLVED_EMPTIES = 4, 5, 6, 7, 9
"""Indices of fields in the header."""

PLAYER_SIZE = 20
TOURNAMENT_SIZE = 26
UNKNOWN = "?"
MAX_NAMES = (1 << 16) - 1


class NameList:
    """Names and their numbers, from 0; number 0 is an unknown name, unless a file has one there.

    >>> names = NameList()
    >>> names.number("Tamenori"), names.number("Murakami"), names.number("Tamenori")
    (1, 2, 1)
    >>> names.name(2), names.name(0), names.name(7)
    ('Murakami', None, None)
    """

    def __init__(self, names: Iterable[str] = (UNKNOWN,)) -> None:
        self.names = list(names)
        self._numbers = {name: number for number, name in reversed([*enumerate(self.names)])}

    def name(self, number: int) -> str | None:
        """Return the name of a number; None if it has no name, or only question marks."""
        name = self.names[number] if number < len(self.names) else ""
        return name if name.strip(UNKNOWN) else None

    def number(self, name: str) -> int:
        """Return the number of a name, adding it if it is new; 0 for an empty name.

        Raises OthelloError if the format has no number left for a new name.
        """
        if not name:
            return 0
        number = self._numbers.get(name)
        if number is None:
            number = len(self.names)
            if number == MAX_NAMES:
                raise OthelloError(f"no number left for {quote(name)}: WTHOR has {MAX_NAMES}")
            self._numbers[name] = number
            self.names.append(name)
        return number


@dataclass(frozen=True)
class WthorNames(FilesBeside):
    """The names of players and tournaments to which the numbers in games refer."""

    players: NameList = field(default_factory=NameList)
    tournaments: NameList = field(default_factory=NameList)
    dates: dict[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, players: IO[bytes] | None, tournaments: IO[bytes] | None) -> WthorNames:
        """Read open ``.jou`` and ``.trn`` files; one that is not given has no names.

        Raises FormatError if a file has fewer names than its header states.
        """
        return cls(
            NameList(names_in(players, "players", PLAYER_SIZE) if players else ()),
            NameList(names_in(tournaments, "tournaments", TOURNAMENT_SIZE) if tournaments else ()),
        )

    @classmethod
    def beside(cls, path: str | Path, on_error: OnError = None) -> WthorNames | None:
        """Read the ``.jou`` and ``.trn`` files in the folder of a ``.wtb`` file `path`.

        They have the file's name, or ``WTHOR``, or ``WTH``, in upper or lower case, and may be
        compressed. None if there are no such files. `on_error` is called with the `FormatError` of
        a file that is not whole, whose other names are used; without it the first one is raised.
        """
        path = Path(plain_name(str(path))).absolute()
        # Of files with one name the last counts: the file itself, not its compressed copy.
        there = sorted(path.parent.iterdir(), key=lambda file: file.name.lower(), reverse=True)
        files = {plain_name(file.name.lower()): file for file in there}
        for stem in (path.stem.lower(), "wthor", "wth"):
            players, tournaments = files.get(f"{stem}.jou"), files.get(f"{stem}.trn")
            if players and tournaments:
                return cls(
                    NameList(read_names(players, PLAYER_SIZE, on_error)),
                    NameList(read_names(tournaments, TOURNAMENT_SIZE, on_error)),
                )
        return None

    def missing(self, player: int, tournament: int) -> str:
        """Return what to say if one of these numbers, but for 0, has no name; else nothing.

        >>> WthorNames(NameList(["?", "Ann"])).missing(1, 0)
        ''
        """
        known = ((player, self.players), (tournament, self.tournaments))
        if all(number < max(len(names.names), 1) for number, names in known):
            return ""
        return "names are missing: expected WTHOR.JOU and WTHOR.TRN, no older, beside the file"

    def lost(self) -> list[str]:
        """Return for each name that WTHOR cannot hold as it is what becomes of it.

        >>> WthorNames(NameList(["?", "虎", "Ann"]), NameList()).lost()
        ["the name '虎' becomes '?': WTHOR has Latin letters only, and 19 of them"]
        """
        lost = []
        for known, size in ((self.players, PLAYER_SIZE), (self.tournaments, TOURNAMENT_SIZE)):
            for name in known.names:
                written = _as_written(name, size).decode("latin-1")
                if written != name.translate(LATIN_LETTERS):
                    reason = f"WTHOR has Latin letters only, and {size - 1} of them"
                    lost.append(f"the name {quote(name)} becomes {quote(written)}: {reason}")
        return lost

    def lost_dates(self) -> list[str]:
        """Return what to say of dates that WTHOR, with one year for a file, cannot hold.

        >>> WthorNames(NameList(), NameList(), {"": 0, "1998": 1998, "May": 0}).lost_dates()
        ["the games of no date and of 'May' get the year 1998, which WTHOR has for a whole file"]
        """
        years = sorted(filter(None, set(self.dates.values())))
        if len(years) > 1:
            return [
                f"left out the dates, of {years[0]} to {years[-1]}: WTHOR has one year for a file"
            ]
        unread = [date for date, year in self.dates.items() if date and not year]
        listed = listed_dates(unread)
        if not years:
            return [f"left out the dates {listed}: {EXPECTED_DATE}"] if unread else []
        days = sorted(
            quote(date) for date, year in self.dates.items() if year and date.strip() != str(year)
        )
        cut = [f"left out the day of {days[0]}: WTHOR has the year alone"] if days else []
        games = ["no date"] * ("" in self.dates) + [listed] * bool(unread)
        year = f"get the year {years[0]}, which WTHOR has for a whole file"
        return [*cut, *([f"the games of {' and of '.join(games)} {year}"] if games else [])]

    @property
    def has_names(self) -> bool:
        """Whether there is a name beside the unknown one."""
        return bool(self.players.names[1:] or self.tournaments.names[1:])

    def files_beside(self, path: str | Path) -> dict[str, bytes]:
        """Return the ``.jou`` and ``.trn`` files for a ``.wtb`` file `path`: contents by name.

        There are none without names. Raises InvalidOption if one of them would be `path`.
        """
        if str(path).lower().endswith((".jou", ".trn")):
            expected = "expected one with .wtb"
            raise InvalidOption(f"{quote(str(path))} is a name for WTHOR's names: {expected}")
        if not self.has_names:
            return {}
        return {
            str(Path(path).with_suffix(suffix)): format_names(known.names, size)
            for suffix, known, size in (
                (".jou", self.players, PLAYER_SIZE),
                (".trn", self.tournaments, TOURNAMENT_SIZE),
            )
        }


def read_header(file: IO[bytes], source: str) -> tuple[int, ...]:
    """Return the fields of a file's header; raise FormatError if the file is too short."""
    if not hasattr(file, "read"):
        raise InvalidOption(f"invalid file {quote(file)}: expected one opened to read bytes")
    with named(source):
        contents = file.read(HEADER_SIZE)
    if len(contents) < HEADER_SIZE:
        reason = f"expected a header of {HEADER_SIZE} bytes, got {len(contents)}"
        raise FormatError(source, None, reason, 0)
    return HEADER.unpack(contents)


def read_names(path: str | Path, size: int, on_error: OnError = None) -> list[str]:
    """Return the names in a file, of `size` bytes each; bytes after the last whole one are ignored.

    A file that cannot be read or has fewer names than its header states is an error: it goes to
    `on_error`, if that is given, and the names that are there are returned.

    Raises FormatError without `on_error`.
    """
    try:
        with unpacked(reading(path), str(path)) as file:
            return names_in(file, str(path), size, on_error)
    except FileError as error:
        (on_error or raise_error)(FormatError(str(path), None, str(error.strerror), 0))
        return []


def names_in(file: IO[bytes], source: str, size: int, on_error: OnError = None) -> list[str]:
    """Return the names in an open file; `source` is its name, for errors, as of `read_names`."""
    contents = b""
    try:
        n_names = read_header(file, source)[N_NAMES]
        contents = file.read((MAX_NAMES + 1) * size)
        if len(contents) < n_names * size:
            reason = f"expected {n_names} names of {size} bytes, got {len(contents)} bytes"
            raise FormatError(source, None, reason, HEADER_SIZE)
    except FormatError as error:
        (on_error or raise_error)(error)
    firsts = range(0, len(contents) - size + 1, size)
    names = (contents[first : first + size] for first in firsts)
    return [name.partition(b"\0")[0].decode("latin-1") for name in names]


def _as_written(name: str, size: int) -> bytes:
    text = name.translate(LATIN_LETTERS).replace("\0", "?")  # where a name in the file ends
    return text.encode("latin-1", "replace")[: size - 1]


def format_names(names: Iterable[str], size: int) -> bytes:
    """Return the contents of a file of names; each name is cut to `size` - 1 bytes."""
    texts = [_as_written(name, size).ljust(size, b"\0") for name in names]
    header = HEADER.pack(0, 0, 1, 1, 0, len(texts), 0, 0, 0, 0, 0)
    return header + b"".join(texts)
