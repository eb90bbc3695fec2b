"""Games between engines, several at once, and the referee of each.

In a match each opening is played twice, with the colours swapped. The referee checks the moves with
this package's rules, keeps the clocks and writes the log of the protocol. A player whose engine
makes an illegal move, answers too late or dies loses that game only: its engine is started again
for the next.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Container, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from othello.board import Board
from othello.client import Answer, Client, ClientError, EngineSilent, IllegalAnswer, UgiClient
from othello.engine.waiting import result_of
from othello.errors import EngineError, InvalidOption, OthelloError
from othello.files.access import FilePath, named
from othello.files.lines import LineFile
from othello.game import Game
from othello.ggf.games import GgfMove
from othello.matches.cores import on_cores, processor_seconds, restrict, share_cores
from othello.matches.openings import Opening, as_opening
from othello.matches.players import Player, as_player
from othello.matches.record import (
    CRASH,
    ILLEGAL,
    LETTERS,
    TIME,
    GameRecord,
    ScheduledGame,
    Thinking,
    match_schedule,
    with_headers,
)
from othello.notation import BLACK, PASS
from othello.protocol.options import MAX_SEED


class GamePool:
    """Games to play, several at once.

    Parameters
    ----------
    players, schedule
        The players, and the games in the order in which `run` yields them. The schedule names the
        players by index.
    concurrency : int
        How many games are played at once. Each has its own engine processes and, where possible,
        its own processors.
    log : str or Path, optional
        A folder. For each game, a file there gets the lines sent to and received from the engines.
        A folder with such files of an earlier match is refused by `run`.
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
        schedule: Sequence[ScheduledGame],
        concurrency: int = 1,
        log: FilePath | None = None,
        seed: int = 0,
        keep: Callable[[GameRecord], object] | None = None,
    ) -> None:
        for player in {number for scheduled in schedule for number in scheduled.players}:
            check_openings(players[player], [scheduled.opening for scheduled in schedule])
        self._players = players
        self._schedule = schedule
        self._concurrency = min(concurrency, max(len(schedule), 1))
        self._log = None if log is None else Path(log)
        self._seed = seed
        self._keep = keep
        self._stopped = threading.Event()
        self._is_resumed = False

    def __len__(self) -> int:
        return len(self._schedule)

    def run(self) -> Generator[GameRecord, None, None]:
        """Play the games; yield their records in the order of the schedule.

        Closing the generator ends all games and their engines. Raises ClientError or InvalidOption
        if an engine that a match starts beforehand does not start, and InvalidOption if the log's
        folder has a file of one of these games.
        """
        if self._log is not None:
            with named(self._log):
                self._log.mkdir(parents=True, exist_ok=True)
            paths = [log_path(self._log, scheduled.number) for scheduled in self._schedule]
            found = next((path for path in paths if path.exists()), None)
            if found is not None and not self._is_resumed:
                raise InvalidOption(f"{found} is there already: expected a new folder as log")
        starts = [Starts() for _ in self._players]
        slots = [GameSlot(self._players, cores, starts) for cores in share_cores(self._concurrency)]
        free: SimpleQueue[GameSlot] = SimpleQueue()
        try:
            for slot in slots:
                self.prepare(slot)
                free.put(slot)
            with ThreadPoolExecutor(self._concurrency) as pool:
                try:
                    games = [pool.submit(self._play_at, free, game) for game in self._schedule]
                    for game in games:
                        yield result_of(game)
                except BaseException:
                    self._stopped.set()
                    pool.shutdown(wait=False, cancel_futures=True)
                    for slot in slots:
                        slot.abort()
                    raise
        finally:
            for slot in slots:
                slot.leave()
            self._stopped.clear()  # all threads have ended: the match can be run again

    def prepare(self, slot: GameSlot) -> None:
        """Prepare a slot before the first game; by default engines start when first needed."""

    def before(self, scheduled: ScheduledGame, player: int, engine: PlayingEngine) -> None:
        """Prepare a game's first player, 0, or second, 1; a subclass may set options here."""

    def _play_at(self, free: SimpleQueue[GameSlot], scheduled: ScheduledGame) -> GameRecord:
        slot = free.get()
        try:
            record = self.play(scheduled, slot.engines_of(scheduled))
        finally:
            free.put(slot)
        if self._keep is not None:
            self._keep(record)
        return record

    def play(self, scheduled: ScheduledGame, engines: Sequence[PlayingEngine]) -> GameRecord:
        """Play one game and return its record; a fault of a player ends it early."""
        game = scheduled.opening.game()
        notes = list(map(GgfMove, game.moves))
        fault = reason = faulty = None
        player = 0
        for engine in engines:
            engine.thinking = Thinking()  # also of one that is never asked to begin
        with ProtocolLog(self._log, scheduled.number) as protocol_log:
            try:
                for player, engine in enumerate(engines):
                    self.before(scheduled, player, engine)
                    seed = (self._seed + scheduled.number) % SEEDS
                    engine.begin(protocol_log, LETTERS[player], seed)
                while not game.is_over:
                    if self._stopped.is_set():
                        raise EngineError("the match was ended")
                    player = int((game.board.turn == BLACK) != scheduled.is_black)
                    note = GgfMove(PASS)
                    if not game.board.must_pass:
                        answer = engines[player].move(game, engines[1 - player])
                        assert answer.move is not None, "the game is not over"
                        evaluation = None if answer.info is None else answer.info.score
                        note = GgfMove(answer.move, evaluation, answer.seconds)
                    game.play(note.move)
                    notes.append(note)
            except (ClientError, InvalidOption) as error:
                if self._stopped.is_set():
                    raise EngineError("the match was ended") from None
                stderr = engines[player].dismiss()
                fault, reason, faulty = fault_of(error), str(error), player
                if kept := protocol_log.keep_stderr(stderr):
                    reason += f" (its stderr: {kept})"
                protocol_log.write(LETTERS[player], "!", reason)
        thinking = (engines[0].thinking, engines[1].thinking)
        record = GameRecord(
            **vars(scheduled),
            game=game,
            fault=fault,
            reason=reason,
            faulty=faulty,
            thinking=thinking,
            notes=tuple(notes),
        )
        return with_headers(record, [player.name for player in self._players])


