"""Tournaments: pairing systems, ratings, the cross table, and the games, round by round.

All players are rated at once, by maximum likelihood. The model is that of Bradley and Terry: a
player scores 1 / (1 + exp(-d)) against one who is d weaker, and a draw is half a win. The
log-likelihood is concave, so a few Newton steps find its maximum. It has none if some players never
lost a point to the others, or have not met them: these would be infinitely stronger, or anywhere.
Only then a prior, normal with a standard deviation of `PRIOR_ELO`, keeps all ratings finite, and
brings them somewhat nearer to each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from othello.client import ClientError, WrongReply
from othello.engine.waiting import mapped
from othello.errors import InvalidOption, counted
from othello.game import Game
from othello.matches.games import GamePool, check_openings
from othello.matches.log import MatchLog
from othello.matches.openings import Opening, as_opening
from othello.matches.players import Player, as_player
from othello.matches.record import GameRecord, ScheduledGame, Thinking, match_schedule
from othello.matches.score import GameCounts
from othello.matches.statistics import CONFIDENCE_95, ELO_FACTOR

if TYPE_CHECKING:
    from othello.matches.with_cluster import Cluster, GamesOnCluster

Pairing = tuple[int, int]
"""The indices of two players. Their order only says who is black in the first game."""


def round_robin(n_players: int) -> list[Pairing]:
    """Return each pair of players once, round after round; in each as many play as possible.

    >>> round_robin(4)
    [(0, 3), (1, 2), (0, 2), (3, 1), (0, 1), (2, 3)]
    """
    # The circle method: the first player keeps its place, the others move on by one place a round.
    # With an odd number of players, whoever is opposite -1 does not play.
    places = list(range(n_players)) + [-1] * (n_players % 2)
    half = len(places) // 2
    pairings = []
    for _ in range(len(places) - 1):
        opposite = zip(places[:half], reversed(places[half:]), strict=True)
        pairings += [(a, b) for a, b in opposite if a >= 0 and b >= 0]
        places.insert(1, places.pop())
    return pairings


def gauntlet(n_players: int) -> list[Pairing]:
    """Return the pairings of the first player with each other one.

    >>> gauntlet(4)
    [(0, 1), (0, 2), (0, 3)]
    """
    return [(0, other) for other in range(1, n_players)]


def ladder(n_players: int) -> list[Pairing]:
    """Return the pairings of each player with the next.

    >>> ladder(4)
    [(0, 1), (1, 2), (2, 3)]
    """
    return [(player, player + 1) for player in range(n_players - 1)]


def swiss_round(
    points: Sequence[float], met: Collection[frozenset[int]], rested: Collection[int]
) -> tuple[list[Pairing], int | None]:
    """Return the pairings of the next round of a Swiss tournament, and the player without one.

    Players with equal or close `points` meet, the highest first. No two that have `met` do so again
    unless it cannot be avoided. With an odd number of players, the last in points who is not among
    the `rested` rests; else nobody does, None.

    >>> swiss_round([2, 0, 2, 0], {frozenset((0, 1)), frozenset((2, 3))}, ())
    ([(0, 2), (1, 3)], None)
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    resting = None
    if len(order) % 2:
        resting = next((p for p in reversed(order) if p not in rested), order[-1])
        order.remove(resting)
    banned = set(met)
    if not _can_be_paired(order, banned):
        banned = set()
    found = []
    while order:
        # The first meets the nearest one after it such that the others can be paired too.
        first, *others = order
        for other in others:
            order = [player for player in others if player != other]
            if frozenset((first, other)) not in banned and _can_be_paired(order, banned):
                found.append((first, other))
                break
    return found, resting


FIELD = 2**61 - 1
"""A prime: sums and products of `_can_be_paired` are those modulo it."""


def _can_be_paired(players: Sequence[int], banned: Collection[frozenset[int]]) -> bool:
    """Return whether an even number of players can be paired without a banned pair.

    They can if this antisymmetric matrix has an inverse: 0 for a banned pair, a random number for
    each other one (L. Lovász, 1979). It is wrong once in 10^16 times, and then says no.
    """
    numbers = random.Random(0)
    matrix = [[0] * len(players) for _ in players]
    for i, one in enumerate(players):
        for j, other in enumerate(players[:i]):
            if frozenset((one, other)) not in banned:
                matrix[i][j] = numbers.randrange(1, FIELD)
                matrix[j][i] = -matrix[i][j]
    while matrix:  # Gaussian elimination, a column at a time
        pivot = next((row for row in matrix if row[0] % FIELD), None)
        if pivot is None:
            return False
        matrix.remove(pivot)
        inverse = pow(pivot[0], -1, FIELD)
        for row in matrix:
            factor = row[0] * inverse % FIELD
            row[:] = [(a - factor * b) % FIELD for a, b in zip(row[1:], pivot[1:], strict=True)]
    return True


