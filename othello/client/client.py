"""The client of an engine, and its plain face: methods that wait for the engine's answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from othello.board import BoardLike, no_board
from othello.client.gtp import GtpProtocol
from othello.client.nboard import NBoardProtocol
from othello.client.own_python import python_command
from othello.client.process import ClientError, EngineProcess, EngineSilent
from othello.client.protocol import (
    READY_SECONDS,
    Answer,
    Exchange,
    IllegalAnswer,
    PendingReply,
    Restart,
    Send,
    Step,
    WrongReply,
)
from othello.client.ugi import UgiProtocol
from othello.engine import Info
from othello.errors import FormatError, InvalidOption, quote, warn
from othello.fields import in_seconds
from othello.game import Game
from othello.limits import Limits, check_clocks, limits_of
from othello.protocol.ugi_text import GoRequest

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from othello._limit_keywords import LimitKeywords


T = TypeVar("T")

PROTOCOLS = {"ugi": UgiProtocol, "gtp": GtpProtocol, "nboard": NBoardProtocol}

LONGEST_WAIT = 1e6
"""The longest wait in seconds, eleven days; a lock's and a queue's own wait overflows at more."""

LEAVE_SECONDS = 1.0
"""Seconds that an engine has to end after ``quit`` before it is killed."""

START = "from othello.__main__ import main\nsys.exit(main())"
"""Python code that the process of our own engine runs."""


def own_command(protocol: str = "ugi") -> list[str]:
    """Return the command that starts this package's engine, from any working directory.

    >>> own_command("gtp")[-1]
    'gtp'
    """
    return [*python_command(START), protocol]


class BaseClient:
    """An engine in a process of its own: what the plain and the asynchronous client share."""

    PROTOCOL: ClassVar[str]
    """The protocol's name, which is also the command of ``othello`` that speaks it."""

    _STARTS_WHEN_MADE: ClassVar[bool] = True

    log: Callable[[str, str], object] | None

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]] | None = None,
        *,
        name: str | None = None,
        options: Mapping[str, object] | None = None,
        ready_timeout: float = READY_SECONDS,
    ) -> None:
        super().__init__()
        if isinstance(command, str) or not isinstance(command, (Sequence, type(None))):
            as_words = f", as in {command.split()}" if isinstance(command, str) else ""
            raise InvalidOption(
                f"invalid command {quote(command)}: expected a list of words{as_words}"
            )
        given = [*own_command(self.PROTOCOL), "--no-book"] if command is None else command
        words = [os.fspath(word) if isinstance(word, os.PathLike) else word for word in given]
        if not words or not all(isinstance(word, str) for word in words):
            raise InvalidOption(f"invalid command {quote(command)}: expected a list of words")
        if options is not None and not isinstance(options, Mapping):
            raise InvalidOption(f"invalid options {quote(options)}: expected a dict by name")
        program = os.path.basename(words[0])
        self._initial_options = dict(options or {})
        seconds = min(in_seconds("ready_timeout", ready_timeout), LONGEST_WAIT)
        self._protocol = PROTOCOLS[self.PROTOCOL](name or program, name is not None, seconds)
        self._process = EngineProcess(words, self.name)
        self.log = None
        # An exchange whose answer was not waited for, and would be taken for the next one.
        self._late: tuple[Exchange[Any], Step] | None = None
        if self._STARTS_WHEN_MADE:
            self._start()

    def __del__(self) -> None:
        if hasattr(self, "_process") and self._process.end_unclosed():
            warn(f"{self!r} was not closed: expected close() or with", ResourceWarning)

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{self!r} cannot be copied or pickled: it has a process of its own")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.name}{', closed' * self._process.is_closed}>"

    @property
    def name(self) -> str:
        """The engine's name: the one given, else the one it gives itself, else its program's."""
        return self._protocol.name

    @property
    def pid(self) -> int:
        """The process id of the engine."""
        return self._process.pid

    @property
    def options(self) -> Mapping[str, str]:
        """The engine's options by name, each with the engine's description of its values."""
        return self._protocol.options

    def find_option(self, name: str) -> str | None:
        """Return an option's name as the engine spells it; None if it has no such option.

        `name` is matched without case, blanks and punctuation.
        """
        return self._protocol.find_option(name)

    def stderr(self) -> str:
        """Return the end of what the engine has written to stderr, at most 64 kB."""
        return self._process.stderr

    # ------------------------------------------------------------------ for the subclasses

    def _start(self) -> None:
        """Start the engine, begin the session and set the options given to the client."""
        if self._process.is_started:  # it may still run
            self._close()
        self._late = None
        self._process.start()
        try:
            try:
                self._ask(self._protocol.greet())
            except EngineSilent as error:
                self._late = None
                reason = f"{error.reason}, started {self._process.started_as}"
                raise EngineSilent(self.name, reason) from None
            self._ask(self._protocol.set_options(self._initial_options))
        except BaseException:
            self._process.close()
            raise

    def _close(self) -> None:
        """Tell the engine to quit; kill it if it has not ended after a second."""
        try:
            with suppress(ClientError):
                self._send("quit")
        finally:  # even if `log` raises
            self._process.close(LEAVE_SECONDS)
            self._late = None  # no answer comes any more

    def _request_move(
        self,
        game: Game | BoardLike,
        limits: Limits | GoRequest | None,
        timeout: float | None,
        keywords: dict[str, Any],
    ) -> tuple[Exchange[Answer], float | None]:
        """Return the exchange that asks for a move, and the seconds to wait for the answer."""
        if "request" in keywords:
            _warn("request", "limits")
            limits = keywords.pop("request")
        if isinstance(limits, GoRequest) and timeout is None and "seconds" in keywords:
            _warn("seconds beside a GoRequest", "timeout")
            timeout = keywords.pop("seconds")
        if not isinstance(limits, GoRequest):
            limits = limits_of(limits, keywords)
        elif keywords:
            raise InvalidOption(f"limits given twice: as GoRequest and as {', '.join(keywords)}")
        if timeout is not None:
            timeout = min(in_seconds("timeout", timeout), LONGEST_WAIT)
        if game is None:
            raise no_board(game)
        if isinstance(game, str) and game.strip():  # an empty one is no position: moves were lost
            try:
                game = Game.parse(game)
            except FormatError:  # then a position: startpos, a FEN
                game = Game(start=game)
        elif not isinstance(game, Game):
            game = Game(start=game)
        if isinstance(limits, Limits):
            check_clocks(limits, game.board.turn)
        return self._protocol.go(game, self._protocol.request(limits, timeout)), timeout

    def _ping(self) -> Exchange[float]:
        protocol = self._protocol
        assert isinstance(protocol, UgiProtocol)
        return protocol.ping()

    def _ask(self, exchange: Exchange[T]) -> T:
        """Carry out an exchange that needs no search, as `_talk`."""
        return self._talk(exchange, self._protocol.ready_timeout)

    def _talk(
        self,
        exchange: Exchange[T],
        patience: float | None,
        on_info: Callable[[Info], object] | None = None,
    ) -> T:
        """Carry out an exchange and return its result.

        Wait up to `patience` seconds for the answer that an earlier exchange still waits for. If an
        answer does not come in time, raise EngineSilent; the next exchange waits for it first.
        """
        self._catch_up(patience)
        reply: Any = None
        heard = ""  # the last line since one was sent
        while True:
            step: Step | None = None  # None: the exchange itself is running
            try:
                step = exchange.send(reply)
                self._process.name = self.name
                if isinstance(step, Send):
                    reply, heard = self._send(step.line), ""
                    if isinstance(step, Restart):
                        self._process.close(LEAVE_SECONDS)
                        self._process.start()
                elif isinstance(step, PendingReply):
                    reply = self._receive(step)
                else:
                    reply = None if on_info is None else on_info(step)
            except StopIteration as end:
                value: T = end.value
                return value
            except BaseException as error:  # of `on_info`, Ctrl-C, or `interrupt`
                if isinstance(error, ClientError) and not isinstance(step, Info):
                    raise  # this engine's own; `on_info` may raise that of another one
                if step is not None:
                    self._leave(exchange, step)
                elif not isinstance(error, Exception):  # Ctrl-C: what is waited for is lost
                    self._process.kill()
                raise
            if isinstance(step, PendingReply) and reply is None:
                self._leave(exchange, step)
                reason = f"no {step.what} within {step.seconds:.3g} s of {quote(step.command)}"
                if heard:
                    reason += f", but {quote(heard)}"
                raise EngineSilent(self.name, reason + self._process.last_words())
            if isinstance(step, PendingReply):
                heard = reply[1]

    def _leave(self, exchange: Exchange[Any], step: Step) -> None:
        """Leave an exchange before its end; tell the engine to end its search."""
        if isinstance(step, Send):  # perhaps half a line has been sent
            self._process.kill()
            return
        self._late = exchange, step
        line = self._protocol.interrupt_line()
        if line is not None:
            with suppress(ClientError):
                self._send(line)

    def _catch_up(self, patience: float | None) -> None:
        """Go on with an exchange that was left, and forget its outcome."""
        if self._late is None:
            return
        exchange, step = self._late
        what, command = step[:2] if isinstance(step, PendingReply) else ("answer", "")
        pending = PendingReply.begin(what, command, patience)
        with suppress(StopIteration, WrongReply, IllegalAnswer):
            while not isinstance(step, Send):
                reply = None
                if isinstance(step, PendingReply):
                    reply = self._receive(pending)
                    if reply is None:
                        raise EngineSilent(self.name, f"still no {what} to {quote(command)}")
                step = exchange.send(reply)
                self._late = exchange, step
        exchange.close()
        self._late = None

    def _send(self, line: str) -> float:
        """Send `line` and return the time at which it was sent."""
        sent = self._process.send(line)
        self._record(">", line)
        return sent

    def _receive(self, pending: PendingReply) -> tuple[float, str] | None:
        """Return the next line and the time at which it came; None if it did not in time."""
        received = self._process.receive(pending.deadline)
        if received is not None:
            try:
                self._record("<", received[1])
            except BaseException:  # of `log`: the next call needs the line
                self._process.put_back(received)
                raise
        return received

    def _record(self, direction: str, line: str) -> None:
        if self.log is not None:
            self.log(direction, line)


