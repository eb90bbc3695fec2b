"""Clients whose methods wait for the engine's answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from othello.board import BoardLike
from othello.client.base import LEAVE_SECONDS, OPTIONS_OF_THE_ENGINE, BaseClient, Steps
from othello.client.gtp import GtpProtocol
from othello.client.nboard import NBoardProtocol
from othello.client.process import ClientError, EngineProcess
from othello.client.protocol import Answer, Receive, Send
from othello.client.ugi import UgiProtocol
from othello.engine import Info
from othello.errors import checks_keywords
from othello.game import Game
from othello.limits import Limits
from othello.protocol.ugi_text import GoRequest

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from othello.limits import LimitKeywords

__all__ = ["Client", "GtpClient", "NBoardClient", "UgiClient"]

T = TypeVar("T")


class Client(BaseClient):
    """An engine in a process of its own; the base of `UgiClient`, `GtpClient` and `NBoardClient`.

    Parameters
    ----------
    command : sequence of str, optional
        The engine's program and arguments; this package's engine by default.
    name : str, optional
        The engine's name in errors; by default the one it gives itself.
    options : mapping, optional
        Options to set after the start, by name, as `set_option` does.

    Attributes
    ----------
    log : callable or None
        Called with ``">"`` and each line sent, ``"<"`` and each line received.

    Raises
    ------
    ClientError
        If the engine cannot be started or does not answer as its protocol demands. The error names
        the engine and quotes the line.
    InvalidOption
        If the engine has no such option.
    """

    @checks_keywords(**OPTIONS_OF_THE_ENGINE)
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
            self._run(self._begin())
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process id of the engine."""
        return self._process.pid

    # ------------------------------------------------------------------ commands

    def set_option(self, name: str, value: object = None) -> None:
        """Set an option.

        Parameters
        ----------
        name : str
            One of `options`, matched without case, blanks and punctuation.
        value : object
            The value, sent as text; None for a button.

        Raises
        ------
        InvalidOption
            If the engine has no such option.
        WrongReply
            If the engine refuses the value.
        """
        self._run(self._talk(self._protocol.set_option(name, value)))

    def new_game(self) -> None:
        """Tell the engine that a new game begins."""
        self._run(self._talk(self._protocol.new_game()))

    def go(
        self,
        game: Game | BoardLike,
        limits: Limits | GoRequest | None = None,
        timeout: float | None = None,
        *,
        on_info: Callable[[Info], object] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Answer:
        """Ask for a move in the position that `game` has reached.

        Parameters
        ----------
        game : Game, or a text of one, or Board
            The game so far; its start position and moves are sent to the engine.
        limits : Limits, optional
            Limits of the search, as for `Engine.search`; its fields may be given as keywords
            instead. By default the engine decides. A `GoRequest` has the words of UGI.
        timeout : float, optional
            Seconds to wait for the answer; without limit by default. The engine is not told.
        on_info : callable, optional
            Called with each `Info` that the search reports. What it raises ends the search.

        Returns
        -------
        Answer
            The move, the last report on the best line, and the time in seconds.

        Raises
        ------
        InvalidOption
            If the protocol cannot express a limit or the start position of `game`.
        IllegalAnswer
            If the move is illegal; the client can still be used.
        EngineSilent
            If no answer comes in time. The engine is told to stop, if its protocol has a word for
            that, and the client can still be used: the next call waits for the late answer first.
        EngineDied
            If the engine has ended; later calls raise the same.

        Examples
        --------
        >>> with UgiClient() as engine:
        ...     answers = [engine.go("f5d6", depth=4), engine.go("f5d6", level=2)]
        >>> [answer.info.depth for answer in answers]
        [4, 2]
        """
        return self._run(self._search(game, limits, timeout, on_info, dict(keywords)))

    def stderr(self) -> str:
        """Return the end of what the engine has written to stderr, at most 64 kB."""
        return self._process.stderr()

    def stop(self) -> None:
        """End the search whose answer another thread waits for."""
        self._send(self._protocol.stop_line())

    def close(self) -> None:
        """Tell the engine to quit; kill it if it has not ended after a second."""
        with suppress(ClientError):
            self._send("quit")
        self._process.close(LEAVE_SECONDS)
        self._late = None  # no answer comes any more

    def kill(self) -> None:
        """Kill the engine at once; any thread may call this."""
        self._process.close()

    # ------------------------------------------------------------------ inside

    def _run(self, steps: Steps[T]) -> T:
        """Send and receive what `steps` yields, and return its result."""
        reply: object = None
        error: BaseException | None = None
        try:
            while True:
                step = steps.send(reply) if error is None else steps.throw(error)
                reply = error = None
                self._process.name = self.name
                try:
                    reply = self._send(step.line) if isinstance(step, Send) else self._receive(step)
                except BaseException as caught:
                    error = caught
        except StopIteration as end:
            value: T = end.value
            return value

    def _send(self, line: str) -> float:
        """Send `line` and return the time at which it was sent."""
        self._record(">", line)
        return self._process.send(line)

    def _receive(self, step: Receive) -> tuple[float, str] | None:
        """Return the next line and the time at which it came; None if it did not in time."""
        received = self._process.receive(step.pending.deadline)
        if received is not None:
            self._record("<", received[1])
        return received

    def _last_words(self) -> str:
        return self._process.last_words()


class UgiClient(Client):
    """A UGI engine.

    Examples
    --------
    >>> from othello import Board
    >>> with UgiClient(options={"hash": 1}) as engine:
    ...     answer = engine.go(Game("f5d6"), depth=3)
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
    ...     answer = engine.go(Game("f5d6"), seconds=0.01, timeout=60)
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
    ...     engine.go(Game("f5d6"), depth=3).info.depth
    3
    """

    PROTOCOL = "nboard"
    _PROTOCOL_CLASS = NBoardProtocol
