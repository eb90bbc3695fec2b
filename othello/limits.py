"""The limits of a search: `Limits`, how they are checked, and the core's arguments for them."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from othello._core import core
from othello.board import Board
from othello.errors import InvalidOption, quote, unknown_keyword
from othello.levels import MAX_LEVEL, NO_PRUNING, level_settings
from othello.notation import BLACK, PASS, SIDE_NAMES, Move, each_move, format_moves, illegal_move
from othello.result import VALUE_PER_DISC
from othello.timing import Clock, budget_for_clock

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    class LimitKeywords(TypedDict, total=False):
        """The fields of `Limits` as keyword arguments."""

        depth: int | None
        seconds: float | None
        soft_seconds: float | None
        nodes: int | None
        level: int | None
        exact: bool
        wld: bool
        multipv: int
        moves: Iterable[Move | int | str] | None
        selectivity: int | None
        window: tuple[float, float] | None
        black_clock: float | None
        white_clock: float | None
        black_inc: float
        white_inc: float


__all__ = [
    "MAX_DEPTH",
    "MAX_MULTIPV",
    "MOST_THREADS",
    "SELECTIVITIES",
    "Limits",
    "at_least",
    "core_arguments",
    "in_range",
    "in_seconds",
    "limits_of",
    "one_of",
]

Choice = TypeVar("Choice", int, str)

MAX_DEPTH = 60
MAX_MULTIPV = 64
"""A line for every square: more than any position has moves."""

MOST_THREADS = 256
"""As many as a search may use with OpenMP; far more crash or hang. Commands that search many
positions at once have them without OpenMP, too."""

MAX_SCORE = 64
NO_MAXIMUM = (1 << 63) - 1
SELECTIVITIES: tuple[int, ...] = core.SELECTIVITIES
"""Confidences of forward pruning in percent; 100 is none."""


class Limits(NamedTuple):
    """The limits of a search; the first one reached ends it. Without any, the level decides.

    Attributes
    ----------
    depth : int, optional
        Depth in plies. A depth of at least the number of empties is an exact solve.
    seconds : float, optional
        Time after which the search is stopped, even within an iteration.
    soft_seconds : float, optional
        Time after which no new iteration is begun.
    nodes : int, optional
        Nodes after which the search is stopped.
    level : int, optional
        0 to 60, see `othello.levels`; it sets the depth, so `depth` must be None.
    exact : bool
        Search to the end of the game for the exact score, whatever `depth` or `level` say.
    wld : bool
        Search to the end of the game for win, loss or draw, whatever `depth` or `level` say.
    multipv : int
        Number of best moves to report, each with its own line.
    moves : iterable of moves, optional
        Search these moves only.
    selectivity : int, optional
        Confidence of forward pruning in percent, 100 for none; by default the engine's, with a
        level the level's own, 100 with `exact` and `wld`. With `seconds` or `nodes` and no depth
        the midgame is searched at 73 in any case; this is then the highest of the solves at the
        end.
    window : tuple of float, optional
        Alpha and beta in discs: of a score outside them only a bound is wanted, which the result's
        `bound` then says. Two scores that are next to each other ask a question that is answered
        soonest: (4, 6) whether the score is at most 4 or at least 6.
    black_clock, white_clock : float, optional
        Seconds left on the clock of each side, for the rest of the game. The side to move takes its
        share of its own.
    black_inc, white_inc : float
        Seconds added to that clock after each move.
    """

    depth: int | None = None
    seconds: float | None = None
    soft_seconds: float | None = None
    nodes: int | None = None
    level: int | None = None
    exact: bool = False
    wld: bool = False
    multipv: int = 1
    moves: Iterable[Move | int | str] | None = None
    selectivity: int | None = None
    window: tuple[float, float] | None = None
    black_clock: float | None = None
    white_clock: float | None = None
    black_inc: float = 0.0
    white_inc: float = 0.0

    def clock(self, turn: str) -> Clock | None:
        """Return the clock of the side `turn`; None if it has none.

        Raises
        ------
        InvalidOption
            If it shows no number of seconds.
        """
        side = "black" if turn == BLACK else "white"
        left, increment = getattr(self, f"{side}_clock"), getattr(self, f"{side}_inc")
        if left is None:
            return None
        return Clock(
            _clock_seconds(f"{side}_clock", left), _clock_seconds(f"{side}_inc", increment)
        )


def core_arguments(
    limits: Limits, board: Board, *, level: int, selectivity: int, endgame_depth: int
) -> dict[str, Any]:
    """Return `limits` for `board` as keyword arguments of the core's search.

    Parameters
    ----------
    limits : Limits
        The limits asked for.
    board : Board
        The position to search.
    level, selectivity, endgame_depth : int
        The engine's settings, used for what `limits` leaves open.

    Raises
    ------
    InvalidOption, InvalidMove, IllegalMove
        If a limit is out of range or contradicts another, or a move cannot be played.
    """
    depth = limits.depth
    if limits.level is not None:
        if depth is not None:
            raise InvalidOption(f"both depth={depth!r} and level={limits.level!r}: expected one")
        level = in_range("level", limits.level, 0, MAX_LEVEL)
    seconds = _seconds("seconds", limits.seconds)
    soft_seconds = _seconds("soft_seconds", limits.soft_seconds)
    one_of("exact", limits.exact, (True, False))
    one_of("wld", limits.wld, (True, False))
    has_clocks = limits.black_clock is not None or limits.white_clock is not None
    if has_clocks and (clock := limits.clock(board.turn)) is not None:
        budget = budget_for_clock(clock, board.n_empties, is_forced=len(board.legal_moves()) == 1)
        seconds = min(seconds or budget.hard, budget.hard)
        soft_seconds = min(soft_seconds or budget.soft, budget.soft)
    ends = (limits.depth, limits.nodes, seconds or None, soft_seconds or None)
    is_limited = any(end is not None for end in ends) or limits.exact or limits.wld
    if limits.level is not None or not is_limited:
        depth, selectivity = level_settings(level).at(board.n_empties)
    if limits.exact or limits.wld or board.n_empties <= endgame_depth:
        selectivity = NO_PRUNING
    if limits.selectivity is not None:
        selectivity = one_of("selectivity", limits.selectivity, SELECTIVITIES)
    return {
        "depth": MAX_DEPTH if depth is None else min(at_least("depth", depth, 1), MAX_DEPTH),
        "exact": limits.exact or limits.wld or board.n_empties <= endgame_depth,
        "wld": limits.wld,
        "selectivity": selectivity,
        "nodes": 0 if limits.nodes is None else at_least("nodes", limits.nodes, 1),
        "soft_seconds": soft_seconds,
        "hard_seconds": seconds,
        "moves": 0 if limits.moves is None else _root_moves(board, limits.moves),
        "multipv": min(at_least("multipv", limits.multipv, 1), MAX_MULTIPV),
        "window": None if limits.window is None else _window_in_values(limits),
    }


def _window_in_values(limits: Limits) -> tuple[int, int]:
    """Return the window in the core's unit."""
    assert limits.window is not None
    try:
        alpha, beta = (round(VALUE_PER_DISC * end) for end in limits.window)
    except (TypeError, ValueError, OverflowError):
        alpha = beta = 0
    if not -MAX_SCORE <= alpha / VALUE_PER_DISC < beta / VALUE_PER_DISC <= MAX_SCORE:
        expected = f"two scores, -{MAX_SCORE} to {MAX_SCORE}, the smaller one first"
        raise InvalidOption(f"invalid window {quote(limits.window)}: expected {expected}")
    if limits.wld or limits.multipv != 1:
        other = "wld=True" if limits.wld else f"multipv={limits.multipv!r}"
        raise InvalidOption(f"both window={limits.window!r} and {other}: expected one")
    return alpha, beta


