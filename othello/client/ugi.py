"""The client's side of UGI."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from othello.board import Board
from othello.client.protocol import (
    Answer,
    ClientProtocol,
    Exchange,
    MoveRequest,
    PendingReply,
    Send,
)
from othello.engine import Info
from othello.errors import InvalidMove, InvalidOption, quote
from othello.fields import in_range
from othello.files.access import is_writable
from othello.game import Game
from othello.levels import NO_PRUNING
from othello.limits import MAX_DEPTH, Limits
from othello.notation import Move, parse_move
from othello.protocol.options import parse_integer
from othello.protocol.ugi_text import GO_FLAGS, GoRequest, format_move
from othello.spelling import expected_of

GREETING = "ugi"

REFUSAL = "info string error"
"""The beginning of a line by which an engine reports a wrong command; not every engine does."""


class UgiProtocol(ClientProtocol):
    """The exchanges of UGI; each `go` sends the game's start and all its moves."""

    NAME = "ugi"
    STOP = "stop"
    LIMITS = tuple(name for name in Limits._fields if name not in ("soft_seconds", "window"))

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._own: dict[str, str] = {}  # values of options, as they were declared or set
        self._changed: dict[str, str] = {}  # those that the last search had instead

    def greet(self) -> Exchange[None]:
        self._own.clear()  # of an engine before this one
        self._changed.clear()
        yield Send(GREETING)
        pending = self._until_ready("ugiok", GREETING)
        while True:
            _, line = yield from self._receive(pending)
            self._check_protocol(line)
            if line.startswith("id name "):
                self._call_itself(line.removeprefix("id name "))
            elif line.startswith("option name "):
                name, _, values = line.removeprefix("option name ").partition(" type ")
                self.options[name.strip()] = values
                if default := re.search(r"default (\S+)", values):
                    self._own[name.strip()] = default[1]
            elif _first_word(line) == "ugiok":
                break
        yield from self.ping()  # now, as the first move may have little time

    def set_option(self, name: str, value: object) -> Exchange[None]:
        """Set an option; the value of a button is None."""
        option = self._known_option(name)
        words = ["setoption", "name", option]
        if value is not None:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if "\n" in text or "\r" in text or not is_writable(text):
                raise InvalidOption(f"invalid {option} {quote(text)}: expected one line of text")
            words += ["value", text]
        yield from self._send_and_wait(" ".join(words))
        self._own[option] = words[-1]
        self._changed.pop(option, None)

    def new_game(self) -> Exchange[None]:
        yield from self._send_and_wait("uginewgame")

    def request(self, limits: Limits | GoRequest, timeout: float | None) -> MoveRequest:
        request = super().request(limits, timeout)
        if isinstance(limits, Limits) and limits.moves == ():  # UGI would take it for all moves
            raise InvalidOption("no moves to search: expected some, or None")
        if "level" in request.settings and request.go.is_limited:
            raise InvalidOption(
                f"level={request.settings['level']} and another limit: expected one of them, as an "
                "engine behind UGI minds its level only without a limit"
            )
        if isinstance(limits, Limits) and (limits.selectivity or NO_PRUNING) < NO_PRUNING:
            for name in ("level", "exact", "wld"):
                if (value := getattr(limits, name)) != Limits._field_defaults[name]:
                    raise InvalidOption(
                        f"both selectivity={limits.selectivity} and {name}={value}: expected one, "
                        "as an engine behind UGI then minds no other selectivity than its own"
                    )
        return request

    def go(self, game: Game, request: MoveRequest) -> Exchange[Answer]:
        """Send the position, then ask for a move; report what the search finds on the way.

        What the engine has said before it is ready is dropped, such as a second ``bestmove``.
        """
        command = format_go(request.go)
        in_range("depth", request.go.depth or 1, 1, MAX_DEPTH)
        for move in request.go.searchmoves:
            game.board.after(move)
        yield from self._change_options(request.settings)
        yield from self._send_and_wait(position_command(game))
        sent = yield Send(command)
        pending = PendingReply.begin("bestmove", command, request.timeout)
        info = None
        while True:
            arrived, line = yield from self._receive(pending)
            if line.startswith("info "):
                report = parse_info(line)
                if report is not None:
                    yield report
                info = report if report is not None and report.rank == 1 else info
            elif _first_word(line) == "bestmove":
                word = "".join(line.split()[1:2])
                return Answer(self._read_move(word, line, game.board), info, arrived - sent)

    def ping(self) -> Exchange[float]:
        """Return how many seconds a line and its answer need that cost the engine no time."""
        seconds, _ = yield from self._ready("isready")
        return seconds

    def _known_option(self, name: str) -> str:
        """Return an option's name as the engine spells it; raise InvalidOption if it has none."""
        option = self.find_option(name)
        if option is None:
            expected = expected_of(name, list(self.options))
            raise InvalidOption(f"{self.name}: no option {quote(name)}: {expected}")
        return option

    def _change_options(self, settings: Mapping[str, int]) -> Exchange[None]:
        """Give options other values for the next search only."""
        wanted = {self._known_option(name): str(value) for name, value in settings.items()}
        if lines := settings.get("multipv"):  # more lines than a position has moves are all of them
            option = self._known_option("multipv")
            most = re.search(r"max (\d+)", self.options[option])
            wanted[option] = str(min(lines, int(most[1]) if most else lines))
        for option in {**self._changed, **wanted}:
            own = self._own.get(option, "")
            value = wanted.get(option, own)
            if value != self._changed.get(option, own):
                yield from self._send_and_wait(f"setoption name {option} value {value}")
                self._changed[option] = value

    def _send_and_wait(self, command: str) -> Exchange[None]:
        """Send a command that has no answer; wait until the engine has acted on it."""
        yield Send(command)
        _, refusal = yield from self._ready(command)
        if refusal:
            raise self._refused(command, refusal)

    def _ready(self, command: str) -> Exchange[tuple[float, str]]:
        """Wait until the engine has acted on all that was sent, of which `command` was the last.

        Returns the seconds that takes, and what the engine has refused meanwhile.
        """
        sent: float = yield Send("isready")
        pending = self._until_ready("readyok", command)
        refusal = ""
        while True:
            arrived, line = yield from self._receive(pending)
            if line.startswith(REFUSAL):
                refusal = line
            elif _first_word(line) == "readyok":
                return arrived - sent, refusal