class Match(GamePool):
    """A match between two players.

    A player may be given as the text that `parse_player` reads, an opening as a game or as the text
    that `parse_opening` reads. Games 1 and 2 begin with the first opening, games 3 and 4 with the
    second, and so on; after the last, the first comes again. The first player is black in the games
    with odd numbers. Of the `n_games` of the match, those whose numbers are in `played` are left
    out: if there are any, the match goes on in the same folder for its log, and games that were
    interrupted are logged anew. For the other parameters and errors see `GamePool`.

    Examples
    --------
    >>> for record in Match(("level=1", "level=2"), ["f5d6"], n_games=2).run():
    ...     print(record.number, record.opening, record.game.is_over, record.fault)
    1 f5d6 True None
    2 f5d6 True None
    """

    def __init__(
        self,
        players: Sequence[Player | str],
        openings: Sequence[Opening | Game | str],
        n_games: int,
        concurrency: int = 1,
        log: FilePath | None = None,
        seed: int = 0,
        played: Container[int] = (),
        keep: Callable[[GameRecord], object] | None = None,
    ) -> None:
        first, second = map(as_player, players)
        schedule = match_schedule([*map(as_opening, openings)], n_games)
        missing = [scheduled for scheduled in schedule if scheduled.number not in played]
        super().__init__([first, second], missing, concurrency, log, seed, keep)
        self._is_resumed = len(missing) < len(schedule)

    def prepare(self, slot: GameSlot) -> None:
        """Start both engines, so that a match with an engine that cannot start does not begin."""
        slot.start((0, 1))


class GameSlot:
    """A place where one game at a time is played: the players' engines, and processors.

    `cores` are the processors that the engines here may use, empty for all. `starts` has, for each
    player, the starts of its engine so far; all slots share it.
    """

    def __init__(
        self, players: Sequence[Player], cores: frozenset[int], starts: Sequence[Starts]
    ) -> None:
        self._players = players
        self._starts = starts
        self._cores = cores
        self._engines: dict[int, PlayingEngine] = {}

    def start(self, players: Iterable[int]) -> None:
        """Start the engines of these players, given by index."""
        for player in players:
            self._engine_of(player).start()

    def engines_of(self, scheduled: ScheduledGame) -> list[PlayingEngine]:
        """Return the engines of a game's two players; end the engines of all others here."""
        for player in self._engines.keys() - set(scheduled.players):
            self._engines.pop(player).leave()
        return [self._engine_of(player) for player in scheduled.players]

    def _engine_of(self, player: int) -> PlayingEngine:
        if player not in self._engines:
            starts = self._starts[player]
            self._engines[player] = PlayingEngine(self._players[player], self._cores, starts)
        return self._engines[player]

    def abort(self) -> None:
        """Kill the engines; any thread may call this."""
        for engine in list(self._engines.values()):
            engine.abort()

    def leave(self) -> None:
        """Tell the engines to quit, and wait for them."""
        for engine in self._engines.values():
            engine.leave()


