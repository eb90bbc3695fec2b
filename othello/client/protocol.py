"""The client's side of a protocol, without input or output (sans-I/O).

An *exchange* is a generator that a client runs. When it yields a `Send`, the client sends the line
and sends the time at which it did so back into the generator. When it yields a `PendingReply`, the
client sends back the time and the text of the engine's next line; if none comes before the
deadline, the exchange waits until a later call goes on with it. When it yields an `Info`, the
client passes it to the caller's function. Times are those of `time.perf_counter`, in seconds.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple, TypeVar

from othello.board import Board
from othello.client.process import ClientError
from othello.engine import Info
from othello.errors import InvalidMove, InvalidOption, quote
from othello.game import Game
from othello.limits import Limits
from othello.notation import BLACK, PASS, WHITE, Move, each_move, format_moves, parse_move
from othello.protocol.ugi_text import GO_NUMBERS, GoRequest, parse_limit

READY_SECONDS = 30.0
"""Seconds to wait for an answer that needs no search; a busy machine starts programs slowly."""

QUOTED_REFUSAL = 300
"""Characters of an engine's refusal that errors quote: it may list what it expects instead."""

T = TypeVar("T")

NAMES = {
    "ugi": ("UGI", "UgiClient"),
    "gtp": ("GTP", "GtpClient"),
    "nboard": ("NBoard's protocol", "NBoardClient"),
}
"""The protocols: each one's name, and the client that speaks it."""

SIGNS = {
    "ugi": r"(id|option) name |(ugiok|uciok|readyok)$|info string |bestmove ",
    "gtp": r"[=?]\d*(\s|$)",
    "nboard": r"set myname |pong \d|=== ([A-Ha-h][1-8]|PA)",
}
"""First words of the lines of an engine that speaks the protocol, as regular expressions."""

SETTINGS = ("level", "multipv", "selectivity")
"""The fields of `Limits` that protocols have as options of the engine, if at all."""


def protocol_of(line: str) -> str | None:
    """Return the protocol that an engine's line is of; None if it may be of any.

    >>> protocol_of("? unknown command"), protocol_of("pong 1"), protocol_of("Edax 4.6")
    ('gtp', 'nboard', None)
    """
    return next((name for name, sign in SIGNS.items() if re.match(sign, line)), None)


MOST = 10**15
"""The greatest number that is sent: no search lasts so many milliseconds, or sees so many nodes."""


def go_request(limits: Limits) -> GoRequest:
    """Return `limits` in the words of UGI, without what is an option there.

    >>> request = go_request(Limits(seconds=0.5, black_clock=60))
    >>> request.movetime, request.p1time, request.p2time
    (500, 60000, None)
    """

    def milliseconds(seconds: float) -> int:
        return round(min(1000 * seconds, MOST))

    black, white = limits.clock(BLACK), limits.clock(WHITE)
    return GoRequest(
        depth=limits.depth,
        nodes=None if limits.nodes is None else min(limits.nodes, MOST),
        movetime=None if limits.seconds is None else max(milliseconds(limits.seconds), 1),
        p1time=None if black is None else milliseconds(black.left),
        p2time=None if white is None else milliseconds(white.left),
        p1inc=0 if black is None else milliseconds(black.increment),
        p2inc=0 if white is None else milliseconds(white.increment),
        exact=limits.exact,
        wld=limits.wld,
        searchmoves=() if limits.moves is None else tuple(each_move(limits.moves)),
    )


def settings_of(limits: Limits) -> dict[str, int]:
    """Return what of `limits` is an option of an engine, by the names of `Limits`.

    >>> settings_of(Limits(level=6, depth=None))
    {'level': 6}
    """
    return {
        name: getattr(limits, name)
        for name in SETTINGS
        if getattr(limits, name) != Limits._field_defaults[name]
    }


class Send(NamedTuple):
    """A request to send `line` to the engine."""

    line: str


class Restart(Send):
    """A request to end the engine by sending `line`, and to start its program again."""


class PendingReply(NamedTuple):
    """A pending reply: its name in errors, the line that asked for it, and its deadline."""

    what: str
    command: str
    seconds: float | None  # how long to wait; None for no limit
    deadline: float | None  # the time at which that ends

    @classmethod
    def begin(cls, what: str, command: str, seconds: float | None) -> PendingReply:
        """Return a pending reply with a deadline `seconds` from now."""
        deadline = None if seconds is None else time.perf_counter() + seconds
        return cls(what, command, seconds, deadline)


Step = Send | PendingReply | Info
Exchange = Generator[Step, Any, T]


class MoveRequest(NamedTuple):
    """A request for a move: its limits, and the seconds to wait for it, None for no limit.

    `settings` has options of the engine for this search, by the names that `Limits` has for them.
    """

    go: GoRequest
    settings: Mapping[str, int]
    timeout: float | None


class WrongReply(ClientError):
    """The engine refused a command."""


class IllegalAnswer(ClientError):
    """The engine answered with an illegal move, or with something that is no move."""


