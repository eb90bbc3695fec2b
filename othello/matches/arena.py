"""Play games between engines, several at once.

In a match each opening is played twice, with the colours swapped. Moves are checked with this
package's rules. A player whose engine makes an illegal move, answers too late or dies loses that
game only: its engine is started again for the next.
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
from othello.matches.standing import LETTERS, GameRecord
from othello.notation import BLACK, PASS

__all__ = ["Games", "Match", "Table"]


class Games:
    """Games to play, several at once.

    Parameters
    ----------
    players : sequence of Player
        The players; the fixtures name them by index.
    fixtures : sequence of Fixture
        The games, in the order in which `run` yields them.
    concurrency : int
        How many games are played at once. Each has its own engine processes and, where possible,
        its own processors.
    log : Path, optional
        A folder. For each game, a file there gets the lines sent to and received from the engines.
    seed : int
        A player whose options ask for random moves without a seed gets the option ``Seed`` for
        each game: this number plus the game's.
    keep : callable, optional
        Called with each game as soon as it is over, from any thread and in any order.

    Raises
    ------
    InvalidOption
        If a player's protocol cannot set up an opening.
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
        """Play the games; yield their records in the order of the fixtures.

        Closing the generator ends all games and their engines.

        Raises
        ------
        ClientError, InvalidOption
            If an engine that a match starts beforehand does not start.
        """
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
        """Prepare a table before the first game; a subclass may start its engines here.

        By default engines start when they are first needed.
        """

    def before(self, fixture: Fixture, seats: Sequence[Seat]) -> None:
        """Prepare the two players of a game before it; a subclass may set options here."""

    def _play_at(self, free: SimpleQueue[Table], fixture: Fixture) -> GameRecord:
        table = free.get()
        try:
            record = self.play(fixture, table.seats_of(fixture))
        finally:
            free.put(table)
        if self._keep is not None:
            self._keep(record)
        return record

    def play(self, fixture: Fixture, seats: Sequence[Seat]) -> GameRecord:
        """Play one game and return its record; a fault of a player ends it early."""
        number, opening, is_black, players = fixture
        game = opening.game()
        notes = list(map(GgfMove, game.moves))
        fault = reason = faulty = None
        player = 0
        with Dialogue(self._log, number) as dialogue:
            try:
                self.before(fixture, seats)
                for player, seat in enumerate(seats):
                    seat.sit_down(dialogue, LETTERS[player], self._seed + number)
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
                stderr = seats[player].dismiss()
                fault, reason, faulty = fault_of(error), str(error), player
                if kept := dialogue.keep_stderr(stderr):
                    reason += f" (its stderr: {kept})"
                dialogue.write(LETTERS[player], "!", reason)
        thinking = (seats[0].thinking, seats[1].thinking)
        return GameRecord(
            number,
            opening,
            is_black,
            game,
            fault,
            reason,
            faulty,
            thinking,
            tuple(notes),
            players,
        )


class Match(Games):
    """A match between two players.

    Parameters
    ----------
    players : tuple of Player
        The first is black in the games with odd numbers.
    openings : sequence of Opening
        Games 1 and 2 begin with the first, games 3 and 4 with the second, and so on; after the
        last, the first comes again.
    n_games : int
        Number of games in the whole match.
    concurrency, log, seed, keep
        As for `Games`.
    played : container of int
        Numbers of games that were played before and are left out.

    Raises
    ------
    InvalidOption
        If a player's protocol cannot set up an opening.
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
        """Start both engines, so that a match with an engine that cannot start does not begin.

        Raises
        ------
        ClientError, InvalidOption
            If an engine does not start.
        """
        table.start((0, 1))


class Table:
    """A place where one game at a time is played: the players' seats, and processors.

    Parameters
    ----------
    players : sequence of Player
        All players.
    cores : set of int
        Processors that the engines here may use; empty for all.
    starts : sequence of Starts
        For each player, the starts of its engine so far; shared by all tables.
    """

    def __init__(
        self, players: Sequence[Player], cores: frozenset[int], starts: Sequence[Starts]
    ) -> None:
        self._players = players
        self._starts = starts
        self._cores = cores
        self._seats: dict[int, Seat] = {}

    def start(self, players: Iterable[int]) -> None:
        """Start the engines of these players, given by index."""
        for player in players:
            self._seat_of(player).start()

    def seats_of(self, fixture: Fixture) -> list[Seat]:
        """Return the seats of a game's two players; end the engines of all others here."""
        for player in self._seats.keys() - set(fixture.players):
            self._seats.pop(player).leave()
        return [self._seat_of(player) for player in fixture.players]

    def _seat_of(self, player: int) -> Seat:
        if player not in self._seats:
            self._seats[player] = Seat(self._players[player], self._cores, self._starts[player])
        return self._seats[player]

    def abort(self) -> None:
        """Kill the engines; any thread may call this."""
        for seat in list(self._seats.values()):
            seat.abort()

    def leave(self) -> None:
        """Tell the engines to quit, and wait for them."""
        for seat in self._seats.values():
            seat.leave()


def check_openings(player: Player, openings: Iterable[Opening]) -> None:
    """Check that a player's protocol can set up all openings.

    Raises
    ------
    InvalidOption
        If an opening is a position and the player speaks GTP, which has moves only.
    """
    if player.knows_positions:
        return
    for opening in openings:
        if opening.start != Board():
            raise InvalidOption(
                f"opening {opening.id} is a position, and {player.name} speaks GTP, which has "
                "no word for that: expected moves from the start"
            )


def note_on(answer: Answer) -> GgfMove:
    """Return an engine's move with its evaluation in discs and its time in seconds."""
    evaluation = None if answer.info is None else answer.info.score
    return GgfMove(answer.move, evaluation, answer.seconds)