def check_openings(player: Player, openings: Iterable[Opening]) -> None:
    """Raise InvalidOption if an opening is a position and the player's protocol, GTP, has none."""
    if player.knows_positions:
        return
    for opening in openings:
        if opening.start != Board():
            raise InvalidOption(
                f"opening {opening.id} is a position, and {player.name} speaks GTP, which has "
                "no word for that: expected moves from the start"
            )


# ---------------------------------------------------------------------- a player during a game


LATENESS = 0.1
"""Seconds that an answer may take beyond a fixed time for each move; none beyond a clock."""

PINGS = 10
"""Lines sent before a game to measure the lag: the least time that one and its answer took."""

HANGING = 5.0
"""Seconds after its time is used up at which an engine is taken to hang."""

ENDLESS = 600.0
"""Seconds to wait for a move without a time limit, at least as long with one on processor time.

Processor time stands still while other processes use the core, so it sets no limit to the wait.
"""

MOST_FAILURES = 2
"""Failed starts after which an engine that has never started loses all its games at once."""

SEED, SEEDS = "Seed", MAX_SEED + 1
"""The UGI option with the seed of an engine's random moves, and how many our own has."""


class LateAnswer(ClientError):
    """An answer that came after the player's time was used up."""


class Starts:
    """Starts a player's engine, and counts failures; shared by all games of the player.

    An engine that has failed `MOST_FAILURES` times and never started is not tried again, so that
    each of its games is lost at once.
    """

    def __init__(self) -> None:
        self._failures: list[ClientError] = []
        self._has_started = False

    def start(self, player: Player) -> Client:
        """Start the engine of `player`, unless it has failed too often to be tried again."""
        if not self._has_started and len(self._failures) >= MOST_FAILURES:
            raise self._failures[-1]
        try:
            client = player.start()
        except ClientError as error:
            self._failures.append(error)
            raise
        self._has_started = True
        return client


