"""The client's side of NBoard's protocol, version 2."""

import math
import re
from typing import Any

from othello.board import Board
from othello.client.protocol import (
    Answer,
    ClientProtocol,
    Exchange,
    MoveRequest,
    PendingReply,
    Restart,
    Send,
    WrongReply,
)
from othello.engine import Info
from othello.errors import InvalidMove, quote
from othello.game import Game
from othello.ggf.games import GgfGame, format_game
from othello.notation import split_moves
from othello.protocol.ugi_text import GoRequest

GO_LIMITS = ("depth", "movetime", "p1time", "p2time", "p1inc", "p2inc")
"""The fields of a `GoRequest` that are accepted.

The protocol cannot express `movetime`: it is not sent, and the caller must watch the time.
"""

GREETING = "nboard 2"
ANSWER = "==="
SOLVED = "100%"


class NBoardProtocol(ClientProtocol):
    """The exchanges of NBoard's protocol; each `go` sends the whole game and waits for a `pong`."""

    NAME = "nboard"
    LIMITS = ("depth", "black_clock", "white_clock", "black_inc", "white_inc")

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._pings = 0
        self._depth: int | None = None

    def greet(self) -> Exchange[None]:
        self._depth = None
        yield Send(GREETING)
        yield from self._ping(GREETING)

    def new_game(self) -> Exchange[None]:
        """Wait until the engine is ready; the protocol has no command for a new game."""
        yield from self._ping("")

    def interrupt_line(self) -> str:
        """Return a ``ping``: it ends a search, and nothing of that follows its ``pong``."""
        self._pings += 1
        return f"ping {self._pings}"

    def go(self, game: Game, request: MoveRequest) -> Exchange[Answer]:
        """Send the depth and the game, then ask for a move; report what the search finds."""
        self._check_fields(request.go, GO_LIMITS)
        depth = request.go.depth
        if depth is None and self._depth is not None:
            # A limit holds for one search, and the engine's own depth is not known.
            yield Restart("quit")
            yield from self.greet()
        if depth is not None and depth != self._depth:
            yield Send(f"set depth {depth}")
            self._depth = depth
        command = f"set game {record(game, request.go)}"
        yield Send(command)
        yield from self._ping(command)
        sent: float = yield Send("go")
        pending = PendingReply.begin(ANSWER, "go", request.timeout)
        info, nodes = None, 0
        while True:
            arrived, line = yield from self._receive(pending)
            word, *words = line.split() or [""]
            if word == "search" or word == "book":
                if (reported := read_info(words, game.board, arrived - sent)) is not None:
                    info = reported
                    yield info
            elif word == "pong":
                raise WrongReply(self.name, f"'go' was ended by {quote(line)}")
            elif word == "nodestats" and words[:1] and words[0].isdigit():
                nodes = int(words[0])
            elif word.startswith(ANSWER):
                text, told = read_answer(line, game.board, arrived - sent)
                move = self._read_move(text, line, game.board)
                info = info or told
                info = None if info is None else info._replace(nodes=nodes)
                return Answer(move, info, arrived - sent)

    def _ping(self, command: str) -> Exchange[None]:
        """Wait until the engine has acted on all that was sent; `command` was the last line."""
        self._pings += 1
        ping = f"ping {self._pings}"
        yield Send(ping)
        pending = self._until_ready(f"pong {self._pings}", command or ping)
        while True:
            _, line = yield from self._receive(pending)
            words = line.split()
            if command == GREETING:
                self._check_protocol(line)
            if words == ["pong", str(self._pings)]:
                return
            if words[:2] == ["set", "myname"]:
                self._call_itself(" ".join(words[2:]))


def record(game: Game, request: GoRequest) -> str:
    """Return the game as GGF; with clocks, only its last position.

    GGF states the clocks before the first move, so with clocks the record must begin at the
    position in which they show these times. No clock shows 0.00, which may mean that there is none.
    """
    if request.p1time is None and request.p2time is None:
        return format_game(GgfGame.of(game))
    tags = {
        name: f"{max(left, 10) / 1000:.2f}/{increment / 1000:.2f}"
        for name, left, increment in (
            ("TB", request.p1time, request.p1inc),
            ("TW", request.p2time, request.p2inc),
        )
        if left is not None
    }
    return format_game(GgfGame.of(Game(start=game.board), tags))


def read_answer(line: str, board: Board, seconds: float) -> tuple[str, Info | None]:
    """Read the move and the score of a line that begins with ``===``; without a score, None.

    Some engines tell the score only there, and some write blanks where others write slashes.

    >>> read_answer("=== f5 -1.50 0.1", Board(), 0.1)[1].score
    -1.5
    """
    move, *told = re.split(r"[/\s]", line.strip().removeprefix(ANSWER).strip())
    return move, read_info([move, *told[:1], "0", "0"], board, seconds)


def read_info(words: list[str], board: Board, seconds: float) -> Info | None:
    """Read the words after ``search``: line of play, evaluation, a zero, depth; None if wrong.

    >>> read_info("F5d6 -1.50 0 12".split(), Board(), 0.1).pv
    (Move('f5'), Move('d6'))
    """
    try:
        pv, score, depth = split_moves(words[0].replace("-", "")), float(words[1]), words[3]
    except (IndexError, InvalidMove, ValueError):
        return None
    if not math.isfinite(score):
        return None
    plies = re.match(r"\d+", depth)
    exact = depth == SOLVED
    return Info(
        depth=board.n_empties if depth.startswith(SOLVED) else int(plies[0]) if plies else 0,
        selectivity=100,
        score=round(score) if exact else score,
        bound=None,
        exact=exact,
        pv=tuple(pv),
        rank=1,
        nodes=0,
        seconds=seconds,
        hashfull=0,
    )