# ---------------------------------------------------------------------- ratings


PRIOR_ELO = 1000.0
"""Standard deviation in Elo of the prior of a player's difference to the mean, if one is needed."""

NO_PRIOR = 1e-9
"""Weight of a prior that fixes the mean of the ratings without changing their differences."""

MOST_STEPS = 100
"""Newton steps at most."""

CLOSE_RATING = 1e-9
"""A step smaller than this, in units of `ELO_FACTOR`, ends the search for the maximum."""


class EloRating(NamedTuple):
    """A player's strength in Elo above the mean of all, and half the width of the 95 % interval."""

    elo: float
    error: float


def rate(points: Sequence[Sequence[float]]) -> list[EloRating]:
    """Return the players' ratings, the most likely ones given their points; their mean is 0.

    Row i, column j of `points` has the points that player i made against player j.

    >>> [round(rating.elo) + 0 for rating in rate([[0, 75, 90], [25, 0, 75], [10, 25, 0]])]
    [191, 0, -191]
    """
    won = np.asarray(points, dtype=float)
    games = won + won.T
    n_players = len(won)
    belief = NO_PRIOR if is_finite(won) else (ELO_FACTOR / PRIOR_ELO) ** 2
    strengths: npt.NDArray[np.float64] = np.zeros(n_players)
    curvature = np.eye(n_players)
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (won - games * expected).sum(axis=1) - belief * strengths
        weights = games * expected * (1 - expected)
        curvature = np.diag(weights.sum(axis=1) + belief) - weights
        step = np.linalg.solve(curvature, gradient)
        # Far from the maximum a full step may overshoot, so a step is at most one unit (174 Elo).
        strengths += step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < CLOSE_RATING:
            break
    centred = np.eye(n_players) - 1 / n_players
    covariance = centred @ np.linalg.inv(curvature) @ centred
    elos = ELO_FACTOR * (strengths - strengths.mean())
    errors = CONFIDENCE_95 * ELO_FACTOR * np.sqrt(np.diag(covariance))
    return [EloRating(float(elo), float(error)) for elo, error in zip(elos, errors, strict=True)]


def is_finite(won: npt.NDArray[np.float64]) -> bool:
    """Return whether all ratings are finite by the points alone.

    They are if from each player a chain of points leads to each other one (L. R. Ford, 1957).
    """
    reached = (won > 0) | np.eye(len(won), dtype=bool)
    for _ in range(len(won).bit_length()):  # each time chains become twice as long
        reached = reached @ reached
    return bool(reached.all())


# ---------------------------------------------------------------------- the cross table


class Score(NamedTuple):
    """The row in the table of a player, given by its index.

    `blacks` says how many of its `games` it played with black, and `faults` how many it lost by
    each of `othello.matches.record.FAULTS`; `reason` is what happened in the last of these.
    """

    player: int
    rating: EloRating
    points: float
    games: int
    blacks: int
    faults: dict[str, int]
    reason: str | None
    thinking: Thinking


class CrossTable(GameCounts):
    """Counts the games of a tournament.

    Games that were played before, move by move, count in all numbers but the ratings. Row i, column
    j of `points` has the points of player i against player j.
    """

    def __init__(self, n_players: int) -> None:
        super().__init__(n_players)
        self.points = [[0.0] * n_players for _ in range(n_players)]
        self._rated = [[0.0] * n_players for _ in range(n_players)]  # points of different games
        self._blacks = [0] * n_players

    def add(self, record: GameRecord) -> None:
        """Count one more game."""
        is_new = self.count(record)
        first, second = record.players
        self.points[first][second] += record.points
        self.points[second][first] += 1 - record.points
        if is_new:
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


# ---------------------------------------------------------------------- the games


SYSTEMS: dict[str, Callable[[int], list[Pairing]]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "ladder": ladder,
}
"""Pairing systems that do not depend on results, by name."""


