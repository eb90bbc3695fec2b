"""Clients that wait for each answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, TypeVar

from othello.client.command import command_words
from othello.client.gtp import GtpSpeaker
from othello.client.nboard import NBoardSpeaker
from othello.client.process import ClientError, EngineProcess, EngineSilent
from othello.client.talk import Answer, Say, Speaker, Talk
from othello.client.ugi import UgiSpeaker
from othello.engine import Info
from othello.game import Game
from othello.protocol.ugi_text import GoRequest

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["Client", "GtpClient", "NBoardClient", "UgiClient"]

LEAVE_SECONDS = 1.0
"""For the engine to leave after ``quit``, before it is killed."""

T = TypeVar("T")


class Client:
    """An engine in a process of its own; `UgiClient`, `GtpClient` and `NBoardClient` are its kinds.

    What an engine does wrong is a `ClientError` that names it and quotes the line.

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
    log : callable or None
        Called with ``">"`` and each line sent, ``"<"`` and each line read.
    """

    PROTOCOL: ClassVar[str]
    SPEAKER: ClassVar[type[Speaker]]

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        name: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        command = command_words(command, self.PROTOCOL)
        self.log: Callable[[str, str], object] | None = None
        self._speaker = self.SPEAKER(name or os.path.basename(command[0]), name is not None)
        self._process = EngineProcess(command, self._speaker.name)
        try:
            self._run(self._speaker.greet())
            self._run(self._speaker.set_options(options or {}))
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
        return f"<{type(self).__name__} of {self.name}>"

    @property
    def name(self) -> str:
        """What to call the engine."""
        return self._speaker.name

    @property
    def pid(self) -> int:
        """The number of the engine's process."""
        return self._process.pid

    @property
    def options(self) -> Mapping[str, str]:
        """The options it has, by name: what it says of their values."""
        return self._speaker.options

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
        self._run(self._speaker.set_option(name, value))

    def find_option(self, name: str) -> str | None:
        """Return the option `name` stands for, as the engine spells it; None if there is none."""
        return self._speaker.find_option(name)

    def new_game(self) -> None:
        """Let the engine forget the last game."""
        self._run(self._speaker.new_game())

    def go(
        self,
        game: Game,
        request: GoRequest | None = None,
        seconds: float | None = None,
        *,
        on_info: Callable[[Info], object] | None = None,
    ) -> Answer:
        """Return the engine's move where `game` stands.

        Parameters
        ----------
        game : Game
            The engine is told where it began and its moves.
        request : GoRequest, optional
            How far to search; as far as the engine sees fit by default.
        seconds : float, optional
            How long to wait for the answer; for ever by default.
        on_info : callable, optional
            Called with each `Info` that the search reports.

        Raises
        ------
        InvalidOption
            If the protocol has no word for something in `request`, or for where `game` began.
        IllegalAnswer, EngineSilent, EngineDied
            The game and this client can go on after the first only.
        """
        self._speaker.on_info = on_info
        return self._run(self._speaker.go(game, request or GoRequest(), seconds))

    def stop(self) -> None:
        """End the search whose answer another thread waits for."""
        self._send(self._speaker.stop_line())

    def close(self) -> None:
        """Let the engine leave, or kill it if it does not."""
        with suppress(ClientError):
            self._send("quit")
        self._process.close(LEAVE_SECONDS)

    def kill(self) -> None:
        """End the engine at once; any thread may call this."""
        self._process.close()

    # ------------------------------------------------------------------ inside

    def _run(self, talk: Talk[T]) -> T:
        """Carry out a talk and return what it returns."""
        reply: object = None
        try:
            while True:
                step = talk.send(reply)
                self._process.name = self.name
                if isinstance(step, Say):
                    reply = self._send(step.line)
                else:
                    reply = self._process.receive(step.deadline)
                    if reply is not None and self.log is not None:
                        self.log("<", reply[1])
        except StopIteration as end:
            value: T = end.value
            return value
        except EngineSilent as error:
            raise EngineSilent(error.engine, error.reason + self._process.last_words()) from None

    def _send(self, line: str) -> float:
        """Send `line` and return when."""
        if self.log is not None:
            self.log(">", line)
        return self._process.send(line)


class UgiClient(Client):
    """A UGI engine.

    Examples
    --------
    >>> from othello import Board
    >>> with UgiClient(options={"hash": 1}) as engine:
    ...     answer = engine.go(Game("f5d6"), GoRequest(depth=3))
    >>> answer.move in Board.from_moves("f5d6").legal_moves(), answer.info.depth
    (True, 3)
    """

    PROTOCOL = "ugi"
    SPEAKER = UgiSpeaker


class GtpClient(Client):
    """A GTP engine, which is told its moves one by one; it can be given times, but no depth.

    Examples
    --------
    >>> with GtpClient() as engine:
    ...     answer = engine.go(Game("f5d6"), GoRequest(movetime=10), seconds=60)
    >>> answer.move in Game("f5d6").board.legal_moves(), answer.info
    (True, None)
    """

    PROTOCOL = "gtp"
    SPEAKER = GtpSpeaker


class NBoardClient(Client):
    """An engine for NBoard, which can be given a depth or clocks.

    Examples
    --------
    >>> with NBoardClient() as engine:
    ...     engine.go(Game("f5d6"), GoRequest(depth=3)).info.depth
    3
    """

    PROTOCOL = "nboard"
    SPEAKER = NBoardSpeaker
