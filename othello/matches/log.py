"""A folder with all there is to know of a match, from which it can be taken up again.

================  =============================================================================
``match.json``    what is played: the players, the openings, the limits
``games.jsonl``   a game on each line, as ``othello match --json`` prints it
``games.ggf``     the games with the players' times and evaluations
``games.txt``     the moves alone, a game on each line
``game-N.log``    what was said to and by the engines in game N
================  =============================================================================

A game is written down as soon as it is over, so games that were played side by side may stand in
another order. ``games.jsonl`` counts: a line that was torn is cut off, a game that stands twice is
taken once, and the other two files are made to agree with it before a match goes on.
"""

from __future__ import annotations

import json
import threading
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from othello.errors import FormatError, InvalidOption, OthelloError, quote
from othello.files.lines import LineFile, appending
from othello.files.lock import locked
from othello.files.writing import replacing
from othello.formats.ggf import GgfGame, GgfMove, format_game, parse_game
from othello.game import Game
from othello.matches.fixtures import Fixture
from othello.matches.openings import parse_opening
from othello.matches.standing import FAULTS, NAMES, GameRecord, Thinking
from othello.notation import BLACK, SIDE_NAMES, WHITE

__all__ = ["RESULTS", "MatchLog", "describe_game", "opened_log", "read_record"]

RESULTS = {1.0: "win", 0.5: "draw", 0.0: "loss"}

TIME_FAULT = "time"

ENDED_EARLY = {True: "t", False: "r"}
"""What GGF writes behind a result: the time ran out, or the game was given up."""

WIPEOUT = 64
"""Discs that a game lost by a fault counts in GGF."""

MATCH, GAMES, GGF, MOVES = "match.json", "games.jsonl", "games.ggf", "games.txt"

THINKING = {"asked": "moves", "seconds": "seconds", "slowest": "slowest", "processor": "processor"}
"""What the parts of `Thinking` are called in a game's description."""


def describe_game(record: GameRecord, names: Sequence[str]) -> dict[str, Any]:
    """Return a game as a JSON object; results are the first player's.

    Parameters
    ----------
    record : GameRecord
        The game.
    names : sequence of str
        All players' names, which `record.players` are indices of.
    """
    first, second = (names[player] for player in record.players)
    black, white = (first, second) if record.is_black else (second, first)
    described: dict[str, Any] = {
        "game": record.number,
        "opening": str(record.opening),
        "black": black,
        "white": white,
        "first": SIDE_NAMES[BLACK if record.is_black else WHITE],
        "result": RESULTS[record.points],
        "discs": record.discs,
        "fault": record.fault,
        "moves": record.game.transcript(),
    }
    for key, part in THINKING.items():
        values = [getattr(thinking, part) for thinking in record.thinking]
        described[key] = {
            name.lower(): round(value, 6) for name, value in zip(NAMES, values, strict=True)
        }
    if record.faulty is not None:
        described |= {"faulty": NAMES[record.faulty].lower(), "reason": record.reason}
    return described


class KeptGame(NamedTuple):
    """A game in ``games.jsonl``: the number of its line, what stands there, and the game itself."""

    line: int
    described: Mapping[str, Any]
    game: Game


def read_record(described: Mapping[str, Any], fixture: Fixture, names: Sequence[str]) -> GameRecord:
    """Return the game that `describe_game` described, without the notes on its moves.

    Raises
    ------
    OthelloError
        If it is not the game of `fixture`, or contradicts itself.
    """
    number, opening, is_black, players = fixture
    try:
        a, b = (
            Thinking(
                **{
                    part: described[key][name.lower()]
                    for key, part in THINKING.items()
                    if key in described
                }
            )
            for name in NAMES
        )
        fault = described["fault"]
        faulty = None if fault is None else NAMES.lower().index(described["faulty"])
        game = Game(described["moves"], opening.start)
        if fault not in FAULTS and not (fault is None and game.is_over):
            raise ValueError(f"end: fault {quote(fault)}")
        reason = described.get("reason")
        record = GameRecord(
            number, opening, is_black, game, fault, reason, faulty, (a, b), players=players
        )
        for key, value in describe_game(record, names).items():
            if key in described and described[key] != value:
                raise ValueError(f"{key} {quote(described[key])}: expected {quote(value)}")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise OthelloError(f"expected a game of this match, got one with a wrong {error}") from None
    return record


def game_to_ggf(described: Mapping[str, Any], game: Game, notes: Sequence[GgfMove] = ()) -> str:
    """Return a game as a line of GGF.

    Parameters
    ----------
    described : mapping
        What `describe_game` says of it.
    game : Game
        Its moves.
    notes : sequence of GgfMove, optional
        The same with times and evaluations.
    """
    tags = {
        "PC": "othello match",
        "DT": time.strftime("%Y-%m-%d %H:%M:%S GMT", time.gmtime()),
        "PB": described["black"],
        "PW": described["white"],
    }
    if described["fault"] is not None:
        black_is_faulty = (described["faulty"] == "a") == (described["first"] == SIDE_NAMES[BLACK])
        score = -WIPEOUT if black_is_faulty else WIPEOUT
        tags["RE"] = f"{score:+d}:{ENDED_EARLY[described['fault'] == TIME_FAULT]}"
    return format_game(GgfGame(game.start, tuple(notes or map(GgfMove, game.moves)), tags))


