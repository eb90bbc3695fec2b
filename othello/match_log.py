"""A folder with all there is to know of a match, from which it can be taken up again.

================  =============================================================================
``match.json``    what is played: the players, the openings, the limits
``games.jsonl``   a game on each line, as ``othello match --json`` prints it
``games.ggf``     the games with the players' times and evaluations
``games.txt``     the moves alone, a game on each line
``game-N.log``    what was said to and by the engines in game N
================  =============================================================================
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from othello.errors import FormatError, InvalidOption, OthelloError
from othello.formats.ggf import GgfGame, format_game
from othello.game import Game
from othello.openings import Opening
from othello.standing import NAMES, GameRecord, Thinking

__all__ = ["RESULTS", "MatchLog", "describe_game", "read_record"]

RESULTS = {1.0: "win", 0.5: "draw", 0.0: "loss"}

TIME_FAULT = "time"

ENDED_EARLY = {True: "t", False: "r"}
"""What GGF writes behind a result: the time ran out, or the game was given up."""

WIPEOUT = 64
"""Discs that a game lost by a fault counts in GGF."""


def describe_game(record: GameRecord, names: Sequence[str]) -> dict[str, Any]:
    """Return a game as a JSON object; results are the first player's."""
    black, white = names if record.is_black else reversed(names)
    described: dict[str, Any] = {
        "game": record.number,
        "opening": str(record.opening),
        "black": black,
        "white": white,
        "result": RESULTS[record.points],
        "discs": record.discs,
        "fault": record.fault,
        "moves": record.game.transcript(),
    }
    for key in ("moves", "seconds", "slowest"):
        values = [getattr(thinking, key) for thinking in record.thinking]
        described["asked" if key == "moves" else key] = {
            name.lower(): round(value, 6) for name, value in zip(NAMES, values, strict=True)
        }
    if record.faulty is not None:
        described |= {"faulty": NAMES[record.faulty].lower(), "reason": record.reason}
    return described


def read_record(described: Mapping[str, Any], openings: Sequence[Opening]) -> GameRecord:
    """Return the game that `describe_game` described, without the notes on its moves.

    Raises
    ------
    OthelloError
        If it is none of a match from `openings`.
    """
    try:
        number = described["game"]
        opening = openings[(number - 1) // 2 % len(openings)]
        a, b = (
            Thinking(*(described[key][name.lower()] for key in ("asked", "seconds", "slowest")))
            for name in NAMES
        )
        faulty = NAMES.lower().index(described["faulty"]) if described["fault"] else None
        game = Game(described["moves"], opening.start)
        if str(opening) != described["opening"]:
            raise ValueError(f"opening {described['opening']}")
    except (KeyError, TypeError, ValueError) as error:
        raise OthelloError(f"expected a game of this match, got one with a wrong {error}") from None
    is_black = number % 2 == 1
    reason = described.get("reason")
    return GameRecord(number, opening, is_black, game, described["fault"], reason, faulty, (a, b))


def record_to_ggf(record: GameRecord, names: Sequence[str]) -> str:
    """Return a game as a line of GGF."""
    black, white = names if record.is_black else reversed(names)
    tags = {
        "PC": "othello match",
        "DT": time.strftime("%Y-%m-%d %H:%M:%S GMT", time.gmtime()),
        "PB": black,
        "PW": white,
    }
    if record.fault is not None:
        black_wins = (record.points == 1) == record.is_black
        score = WIPEOUT if black_wins else -WIPEOUT
        tags["RE"] = f"{score:+d}:{ENDED_EARLY[record.fault == TIME_FAULT]}"
    return format_game(GgfGame(record.game.start, record.notes, tags))


class MatchLog:
    """The folder, open for more games.

    Parameters
    ----------
    folder : Path
        Made if it is not there.
    match : mapping
        What is played, as plain values.
    openings : sequence of Opening
        Where the games begin.
    resume : bool
        Whether to keep the games that are there, rather than begin anew.

    Attributes
    ----------
    played : list of GameRecord
        The games that are there.

    Raises
    ------
    InvalidOption
        If `resume` and another match was played there.
    FormatError
        If a game that is there cannot be read.
    """

    def __init__(
        self,
        folder: Path,
        match: Mapping[str, object],
        openings: Sequence[Opening],
        resume: bool = False,
    ) -> None:
        self._names = [str(match["a"]), str(match["b"])]
        described = json.dumps(match, indent=2) + "\n"
        self.played: list[GameRecord] = []
        if resume:
            check_match(folder / "match.json", match)
            self.played = list(read_games_of(folder / "games.jsonl", openings))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "match.json").write_text(described, encoding="utf-8")
        self._files: list[IO[str]] = [
            open_after_lines(folder / name, len(self.played))
            for name in ("games.jsonl", "games.ggf", "games.txt")
        ]

    def __enter__(self) -> MatchLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for file in self._files:
            file.close()

    def add(self, record: GameRecord) -> None:
        """Write a game down."""
        lines = (
            json.dumps(describe_game(record, self._names)),
            record_to_ggf(record, self._names),
            record.game.transcript(),
        )
        for file, line in zip(self._files, lines, strict=True):
            print(line, file=file, flush=True)


def open_after_lines(path: Path, n_lines: int) -> IO[str]:
    """Open a file to write on after its first lines; what follows them is forgotten."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if n_lines else []
    file = open(path, "w", encoding="utf-8")  # noqa: SIM115 (the caller closes it)
    file.writelines(lines[:n_lines])
    file.flush()
    return file


def check_match(path: Path, match: Mapping[str, object]) -> None:
    """Refuse to go on with a match that is not the one `path` describes."""
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidOption(f"no match to resume: {path}: {error.strerror}") from None
    except ValueError:
        raise InvalidOption(f"no match to resume: {path} is no JSON") from None
    for key, value in match.items():
        if before.get(key) != value:
            raise InvalidOption(
                f"the match in {path.parent} had {key} {before.get(key)!r}: expected {value!r}"
            )


def read_games_of(path: Path, openings: Sequence[Opening]) -> Iterable[GameRecord]:
    """Yield the games in a ``games.jsonl``; a last line that was cut off is not one."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    for number, line in enumerate(lines, 1):
        if not line.endswith("\n"):
            break
        try:
            yield read_record(json.loads(line), openings)
        except (OthelloError, ValueError) as error:
            raise FormatError(str(path), number, str(error)) from None