class Client(BaseClient):
    """An engine in a process of its own; the base of `UgiClient`, `GtpClient` and `NBoardClient`.

    Parameters
    ----------
    command : sequence of str or path, optional
        The engine's program, as a text or `Path`, and its arguments, one word each, such as
        ``["edax", "-gtp"]``; this package's engine by default.
    name : str, optional
        The engine's name in errors; by default the one it gives itself.
    options : mapping, optional
        Options to set after the start, by name, as `set_option` does.
    ready_timeout : float
        Seconds to wait for each answer that needs no search, such as that to the greeting.

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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        self._ask(self._protocol.set_option(name, value))

    def new_game(self) -> None:
        """Tell the engine that a new game begins."""
        self._ask(self._protocol.new_game())

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
            The move, the last report on the best line, and the time in seconds. With `multipv` the
            reports on the other lines go to `on_info` alone.

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
        exchange, timeout = self._request_move(game, limits, timeout, dict(keywords))
        return self._talk(exchange, timeout, on_info)

    def stop(self) -> None:
        """End the search whose answer another thread waits for."""
        self._send(self._protocol.stop_line())

    close = BaseClient._close

    def kill(self) -> None:
        """Kill the engine at once; any thread may call this."""
        self._process.close()


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

    def ping(self) -> float:
        """Return how many seconds a line and its answer take, on the way and without a search."""
        return self._ask(self._ping())


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


class NBoardClient(Client):
    """An engine for NBoard, which can be given a depth or clocks.

    The protocol has no word to take a depth back. For a search without one after a search with one
    the engine is therefore started again.

    Reports have the selectivity 100, as the protocol does not say what it was.

    Examples
    --------
    >>> with NBoardClient() as engine:
    ...     engine.go(Game("f5d6"), depth=3).info.depth
    3
    """

    PROTOCOL = "nboard"


def _warn(old: str, new: str) -> None:
    warn(f"{old}: expected {new}=...", DeprecationWarning)
