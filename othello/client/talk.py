"""What is said to an engine and heard from it, apart from who carries the lines.

A *talk* is a generator. It yields a `Say`, and is sent back when the line went out, or a `Hear`,
and is sent back the next line and when it came, None if none came in time. The plain and the
asynchronous clients run the same talks, so each protocol is written once.
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
    "Hear",
    "IllegalAnswer",
    "Say",
    "Speaker",
    "Talk",
    "Wait",
    "WrongReply",
]

READY_SECONDS = 30.0
"""For an answer that needs no thinking; starting a program may take long on a busy machine."""

QUOTED_REFUSAL = 300
"""Characters of a refusal that are quoted: it may list what is expected instead."""

T = TypeVar("T")


class Say(NamedTuple):
    """A line for the engine."""

    line: str


class Hear(NamedTuple):
    """A line is expected before `deadline`, a value of `time.perf_counter`; None for no end."""

    deadline: float | None


class Wait(NamedTuple):
    """For what is waited, after which command, how long and until when; None for no end."""

    what: str
    command: str
    seconds: float | None
    deadline: float | None

    @classmethod
    def begin(cls, what: str, command: str, seconds: float | None) -> Wait:
        """Begin to wait."""
        deadline = None if seconds is None else time.perf_counter() + seconds
        return cls(what, command, seconds, deadline)

    @classmethod
    def until_ready(cls, what: str, command: str) -> Wait:
        """Begin to wait for what needs no thinking."""
        return cls.begin(what, command, READY_SECONDS)


Talk = Generator["Say | Hear", Any, T]


class WrongReply(ClientError):
    """The engine refuses what it was told."""


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


class Speaker:
    """Speaks one protocol; a child for each.

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
        The options the engine has, by name: what it says of their values.
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

    # ------------------------------------------------------------------ what clients can say

    def greet(self) -> Talk[None]:
        """Learn who the engine is."""
        raise NotImplementedError

    def new_game(self) -> Talk[None]:
        """Let the engine forget the last game."""
        raise NotImplementedError

    def go(self, game: Game, request: GoRequest, seconds: float | None) -> Talk[Answer]:
        """Ask for a move."""
        raise NotImplementedError

    def set_option(self, name: str, value: object) -> Talk[None]:
        """Set an option; only UGI has some."""
        raise InvalidOption(
            f"{self.name}: no option {quote(name)}: expected none, as its protocol has no options"
        )

    def set_options(self, options: Mapping[str, object]) -> Talk[None]:
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

    # ------------------------------------------------------------------ for the children

    def _call_itself(self, name: str) -> None:
        """Take the name the engine gives itself, if it was not given another."""
        if not self.is_named and name.strip():
            self.name = name.strip()

    def _hear(self, wait: Wait) -> Talk[tuple[float, str]]:
        """Return the next line and when it came."""
        received: tuple[float, str] | None = yield Hear(wait.deadline)
        if received is None:
            reason = f"no {wait.what} within {wait.seconds:.3g} s of {quote(wait.command)}"
            raise EngineSilent(self.name, reason)
        return received

    def _refused(self, command: str, refusal: str) -> WrongReply:
        answer = ascii(refusal[:QUOTED_REFUSAL])
        return WrongReply(self.name, f"{quote(command)} was answered by {answer}")

    def _check_request(self, request: GoRequest, understood: tuple[str, ...]) -> None:
        """Refuse what the protocol cannot tell the engine."""
        for name, value in zip(request._fields, request, strict=True):
            if name not in understood and value != GoRequest._field_defaults[name]:
                known = ", ".join(understood)
                raise InvalidOption(
                    f"{self.name}: its protocol has no word for {name}: expected {known}"
                )

    def _read_move(self, word: str, line: str, board: Board) -> Move:
        """Return the move that `word` of `line` is, which must be legal."""
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