def _root_moves(board: Board, moves: Iterable[Move | int | str]) -> int:
    """Return `moves`, which must be legal, as a set of squares; a pass adds no square."""
    legal = board.legal_moves()
    mask = 0
    move = None
    for move in each_move(moves):
        if move not in legal:
            raise illegal_move(move, f"for {SIDE_NAMES[board.turn]}", legal)
        if move is not PASS:
            mask |= 1 << move
    if move is None:
        raise InvalidOption(f"no moves to search: expected {format_moves(legal, ' ')} or None")
    return mask


def in_range(name: str, value: int, low: int, high: int) -> int:
    """Return `value` as an int; raise InvalidOption unless it is `low` to `high`.

    >>> in_range("threads", 0, 1, 4)
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: invalid threads 0: expected 1 to 4
    """
    expected = f"{low} or more" if high == NO_MAXIMUM else f"{low} to {high}"
    try:
        number = operator.index(value)  # numpy's integers too, but no floats
    except TypeError:
        expected = f"a whole number, {expected}"
        raise InvalidOption(f"invalid {name} {quote(value)}: expected {expected}") from None
    if not low <= number <= high:
        if number > high:
            expected = f"{low} to {high}"
        raise InvalidOption(f"invalid {name} {quote(value)}: expected {expected}")
    return number