class Answer(NamedTuple):
    """An engine's answer to a request for a move.

    Attributes
    ----------
    move : Move or None
        The move; None if the game is over, whatever word the protocol has for that.
    info : Info or None
        The last report on the best line; None if the engine reported nothing.
    seconds : float
        Time from sending the command to the arrival of the answer.
    """

    move: Move | None
    info: Info | None
    seconds: float


class ClientProtocol:
    """The exchanges of a protocol; each protocol is a subclass.

    `name` is the engine's name in errors. Unless it `is_named` by the caller, the one that the
    engine gives itself replaces it. `ready_timeout` is the time in seconds to wait for an answer
    that needs no search.
    """

    NAME: ClassVar[str]
    """The protocol's name, as in `SIGNS`."""

    LIMITS: ClassVar[tuple[str, ...]]
    """The fields of `Limits` that the protocol can express."""

    STOP: str | None = None
    """The line that ends a search; None if the protocol has none."""

    def __init__(
        self, name: str, is_named: bool = False, ready_timeout: float = READY_SECONDS
    ) -> None:
        self.name = name
        self.is_named = is_named
        self.ready_timeout = ready_timeout
        self.options: dict[str, str] = {}  # by name, the engine's descriptions of their values

    # ------------------------------------------------------------------ what clients ask for

    def greet(self) -> Exchange[None]:
        """Begin the session; learn the engine's name and options."""
        raise NotImplementedError

    def new_game(self) -> Exchange[None]:
        """Tell the engine that a new game begins."""
        raise NotImplementedError

    def go(self, game: Game, request: MoveRequest) -> Exchange[Answer]:
        """Ask for a move in the position that `game` has reached."""
        raise NotImplementedError

    def request(self, limits: Limits | GoRequest, timeout: float | None) -> MoveRequest:
        """Return the request for a move; raise InvalidOption for a limit it cannot express."""
        if isinstance(limits, GoRequest):
            for word in GO_NUMBERS:
                if (number := getattr(limits, word)) != GoRequest._field_defaults[word]:
                    parse_limit(word, str(number))
            return MoveRequest(limits, {}, timeout)
        self._check_fields(limits, self.LIMITS)
        return MoveRequest(go_request(limits), settings_of(limits), timeout)

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

    def interrupt_line(self) -> str | None:
        """Return a line that ends a search whose answer nobody waits for; None if there is none."""
        return self.STOP

    def find_option(self, name: str) -> str | None:
        """Return an option's name as the engine spells it: see `Client.find_option`."""
        if not isinstance(name, str):
            raise InvalidOption(f"invalid option {quote(name)}: expected its name")
        return {option_key(option): option for option in self.options}.get(option_key(name))

    # ------------------------------------------------------------------ for the subclasses

    def _call_itself(self, name: str) -> None:
        """Use the name that the engine gives itself, unless the caller chose one."""
        if not self.is_named and name.strip():
            self.name = name.strip()

    def _until_ready(self, what: str, command: str) -> PendingReply:
        """Return a pending reply that needs no search."""
        return PendingReply.begin(what, command, self.ready_timeout)

    def _receive(self, pending: PendingReply) -> Exchange[tuple[float, str]]:
        """Return the time and the text of the next line."""
        received: tuple[float, str] = yield pending
        return received

    def _check_protocol(self, line: str) -> None:
        """Raise `WrongReply` if the answer to a greeting is of another protocol."""
        spoken = protocol_of(line)
        if spoken in (None, self.NAME):
            return
        name, client = NAMES[spoken]
        reason = f"speaks {name}, not {NAMES[self.NAME][0]}, as {quote(line)} shows"
        expected = f"{client}, or in a match {spoken}: before the command"
        raise WrongReply(self.name, f"{reason}: expected {expected}")

    def _refused(self, command: str, refusal: str) -> WrongReply:
        answer = ascii(refusal[:QUOTED_REFUSAL])
        return WrongReply(self.name, f"{quote(command)} was answered by {answer}")

    def _check_fields(self, limits: Limits | GoRequest, understood: tuple[str, ...]) -> None:
        """Raise `InvalidOption` if `limits` sets a field that is not in `understood`."""
        for name, value in zip(limits._fields, limits, strict=True):
            if name not in understood and value != limits._field_defaults[name]:
                known = ", ".join(understood)
                raise InvalidOption(
                    f"{self.name}: its protocol has no word for {name}: expected {known}"
                )

    def _read_move(self, word: str, line: str, board: Board) -> Move | None:
        """Read a legal move from `word`; None, which is a pass there, if the game is over.

        Raises IllegalAnswer if it is neither; the error quotes `line`.
        """
        legal = board.legal_moves()
        with suppress(InvalidMove):
            move = parse_move(word)
            if move in (legal or [PASS]):
                return move if legal else None
        expected = format_moves(legal, " ") or "pass"
        reason = f"illegal {quote(line)} on {board.to_obf()}: expected {expected}"
        raise IllegalAnswer(self.name, reason)


def option_key(name: str) -> str:
    """Return an option's name without case, blanks and punctuation, to compare it.

    >>> option_key("Move_Overhead") == option_key("move overhead")
    True
    """
    return "".join(filter(str.isalnum, name.lower()))
