"""The record of a game, from the schedule to its JSON object.

A `ScheduledGame` is fixed before the game is played. The `GameRecord` of the played game adds what
happened; the score, the log and the reports are made from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from othello.errors import OthelloError, quote
from othello.formats.results import header_of
from othello.game import Game
from othello.ggf.games import GgfMove
from othello.matches.openings import Opening
from othello.notation import BLACK, SIDE_NAMES, WHITE

ILLEGAL, TIME, CRASH = "illegal", "time", "crash"
FAULTS = (ILLEGAL, TIME, CRASH)
"""The faults by which a player loses a game before it is over."""

LETTERS = "AB"
"""The letters that stand for the two players of a match."""


RESULTS = {1.0: "win", 0.5: "draw", 0.0: "loss"}

MOST_SECONDS = 1e12


@dataclass(frozen=True)
class ScheduledGame:
    """A game to play, as its pairing decides it.

    Numbers begin at 1. `is_black` says whether the first player is black; `players` are the first
    and the second as indices of a list of players.
    """

    number: int
    opening: Opening
    is_black: bool
    players: tuple[int, int] = field(default=(0, 1), kw_only=True)


def match_schedule(
    openings: Sequence[Opening], n_games: int, players: tuple[int, int] = (0, 1), first: int = 1
) -> list[ScheduledGame]:
    """Return `n_games` of a match: two of each opening, the colours swapped in the second.

    After the last opening the first comes again. The first of `players` is black in the first game
    of each opening. `first` is the number of the first game.
    """
    return [
        ScheduledGame(
            first + game, openings[game // 2 % len(openings)], game % 2 == 0, players=players
        )
        for game in range(n_games)
    ]


class Thinking(NamedTuple):
    """A player's moves and times, in one game or in several.

    `moves` counts the moves that it was asked for. The times are in seconds: of all answers until
    they arrived, of the slowest one, and of the processor, all threads together, which is 0 if the
    system does not tell it; and of the lag that was subtracted, of an engine on another machine.
    """

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    processor: float = 0.0
    lag: float = 0.0

    def plus(self, other: Thinking) -> Thinking:
        """Return the sum of both.

        >>> Thinking(2, 0.3, 0.2, 0.25).plus(Thinking(1, 0.5, 0.5, 0.5))
        Thinking(moves=3, seconds=0.8, slowest=0.5, processor=0.75, lag=0.0)
        """
        return Thinking(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
            self.processor + other.processor,
            self.lag + other.lag,
        )


@dataclass(frozen=True)
class GameRecord(ScheduledGame):
    """A game that was played, from the view of its first player.

    `game` has the moves, the opening's included, and the headers ``Black``, ``White`` and
    ``Result``; `notes` has the moves with times in seconds and the players' evaluations in discs.
    If a fault ended the game early, `fault` is one of `FAULTS`, `reason` says what it was, and
    `faulty` is 0 or 1, whose it was; else they are None. `thinking` is that of the first player and
    of the second.
    """

    game: Game
    fault: str | None
    reason: str | None
    faulty: int | None
    thinking: tuple[Thinking, Thinking]
    notes: tuple[GgfMove, ...] = ()

    def sides(self, names: Sequence[str]) -> tuple[str, str]:
        """Return the names of Black and of White; `names` are those of all players."""
        first, second = (names[player] for player in self.players)
        return (first, second) if self.is_black else (second, first)

    @property
    def discs(self) -> int | None:
        """The first player's final disc difference; None if a fault ended the game."""
        result = None if self.fault else self.game.result()
        return result if self.is_black or result is None else -result

    @property
    def points(self) -> float:
        """The first player's points: 1 for a win, 0.5 for a draw, 0 for a loss."""
        if self.faulty is not None:
            return float(self.faulty)
        assert self.discs is not None, "a game without a fault is played to its end"
        return 1.0 if self.discs > 0 else 0.5 if self.discs == 0 else 0.0


def with_headers(record: GameRecord, names: Sequence[str]) -> GameRecord:
    """Return a record whose game has been given its players, out of all `names`, and its result."""
    black, white = record.sides(names)
    if record.faulty is None:
        result = header_of(record.game.result() or 0)
    else:
        winner = "B" if (record.points == 1) == record.is_black else "W"
        result = f"{winner}+{'T' if record.fault == TIME else 'F'}"
    record.game.headers = {"Black": black, "White": white, "Result": result}
    return record


# ---------------------------------------------------------------------- as JSON


THINKING = dict(zip(("asked", *Thinking._fields[1:]), Thinking._fields, strict=True))
"""The attribute of `Thinking` that each key of a game's JSON object holds."""


def describe_game(record: GameRecord, names: Sequence[str]) -> dict[str, Any]:
    """Return a game as a JSON object; ``result`` and ``discs`` are from the first player's view.

    `names` are those of all players, which `record.players` has by index.
    """
    black, white = record.sides(names)
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
        if key == "lag" and not any(values):
            continue  # both engines are on this machine
        described[key] = {
            letter.lower(): round(value, 6) for letter, value in zip(LETTERS, values, strict=True)
        }
    if record.faulty is not None:
        described |= {"faulty": LETTERS[record.faulty].lower(), "reason": record.reason}
    return described


def read_record(
    described: Mapping[str, Any], scheduled: ScheduledGame, names: Sequence[str]
) -> GameRecord:
    """Convert a JSON object of `describe_game` back to a record, without notes on its moves.

    Raises OthelloError if it is not the game of `scheduled`, or contradicts itself.
    """
    try:
        a, b = (
            Thinking(
                **{
                    part: described[key][letter.lower()]
                    for key, part in THINKING.items()
                    if key in described
                }
            )
            for letter in LETTERS
        )
        fault = described["fault"]
        faulty = None if fault is None else LETTERS.lower().index(described["faulty"])
        game = Game(described["moves"], scheduled.opening.start)
        if fault not in FAULTS and not (fault is None and game.is_over):
            raise ValueError(f"end: fault {quote(fault)}")
        reason = described.get("reason")
        times = [value for thinking in (a, b) for value in thinking]
        if not all(type(value) in (int, float) and 0 <= value < MOST_SECONDS for value in times):
            raise ValueError(f"time or number of moves: {quote(times)}")
        if not isinstance(reason, str | None):
            raise ValueError(f"reason {quote(reason)}")
        record = GameRecord(
            **vars(scheduled), game=game, fault=fault, reason=reason, faulty=faulty, thinking=(a, b)
        )
        record = with_headers(record, names)
        for key, value in describe_game(record, names).items():
            if key in described and described[key] != value:
                raise ValueError(f"{key} {quote(described[key])}: expected {quote(value)}")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise OthelloError(f"expected a game of this match: {error}") from None
    return record