@contextmanager
def opened_log(
    folder: Path, match: Mapping[str, object], names: Sequence[str], resume: bool = False
) -> Iterator[MatchLog]:
    """Open a folder for the games of a match; no other process can do so meanwhile.

    Parameters
    ----------
    folder : Path
        Made if it is not there.
    match : mapping
        What is played, as plain values.
    names : sequence of str
        What the players are called.
    resume : bool
        Whether to go on with the match that is there, rather than begin one.

    Raises
    ------
    InvalidOption
        If `resume` and no match or another one was played there; not `resume`, and there is one.
    FormatError
        If a game that is there cannot be read.
    FileError
        If another process plays there, or the files cannot be written.
    """
    if resume:
        check_match(folder / MATCH, match)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder), ExitStack() as stack:
        if not resume:
            refuse_older_match(folder)
            with replacing(folder / MATCH) as file:
                file.write(json.dumps(match, indent=2) + "\n")
        found = read_kept_games(folder)
        mend(folder, found)
        lines = {
            name: stack.enter_context(appending(folder / name)) for name in (GAMES, GGF, MOVES)
        }
        yield MatchLog(folder, names, lines, {kept.described["game"]: kept for kept in found})


class MatchLog:
    """The folder, open for more games; `opened_log` makes it."""

    def __init__(
        self,
        folder: Path,
        names: Sequence[str],
        lines: Mapping[str, LineFile],
        found: Mapping[int, KeptGame],
    ) -> None:
        self._folder = folder
        self._names = names
        self._lines = lines
        self._found = found
        self._adding = threading.Lock()

    def played(self, fixtures: Sequence[Fixture]) -> list[GameRecord]:
        """Return the games of `fixtures` that were there when the folder was opened.

        Raises
        ------
        FormatError
            If one is not the game of its fixture.
        """
        records = []
        for fixture in fixtures:
            kept = self._found.get(fixture.number)
            if kept is not None:
                try:
                    records.append(read_record(kept.described, fixture, self._names))
                except OthelloError as error:
                    source = str(self._folder / GAMES)
                    raise FormatError(source, kept.line, str(error)) from None
        return records

    def add(self, record: GameRecord) -> None:
        """Write a game down; any thread may call this."""
        described = describe_game(record, self._names)
        with self._adding:
            self._lines[GAMES].write(json.dumps(described))
            self._lines[GGF].write(game_to_ggf(described, record.game, record.notes))
            self._lines[MOVES].write(record.game.transcript())


# ---------------------------------------------------------------------- what is there already


def refuse_older_match(folder: Path) -> None:
    """Refuse a folder in which a match was played."""
    for name in (MATCH, GAMES):
        if (folder / name).exists():
            raise InvalidOption(
                f"{folder} has a match already: expected --resume to go on with it, or a new folder"
            )


def check_match(path: Path, match: Mapping[str, object]) -> None:
    """Refuse to go on with a match that is not the one `path` describes."""
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidOption(f"no match to resume: {path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InvalidOption(f"no match to resume: {path} is no JSON") from None
    if not isinstance(before, dict):
        raise InvalidOption(f"no match to resume: {path} is no JSON object")
    for key in {**match, **before}:
        if before.get(key) != match.get(key):
            raise InvalidOption(
                f"the match in {path.parent} had {key} {quote(before.get(key))}: "
                f"expected {quote(match.get(key))}"
            )


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file, without one that was cut off; none if there is no file."""
    try:
        text = path.read_text(encoding="utf-8", errors="backslashreplace")
    except FileNotFoundError:
        return []
    return text.split("\n")[:-1]


def read_kept_games(folder: Path) -> list[KeptGame]:
    """Return the games in ``games.jsonl``, each once: the first that has a number counts."""
    path = folder / GAMES
    games: dict[int, KeptGame] = {}
    for line, text in enumerate(read_lines(path), 1):
        try:
            described = json.loads(text)
            number = described["game"]
            if not isinstance(number, int):
                raise ValueError(f"number {quote(number)}")
            described.setdefault("first", SIDE_NAMES[BLACK if number % 2 else WHITE])
            game = Game(described["moves"], parse_opening(described["opening"]).start)
            kept = KeptGame(line, described, game)
            game_to_ggf(described, game)  # which takes all that `mend` will ask for
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            reason = f"expected a game of a match: {error}"
            raise FormatError(str(path), line, reason) from None
        if number in games:
            warnings.warn(f"{path}:{line}: game {number} again, left out", stacklevel=4)
        games.setdefault(number, kept)
    return list(games.values())


def mend(folder: Path, games: Sequence[KeptGame]) -> None:
    """Make the files of a folder agree on which games were played, in which order.

    A game that is missing in ``games.ggf`` is written there without its times.
    """
    write_anew(folder / GAMES, [json.dumps(kept.described) for kept in games])
    write_anew(folder / MOVES, [kept.game.transcript() for kept in games])
    lines: dict[object, list[str]] = {}
    for line in read_lines(folder / GGF):
        lines.setdefault(identity(line), []).append(line)
    expected = [game_to_ggf(kept.described, kept.game) for kept in games]
    write_anew(folder / GGF, [(lines.get(identity(line)) or [line]).pop(0) for line in expected])


def identity(line: str) -> object:
    """Return what makes a line of GGF this game: its players, its moves, its result."""
    try:
        start, moves, tags = parse_game(line)
    except OthelloError:
        return None
    return start, tuple(note.move for note in moves), *map(tags.get, ("PB", "PW", "RE"))


def write_anew(path: Path, lines: Sequence[str]) -> None:
    """Write a file if it does not have these lines."""
    if read_lines(path) != list(lines):
        with replacing(path) as file:
            file.writelines(f"{line}\n" for line in lines)