class Tournament:
    """A tournament of two or more players.

    Players and openings are given as to `Match`. Each pairing plays `n_games`, an even number, as
    each opening, from the first on, is played with both colours. The pairings are those of a system
    of `SYSTEMS` or, if `swiss_rounds` is not 0, of so many Swiss rounds. `table` has the results so
    far, and `records` the games.

    Raises InvalidOption if `n_games` is odd, there is one player, or there are too many Swiss
    rounds for the players.

    Examples
    --------
    >>> tournament = Tournament(["level=0", "level=1"], ["f5d6"], 2)
    >>> [record.game.is_over for record in tournament.run()]
    [True, True]
    """

    def __init__(
        self,
        players: Sequence[Player | str],
        openings: Sequence[Opening | Game | str],
        n_games: int,
        system: str = "round-robin",
        swiss_rounds: int = 0,
    ) -> None:
        self.players = [*map(as_player, players)]
        if len(self.players) < 2:
            raise InvalidOption(f"{counted(len(players), 'player')}: expected two or more")
        self._openings = [*map(as_opening, openings)]
        for player in self.players:
            check_openings(player, self._openings)
        self._n_games = n_games
        if n_games % 2:
            raise InvalidOption(f"{counted(n_games, 'game')} a pair: expected an even number")
        self._system = system
        self._swiss_rounds = swiss_rounds
        most = len(players) - 1 + len(players) % 2
        if swiss_rounds > most:
            raise InvalidOption(
                f"{counted(swiss_rounds, 'round')} for {counted(len(players), 'player')}: "
                f"expected at most {most}"
            )
        self.table = CrossTable(len(players))
        self.records: list[GameRecord] = []

    def __len__(self) -> int:
        """Return the number of games in the whole tournament."""
        if self._swiss_rounds:
            return self._swiss_rounds * (len(self.players) // 2) * self._n_games
        return len(SYSTEMS[self._system](len(self.players))) * self._n_games

    def run(
        self,
        concurrency: int = 1,
        log: MatchLog | None = None,
        seed: int = 0,
        workers: Cluster | None = None,
    ) -> Generator[GameRecord, None, None]:
        """Play the games that the log does not have, add each to it and yield it; count all.

        The `workers` play them; without any this process does, `concurrency` at a time. For `seed`
        see `GamePool`.

        Raises ClientError or InvalidOption, before the first game, if a player's engine does not
        start or take its options.
        """
        self._check_players(concurrency, everywhere=workers is not None)
        keep = log.add if log else None
        for schedule in self._rounds():
            played = log.played(schedule) if log else []
            for record in played:
                self._count(record)
            known = {record.number for record in played}
            missing = [scheduled for scheduled in schedule if scheduled.number not in known]
            games: GamePool | GamesOnCluster
            if workers is None:
                games = GamePool(self.players, missing, concurrency, seed=seed, keep=keep)
            else:
                from othello.matches.with_cluster import GamesOnCluster

                games = GamesOnCluster(workers, self.players, missing, seed, keep)
            with closing(games.run()) as running:
                for record in running:
                    self._count(record)
                    yield record

    def _check_players(self, concurrency: int, everywhere: bool) -> None:
        """Start each engine once, `concurrency` at a time.

        With players `everywhere`, on workers, this machine may lack a program that they have.
        """

        def check(player: Player) -> None:
            try:
                player.start().close()
            except ClientError as error:
                if not everywhere or isinstance(error, WrongReply):
                    raise

        with ThreadPoolExecutor(concurrency) as pool:
            mapped(pool, check, self.players)

    def _count(self, record: GameRecord) -> None:
        self.table.add(record)
        self.records.append(record)

    def _rounds(self) -> Generator[list[ScheduledGame], None, None]:
        """Yield the games of each round; in a Swiss tournament they depend on earlier results."""
        if not self._swiss_rounds:
            yield self._schedule(SYSTEMS[self._system](len(self.players)), 1)
            return
        met: set[frozenset[int]] = set()
        rested: list[int] = []
        first = 1
        for _ in range(self._swiss_rounds):
            # A player who rested counts as having won its games of that round.
            points = [
                sum(row) + self._n_games * rested.count(player)
                for player, row in enumerate(self.table.points)
            ]
            pairings, resting = swiss_round(points, met, rested)
            met.update(map(frozenset, pairings))
            if resting is not None:
                rested.append(resting)
            schedule = self._schedule(pairings, first)
            first += len(schedule)
            yield schedule

    def _schedule(self, pairings: Sequence[Pairing], first: int) -> list[ScheduledGame]:
        return [
            scheduled
            for place, pairing in enumerate(pairings)
            for scheduled in match_schedule(
                self._openings, self._n_games, pairing, first + place * self._n_games
            )
        ]
