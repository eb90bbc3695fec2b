"""Games played by the workers of a cluster, each with engine processes of its own."""

import atexit
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager
from functools import partial

from othello.client import own_command
from othello.cluster.executors import Cluster as Cluster
from othello.cluster.executors import open_cluster
from othello.cluster.jobs import distribute, outcomes
from othello.cluster.worker import Setup, at_end
from othello.engine import Engine
from othello.matches.games import GamePool, GameSlot, Starts
from othello.matches.players import Player
from othello.matches.record import GameRecord, ScheduledGame


def workers(which: str, weights: str | None) -> AbstractContextManager[Cluster]:
    """Return the workers that ``--cluster`` names, for a ``with`` block."""
    return open_cluster(which, Setup.here(weights, hash_mb=1))


class GamesOnCluster:
    """Games to play, one at a time on each worker; used like `GamePool`, but without a log.

    The workers have to have the engines' programs under the same paths; our own engine is the one
    that is installed there. `keep` is called from this thread. An engine that does not start ends
    everything if `needs_all`, else it loses its games.
    """

    def __init__(
        self,
        cluster: Cluster,
        players: Sequence[Player],
        schedule: Sequence[ScheduledGame],
        seed: int = 0,
        keep: Callable[[GameRecord], object] | None = None,
        *,
        needs_all: bool = False,
    ) -> None:
        self._cluster = cluster
        # Where our own engine is installed differs from machine to machine.
        self._players = tuple(
            player._replace(command=()) if player.is_own else player for player in players
        )
        self._schedule = schedule
        self._seed = seed
        self._keep = keep
        self._needs_all = needs_all

    def __len__(self) -> int:
        return len(self._schedule)

    def run(self) -> Generator[GameRecord, None, None]:
        """Play the games; yield their records in the order of the schedule.

        Raises ClusterError if workers died at a game three times or a worker has another version,
        and, with `needs_all`, ClientError or InvalidOption if an engine does not start.
        """

        def keep(number: int, scheduled: ScheduledGame, record: GameRecord) -> None:
            if self._keep is not None:
                self._keep(record)

        job = partial(play_one, self._players, self._seed, self._needs_all)
        jobs = distribute(self._cluster, job, self._schedule, on_outcome=keep)
        yield from outcomes(jobs, lambda scheduled: f"game {scheduled.number}")


_kept = threading.local()
"""Values that a worker keeps from one game to the next: the players, their `GamePool`, and their
slot."""


def play_one(
    players: tuple[Player, ...],
    seed: int,
    needs_all: bool,
    engine: Engine,
    scheduled: ScheduledGame,
) -> GameRecord:
    """Play a game; what a worker calls. The engines are those of its last game, where they can be.

    The worker's own engine is not used: the players' are processes.
    """
    if getattr(_kept, "players", None) != players:
        if hasattr(_kept, "table"):
            _kept.table.leave()
        here = [
            player if player.command else player._replace(command=tuple(own_command()))
            for player in players
        ]
        _kept.games = GamePool(here, [], seed=seed)
        _kept.table = GameSlot(here, frozenset(), [Starts() for _ in here])
        # An engine need not see that its stdin is closed, above all while it thinks. It is killed
        # if the worker is ended in its work, and told to quit if the worker ends by itself.
        at_end.append(_kept.table.abort)
        atexit.register(_kept.table.leave)
        if needs_all:
            _kept.table.start(range(len(here)))
        _kept.players = players
    table: GameSlot = _kept.table
    games: GamePool = _kept.games
    return games.play(scheduled, table.engines_of(scheduled))
