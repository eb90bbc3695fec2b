"""The client's side of a protocol, without input or output (sans-I/O).

An *exchange* is a generator that a client drives. It yields a `Send`, for which the client sends
the line and hands back the time at which it did; or a `Receive`, for which the client hands back
the time and the text of the engine's next line, or None if none came before the deadline. Times
are those of `time.perf_counter`, in seconds. The plain and the asynchronous clients drive the same
exchanges, so each protocol is written once.
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
"""For an answer that needs no thinking; starting a program may take long on a busy machine."""

QUOTED_REFUSAL = 300
"""Characters of a refusal that are quoted: it may list what is expected instead."""

T = TypeVar("T")


class Send(NamedTuple):
    """A request to send `line` to the engine."""

    line: str


class Receive(NamedTuple):
    """A request for the engine's next line, until `deadline`; None for no limit."""

    deadline: float | None


class PendingReply(NamedTuple):
    """A pending reply: what it is, the command that asked for it, and its deadline.

    Attributes
    ----------
    what : str
        What is expected, as errors call it: ``"bestmove"``.
    command : str
        The line that asked for it.
    seconds, deadline : float or None
        How long to wait, and until when; None for no limit.
    """

    what: str
    command: str
    seconds: float | None
    deadline: float | None

    @classmethod
    def begin(cls, what: str, command: str, seconds: float | None) -> PendingReply:
        """Expect `what` within `seconds` from now."""
        deadline = None if seconds is None else time.perf_counter() + seconds
        return cls(what, command, seconds, deadline)

    @classmethod
    def until_ready(cls, what: str, command: str) -> PendingReply:
        """Expect `what` within `READY_SECONDS`: it needs no search."""
        return cls.begin(what, command, READY_SECONDS)


Exchange = Generator["Send | Receive", Any, T]


class WrongReply(ClientError):
    """The engine refuses what it was sent."""


class IllegalAnswer(ClientError):
    """The engine's move is illegal, or is no move."""


class Answer(NamedTuple):
    """What an engine answers when it is asked for a move.

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


class ClientProtocol:
    """The exchanges of one protocol; a subclass for each protocol.

    Parameters
    ----------
    name : str
        What to call the engine in errors.
    is_named : bool
        Whether that stays so whatever the engine calls itself.

    Attributes
    ----------
    name : str
        See above.
    options : dict
        The engine's options by name, each with the engine's description of its values.
    on_info : callable or None
        Called with each `Info` that a search reports.
    """

    STOP: str | None = None
    """The line that ends a search, where the protocol has one."""

    def __init__(self, name: str, is_named: bool) -> None:
        self.name = name
        self.is_named = is_named
        self.options: dict[str, str] = {}
        self.on_info: Callable[[Info], object] | None = None

    # ------------------------------------------------------------------ what clients ask for

    def greet(self) -> Exchange[None]:
        """Start the dialogue; learn the engine's name and options."""
        raise NotImplementedError

    def new_game(self) -> Exchange[None]:
        """Let the engine forget the last game."""
        raise NotImplementedError

    def go(self, game: Game, request: GoRequest, seconds: float | None) -> Exchange[Answer]:
        """Ask for a move in the position where `game` stands."""
        raise NotImplementedError

    def set_option(self, name: str, value: object) -> Exchange[None]:
        """Set an option; only UGI has some."""
        raise InvalidOption(
            f"{self.name}: no option {quote(name)}: expected none, as its protocol has no options"
        )

    def set_options(self, options: Mapping[str, object]) -> Exchange[None]:
        """Set several options."""
        for name, value in options.items():
            yield from self.set_option(name, value)

    def stop_line(self) -> str:
        """Return the line that ends a search, which need not be waited for."""
        if self.STOP is None:
            raise InvalidOption(f"{self.name}: its protocol has no word to end a search")
        return self.STOP

    def find_option(self, name: str) -> str | None:
        """Return the option `name` stands for, as the engine spells it; None if there is none."""
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
        """Return the move that `word` of `line` names; raise `IllegalAnswer` if it is not legal."""
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
