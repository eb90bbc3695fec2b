"""The log of a match: a folder of files from which an interrupted match can be resumed.

=================  ============================================================================
``match.json``     the settings: players, openings, limits
``games.jsonl``    a game on each line, as ``othello match --json`` prints it
``games.ggf``      the games with the players' times and evaluations
``games.txt``      the moves alone, a game on each line
``game-N.log``     the lines sent to and received from the engines in game N
``game-N.stderr``  the end of the stderr of the engine whose fault ended game N
=================  ============================================================================

A game is written as soon as it is over, so games played at the same time may be out of order. When
a match is resumed, ``games.jsonl`` decides which games were played: an incomplete last line is cut
off, a game with a number that came before is left out, and the other two files are corrected.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from othello.errors import FormatError, InvalidOption, OthelloError, quote, warn
from othello.files.bounded import json_in
from othello.files.lines import LineFile, whole_lines
from othello.files.lock import locked
from othello.files.writing import replacing
from othello.ggf.games import GgfGame, format_game, parse_game
from othello.matches.openings import parse_opening
from othello.matches.record import (
    GameRecord,
    ScheduledGame,
    describe_game,
    read_record,
)
from othello.notation import BLACK, SIDE_NAMES, WHITE

GAMES, GGF, MOVES = "games.jsonl", "games.ggf", "games.txt"


class LoggedGame(NamedTuple):
    """A game in ``games.jsonl``: the line's number from 1, its JSON object, and its record."""

    line: int
    described: Mapping[str, Any]
    record: GameRecord


def game_to_ggf(record: GameRecord) -> str:
    """Return a game as a line of GGF, dated now; times and evaluations are rounded."""
    date = time.strftime("%Y-%m-%d %H:%M:%S GMT", time.gmtime())
    game = GgfGame.of(record.game, {"PC": "othello match", "DT": date})
    # The result of a game that is over follows from it.
    tags = {name: text for name, text in game.tags.items() if name != "RE" or record.fault}
    notes = tuple(note.rounded() for note in record.notes)
    return format_game(GgfGame(game.start, notes or game.moves, tags))


@contextmanager
def opened_folder(
    folder: Path, what: str, settings: Mapping[str, object], lines: str, resume: bool
) -> Iterator[None]:
    """Open the folder of a match or a tuning (`what`); it is locked during the ``with`` block.

    The settings are written to a new folder, and compared with those of a resumed one. `lines` is
    the name of the file with a line for each game or iteration. If it is empty, nothing has begun,
    and the folder can be used again. For the errors see `opened_log`.
    """
    described = folder / f"{what}.json"
    if resume:
        check_settings(described, settings, what)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        if not resume:
            path = folder / lines
            if path.exists() and path.stat().st_size:
                raise InvalidOption(
                    f"{folder} has a {what} already: expected --resume to go on with it, or a new "
                    "folder"
                )
            with replacing(described) as file:
                file.write(json.dumps(settings, indent=2) + "\n")
        yield


@contextmanager
def opened_log(
    folder: Path, match: Mapping[str, object], names: Sequence[str], resume: bool = False
) -> Iterator[MatchLog]:
    """Open a folder as the log of a match; it is locked during the ``with`` block.

    The folder is created if it does not exist. `match` has the match's settings as JSON values,
    `names` the players'. `resume` continues the match in the folder.

    Raises
    ------
    InvalidOption
        If `resume` is true and the folder holds no match or one with other settings; or if it is
        false and the folder holds a match with games.
    FormatError
        If a game in the folder cannot be read.
    FileError
        If another process has locked the folder, or the files cannot be written.
    """
    was_begun = (folder / "match.json").exists()
    with opened_folder(folder, "match", match, GAMES, resume), ExitStack() as stack:
        found = read_kept_games(folder)
        mend(folder, found)
        kept = {f"game-{each.described['game']:04}" for each in found}
        if was_begun:  # what was said in games that were interrupted
            for path in [*folder.glob("game-*.log"), *folder.glob("game-*.stderr")]:
                if path.stem.removeprefix("game-").isdecimal() and path.stem not in kept:
                    path.unlink()
        lines = {name: stack.enter_context(LineFile(folder / name)) for name in (GAMES, GGF, MOVES)}
        yield MatchLog(folder, names, lines, {kept.described["game"]: kept for kept in found})


