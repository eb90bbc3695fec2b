"""A player at a board: its engine, its clock, and the record of what is said."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from othello.client import Answer, Client, ClientError, EngineSilent, IllegalAnswer
from othello.errors import OthelloError
from othello.files.lines import LineFile, appending
from othello.game import Game
from othello.matches.cores import on_cores, processor_seconds
from othello.matches.players import Player
from othello.matches.standing import Thinking
from othello.notation import BLACK

__all__ = ["Dialogue", "LateAnswer", "Seat", "Starts", "fault_of"]

LATENESS = 0.1
"""Seconds by which an answer may overstep a fixed time a move; a clock is never overstepped."""

HANGING = 5.0
"""Seconds beyond its clock after which an engine is no longer waited for."""

ENDLESS = 600.0
"""Seconds for a move without clock, or by a clock that stands still while others have the core."""

MOST_FAILURES = 2
"""So often an engine may fail to come up before its games are forfeited."""

SEED = "Seed"
"""The option that says how an engine's games differ."""


class LateAnswer(ClientError):
    """An answer that came after its time."""


class Starts:
    """How a player's engine has come up so far, at all the boards where it plays.

    One that never did is not waited for in each of its games: those are lost at once.
    """

    def __init__(self) -> None:
        self._failures: list[ClientError] = []
        self._has_started = False

    def start(self, player: Player) -> Client:
        """Start the engine.

        Raises
        ------
        ClientError, InvalidOption
            If it does not come up, or never has so far.
        """
        if not self._has_started and len(self._failures) >= MOST_FAILURES:
            raise self._failures[-1]
        try:
            client = player.start()
        except ClientError as error:
            self._failures.append(error)
            raise
        self._has_started = True
        return client


class Seat:
    """One player at one board: its engine, and its clock in the game at hand.

    Parameters
    ----------
    player : Player
        Who sits there.
    cores : set of int
        The processors its engine may run on; all of them if there are none.
    starts : Starts, optional
        Shared by all seats of the player.

    Attributes
    ----------
    left : float or None
        Seconds on the clock; None without one.
    thinking : Thinking
        What the game has cost so far.
    """

    def __init__(
        self,
        player: Player,
        cores: frozenset[int] = frozenset(),
        starts: Starts | None = None,
    ) -> None:
        self._player = player
        self._starts = starts or Starts()
        self._cores = cores
        self._client: Client | None = None
        self.left: float | None = None
        self.thinking = Thinking()

    def start(self) -> Client:
        """Start the engine unless it runs."""
        if self._client is None:
            with on_cores(self._cores):
                self._client = self._starts.start(self._player)
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
        client = self.start()
        before = processor_seconds(client.pid)
        answer = client.go(game, request, self._patience())
        after = processor_seconds(client.pid)
        used = 0.0 if before is None or after is None else after - before
        self.thinking = self.thinking.plus(Thinking(1, answer.seconds, answer.seconds, used))
        if self._player.by_processor:
            self._spend(used / self._player.threads, " of processor time")
        else:
            self._spend(answer.seconds, "")
        return answer

    def clock(self) -> tuple[int | None, int]:
        """Return the milliseconds left, None without a clock, and those that a move adds."""
        left = None if self.left is None else max(int(1000 * self.left), 0)
        return left, round(1000 * self._player.effort.inc)

    def _patience(self) -> float:
        """Return how long an answer is waited for."""
        budget = self.left
        if budget is None and self._player.effort.movetime is not None:
            budget = self._player.effort.movetime / 1000
        return ENDLESS if budget is None or self._player.by_processor else budget + HANGING

    def _spend(self, seconds: float, of_what: str) -> None:
        """Take the time of a move off the clock, or find it too long."""
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
        self._file: LineFile | None = None
        self._began = time.perf_counter()

    def __enter__(self) -> Dialogue:
        if self._path is not None:
            with suppress(FileNotFoundError):  # of a game that was interrupted
                self._path.unlink()
            self._file = appending(self._path, errors="backslashreplace")
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def write(self, name: str, direction: str, line: str) -> None:
        """Write a line, if there is a file."""
        if self._file is not None:
            elapsed = time.perf_counter() - self._began
            self._file.write(f"{elapsed:11.6f} {name} {direction} {line}")


def fault_of(error: OthelloError) -> str:
    """Return which of `othello.matches.standing.FAULTS` an error of an engine is."""
    if isinstance(error, IllegalAnswer):
        return "illegal"
    return "time" if isinstance(error, (EngineSilent, LateAnswer)) else "crash"
