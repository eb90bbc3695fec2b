"""Matches: two players, a list of openings, each played twice with the colours swapped.

The referee is the rules of this package. An illegal move, an answer that comes too late and an
engine that dies lose the game they happen in and no other: the engine is started anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from othello.board import Board
from othello.client import Answer, ClientError
from othello.errors import EngineError, InvalidOption
from othello.formats.ggf import GgfMove
from othello.matches.cores import share_cores
from othello.matches.fixtures import Fixture, match_fixtures
from othello.matches.openings import Opening
from othello.matches.players import Player
from othello.matches.seats import Dialogue, Seat, Starts, fault_of
from othello.matches.standing import NAMES, GameRecord
from othello.notation import BLACK, PASS

__all__ = ["Games", "Match"]


class Games:
    """Games to be played, several at once.

    Parameters
    ----------
    players : sequence of Player
        Who plays.
    fixtures : sequence of Fixture
        The games.
    concurrency : int
        How many at once, each with processes of its own, on processors of their own where that is
        possible.
    log : Path, optional
        A folder; for each game a file with what was said to and by the engines goes there.
    seed : int
        An engine with an option ``Seed`` is given another one for each game: this plus its number.
    keep : callable, optional
        Called with each game as soon as it is over, from any thread and not in the games' order.
    """

    def __init__(
        self,
        players: Sequence[Player],
        fixtures: Sequence[Fixture],
        concurrency: int = 1,
        log: Path | None = None,
        seed: int = 0,
        keep: Callable[[GameRecord], object] | None = None,
    ) -> None:
        for player in {number for fixture in fixtures for number in fixture.players}:
            check_openings(players[player], [fixture.opening for fixture in fixtures])
        self._players = players
        self._fixtures = fixtures
        self._concurrency = min(concurrency, max(len(fixtures), 1))
        self._log = log
        self._seed = seed
        self._keep = keep
        self._stopped = threading.Event()

    def __len__(self) -> int:
        return len(self._fixtures)

    def run(self) -> Generator[GameRecord, None, None]:
        """Play, and yield the games in their order; closing the generator ends them all."""
        if self._log is not None:
            self._log.mkdir(parents=True, exist_ok=True)
        starts = [Starts() for _ in self._players]
        tables = [Table(self._players, cores, starts) for cores in share_cores(self._concurrency)]
        free: SimpleQueue[Table] = SimpleQueue()
        try:
            for table in tables:
                self.prepare(table)
                free.put(table)
            pool = ThreadPoolExecutor(self._concurrency)
            try:
                games = [pool.submit(self._play_at, free, fixture) for fixture in self._fixtures]
                for game in games:
                    yield game.result()
            except BaseException:
                self._stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                for table in tables:
                    table.abort()
                raise
            finally:
                pool.shutdown()
        finally:
            for table in tables:
                table.leave()

    def prepare(self, table: Table) -> None:
        """Make a table ready for the first game; engines start when they are needed."""

    def before(self, fixture: Fixture, seats: Sequence[Seat]) -> None:
        """Get the players of a game ready, whatever a tournament wants of them."""

    def _play_at(self, free: SimpleQueue[Table], fixture: Fixture) -> GameRecord:
        table = free.get()
        try:
            record = self._play(fixture, table.seats_of(fixture))
        finally:
            free.put(table)
        if self._keep is not None:
            self._keep(record)
        return record

    def _play(self, fixture: Fixture, seats: Sequence[Seat]) -> GameRecord:
        """Play a game."""
        number, opening, is_black, players = fixture
        game = opening.game()
        notes = list(map(GgfMove, game.moves))
        fault = reason = faulty = None
        player = 0
        with Dialogue(self._log, number) as dialogue:
            try:
                self.before(fixture, seats)
                for player, seat in enumerate(seats):
                    seat.sit_down(dialogue, NAMES[player], self._seed + number)
                while not game.is_over:
                    if self._stopped.is_set():
                        raise EngineError("the match was ended")
                    player = int((game.board.turn == BLACK) != is_black)
                    note = GgfMove(PASS)
                    if not game.board.must_pass:
                        note = note_on(seats[player].move(game, seats[1 - player]))
                    game.play(note.move)
                    notes.append(note)
            except (ClientError, InvalidOption) as error:
                if self._stopped.is_set():
                    raise EngineError("the match was ended") from None
                fault, reason, faulty = fault_of(error), str(error), player
                dialogue.write(NAMES[player], "!", reason)
                seats[player].dismiss()
        thinking = (seats[0].thinking, seats[1].thinking)
        return GameRecord(
            number, opening, is_black, game, fault, reason, faulty, thinking, tuple(notes), players
        )


class Match(Games):
    """Two players and the games they are to play.

    Parameters
    ----------
    players : tuple of Player
        The first is black in the odd games.
    openings : sequence of Opening
        Games 1 and 2 begin with the first, 3 and 4 with the second, ...; then all over again.
    n_games : int
        How many games.
    concurrency, log, seed, keep
        As for `Games`.
    played : container of int
        Numbers of games that are not to be played again.
    """

    def __init__(
        self,
        players: tuple[Player, Player],
        openings: Sequence[Opening],
        n_games: int,
        concurrency: int = 1,
        log: Path | None = None,
        seed: int = 0,
        played: Container[int] = (),
        keep: Callable[[GameRecord], object] | None = None,
    ) -> None:
        for player in players:
            check_openings(player, openings)
        fixtures = match_fixtures(openings, n_games)
        missing = [fixture for fixture in fixtures if fixture.number not in played]
        super().__init__(players, missing, concurrency, log, seed, keep)

    def prepare(self, table: Table) -> None:
        """Start both engines: a match whose engine does not come up does not begin.

        Raises
        ------
        ClientError, InvalidOption
            If one does not.
        """
        table.start((0, 1))


class Table:
    """A place for one game at a time: seats for those who play there, and its processors."""

    def __init__(
        self, players: Sequence[Player], cores: frozenset[int], starts: Sequence[Starts]
    ) -> None:
        self._players = players
        self._starts = starts
        self._cores = cores
        self._seats: dict[int, Seat] = {}

    def start(self, players: Iterable[int]) -> None:
        """Start the engines of some players."""
        for player in players:
            self._seat_of(player).start()

    def seats_of(self, fixture: Fixture) -> list[Seat]:
        """Return the seats of a game's players; those of others are left."""
        for player in self._seats.keys() - set(fixture.players):
            self._seats.pop(player).leave()
        return [self._seat_of(player) for player in fixture.players]

    def _seat_of(self, player: int) -> Seat:
        if player not in self._seats:
            self._seats[player] = Seat(self._players[player], self._cores, self._starts[player])
        return self._seats[player]

    def abort(self) -> None:
        """End the engines at once; any thread may call this."""
        for seat in list(self._seats.values()):
            seat.abort()

    def leave(self) -> None:
        """Let the engines end by themselves."""
        for seat in self._seats.values():
            seat.leave()


def check_openings(player: Player, openings: Iterable[Opening]) -> None:
    """Refuse openings that a player cannot be told."""
    if player.knows_positions:
        return
    for opening in openings:
        if opening.start != Board():
            raise InvalidOption(
                f"opening {opening.id} is a position, and {player.name} speaks GTP, which has "
                "no word for that: expected moves from the start"
            )


def note_on(answer: Answer) -> GgfMove:
    """Return a move with the evaluation and the time that go with it."""
    evaluation = None if answer.info is None else answer.info.score
    return GgfMove(answer.move, evaluation, answer.seconds)
