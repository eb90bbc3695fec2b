"""Tournaments: who plays whom, round by round, and the games that are there already."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing

from othello.errors import InvalidOption
from othello.matches.arena import Games
from othello.matches.crosstable import CrossTable
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
"""Ways to pair players that ask for no results."""


class Tournament:
    """Players, and the games they are to play.

    Parameters
    ----------
    players : sequence of Player
        Two or more.
    openings : sequence of Opening
        Each pairing begins with the first.
    n_games : int
        Games of each pairing, an even number: each opening is played with both colours.
    system : str
        One of `SYSTEMS`.
    swiss_rounds : int
        So many rounds in which players with like points meet, instead; 0 for none.

    Attributes
    ----------
    table : CrossTable
        What it has come to.
    records : list of GameRecord
        The games that are counted.
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
            raise InvalidOption(f"{n_games} games a pair: expected an even number")
        most = len(players) - 1 + len(players) % 2
        if swiss_rounds > most:
            raise InvalidOption(
                f"{swiss_rounds} rounds for {len(players)} players: expected at most {most}"
            )
        self.players = players
        self.table = CrossTable(len(players))
        self.records: list[GameRecord] = []
        self._openings = openings
        self._n_games = n_games
        self._system = system
        self._swiss_rounds = swiss_rounds

    def __len__(self) -> int:
        """Return the number of games."""
        if self._swiss_rounds:
            return self._swiss_rounds * (len(self.players) // 2) * self._n_games
        return len(SYSTEMS[self._system](len(self.players))) * self._n_games

    def run(
        self,
        concurrency: int = 1,
        log: MatchLog | None = None,
        seed: int = 0,
    ) -> Generator[GameRecord, None, None]:
        """Play, and yield the games that are new in their order; the others are only counted.

        Parameters
        ----------
        concurrency, seed
            As for `Games`.
        log : MatchLog, optional
            Has the games that were played before, and is given the new ones.
        """
        for fixtures in self._rounds():
            played = log.played(fixtures) if log else []
            for record in played:
                self._count(record)
            known = {record.number for record in played}
            games = Games(
                self.players,
                [fixture for fixture in fixtures if fixture.number not in known],
                concurrency,
                seed=seed,
                keep=log.add if log else None,
            )
            with closing(games.run()) as running:
                for record in running:
                    self._count(record)
                    yield record

    def _count(self, record: GameRecord) -> None:
        self.table.add(record)
        self.records.append(record)

    def _rounds(self) -> Generator[list[Fixture], None, None]:
        """Yield the games to be played side by side; what follows may depend on their results."""
        if not self._swiss_rounds:
            yield self._fixtures(SYSTEMS[self._system](len(self.players)), 1)
            return
        met: set[frozenset[int]] = set()
        rested: list[int] = []
        first = 1
        for _ in range(self._swiss_rounds):
            # Who rests has won, as far as the next pairings go.
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