class PlayingEngine:
    """A player in one slot: its engine process, and its clock in the current game.

    `left` is the number of seconds left on the clock, None without one; `thinking` has the moves
    and times in the current game. The other arguments are as for `GameSlot`.
    """

    def __init__(self, player: Player, cores: frozenset[int], starts: Starts) -> None:
        self._player = player
        self._starts = starts
        self._cores = cores
        self._client: Client | None = None
        self.left: float | None = None
        self.thinking = Thinking()
        self._lag = 0.0  # seconds that a line and its answer are on the way

    def start(self) -> Client:
        """Return the engine's client; start the engine first if it does not run."""
        if self._client is None:
            with on_cores(self._cores):
                self._client = self._starts.start(self._player)
            restrict(self._client.pid, self._cores)
        return self._client

    def begin(self, protocol_log: ProtocolLog, name: str, seed: int) -> None:
        """Begin a game: set the clock, start the engine if needed, tell it of the new game.

        The protocol log gets each line sent to and received from the engine, under `name`. `seed`
        is that of the engine's random moves, if the match is to set one.
        """
        self.left = self._player.effort.time
        client = self.start()
        client.log = partial(protocol_log.write, name)
        client.new_game()
        if self._player.is_remote and isinstance(client, UgiClient):
            self._lag = min(client.ping() for _ in range(PINGS))
        if self._player.is_random and client.find_option(SEED):
            client.set_option(SEED, seed)

    def move(self, game: Game, opponent: PlayingEngine) -> Answer:
        """Ask the engine for a move and take its time off the clock.

        The player is to move in `game` and has a legal move. The engine is told the clock of the
        opponent too. An illegal move, a late answer or a dead engine raises ClientError.
        """
        request = self._player.effort.request()
        if self.left is not None:
            black, white = (self, opponent) if game.board.turn == BLACK else (opponent, self)
            (p1time, p1inc), (p2time, p2inc) = black.clock(), white.clock()
            request = request._replace(p1time=p1time, p2time=p2time, p1inc=p1inc, p2inc=p2inc)
        client = self.start()
        before = processor_seconds(client.pid)
        answer = client.go(game, request, self._patience())
        after = processor_seconds(client.pid)
        used = 0.0 if before is None or after is None else after - before
        lag = min(self._lag, answer.seconds)
        answer = answer._replace(seconds=answer.seconds - lag)
        self.thinking = self.thinking.plus(Thinking(1, answer.seconds, answer.seconds, used, lag))
        if self._player.by_processor:
            self._spend(used / self._player.threads, " of processor time")
        else:
            self._spend(answer.seconds, "")
        return answer

    def clock(self) -> tuple[int | None, int]:
        """Return the milliseconds left (None without a clock) and the increment of a move."""
        left = None if self.left is None else max(int(1000 * self.left), 0)
        return left, round(1000 * self._player.effort.inc)

    def _patience(self) -> float:
        """Return for how many seconds to wait for an answer."""
        budget = self.left
        if budget is None and self._player.effort.movetime is not None:
            budget = self._player.effort.movetime / 1000
        if budget is None:
            return ENDLESS
        return max(ENDLESS, 10 * budget) if self._player.by_processor else budget + HANGING

    def _spend(self, seconds: float, of_what: str) -> None:
        """Take a move's seconds off the clock, or raise LateAnswer, saying `of_what` they are."""
        effort = self._player.effort
        if effort.movetime is not None and seconds > effort.movetime / 1000 + LATENESS:
            reason = f"took {seconds:.3f} s{of_what} for a move of {effort.movetime} ms"
            raise LateAnswer(self._player.name, reason)
        if self.left is not None:
            if seconds > self.left:
                reason = f"took {seconds:.3f} s{of_what} with {self.left:.3f} s on its clock"
                raise LateAnswer(self._player.name, reason)
            self.left += effort.inc - seconds

    def abort(self) -> None:
        """Kill the engine; any thread may call this."""
        if self._client is not None:
            self._client.kill()

    def dismiss(self) -> str:
        """Kill the engine, to start it again when needed; return the end of its stderr, if any."""
        self.abort()
        text = "" if self._client is None else self._client.stderr()
        self._client = None
        return text

    def leave(self) -> None:
        """Tell the engine to quit, and wait for it."""
        if self._client is not None:
            self._client.close()


MOST_LOGGED = 1 << 26
"""Characters of what is said in a game that are logged."""


def log_path(folder: Path, number: int) -> Path:
    return folder / f"game-{number:04}.log"


class ProtocolLog:
    """The protocol log of a game: a file of lines with time, player, direction and text.

    It has `MOST_LOGGED` characters of texts at most, as an engine may write without end. Without a
    folder nothing is written.
    """

    def __init__(self, folder: Path | None, number: int) -> None:
        self._path = None if folder is None else log_path(folder, number)
        self._file: LineFile | None = None
        self._room = MOST_LOGGED
        self._began = time.perf_counter()

    def __enter__(self) -> ProtocolLog:
        if self._path is not None:
            for path in (self._path, self._path.with_suffix(".stderr")):  # of an interrupted run
                path.unlink(missing_ok=True)
            self._file = LineFile(self._path, errors="backslashreplace")
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def write(self, name: str, direction: str, line: str) -> None:
        """Write a line of player `name`.

        `direction` is ``>`` for a line to the engine, ``<`` for one from it, ``!`` for a fault.
        """
        if self._file is not None and self._room > 0:
            elapsed = time.perf_counter() - self._began
            if len(line) > self._room:
                line = f"{line[: self._room]} ... and no more: the log is full"
            self._room -= len(line)
            self._file.write(f"{elapsed:11.6f} {name} {direction} {line}")

    def keep_stderr(self, text: str) -> Path | None:
        """Write the stderr of the engine whose fault ended the game to a file, and return that."""
        if self._path is None or not text:
            return None
        path = self._path.with_suffix(".stderr")
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
        return path


def fault_of(error: OthelloError) -> str:
    """Return the fault, one of `othello.matches.record.FAULTS`, for an engine's error."""
    if isinstance(error, IllegalAnswer):
        return ILLEGAL
    return TIME if isinstance(error, (EngineSilent, LateAnswer)) else CRASH
