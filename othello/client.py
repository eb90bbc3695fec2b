"""Play with any UGI engine, ours or another, in a process of its own.

A client keeps no game: each `go` says where the game stands. What an engine does wrong is an error
that names it and quotes the line: see `othello.engine_process`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from othello.board import Board
from othello.engine import Info
from othello.engine_process import ClientError, EngineDied, EngineProcess, EngineSilent
from othello.errors import InvalidMove, InvalidOption, quote
from othello.game import Game
from othello.notation import PASS, Move, format_moves, parse_move
from othello.protocol.ugi_text import GoRequest, format_go, format_move, parse_info

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

__all__ = [
    "Answer",
    "ClientError",
    "EngineDied",
    "EngineSilent",
    "IllegalAnswer",
    "UgiClient",
    "WrongReply",
    "own_command",
]

READY_SECONDS = 30.0
"""For an answer that needs no thinking; starting a program may take long on a busy machine."""

LEAVE_SECONDS = 1.0
"""For the engine to leave after ``quit``, before it is killed."""

REFUSAL = "info string error"
"""How an engine says that a command was wrong, if it says so at all."""

QUOTED_REFUSAL = 300
"""Characters of a refusal that are quoted: it may list what is expected instead."""


class WrongReply(ClientError):
    """The engine refuses what it was told."""


class IllegalAnswer(ClientError):
    """The engine's move is illegal, or is no move."""


class Answer(NamedTuple):
    """What an engine answers to ``go``.

    Attributes
    ----------
    move : Move
        Its move; a pass when the game is over.
    info : Info or None
        Its last report on the best line, if it made any.
    seconds : float
        From sending the command to the arrival of the answer.
    """

    move: Move
    info: Info | None
    seconds: float


def own_command() -> list[str]:
    """Return the command that starts this package's engine."""
    return [sys.executable, "-m", "othello", "ugi"]


class UgiClient:
    """A UGI engine in a process of its own.

    Parameters
    ----------
    command : sequence of str, optional
        Its program and arguments; this package's engine by default.
    name : str, optional
        What to call it in errors; by default what it calls itself.
    options : mapping, optional
        Options to set at once, as `set_option` does.

    Attributes
    ----------
    options : dict
        The options it has, by name: what it says of their values.
    log : callable or None
        Called with ``">"`` and each line sent, ``"<"`` and each line read.

    Examples
    --------
    >>> with UgiClient(options={"hash": 1}) as engine:
    ...     answer = engine.go(Game("f5d6"), GoRequest(depth=3))
    >>> answer.move in Board.from_moves("f5d6").legal_moves(), answer.info.depth
    (True, 3)
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        name: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        command = own_command() if command is None else command
        self.options: dict[str, str] = {}
        self.log: Callable[[str, str], object] | None = None
        self._process = EngineProcess(command, name or os.path.basename(command[0]))
        try:
            self._introduce(named=name is not None)
            for option, value in (options or {}).items():
                self.set_option(option, value)
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<UgiClient of {self.name}>"

    @property
    def name(self) -> str:
        """What to call the engine."""
        return self._process.name

    # ------------------------------------------------------------------ commands

    def set_option(self, name: str, value: object = None) -> None:
        """Set an option.

        Parameters
        ----------
        name : str
            One of `options`, matched without case, blanks and underscores.
        value : object
            None for a button.

        Raises
        ------
        InvalidOption
            If the engine has no such option.
        WrongReply
            If it refuses the value.
        """
        option = self.find_option(name)
        if option is None:
            known = ", ".join(self.options) or "none, as it has no options"
            raise InvalidOption(f"{self.name}: no option {quote(name)}: expected {known}")
        words = ["setoption", "name", option]
        if value is not None:
            words += ["value", str(value).lower() if isinstance(value, bool) else str(value)]
        self._tell(" ".join(words))

    def find_option(self, name: str) -> str | None:
        """Return the option `name` stands for, as the engine spells it; None if there is none."""
        return {_letters(option): option for option in self.options}.get(_letters(name))

    def new_game(self) -> None:
        """Let the engine forget the last game."""
        self._tell("uginewgame")

    def go(self, game: Game, request: GoRequest, seconds: float | None = None) -> Answer:
        """Return the engine's move where `game` stands.

        Parameters
        ----------
        game : Game
            The engine is told where it began and its moves.
        request : GoRequest
            How far to search.
        seconds : float, optional
            How long to wait for the answer; for ever by default.

        Raises
        ------
        IllegalAnswer, EngineSilent, EngineDied
            The game and this client can go on after the first only.
        """
        self._send(_position_command(game))
        command = format_go(request)
        sent = self._send(command)
        info, line, elapsed = None, "", 0.0
        for arrived, line in self._read_until("bestmove", seconds, command):
            elapsed = arrived - sent
            if line.startswith("info "):
                report = parse_info(line)
                info = report if report is not None and report.rank == 1 else info
        return Answer(self._read_move(line, game.board), info, elapsed)

    def close(self) -> None:
        """Let the engine leave, or kill it if it does not."""
        with suppress(ClientError):
            self._send("quit")
        self._process.close(LEAVE_SECONDS)

    def kill(self) -> None:
        """End the engine at once; any thread may call this."""
        self._process.close()

    # ------------------------------------------------------------------ inside

    def _introduce(self, named: bool) -> None:
        self._send("ugi")
        for _, line in self._read_until("ugiok", READY_SECONDS, "ugi"):
            if line.startswith("id name ") and not named:
                self._process.name = line.removeprefix("id name ").strip()
            elif line.startswith("option name "):
                name, _, values = line.removeprefix("option name ").partition(" type ")
                self.options[name.strip()] = values

    def _tell(self, command: str) -> None:
        """Send a command that has no answer; wait until the engine has acted on it."""
        self._send(command)
        self._send("isready")
        refusal = None
        for _, line in self._read_until("readyok", READY_SECONDS, command):
            if line.startswith(REFUSAL):
                refusal = ascii(line[:QUOTED_REFUSAL])
        if refusal is not None:
            raise WrongReply(self.name, f"{quote(command)} was answered by {refusal}")

    def _send(self, line: str) -> float:
        """Send `line` and return when."""
        if self.log is not None:
            self.log(">", line)
        return self._process.send(line)

    def _read_until(
        self, word: str, seconds: float | None, command: str
    ) -> Iterator[tuple[float, str]]:
        """Yield lines and when they arrived, up to the first that begins with `word`."""
        deadline = None if seconds is None else time.perf_counter() + seconds
        while True:
            received = self._process.receive(deadline)
            if received is None:
                reason = f"no {word} within {seconds:.3g} s of {quote(command)}"
                raise EngineSilent(self.name, reason)
            if self.log is not None:
                self.log("<", received[1])
            yield received
            if received[1].split(maxsplit=1)[:1] == [word]:
                return

    def _read_move(self, line: str, board: Board) -> Move:
        """Return the move of a ``bestmove`` line."""
        legal = board.legal_moves()
        with suppress(InvalidMove, IndexError):
            move = parse_move(line.split()[1])
            if move in (legal or [PASS]):
                return move
        expected = format_moves(legal, " ") or format_move(PASS)
        reason = f"illegal {quote(line)} on {board.to_obf()}: expected {expected}"
        raise IllegalAnswer(self.name, reason)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def _position_command(game: Game) -> str:
    start = "startpos" if game.start == Board() else f"fen {game.start.to_fen()}"
    moves = " ".join(map(format_move, game.moves))
    return f"position {start}" + (f" moves {moves}" if moves else "")
