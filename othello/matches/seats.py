"""A player during a game: its engine, its clock, and the log of its protocol."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from othello.client import Answer, Client, ClientError, EngineSilent, IllegalAnswer
from othello.errors import OthelloError
from othello.files.lines import LineFile, appending
from othello.game import Game
from othello.matches.cores import on_cores, processor_seconds
from othello.matches.players import Player
from othello.matches.standing import CRASH, ILLEGAL, TIME, Thinking
from othello.notation import BLACK

__all__ = ["Dialogue", "LateAnswer", "Seat", "Starts", "fault_of"]

LATENESS = 0.1
"""Seconds that an answer may take beyond a fixed time for each move; none beyond a clock."""

HANGING = 5.0
"""Seconds after its time is used up at which an engine is taken to hang."""

ENDLESS = 600.0
"""Seconds to wait for a move without a time limit, or with a limit on processor time.

Processor time stands still while other processes use the core, so it sets no limit to the wait.
"""

MOST_FAILURES = 2
"""Failed starts after which an engine that has never started loses all its games at once."""

SEED = "Seed"
"""The UGI option with the seed of an engine's random moves."""


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
        """Start the engine of `player`.

        Raises
        ------
        ClientError, InvalidOption
            If it does not start, or has failed too often to be tried again.
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
    """One player at one table: its engine process, and its clock in the current game.

    Parameters
    ----------
    player : Player
        The player.
    cores : set of int
        The processors its engine may run on; empty for all.
    starts : Starts, optional
        Shared by all seats of the player.

    Attributes
    ----------
    left : float or None
        Seconds left on the clock; None without a clock.
    thinking : Thinking
        Moves and times in the current game so far.
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
        """Return the engine's client; start the engine first if it does not run.

        Raises
        ------
        ClientError, InvalidOption
            If it does not start.
        """
        if self._client is None:
            with on_cores(self._cores):
                self._client = self._starts.start(self._player)
        return self._client

    def sit_down(self, dialogue: Dialogue, name: str, seed: int) -> None:
        """Begin a game: set the clock, start the engine if needed, tell it of the new game.

        Parameters
        ----------
        dialogue : Dialogue
            Gets each line sent to and received from the engine.
        name : str
            The player's name there.
        seed : int
            Seed of the engine's random moves, if the match is to set one.
        """
        self.left = self._player.effort.time
        self.thinking = Thinking()
        client = self.start()
        client.log = partial(dialogue.write, name)
        client.new_game()
        if self._player.is_random and client.find_option(SEED):
            client.set_option(SEED, seed)

    def move(self, game: Game, opponent: Seat) -> Answer:
        """Ask the engine for a move and take its time off the clock.

        Parameters
        ----------
        game : Game
            The game so far; this player is to move and has a legal move.
        opponent : Seat
            The other player, whose clock the engine is told too.

        Returns
        -------
        Answer
            The move with its evaluation and time.

        Raises
        ------
        ClientError
            If the player loses the game by it: an illegal move, a late answer, a dead engine.
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
        """Return the milliseconds left (None without a clock) and the increment of a move."""
        left = None if self.left is None else max(int(1000 * self.left), 0)
        return left, round(1000 * self._player.effort.inc)

    def _patience(self) -> float:
        """Return for how many seconds to wait for an answer."""
        budget = self.left
        if budget is None and self._player.effort.movetime is not None:
            budget = self._player.effort.movetime / 1000
        return ENDLESS if budget is None or self._player.by_processor else budget + HANGING

    def _spend(self, seconds: float, of_what: str) -> None:
        """Take the seconds of a move off the clock; raise LateAnswer if they are too many.

        `of_what` is put after the number of seconds in the error's message.
        """
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
        """Kill the engine, to start it again when it is next needed; return the end of its stderr.

        The text is empty if the engine did not run.
        """
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


class Dialogue:
    """The protocol log of a game: a file of lines with time, player, direction and text.

    Of the texts it takes `MOST_LOGGED` characters, as an engine may write without end.

    Parameters
    ----------
    folder : Path or None
        The folder of the file; None for no file.
    number : int
        The game's number.
    """

    def __init__(self, folder: Path | None, number: int) -> None:
        self._path = None if folder is None else folder / f"game-{number:04}.log"
        self._stderr = None if folder is None else folder / f"game-{number:04}.stderr"
        self._file: LineFile | None = None
        self._room = MOST_LOGGED
        self._began = time.perf_counter()

    def __enter__(self) -> Dialogue:
        if self._path is not None:
            for path in (self._path, self._stderr):  # left by an interrupted run of the same game
                if path is not None:
                    path.unlink(missing_ok=True)
            self._file = appending(self._path, errors="backslashreplace")
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def write(self, name: str, direction: str, line: str) -> None:
        """Write a line, if there is a file.

        Parameters
        ----------
        name : str
            The player.
        direction : str
            ``>`` for a line to the engine, ``<`` for one from it, ``!`` for a fault.
        line : str
            The text.
        """
        if self._file is not None and self._room > 0:
            elapsed = time.perf_counter() - self._began
            if len(line) > self._room:
                line = f"{line[: self._room]} ... and no more: the log is full"
            self._room -= len(line)
            self._file.write(f"{elapsed:11.6f} {name} {direction} {line}")

    def keep_stderr(self, text: str) -> Path | None:
        """Write the stderr of the engine whose fault ended the game to a file of its own.

        Return the file; None if there is no folder, or no text.
        """
        if self._stderr is None or not text:
            return None
        self._stderr.write_text(text, encoding="utf-8", errors="backslashreplace")
        return self._stderr


def fault_of(error: OthelloError) -> str:
    """Return the fault, one of `othello.matches.standing.FAULTS`, for an engine's error."""
    if isinstance(error, IllegalAnswer):
        return ILLEGAL
    return TIME if isinstance(error, (EngineSilent, LateAnswer)) else CRASH
