"""The result of a tournament: points by opponent, colours, faults, ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from othello.errors import counted
from othello.matches.ratings import Rating, rate
from othello.matches.standing import FAULTS, DifferentGames, GameRecord, Thinking

__all__ = ["CrossTable", "Score"]


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
        How many games it lost by each of `othello.matches.standing.FAULTS`.
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


class CrossTable:
    """Counts the games of a tournament.

    Games that `DifferentGames` has met before count in all numbers but the ratings.

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
        self.points = [[0.0] * n_players for _ in range(n_players)]
        self._rated = [[0.0] * n_players for _ in range(n_players)]  # points of different games
        self._different = DifferentGames()
        self._blacks = [0] * n_players
        self._faults = [dict.fromkeys(FAULTS, 0) for _ in range(n_players)]
        self._reasons: list[str | None] = [None] * n_players
        self._thinking = [Thinking()] * n_players
        for record in records:
            self.add(record)

    def add(self, record: GameRecord) -> None:
        """Count one more game."""
        first, second = record.players
        self.points[first][second] += record.points
        self.points[second][first] += 1 - record.points
        if self._different.add(record):
            self._rated[first][second] += record.points
            self._rated[second][first] += 1 - record.points
        self._blacks[first if record.is_black else second] += 1
        for player, thinking in zip(record.players, record.thinking, strict=True):
            self._thinking[player] = self._thinking[player].plus(thinking)
        if record.fault is not None and record.faulty is not None:
            faulty = record.players[record.faulty]
            self._faults[faulty][record.fault] += 1
            self._reasons[faulty] = record.reason

    @property
    def repeated(self) -> int:
        """How many games were played before, move by move."""
        return self._different.repeated

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
                self._faults[player],
                self._reasons[player],
                self._thinking[player],
            )
            for player in everyone
        ]
        return sorted(scores, key=lambda score: (-score.rating.elo, score.player))


def describe_table(table: CrossTable, names: Sequence[str]) -> dict[str, object]:
    """Return the table as a JSON object.

    `players` lists the highest rating first. `cross` has the same order: in row i, column j the
    points of player i against player j, null if they have not met.
    """
    scores = table.scores()
    return {
        "games": sum(score.games for score in scores) // 2,
        "repeated": table.repeated,
        "players": [
            {
                "name": names[score.player],
                "elo": round(score.rating.elo, 1),
                "elo_error": round(score.rating.error, 1),
                "points": score.points,
                "games": score.games,
                "black": score.blacks,
                "white": score.games - score.blacks,
                "faults": score.faults,
                "reason": score.reason,
                "seconds": round(score.thinking.seconds, 6),
                "processor": round(score.thinking.processor, 6),
            }
            for score in scores
        ],
        "cross": [
            [
                table.points[a.player][b.player] if table.games(a.player, b.player) else None
                for b in scores
            ]
            for a in scores
        ],
    }


def format_table(table: CrossTable, names: Sequence[str]) -> str:
    """Return the table as text: ratings, then points by opponent, then faults."""
    scores = table.scores()
    width = max(map(len, names))
    lines = [f"  #  {'player':{width}}    Elo  error  points  games  black"]
    columns = "".join(f"{place:>7}" for place in range(1, len(scores) + 1))
    cross = [f"  #  {'player':{width}}{columns}"]
    for place, score in enumerate(scores, 1):
        name = names[score.player]
        lines.append(
            f"{place:>3}  {name:{width}}  {score.rating.elo:+5.0f}  {score.rating.error:5.0f}  "
            f"{score.points:6g}  {score.games:5}  {score.blacks:5}"
        )
        cells = "".join(f"{cell_text(table, score.player, other.player):>7}" for other in scores)
        cross.append(f"{place:>3}  {name:{width}}{cells}")
    faults = [
        f"{names[score.player]}: lost by fault: "
        + ", ".join(f"{count} {fault}" for fault, count in score.faults.items() if count)
        + f"; the last: {score.reason}"
        for score in scores
        if any(score.faults.values())
    ]
    if table.repeated:
        lines.append(
            f"{counted(table.repeated, 'game')} played before, move by move: counted once in Elo"
        )
    return "\n".join([*lines, "", *cross, *([""] if faults else []), *faults])


def cell_text(table: CrossTable, player: int, other: int) -> str:
    """Return the text of a cell of the cross table: points, or a dash if they have not met."""
    return f"{table.points[player][other]:g}" if table.games(player, other) else "–"
