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

__all__ = ["Dialogue", "LateAnswer", "Seat", "fault_of"]

LATENESS = 0.1
"""Seconds by which an answer may overstep a fixed time a move; a clock is never overstepped."""

HANGING = 5.0
"""Seconds beyond its clock after which an engine is no longer waited for."""

ENDLESS = 600.0
"""Seconds for a move without clock."""

SEED = "Seed"
"""The option that says how an engine's games differ."""


class LateAnswer(ClientError):
    """An answer that came after its time."""


class Seat:
    """One player at one board: its engine, and its clock in the game at hand.

    Parameters
    ----------
    player : Player
        Who sits there.
    cores : set of int
        The processors its engine may run on; all of them if there are none.

    Attributes
    ----------
    left : float or None
        Seconds on the clock; None without one.
    thinking : Thinking
        What the game has cost so far.
    """

    def __init__(self, player: Player, cores: frozenset[int] = frozenset()) -> None:
        self._player = player
        self._cores = cores
        self._client: Client | None = None
        self.left: float | None = None
        self.thinking = Thinking()

    def start(self) -> Client:
        """Start the engine unless it runs."""
        if self._client is None:
            with on_cores(self._cores):
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
        client = self.start()
        before = processor_seconds(client.pid)
        answer = client.go(game, request, self._patience())
        after = processor_seconds(client.pid)
        used = 0.0 if before is None or after is None else after - before
        self._spend(answer.seconds, used)
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

    def _spend(self, seconds: float, used: float) -> None:
        self.thinking = self.thinking.plus(Thinking(1, seconds, seconds, used))
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
