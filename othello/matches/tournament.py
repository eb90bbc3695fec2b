"""Tournaments: play the games of many players, round by round."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing

from othello.cluster.executors import Cluster
from othello.errors import InvalidOption, counted
from othello.matches.arena import Games
from othello.matches.crosstable import CrossTable
from othello.matches.distributed import GamesOnCluster
from othello.matches.fixtures import Fixture, match_fixtures
from othello.matches.log import MatchLog
from othello.matches.openings import Opening
from othello.matches.pairings import Pairing, gauntlet, ladder, round_robin, swiss_round
from othello.matches.players import Player
from othello.matches.standing import GameRecord

__all__ = ["SYSTEMS", "Tournament"]

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
        workers: Cluster | None = None,
    ) -> Generator[GameRecord, None, None]:
        """Play the games that the log does not have, and yield each; count all of them.

        Parameters
        ----------
        concurrency, seed
            As for `Games`.
        log : MatchLog, optional
            Holds the games of an earlier run; new games are added to it.
        workers : Cluster, optional
            Who plays the games; without it this process does, `concurrency` at a time.
        """
        keep = log.add if log else None
        for fixtures in self._rounds():
            played = log.played(fixtures) if log else []
            for record in played:
                self._count(record)
            known = {record.number for record in played}
            missing = [fixture for fixture in fixtures if fixture.number not in known]
            games: Games | GamesOnCluster
            if workers is None:
                games = Games(self.players, missing, concurrency, seed=seed, keep=keep)
            else:
                games = GamesOnCluster(workers, self.players, missing, seed, keep)
            with closing(games.run()) as running:
                for record in running:
                    self._count(record)
                    yield record

    def _count(self, record: GameRecord) -> None:
        self.table.add(record)
        self.records.append(record)

    def _rounds(self) -> Generator[list[Fixture], None, None]:
        """Yield the games of each round; in a Swiss tournament they depend on earlier results."""
        if not self._swiss_rounds:
            yield self._fixtures(SYSTEMS[self._system](len(self.players)), 1)
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
            fixtures = self._fixtures(pairings, first)
            first += len(fixtures)
            yield fixtures

    def _fixtures(self, pairings: Sequence[Pairing], first: int) -> list[Fixture]:
        return [
            fixture
            for place, pairing in enumerate(pairings)
            for fixture in match_fixtures(
                self._openings, self._n_games, pairing, first + place * self._n_games
            )
        ]