def at_least(name: str, value: int, low: int) -> int:
    """Return `value` as an int; raise InvalidOption unless it is `low` or more."""
    return in_range(name, value, low, NO_MAXIMUM)


def one_of(name: str, value: Choice, values: tuple[Choice, ...]) -> Choice:
    """Return `value`; raise InvalidOption unless it is one of `values`."""
    if value not in values:
        raise InvalidOption(
            f"invalid {name} {quote(value)}: expected {', '.join(map(str, values))}"
        )
    return value


def _seconds(name: str, seconds: float | None) -> float:
    """Return `seconds` as the core expects them: 0.0 (no limit) for None."""
    return 0.0 if seconds is None else in_seconds(name, seconds)


def _clock_seconds(name: str, seconds: float) -> float:
    """Return the seconds on a clock, which may be none or, when the time is over, fewer."""
    if isinstance(seconds, (int, float)) and math.isfinite(seconds):
        return float(seconds)
    raise InvalidOption(f"invalid {name} {quote(seconds)}: expected a number of seconds")


def in_seconds(name: str, seconds: float) -> float:
    """Return `seconds`; raise InvalidOption unless it is a number above 0.

    >>> in_seconds("seconds", "1")
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: invalid seconds '1': expected a number, more than 0
    """
    try:
        is_positive = seconds > 0
        number = float(seconds)
    except OverflowError:
        reason = "expected less, such as 1e9"
        raise InvalidOption(f"invalid {name} {quote(seconds)}: {reason}") from None
    except TypeError:
        reason = "expected a number, more than 0"
        raise InvalidOption(f"invalid {name} {quote(seconds)}: {reason}") from None
    if not is_positive:
        raise InvalidOption(f"invalid {name} {quote(seconds)}: expected more than 0")
    return number


def limits_of(limits: Limits | None, keywords: Mapping[str, Any]) -> Limits:
    """Return the limits of a search, given as `Limits` or as keywords for its fields.

    Raises
    ------
    InvalidOption
        If `limits` is not a `Limits`, or both are given.
    UnknownKeyword
        If a keyword is not a field of `Limits`.
    """
    for name in keywords:
        if name not in Limits._fields:
            raise unknown_keyword(name, Limits._fields)
    if limits is None:
        return Limits(**keywords)
    if not isinstance(limits, Limits):
        raise InvalidOption(f"invalid limits {quote(limits)}: expected Limits, or keywords")
    if keywords:
        raise InvalidOption(f"limits given twice: as Limits and as {', '.join(keywords)}")
    return limits
