"""Tournaments: the pairing systems, and the games of many players, round by round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing

from othello.cluster.base import Cluster
from othello.cluster.worker import Setup
from othello.errors import InvalidOption, counted
from othello.matches.distributed import GamesOnCluster
from othello.matches.games import Games
from othello.matches.log import MatchLog
from othello.matches.openings import Opening
from othello.matches.players import Player
from othello.matches.record import GameRecord, ScheduledGame, match_schedule
from othello.matches.score import CrossTable

__all__ = ["SYSTEMS", "Pairing", "Tournament", "gauntlet", "ladder", "round_robin", "swiss_round"]

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

    Players with equal or close points meet. No two players meet twice unless it cannot be avoided.
    With an odd number of players, the last in points who has not rested yet rests.

    Parameters
    ----------
    points : sequence of float
        Each player's points so far.
    met : collection of frozenset
        Pairs of players that have met.
    rested : collection of int
        Players that have rested in earlier rounds.

    Returns
    -------
    pairings : list of Pairing
        The highest points first.
    resting : int or None
        The player who rests; None if the number of players is even.

    Examples
    --------
    >>> swiss_round([2, 0, 2, 0], {frozenset((0, 1)), frozenset((2, 3))}, ())
    ([(0, 2), (1, 3)], None)
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    resting = None
    if len(order) % 2:
        resting = next((p for p in reversed(order) if p not in rested), order[-1])
        order.remove(resting)
    found = _pair(order, set(met)) or _pair(order, set())
    assert found is not None, "without a ban any two may meet"
    return found, resting


def _pair(order: Sequence[int], banned: Collection[frozenset[int]]) -> list[Pairing] | None:
    """Pair players by backtracking; None if it is impossible without a banned pair.

    The first is paired with the nearest one after it such that the others can be paired too.
    """
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) not in banned:
            rest = _pair([player for player in others if player != other], banned)
            if rest is not None:
                return [(first, other), *rest]
    return None


SYSTEMS: dict[str, Callable[[int], list[Pairing]]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "ladder": ladder,
}
"""Pairing systems that do not depend on results, by name."""


class Tournament:
    """A tournament of several players.

    Parameters
    ----------
    players : sequence of Player
        Two or more.
    openings : sequence of Opening
        Each pairing plays them in order, from the first on.
    n_games : int
        Games of each pairing, an even number: each opening is played with both colours.
    system : str
        The pairing system, one of `SYSTEMS`; not used in a Swiss tournament.
    swiss_rounds : int
        Number of rounds of a Swiss tournament; 0 for one of `SYSTEMS`.

    Attributes
    ----------
    table : CrossTable
        The results so far.
    records : list of GameRecord
        The games counted so far.

    Raises
    ------
    InvalidOption
        If `n_games` is odd or there are too many Swiss rounds for the players.
    """

    def __init__(
        self,
        players: Sequence[Player],
        openings: Sequence[Opening],
        n_games: int,
        system: str = "round-robin",
        swiss_rounds: int = 0,
    ) -> None:
        if n_games % 2:
            raise InvalidOption(f"{counted(n_games, 'game')} a pair: expected an even number")
        most = len(players) - 1 + len(players) % 2
        if swiss_rounds > most:
            raise InvalidOption(
                f"{counted(swiss_rounds, 'round')} for {counted(len(players), 'player')}: "
                f"expected at most {most}"
            )
        self.players = players
        self.table = CrossTable(len(players))
        self.records: list[GameRecord] = []
        self._openings = openings
        self._n_games = n_games
        self._system = system
        self._swiss_rounds = swiss_rounds

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
        workers: tuple[Cluster, Setup] | None = None,
    ) -> Generator[GameRecord, None, None]:
        """Play the games that the log does not have, and yield each; count all of them.

        Parameters
        ----------
        concurrency, seed
            As for `Games`.
        log : MatchLog, optional
            Holds the games of an earlier run; new games are added to it.
        workers : tuple, optional
            A cluster, and what its workers have to be like, for `GamesOnCluster`; without it the
            games are played by this process, `concurrency` at a time.
        """
        keep = log.add if log else None
        for schedule in self._rounds():
            played = log.played(schedule) if log else []
            for record in played:
                self._count(record)
            known = {record.number for record in played}
            missing = [scheduled for scheduled in schedule if scheduled.number not in known]
            games: Games | GamesOnCluster
            if workers is None:
                games = Games(self.players, missing, concurrency, seed=seed, keep=keep)
            else:
                games = GamesOnCluster(*workers, self.players, missing, seed, keep)
            with closing(games.run()) as running:
                for record in running:
                    self._count(record)
                    yield record

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
