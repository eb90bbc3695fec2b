"""A finished game of GGS as a line of GGF, the same on both sides and on the server."""

from __future__ import annotations

import re
from collections.abc import Sequence

from othello.board import Board
from othello.formats.ggf import GgfClock, GgfGame, GgfMove, format_game
from othello.ggs.clocks import clock_text
from othello.ggs.wire import GameType

__all__ = ["PLACE", "game_line", "read_result", "result_text"]

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


def game_line(
    start: Board,
    moves: Sequence[GgfMove],
    names: tuple[str, str],
    ratings: tuple[float, float],
    kind: GameType,
    clock: GgfClock,
    result: str,
    date: str,
) -> str:
    """Return a game as a line of GGF; `names` and `ratings` are black's and white's.

    >>> game_line(Board(), (), ("me", "you"), (1500.0, 1500.0), GameType(), GgfClock(60.0),
    ...     "+64.00:r", "2026-11-27 09:00:00")[46:99]
    'PB[me]PW[you]RB[1500.0]RW[1500.0]TI[01:00]TY[8]RE[+64'
    """
    tags = {"PC": PLACE, "DT": date, "PB": names[0], "PW": names[1]}
    tags |= {"RB": f"{ratings[0]:.1f}", "RW": f"{ratings[1]:.1f}", "TI": clock_text(clock)}
    tags |= {"TY": str(kind), "RE": result}
    return format_game(GgfGame(start, tuple(moves), tags))
