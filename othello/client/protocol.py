"""The client's side of a protocol, without input or output (sans-I/O).

An *exchange* is a generator that a client runs. When it yields a `Send`, the client sends the line
and sends the time at which it did so back into the generator. When it yields a `Receive`, the
client sends back the time and the text of the engine's next line, or None if none came before the
deadline. Times are those of `time.perf_counter`, in seconds. The plain and the asynchronous clients
run the same exchanges, so each protocol is written once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from othello.board import Board
from othello.client.process import ClientError, EngineSilent
from othello.engine import Info
from othello.errors import InvalidMove, InvalidOption, quote
from othello.game import Game
from othello.notation import PASS, Move, format_moves, parse_move
from othello.protocol.ugi_text import GoRequest

__all__ = [
    "READY_SECONDS",
    "Answer",
    "ClientProtocol",
    "Exchange",
    "IllegalAnswer",
    "PendingReply",
    "Receive",
    "Send",
    "WrongReply",
]

READY_SECONDS = 30.0
"""Seconds to wait for an answer that needs no search; a busy machine starts programs slowly."""

QUOTED_REFUSAL = 300
"""Characters of an engine's refusal that errors quote: it may list what it expects instead."""

T = TypeVar("T")


class Send(NamedTuple):
    """A request to send `line` to the engine."""

    line: str


class Receive(NamedTuple):
    """A request for the engine's next line, until the time `deadline`; None for no limit."""

    deadline: float | None


class PendingReply(NamedTuple):
    """A pending reply: what it is, the command that asked for it, and its deadline.

    Attributes
    ----------
    what : str
        The reply's name in errors, such as ``"bestmove"``.
    command : str
        The line that asked for it.
    seconds, deadline : float or None
        How long to wait, and the time at which that ends; None for no limit.
    """

    what: str
    command: str
    seconds: float | None
    deadline: float | None

    @classmethod
    def begin(cls, what: str, command: str, seconds: float | None) -> PendingReply:
        """Return a pending reply with a deadline `seconds` from now."""
        deadline = None if seconds is None else time.perf_counter() + seconds
        return cls(what, command, seconds, deadline)

    @classmethod
    def until_ready(cls, what: str, command: str) -> PendingReply:
        """Return a pending reply that needs no search: its deadline is `READY_SECONDS` from now."""
        return cls.begin(what, command, READY_SECONDS)


Exchange = Generator["Send | Receive", Any, T]


class WrongReply(ClientError):
    """The engine refused a command."""


class IllegalAnswer(ClientError):
    """The engine answered with an illegal move, or with something that is no move."""


class Answer(NamedTuple):
    """An engine's answer to a request for a move.

    Attributes
    ----------
    move : Move
        The move; a pass if the game is over.
    info : Info or None
        The last report on the best line; None if the engine reported nothing.
    seconds : float
        Time from sending the command to the arrival of the answer.
    """

    move: Move
    info: Info | None
    seconds: float


class ClientProtocol:
    """The exchanges of a protocol; each protocol is a subclass.

    Parameters
    ----------
    name : str
        The engine's name in errors.
    is_named : bool
        True if the caller chose that name; False if the name that the engine gives itself replaces
        it.

    Attributes
    ----------
    name : str
        The engine's name in errors.
    options : dict
        The engine's options by name, each with the engine's description of its values.
    on_info : callable or None
        Called with each `Info` that a search reports.
    """

    STOP: str | None = None
    """The line that ends a search; None if the protocol has none."""

    def __init__(self, name: str, is_named: bool) -> None:
        self.name = name
        self.is_named = is_named
        self.options: dict[str, str] = {}
        self.on_info: Callable[[Info], object] | None = None

    # ------------------------------------------------------------------ what clients ask for

    def greet(self) -> Exchange[None]:
        """Begin the session; learn the engine's name and options."""
        raise NotImplementedError

    def new_game(self) -> Exchange[None]:
        """Tell the engine that a new game begins."""
        raise NotImplementedError

    def go(self, game: Game, request: GoRequest, seconds: float | None) -> Exchange[Answer]:
        """Ask for a move in the position that `game` has reached; wait `seconds` at most."""
        raise NotImplementedError

    def set_option(self, name: str, value: object) -> Exchange[None]:
        """Set an option; raise InvalidOption in a protocol without options (all but UGI)."""
        raise InvalidOption(
            f"{self.name}: no option {quote(name)}: expected none, as its protocol has no options"
        )

    def set_options(self, options: Mapping[str, object]) -> Exchange[None]:
        """Set several options."""
        for name, value in options.items():
            yield from self.set_option(name, value)

    def stop_line(self) -> str:
        """Return the line that ends a search; raise InvalidOption if the protocol has none."""
        if self.STOP is None:
            raise InvalidOption(f"{self.name}: its protocol has no word to end a search")
        return self.STOP

    def find_option(self, name: str) -> str | None:
        """Return an option's name as the engine spells it; None if it has no such option.

        `name` is matched without case, blanks and punctuation.
        """
        return {_letters(option): option for option in self.options}.get(_letters(name))

    # ------------------------------------------------------------------ for the subclasses

    def _call_itself(self, name: str) -> None:
        """Use the name that the engine gives itself, unless the caller chose one."""
        if not self.is_named and name.strip():
            self.name = name.strip()

    def _receive(self, pending: PendingReply) -> Exchange[tuple[float, str]]:
        """Return the time and the text of the next line; raise `EngineSilent` if none comes."""
        received: tuple[float, str] | None = yield Receive(pending.deadline)
        if received is None:
            reason = f"no {pending.what} within {pending.seconds:.3g} s of {quote(pending.command)}"
            raise EngineSilent(self.name, reason)
        return received

    def _refused(self, command: str, refusal: str) -> WrongReply:
        answer = ascii(refusal[:QUOTED_REFUSAL])
        return WrongReply(self.name, f"{quote(command)} was answered by {answer}")

    def _check_request(self, request: GoRequest, understood: tuple[str, ...]) -> None:
        """Raise `InvalidOption` if `request` sets a field that is not in `understood`."""
        for name, value in zip(request._fields, request, strict=True):
            if name not in understood and value != GoRequest._field_defaults[name]:
                known = ", ".join(understood)
                raise InvalidOption(
                    f"{self.name}: its protocol has no word for {name}: expected {known}"
                )

    def _read_move(self, word: str, line: str, board: Board) -> Move:
        """Read a legal move from `word`; otherwise raise `IllegalAnswer`, which quotes `line`."""
        legal = board.legal_moves()
        with suppress(InvalidMove):
            move = parse_move(word)
            if move in (legal or [PASS]):
                return move
        expected = format_moves(legal, " ") or "pass"
        reason = f"illegal {quote(line)} on {board.to_obf()}: expected {expected}"
        raise IllegalAnswer(self.name, reason)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))
