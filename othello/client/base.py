"""The base class of the plain and the asynchronous clients: all but sending and receiving."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, TypeVar

from othello.board import BoardLike
from othello.client.command import command_words
from othello.client.process import ClientError, EngineSilent
from othello.client.protocol import (
    GREETINGS,
    READY_SECONDS,
    Answer,
    ClientProtocol,
    Exchange,
    IllegalAnswer,
    PendingReply,
    Receive,
    Report,
    Send,
    WrongReply,
    protocol_of,
)
from othello.engine import Info
from othello.errors import FormatError, InvalidOption, quote
from othello.game import Game
from othello.limits import Limits, in_seconds, limits_of
from othello.protocol.ugi_text import GoRequest

__all__ = ["LEAVE_SECONDS", "OPTIONS_OF_THE_ENGINE", "BaseClient", "Steps"]

T = TypeVar("T")

Steps = Generator["Send | Receive", Any, T]
"""What is sent and received, one after the other; `BaseClient` makes them out of an exchange."""

OPTIONS_OF_THE_ENGINE = dict.fromkeys(
    ("hash", "hash_mb", "threads", "level", "strength"),
    "it is an option of the engine: options={'Hash': 64}.",
)
"""What to do instead of giving a client the engine's settings as keywords."""

OTHER_SECONDS = 1.0
"""Seconds to wait for an answer in another protocol from a program that gives none in its own."""

LEAVE_SECONDS = 1.0
"""Seconds that an engine has to end after ``quit`` before it is killed."""


class BaseClient:
    """The command, name and options of an engine, and the exchanges with it.

    Parameters
    ----------
    command : sequence of str, optional
        The engine's program and arguments; this package's engine by default.
    name : str, optional
        The engine's name in errors; by default the one it gives itself.
    options : mapping, optional
        Options to set after the start, by name.

    Attributes
    ----------
    log : callable or None
        Called with ``">"`` and each line sent, ``"<"`` and each line received.
    """

    PROTOCOL: ClassVar[str]
    """The protocol's name, which is also the command of ``othello`` that speaks it."""

    _PROTOCOL_CLASS: ClassVar[type[ClientProtocol]]

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        name: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self._command = command_words(command, self.PROTOCOL)
        if options is not None and not isinstance(options, Mapping):
            raise InvalidOption(f"invalid options {quote(options)}: expected a dict by name")
        self._initial_options = dict(options or {})
        program = os.path.basename(self._command[0])
        self._protocol = self._PROTOCOL_CLASS(name or program, name is not None)
        self.log: Callable[[str, str], object] | None = None
        # An exchange whose answer was not waited for, and would be taken for the next one.
        self._late: tuple[Exchange[Any], Send | Receive | Report] | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.name}>"

    @property
    def name(self) -> str:
        """The engine's name: the one given, else the one it gives itself, else its program's."""
        return self._protocol.name

    @property
    def options(self) -> Mapping[str, str]:
        """The engine's options by name, each with the engine's description of its values."""
        return self._protocol.options

    def find_option(self, name: str) -> str | None:
        """Return an option's name as the engine spells it; None if it has no such option.

        `name` is matched without case, blanks and punctuation.
        """
        return self._protocol.find_option(name)

    def kill(self) -> None:
        """Kill the engine at once."""
        raise NotImplementedError

    def _last_words(self) -> str:
        """Return the last line on the engine's stderr as error messages quote it."""
        raise NotImplementedError

    # ------------------------------------------------------------------ exchanges

    def _begin(self) -> Steps[None]:
        """Begin the session and set the options given to the client."""
        try:
            yield from self._talk(self._protocol.greet())
        except EngineSilent:
            self._late = None
            yield from self._ask_in_other_protocols()
            raise
        yield from self._talk(self._protocol.set_options(self._initial_options))

    def _ask_in_other_protocols(self) -> Steps[None]:
        """Raise WrongReply if a silent program answers the greeting of another protocol."""
        for line in (GREETINGS[name] for name in GREETINGS if name != self.PROTOCOL):
            yield Send(line)
        pending = PendingReply.begin("", "", OTHER_SECONDS)
        while (received := (yield Receive(pending))) is not None:
            spoken = protocol_of(received[1])
            if spoken not in (None, self.PROTOCOL):
                raise self._protocol.other_protocol(spoken, received[1])

    def _search(
        self,
        game: Game | BoardLike,
        limits: Limits | GoRequest | None,
        timeout: float | None,
        on_info: Callable[[Info], object] | None,
        keywords: dict[str, Any],
    ) -> Steps[Answer]:
        """Ask for a move; each report of the search is passed to `on_info`."""
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
            timeout = in_seconds("timeout", timeout)
        if isinstance(game, str):
            try:
                game = Game.parse(game)
            except FormatError:  # then a position: startpos, a FEN
                game = Game(start=game)
        elif not isinstance(game, Game):
            game = Game(start=game)
        request = self._protocol.request(limits, timeout)
        return self._talk(self._protocol.go(game, request), timeout, on_info)

    def _talk(
        self,
        exchange: Exchange[T],
        patience: float | None = READY_SECONDS,
        on_info: Callable[[Info], object] | None = None,
    ) -> Steps[T]:
        """Carry out an exchange and return its result.

        Parameters
        ----------
        exchange : generator
            See `othello.client.protocol`.
        patience : float or None
            Seconds to wait for an answer that an earlier exchange still waits for.
        on_info : callable, optional
            Called with what a search reports.

        Raises
        ------
        EngineSilent
            If an answer does not come in time. The next exchange waits for it first.
        """
        yield from self._catch_up(patience)
        reply: object = None
        while True:
            try:
                step = exchange.send(reply)
            except StopIteration as end:
                value: T = end.value
                return value
            try:
                if isinstance(step, Report):
                    reply = on_info(step.info) if on_info is not None else None
                    continue
                reply = yield step
            except (ClientError, GeneratorExit):
                raise
            except BaseException:  # of `on_info`, Ctrl-C, or a cancelled task
                yield from self._leave(exchange, step)
                raise
            if isinstance(step, Receive) and reply is None:
                what, command, seconds, _ = step.pending
                yield from self._leave(exchange, step)
                reason = f"no {what} within {seconds:.3g} s of {quote(command)}"
                raise EngineSilent(self.name, reason + self._last_words())

    def _leave(self, exchange: Exchange[Any], step: Send | Receive | Report) -> Steps[None]:
        """Leave an exchange before its end; tell the engine to end its search."""
        if isinstance(step, Send):  # perhaps half a line has been sent
            self.kill()
            return
        self._late = exchange, step
        line = self._protocol.interrupt_line()
        if line is not None:
            with suppress(ClientError):
                yield Send(line)

    def _catch_up(self, patience: float | None) -> Steps[None]:
        """Go on with an exchange that was left, and forget its outcome."""
        if self._late is None:
            return
        exchange, step = self._late
        what, command, *_ = step.pending if isinstance(step, Receive) else ("answer", "", None)
        pending = PendingReply.begin(what, command, patience)
        with suppress(StopIteration, WrongReply, IllegalAnswer):
            while not isinstance(step, Send):
                reply = None
                if isinstance(step, Receive):
                    reply = yield Receive(pending)
                    if reply is None:
                        raise EngineSilent(self.name, f"still no {what} to {quote(command)}")
                step = exchange.send(reply)
                self._late = exchange, step
        exchange.close()
        self._late = None

    def _record(self, direction: str, line: str) -> None:
        """Pass a line to the log, if there is one."""
        if self.log is not None:
            self.log(direction, line)


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old}: expected {new}=...", DeprecationWarning, stacklevel=4)
