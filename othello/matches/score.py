"""The score of a match, and the cross table of a tournament."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import NamedTuple

from othello.matches.openings import Opening
from othello.matches.record import FAULTS, GameRecord, Thinking
from othello.matches.statistics import OUTCOMES, Elo, Rating, elo_difference, rate

__all__ = ["CrossTable", "GameCounts", "MatchScore", "Score"]


class GameCounts:
    """What matches and tournaments count of each player's games.

    Where openings begin again and no player moves at random, the same games are played again. They
    say nothing new about the players' strength, so an estimate counts them once.

    Attributes
    ----------
    faults : list of dict
        For each player, how many games it lost by each of `FAULTS`.
    reasons : list of str or None
        What happened in the last of these games.
    thinking : list of Thinking
        For each player, its moves and times in all games.
    repeated : int
        How many games were played before, move by move.
    """

    def __init__(self, n_players: int) -> None:
        self.faults = [dict.fromkeys(FAULTS, 0) for _ in range(n_players)]
        self.reasons: list[str | None] = [None] * n_players
        self.thinking = [Thinking()] * n_players
        self.repeated = 0
        self._seen: dict[object, int] = {}

    def count(self, record: GameRecord) -> bool:
        """Count one more game; return whether it is new. Warn of the first that is not."""
        for player, thinking in zip(record.players, record.thinking, strict=True):
            self.thinking[player] = self.thinking[player].plus(thinking)
        if record.fault is not None and record.faulty is not None:
            faulty = record.players[record.faulty]
            self.faults[faulty][record.fault] += 1
            self.reasons[faulty] = record.reason
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


class MatchScore(GameCounts):
    """The score of a match so far, from the view of its first player.

    Games that were played before, move by move, do not count in `pairs` and `elo`.

    Attributes
    ----------
    wins, draws, losses : int
        Numbers of games.
    pairs : list of int
        Numbers of pairs of games by the first player's points in both: 0, ½, 1, 1½, 2. A pair is
        counted once both its games (with numbers 2k - 1 and 2k) have been added, if both are new.
    """

    def __init__(self) -> None:
        super().__init__(2)
        self.wins = self.draws = self.losses = 0
        self.pairs = [0] * len(OUTCOMES)
        self._discs: list[int] = []
        self._half_pairs: dict[int, float] = {}
        self._openings: dict[Opening, list[float]] = {}

    def add(self, record: GameRecord) -> None:
        """Count one more game."""
        self.wins += record.points == 1
        self.draws += record.points == 0.5
        self.losses += record.points == 0
        if self.count(record):
            self._openings.setdefault(record.opening, []).append(record.points)
            self._add_to_pair((record.number - 1) // 2, record.points)
        if record.discs is not None:
            self._discs.append(record.discs)

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
    def discs(self) -> float | None:
        """The mean disc difference of the games played to their end; None if there are none."""
        return sum(self._discs) / len(self._discs) if self._discs else None

    @property
    def elo(self) -> Elo | None:
        """The difference in Elo; None if the games say nothing about it, as without games."""
        return elo_difference(self._openings.values())

    def lost_by(self, fault: str) -> int:
        """Return how many games were lost by `fault`, by either player."""
        return sum(faults[fault] for faults in self.faults)


Standing = MatchScore
"""The old name."""


class Score(NamedTuple):
    """A player's row in the table.

    Attributes
    ----------
    player : int
        Index of the player.
    rating : Rating
        Its strength in Elo.
    points : float
        A win is 1, a draw ½.
    games, blacks : int
        Games played, and how many of them with black.
    faults : dict
        How many games it lost by each of `othello.matches.score.FAULTS`.
    reason : str or None
        What happened in the last of these games.
    thinking : Thinking
        Its moves and times in all its games.
    """

    player: int
    rating: Rating
    points: float
    games: int
    blacks: int
    faults: dict[str, int]
    reason: str | None
    thinking: Thinking


class CrossTable(GameCounts):
    """Counts the games of a tournament.

    Games that were played before, move by move, count in all numbers but the ratings.

    Parameters
    ----------
    n_players : int
        Number of players.
    records : iterable of GameRecord
        Games to count at once.

    Attributes
    ----------
    points : list of list of float
        In row i, column j the points of player i against player j.
    """

    def __init__(self, n_players: int, records: Iterable[GameRecord] = ()) -> None:
        super().__init__(n_players)
        self.points = [[0.0] * n_players for _ in range(n_players)]
        self._rated = [[0.0] * n_players for _ in range(n_players)]  # points of different games
        self._blacks = [0] * n_players
        for record in records:
            self.add(record)

    def add(self, record: GameRecord) -> None:
        """Count one more game."""
        first, second = record.players
        self.points[first][second] += record.points
        self.points[second][first] += 1 - record.points
        if self.count(record):
            self._rated[first][second] += record.points
            self._rated[second][first] += 1 - record.points
        self._blacks[first if record.is_black else second] += 1

    def games(self, a: int, b: int) -> int:
        """Return how many games players `a` and `b` have played with each other."""
        return round(self.points[a][b] + self.points[b][a])

    def scores(self) -> list[Score]:
        """Return the players' rows, the highest rating first."""
        ratings = rate(self._rated)
        everyone = range(len(self.points))
        scores = [
            Score(
                player,
                ratings[player],
                sum(self.points[player]),
                sum(self.games(player, other) for other in everyone),
                self._blacks[player],
                self.faults[player],
                self.reasons[player],
                self.thinking[player],
            )
            for player in everyone
        ]
        return sorted(scores, key=lambda score: (-score.rating.elo, score.player))
