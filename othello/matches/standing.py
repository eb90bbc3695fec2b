"""Records of games, and the score of a match."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import NamedTuple

from othello.formats.ggf import GgfMove
from othello.game import Game
from othello.matches.elo import Elo, elo_difference
from othello.matches.openings import Opening
from othello.matches.pentanomial import OUTCOMES

__all__ = [
    "CRASH",
    "FAULTS",
    "ILLEGAL",
    "LETTERS",
    "TIME",
    "DifferentGames",
    "GameRecord",
    "Standing",
    "Thinking",
]

ILLEGAL, TIME, CRASH = "illegal", "time", "crash"
FAULTS = (ILLEGAL, TIME, CRASH)
"""The faults by which a player loses a game before it is over."""

LETTERS = "AB"
"""The letters that stand for the two players of a match."""


class Thinking(NamedTuple):
    """A player's moves and times, in one game or in several.

    Attributes
    ----------
    moves : int
        Number of moves it was asked for.
    seconds : float
        Seconds until its answers arrived, all together.
    slowest : float
        Seconds of the slowest answer.
    processor : float
        Processor time in seconds, all threads together; 0 if the system does not tell it.
    """

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    processor: float = 0.0

    def plus(self, other: Thinking) -> Thinking:
        """Return the sum of both.

        >>> Thinking(2, 0.3, 0.2, 0.25).plus(Thinking(1, 0.5, 0.5, 0.5))
        Thinking(moves=3, seconds=0.8, slowest=0.5, processor=0.75)
        """
        return Thinking(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
            self.processor + other.processor,
        )


class GameRecord(NamedTuple):
    """A game that was played, from the view of its first player.

    Attributes
    ----------
    number : int
        The game's number, from 1.
    opening : Opening
        The opening it began with.
    is_black : bool
        Whether the first player was black.
    game : Game
        The moves, the opening's included.
    fault : str or None
        The fault that ended the game early, one of `FAULTS`; None if it was played to its end.
    reason : str or None
        What the fault was, as a sentence.
    faulty : int or None
        Whose fault it was: 0 for the first player, 1 for the second.
    thinking : tuple of Thinking
        Moves and times of the first player and of the second.
    notes : tuple of GgfMove
        The moves with times in seconds and the players' evaluations in discs.
    players : tuple of int
        The first player and the second, as indices of a list of players.
    """

    number: int
    opening: Opening
    is_black: bool
    game: Game
    fault: str | None
    reason: str | None
    faulty: int | None
    thinking: tuple[Thinking, Thinking]
    notes: tuple[GgfMove, ...] = ()
    players: tuple[int, int] = (0, 1)

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


class DifferentGames:
    """Tells games that were played before, move by move, from new ones.

    Where openings begin again and no player moves at random, the same games are played again. They
    say nothing new about the players' strength, so an estimate counts them once.

    Attributes
    ----------
    repeated : int
        Number of games that were played before.
    """

    def __init__(self) -> None:
        self.repeated = 0
        self._seen: dict[object, int] = {}

    def add(self, record: GameRecord) -> bool:
        """Add a game; return whether it is new. Warn of the first that is not."""
        # Black comes first, then White, whoever of them is the game's first player.
        players = record.players if record.is_black else record.players[::-1]
        end = record.fault, record.faulty
        key = players, record.game.start, record.game.transcript(), end
        first = self._seen.setdefault(key, record.number)
        if first == record.number:
            return True
        if not self.repeated:
            warnings.warn(
                f"game {record.number} is game {first} again, move by move: the openings have "
                "begun again, and the players leave nothing to chance; such games count once in "
                "Elo and in the test",
                stacklevel=3,
            )
        self.repeated += 1
        return False


class Standing:
    """The score of a match so far, from the view of its first player.

    All games count in its numbers of games, faults and times. Those that `DifferentGames` has met
    before do not count in `pairs` and `elo`.

    Attributes
    ----------
    wins, draws, losses : int
        Numbers of games.
    faults : tuple of dict
        For each player, how many games it lost by each of `FAULTS`.
    thinking : list of Thinking
        For each player, its moves and times in all games.
    pairs : list of int
        Numbers of pairs of games by the first player's points in both: 0, ½, 1, 1½, 2. A pair is
        counted once both its games (with numbers 2k - 1 and 2k) have been added, if both are new.
    """

    def __init__(self) -> None:
        self.wins = 0
        self.draws = 0
        self.losses = 0
        self.faults = (dict.fromkeys(FAULTS, 0), dict.fromkeys(FAULTS, 0))
        self.thinking = [Thinking(), Thinking()]
        self.pairs = [0] * len(OUTCOMES)
        self._discs: list[int] = []
        self._half_pairs: dict[int, float] = {}
        self._openings: dict[Opening, list[float]] = {}
        self._different = DifferentGames()

    def add(self, record: GameRecord) -> None:
        """Count one more game."""
        self.wins += record.points == 1
        self.draws += record.points == 0.5
        self.losses += record.points == 0
        if self._different.add(record):
            self._openings.setdefault(record.opening, []).append(record.points)
            self._add_to_pair((record.number - 1) // 2, record.points)
        if record.discs is not None:
            self._discs.append(record.discs)
        if record.fault is not None and record.faulty is not None:
            self.faults[record.faulty][record.fault] += 1
        for player, thinking in enumerate(record.thinking):
            self.thinking[player] = self.thinking[player].plus(thinking)

    def _add_to_pair(self, pair: int, points: float) -> None:
        if pair in self._half_pairs:
            self.pairs[round(2 * (self._half_pairs.pop(pair) + points))] += 1
        else:
            self._half_pairs[pair] = points

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.wins + self.draws + self.losses

    @property
    def unpaired(self) -> int:
        """How many of the games that count are in no pair."""
        return len(self._half_pairs)

    @property
    def repeated(self) -> int:
        """How many of the games were played before, move by move."""
        return self._different.repeated

    @property
    def discs(self) -> float | None:
        """The mean disc difference of the games played to their end; None if there are none."""
        return sum(self._discs) / len(self._discs) if self._discs else None

    @property
    def elo(self) -> Elo | None:
        """The difference in Elo; None if the games say nothing about it, as without games."""
        return elo_difference(self._openings.values())

    def count(self, fault: str) -> int:
        """Return how many games were lost by `fault`, by either player."""
        return sum(faults[fault] for faults in self.faults)
