"""The base class of the plain and the asynchronous clients: all but sending and receiving."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from othello.board import BoardLike
from othello.client.command import command_words
from othello.client.process import EngineSilent
from othello.client.protocol import Answer, ClientProtocol, Exchange
from othello.engine import Info
from othello.errors import FormatError
from othello.game import Game
from othello.protocol.ugi_text import GoRequest

__all__ = ["LEAVE_SECONDS", "BaseClient"]

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
        self._initial_options = dict(options or {})
        program = os.path.basename(self._command[0])
        self._protocol = self._PROTOCOL_CLASS(name or program, name is not None)
        self.log: Callable[[str, str], object] | None = None
        self._is_behind = False  # an answer is still to come, and would be taken for the next one

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

    def _record(self, direction: str, line: str) -> None:
        """Pass a line to the log, if there is one."""
        if self.log is not None:
            self.log(direction, line)

    def _fall_behind(self, error: EngineSilent, last_words: str) -> EngineSilent:
        """Note that an answer was not waited for; return its error with the engine's last words."""
        self._is_behind = True
        return EngineSilent(error.engine, error.reason + last_words)

    def _check_answered(self) -> None:
        """Raise `EngineSilent` if an earlier answer was not waited for."""
        if self._is_behind:
            raise EngineSilent(self.name, "did not answer in time before: expected another client")

    def _greet(self) -> Exchange[None]:
        """Begin the session and set the options given to the client."""
        yield from self._protocol.greet()
        yield from self._protocol.set_options(self._initial_options)

    def _search(
        self,
        game: Game | BoardLike,
        request: GoRequest | None,
        seconds: float | None,
        on_info: Callable[[Info], object] | None,
    ) -> Exchange[Answer]:
        """Ask for a move; each report of the search is passed to `on_info`."""
        if isinstance(game, str):
            try:
                game = Game.parse(game)
            except FormatError:  # then a position: startpos, a FEN
                game = Game(start=game)
        elif not isinstance(game, Game):
            game = Game(start=game)
        self._protocol.on_info = on_info
        return self._protocol.go(game, request or GoRequest(), seconds)