class MatchLog:
    """An open log of a match, made by `opened_log`.

    `lines` are the files to append games to, by name; `found` has the games, by number, that the
    folder held when it was opened.
    """

    def __init__(
        self,
        folder: Path,
        names: Sequence[str],
        lines: Mapping[str, LineFile],
        found: Mapping[int, LoggedGame],
    ) -> None:
        self._folder = folder
        self._names = names
        self._lines = lines
        self._found = found
        self._adding = threading.Lock()

    def played(self, schedule: Sequence[ScheduledGame]) -> list[GameRecord]:
        """Return the games of `schedule` that the folder held when it was opened.

        Raises FormatError if one is not the game that the schedule has under its number.
        """
        records = []
        for scheduled in schedule:
            kept = self._found.get(scheduled.number)
            if kept is not None:
                try:
                    records.append(read_record(kept.described, scheduled, self._names))
                except OthelloError as error:
                    source = str(self._folder / GAMES)
                    raise FormatError(source, kept.line, str(error)) from None
        return records

    def add(self, record: GameRecord) -> None:
        """Append a game to the files; any thread may call this."""
        described = describe_game(record, self._names)
        with self._adding:
            self._lines[GAMES].write(json.dumps(described))
            self._lines[GGF].write(game_to_ggf(record))
            self._lines[MOVES].write(record.game.transcript())


# ---------------------------------------------------------------------- games of an earlier run


def check_settings(path: Path, settings: Mapping[str, object], what: str) -> None:
    """Raise InvalidOption unless the file `path` can be read and holds equal settings."""
    try:
        before = json_in(path)
    except (OSError, InvalidOption) as error:
        raise InvalidOption(f"no {what} to resume: {error}") from None
    if not isinstance(before, dict):
        raise InvalidOption(f"no {what} to resume: {path}: no JSON object")
    for key in {**settings, **before}:
        if before.get(key) != settings.get(key):
            raise InvalidOption(
                f"{path.parent} had {key} {quote(before.get(key))}: "
                f"expected {quote(settings.get(key))}"
            )


def read_kept_games(folder: Path) -> list[LoggedGame]:
    """Return the games in ``games.jsonl``, of games with the same number the first only.

    Raises FormatError if a line is not a game.
    """
    path = folder / GAMES
    games: dict[int, LoggedGame] = {}
    for line, text in enumerate(whole_lines(path), 1):
        try:
            described = json.loads(text)
            number = described["game"]
            if not isinstance(number, int):
                raise ValueError(f"number {quote(number)}")
            described.setdefault("first", SIDE_NAMES[BLACK if number % 2 else WHITE])
            is_black = described["first"] == SIDE_NAMES[BLACK]
            scheduled = ScheduledGame(number, parse_opening(described["opening"]), is_black)
            names = str(described["black"]), str(described["white"])
            record = read_record(described, scheduled, names if is_black else names[::-1])
            json.dumps(described, ensure_ascii=False).encode()  # half a surrogate is no text
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            reason = f"expected a game of a match: {error}"
            raise FormatError(str(path), line, reason) from None
        except OthelloError as error:
            raise FormatError(str(path), line, str(error)) from None
        if number in games:
            warn(f"{path}:{line}: game {number} again, left out")
        games.setdefault(number, LoggedGame(line, described, record))
    return list(games.values())


def mend(folder: Path, games: Sequence[LoggedGame]) -> None:
    """Rewrite the files of a folder that do not hold exactly `games` in this order.

    A game that is missing in ``games.ggf`` is written there without times and evaluations.
    """
    write_anew(folder / GAMES, [json.dumps(kept.described) for kept in games])
    write_anew(folder / MOVES, [kept.record.game.transcript() for kept in games])
    lines: dict[object, list[str]] = {}
    for line in whole_lines(folder / GGF):
        lines.setdefault(identity(line), []).append(line)
    expected = [game_to_ggf(kept.record) for kept in games]
    write_anew(folder / GGF, [(lines.get(identity(line)) or [line]).pop(0) for line in expected])


def identity(line: str) -> object:
    """Return a key that equal games in GGF share: start, moves, players, result; None if no GGF."""
    try:
        start, moves, tags = parse_game(line)
    except OthelloError:
        return None
    return start, tuple(note.move for note in moves), *map(tags.get, ("PB", "PW", "RE"))


def write_anew(path: Path, lines: Sequence[str]) -> None:
    """Replace a file unless it holds exactly these lines."""
    if whole_lines(path) != list(lines):
        with replacing(path) as file:
            file.writelines(f"{line}\n" for line in lines)
