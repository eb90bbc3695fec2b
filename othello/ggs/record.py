"""A game of GGS, and as a line of GGF when it is over: the same on both sides and on the server."""

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from othello.board import Board
from othello.ggf.games import GgfClock, GgfGame, GgfMove, format_game
from othello.ggs.clocks import clock_text
from othello.ggs.wire import GameType

PLACE = "GGS/os"

RESULT = re.compile(r"([+-]?\d+(?:\.\d+)?)(:[rts])?")


def read_result(text: str) -> tuple[float, str] | None:
    """Return the discs of a result and how the game ended early; None if it states no discs.

    >>> read_result("-64.00:t"), read_result("+4.00"), read_result("bob left")
    ((-64.0, ':t'), (4.0, ''), None)
    """
    found = RESULT.fullmatch(text)
    return (float(found[1]), found[2] or "") if found else None


def result_text(discs: float, end: str = "") -> str:
    """Return a result as the server writes it.

    >>> result_text(4), result_text(-64, ":r"), result_text(0)
    ('+4.00', '-64.00:r', '+0.00')
    """
    return f"{discs:+.2f}{end}"


def now() -> str:
    """Return the date and time as a game of GGF has it, in UTC."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())


@dataclass
class FinishedGame:
    """A game with what both sides know of it.

    `names` and `ratings` are black's and white's. `start` is the first position, `board` the one
    after `moves`; `date` is that on which the game began.
    """

    id: str
    names: tuple[str, str]
    ratings: tuple[float, float]
    kind: GameType
    clock: GgfClock
    start: Board
    date: str
    board: Board = field(init=False)
    moves: list[GgfMove] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.board = self.start

    def board_after(self, moves: Iterable[GgfMove]) -> Board:
        """Return the position after moves from the start; raise OthelloError for an illegal one."""
        board = self.start
        for note in moves:
            board = board.after(note.move)
        return board

    def ggf(self, result: str) -> str:
        """Return the game as a line of GGF.

        >>> names, ratings = ("me", "you"), (1500.0, 1500.0)
        >>> date = "2026-11-27 09:00:00"
        >>> game = FinishedGame(".1", names, ratings, GameType(), GgfClock(60.0), Board(), date)
        >>> game.ggf("+64.00:r")[46:99]
        'PB[me]PW[you]RB[1500.0]RW[1500.0]TI[01:00]TY[8]RE[+64'
        """
        black, white = self.ratings
        tags = {"PC": PLACE, "DT": self.date, "PB": self.names[0], "PW": self.names[1]}
        tags |= {"RB": f"{black:.1f}", "RW": f"{white:.1f}", "TI": clock_text(self.clock)}
        tags |= {"TY": str(self.kind), "RE": result}
        return format_game(GgfGame(self.start, tuple(self.moves), tags))
