"""Matches: two players, a list of openings, each played twice with the colours swapped.

The referee is the rules of this package. An illegal move, an answer that comes too late and an
engine that dies lose the game they happen in and no other: the engine is started anew.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Container, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TextIO

from othello.board import Board
from othello.client import Answer, Client, ClientError, EngineSilent, IllegalAnswer
from othello.errors import EngineError, InvalidOption, OthelloError
from othello.formats.ggf import GgfMove
from othello.game import Game
from othello.notation import BLACK, PASS
from othello.openings import Opening
from othello.players import Player
from othello.standing import NAMES, GameRecord, Thinking

__all__ = ["Match"]

LATENESS = 0.1
"""Seconds by which an answer may overstep a fixed time a move; a clock is never overstepped."""

HANGING = 5.0
"""Seconds beyond its clock after which an engine is no longer waited for."""

ENDLESS = 600.0
"""Seconds for a move without clock."""

SEED = "Seed"
"""The option that says how an engine's games differ."""


class Match:
    """Two players and the games they are to play.

    Parameters
    ----------
    players : tuple of Player
        The first is black in the odd games.
    openings : sequence of Opening
        Games 1 and 2 begin with the first, 3 and 4 with the second, ...; then all over again.
    n_games : int
        How many games.
    concurrency : int
        How many at once, each with two processes of its own.
    log : Path, optional
        A folder; for each game a file with what was said to and by the engines goes there.
    seed : int
        An engine with an option ``Seed`` is given another one for each game: this plus its number.
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
    ) -> None:
        check_openings(players, openings)
        self._players = players
        self._openings = openings
        self._numbers = [number for number in range(1, n_games + 1) if number not in played]
        self._concurrency = min(concurrency, max(len(self._numbers), 1))
        self._log = log
        self._seed = seed
        self._stopped = threading.Event()

    def __len__(self) -> int:
        return len(self._numbers)

    def run(self) -> Generator[GameRecord, None, None]:
        """Play, and yield the games in their order; closing the generator ends the match.

        Raises
        ------
        ClientError, InvalidOption
            If an engine does not come up in the first place.
        """
        if self._log is not None:
            self._log.mkdir(parents=True, exist_ok=True)
        pairs = [tuple(map(Seat, self._players)) for _ in range(self._concurrency)]
        free: SimpleQueue[Sequence[Seat]] = SimpleQueue()
        with ExitStack() as engines:
            for pair in pairs:
                for seat in pair:
                    engines.callback(seat.leave)
                    seat.start()
                free.put(pair)
            pool = ThreadPoolExecutor(self._concurrency)
            try:
                games = [pool.submit(self._play_with, free, number) for number in self._numbers]
                for game in games:
                    yield game.result()
            except BaseException:
                self._stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                for pair in pairs:
                    for seat in pair:
                        seat.abort()
                raise
            finally:
                pool.shutdown()

    def _play_with(self, free: SimpleQueue[Sequence[Seat]], number: int) -> GameRecord:
        seats = free.get()
        try:
            return self._play(number, seats)
        finally:
            free.put(seats)

    def _play(self, number: int, seats: Sequence[Seat]) -> GameRecord:
        """Play game `number`."""
        opening = self._openings[(number - 1) // 2 % len(self._openings)]
        is_black = number % 2 == 1
        game = opening.game()
        notes = list(map(GgfMove, game.moves))
        fault = reason = faulty = None
        player = 0
        with Dialogue(self._log, number) as dialogue:
            try:
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
                fault, reason, faulty = _fault_of(error), str(error), player
                dialogue.write(NAMES[player], "!", reason)
                seats[player].dismiss()
        thinking = (seats[0].thinking, seats[1].thinking)
        return GameRecord(
            number, opening, is_black, game, fault, reason, faulty, thinking, tuple(notes)
        )


def check_openings(players: Iterable[Player], openings: Iterable[Opening]) -> None:
    """Refuse openings that a player cannot be told."""
    positions = [opening for opening in openings if opening.start != Board()]
    for player in players:
        if positions and not player.knows_positions:
            raise InvalidOption(
                f"opening {positions[0].id} is a position, and {player.name} speaks GTP, which has "
                "no word for that: expected moves from the start"
            )


def note_on(answer: Answer) -> GgfMove:
    """Return a move with the evaluation and the time that go with it."""
    evaluation = None if answer.info is None else answer.info.score
    return GgfMove(answer.move, evaluation, answer.seconds)


class LateAnswer(ClientError):
    """An answer that came after its time."""


class Seat:
    """One player at one board: its engine, and its clock in the game at hand.

    Attributes
    ----------
    left : float or None
        Seconds on the clock; None without one.
    thinking : Thinking
        What the game has cost so far.
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        self._client: Client | None = None
        self.left: float | None = None
        self.thinking = Thinking()

    def start(self) -> Client:
        """Start the engine unless it runs."""
        if self._client is None:
            self._client = self._player.start()
        return self._client

    def sit_down(self, dialogue: Dialogue, name: str, seed: int) -> None:
        """Begin a game; what is said in it goes to `dialogue` under `name`."""
        self.left = self._player.effort.time
        self.thinking = Thinking()
        client = self.start()
        client.log = partial(dialogue.write, name)
        client.new_game()
        if self._player.is_random and client.find_option(SEED):
            client.set_option(SEED, seed)

    def move(self, game: Game, opponent: Seat) -> Answer:
        """Return the engine's move, and what it says of it.

        Raises
        ------
        ClientError
            If it has lost the game.
        """
        request = self._player.effort.request()
        if self.left is not None:
            black, white = (self, opponent) if game.board.turn == BLACK else (opponent, self)
            (p1time, p1inc), (p2time, p2inc) = black.clock(), white.clock()
            request = request._replace(p1time=p1time, p2time=p2time, p1inc=p1inc, p2inc=p2inc)
        answer = self.start().go(game, request, self._patience())
        self._spend(answer.seconds)
        return answer

    def clock(self) -> tuple[int | None, int]:
        """Return the milliseconds left, None without a clock, and those that a move adds."""
        left = None if self.left is None else max(int(1000 * self.left), 0)
        return left, round(1000 * self._player.effort.inc)

    def _patience(self) -> float:
        """Return how long an answer is waited for."""
        if self.left is not None:
            return self.left + HANGING
        movetime = self._player.effort.movetime
        return ENDLESS if movetime is None else movetime / 1000 + HANGING

    def _spend(self, seconds: float) -> None:
        self.thinking = self.thinking.plus(Thinking(1, seconds, seconds))
        effort = self._player.effort
        if effort.movetime is not None and seconds > effort.movetime / 1000 + LATENESS:
            reason = f"took {seconds:.3f} s for a move of {effort.movetime} ms"
            raise LateAnswer(self._player.name, reason)
        if self.left is not None:
            if seconds > self.left:
                reason = f"took {seconds:.3f} s with {self.left:.3f} s on its clock"
                raise LateAnswer(self._player.name, reason)
            self.left += effort.inc - seconds

    def abort(self) -> None:
        """End the engine at once; any thread may call this."""
        if self._client is not None:
            self._client.kill()

    def dismiss(self) -> None:
        """End the engine at once; the next game starts it anew."""
        self.abort()
        self._client = None

    def leave(self) -> None:
        """Let the engine end by itself."""
        if self._client is not None:
            self._client.close()


class Dialogue:
    """What is said in a game: lines of time, speaker, direction and text in a file.

    Parameters
    ----------
    folder : Path or None
        Where the file goes; None for no file.
    number : int
        Of the game.
    """

    def __init__(self, folder: Path | None, number: int) -> None:
        self._path = None if folder is None else folder / f"game-{number:04}.log"
        self._file: TextIO | None = None
        self._began = time.perf_counter()

    def __enter__(self) -> Dialogue:
        if self._path is not None:
            self._file = self._path.open("w", encoding="utf-8", errors="backslashreplace")
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def write(self, name: str, direction: str, line: str) -> None:
        """Write a line, if there is a file."""
        if self._file is not None:
            elapsed = time.perf_counter() - self._began
            self._file.write(f"{elapsed:11.6f} {name} {direction} {line}\n")


def _fault_of(error: OthelloError) -> str:
    if isinstance(error, IllegalAnswer):
        return "illegal"
    return "time" if isinstance(error, (EngineSilent, LateAnswer)) else "crash"