def _first_word(line: str) -> str:
    return "".join(line.split(maxsplit=1)[:1])


def position_command(game: Game) -> str:
    """Return the command that sets the position after a game.

    >>> position_command(Game("f5d6"))
    'position startpos moves f5 d6'
    """
    start = "startpos" if game.start == Board() else f"fen {game.start.to_fen()}"
    moves = " ".join(map(format_move, game.moves))
    return f"position {start}" + (f" moves {moves}" if moves else "")


def format_go(request: GoRequest) -> str:
    """Return the `go` command that `parse_go` reads as `request`.

    >>> format_go(GoRequest(wld=True, movetime=20, depth=8, searchmoves=(Move("d3"),)))
    'go depth 8 movetime 20 wld searchmoves d3'
    """
    words = ["go"]
    for word, value in zip(request._fields, request, strict=True):
        if value == GoRequest._field_defaults[word]:
            continue
        words.append(word)
        if word == "searchmoves":
            words += map(format_move, request.searchmoves)
        elif word not in GO_FLAGS:
            words.append(str(value))
    return " ".join(words)


def parse_info(line: str) -> Info | None:
    """Read an engine's `info` line; return None if it holds no score, or a number that is wrong.

    Numbers that the engine leaves out are 0, but the rank is 1 and the selectivity 100. The line of
    play ends before the first word that is no move.

    >>> parse_info("info depth 8 score cp 150 nodes 100 pv f5 d6").pv
    (Move('f5'), Move('d6'))
    >>> parse_info("info string f5 looks good"), parse_info("info depth 8 score mate 2")
    (None, None)
    """
    words = line.split()
    if "score" not in words or "cp" not in words or "string" in words:
        return None
    numbers = dict.fromkeys(("depth", "cp", "nodes", "time", "hashfull"), 0)
    numbers |= {"selectivity": 100, "multipv": 1}
    for word, value in pairwise(words):
        if word in numbers:
            number = parse_integer(value)
            if number is None or (number < 0 and word != "cp"):
                return None
            numbers[word] = number
    exact = "exact" in words
    return Info(
        depth=numbers["depth"],
        selectivity=numbers["selectivity"],
        score=round(numbers["cp"] / 100) if exact else numbers["cp"] / 100,
        bound="lower" if "lowerbound" in words else "upper" if "upperbound" in words else None,
        exact=exact,
        pv=_parse_line_of_play(words),
        rank=numbers["multipv"],
        nodes=numbers["nodes"],
        seconds=numbers["time"] / 1000,
        hashfull=numbers["hashfull"],
    )


def _parse_line_of_play(words: Sequence[str]) -> tuple[Move, ...]:
    moves: list[Move] = []
    with suppress(InvalidMove, ValueError):
        for word in words[words.index("pv") + 1 :]:
            moves.append(parse_move(word))
    return tuple(moves)
