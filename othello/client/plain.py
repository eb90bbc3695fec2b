"""Clients that wait for each answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from othello.client.base import LEAVE_SECONDS, BaseClient
from othello.client.gtp import GtpProtocol
from othello.client.nboard import NBoardProtocol
from othello.client.process import ClientError, EngineProcess, EngineSilent
from othello.client.protocol import Answer, Exchange, Send
from othello.client.ugi import UgiProtocol
from othello.engine import Info
from othello.game import Game
from othello.protocol.ugi_text import GoRequest

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

__all__ = ["Client", "GtpClient", "NBoardClient", "UgiClient"]

T = TypeVar("T")


class Client(BaseClient):
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
        Called with ``">"`` and each line sent, ``"<"`` and each line received.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        name: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(command, name=name, options=options)
        self._process = EngineProcess(self._command, self.name)
        try:
            self._run(self._greet())
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

    @property
    def pid(self) -> int:
        """The number of the engine's process."""
        return self._process.pid

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
        self._run(self._protocol.set_option(name, value))

    def new_game(self) -> None:
        """Let the engine forget the last game."""
        self._run(self._protocol.new_game())

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
            Its start position and moves are sent to the engine.
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
        return self._run(self._search(game, request, seconds, on_info))

    def stop(self) -> None:
        """End the search whose answer another thread waits for."""
        self._send(self._protocol.stop_line())

    def close(self) -> None:
        """Let the engine leave, or kill it if it does not."""
        with suppress(ClientError):
            self._send("quit")
        self._process.close(LEAVE_SECONDS)

    def kill(self) -> None:
        """End the engine at once; any thread may call this."""
        self._process.close()

    # ------------------------------------------------------------------ inside

    def _run(self, exchange: Exchange[T]) -> T:
        """Carry out an exchange and return what it returns."""
        reply: object = None
        try:
            while True:
                step = exchange.send(reply)
                self._process.name = self.name
                if isinstance(step, Send):
                    reply = self._send(step.line)
                else:
                    reply = self._process.receive(step.deadline)
                    if reply is not None:
                        self._record("<", reply[1])
        except StopIteration as end:
            value: T = end.value
            return value
        except EngineSilent as error:
            raise EngineSilent(error.engine, error.reason + self._process.last_words()) from None

    def _send(self, line: str) -> float:
        """Send `line` and return when."""
        self._record(">", line)
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
    _PROTOCOL_CLASS = UgiProtocol


class GtpClient(Client):
    """A GTP engine. Moves are sent one by one; it takes times, but no depth.

    Examples
    --------
    >>> with GtpClient() as engine:
    ...     answer = engine.go(Game("f5d6"), GoRequest(movetime=10), seconds=60)
    >>> answer.move in Game("f5d6").board.legal_moves(), answer.info
    (True, None)
    """

    PROTOCOL = "gtp"
    _PROTOCOL_CLASS = GtpProtocol


class NBoardClient(Client):
    """An engine for NBoard, which can be given a depth or clocks.

    Examples
    --------
    >>> with NBoardClient() as engine:
    ...     engine.go(Game("f5d6"), GoRequest(depth=3)).info.depth
    3
    """

    PROTOCOL = "nboard"
    _PROTOCOL_CLASS = NBoardProtocol
