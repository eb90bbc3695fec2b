"""The limits of a search: `Limits`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from othello._core import core
from othello.board import Board
from othello.errors import InvalidOption, quote
from othello.fields import TIME, Choices, Range, at_least, field_of, fields_of, with_parameters
from othello.levels import DEFAULT_LEVEL, MAX_LEVEL, NO_PRUNING, level_settings
from othello.notation import (
    BLACK,
    PASS,
    SIDE_NAMES,
    Move,
    each_move,
    format_moves,
    illegal_move,
    parse_side,
)
from othello.result import VALUE_PER_DISC
from othello.timing import Clock, budget_for_clock

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from othello._limit_keywords import LimitKeywords

MAX_DEPTH = 60
MAX_MULTIPV = 64
"""A line for every square: more than any position has moves."""

MOST_THREADS = 256
"""Threads of a search, at most, as `MAX_THREADS` of the core: far above the number that still
helps."""

MAX_SCORE = 64
SELECTIVITIES: tuple[int, ...] = core.SELECTIVITIES
"""Confidences of forward pruning in percent; 100 is none."""

CLOCK = Range(0, unit="seconds")

Depth = Annotated[
    int | None,
    Range(1, MAX_DEPTH),
    "plies (single moves) to look ahead, and no line is left out unless a selectivity says so: "
    "each one more takes about twice as long, so 12 take about a second and 20 minutes",
]
Seconds = Annotated[
    float | None,
    TIME,
    "as deep as so many seconds allow. Lines that look hopeless are left out, so the depth is "
    "greater than with a depth given, and shown as 24@73%: 24 plies at 73 % confidence",
]
Nodes = Annotated[
    int | None,
    Range(1),
    "as with a time, until so many nodes are searched, or about a thousand more",
]
Level = Annotated[
    int | None,
    Range(0, MAX_LEVEL),
    f"how hard to think, 0 to {MAX_LEVEL}: a depth, a confidence and from where to solve that go "
    f"together, so not with a depth (default {DEFAULT_LEVEL} without a limit)",
]
Multipv = Annotated[
    int | Literal["all"], Range(1, MAX_MULTIPV), "score so many of the best moves, or all of them"
]
Selectivity = Annotated[
    int | None,
    Choices(SELECTIVITIES),
    "how sure a shallow search must be, in percent, before a line is left out as hopeless; with "
    "100 none is (default: 100, with a level the level's own). With a time or nodes the midgame "
    "is searched at 73 in any case",
]
"""Limits of searches, with their ranges and what is said of them everywhere."""


class _LimitFields(NamedTuple):
    depth: Depth = None
    seconds: Seconds = None
    soft_seconds: Annotated[float | None, TIME, "time after which no new iteration is begun"] = None
    nodes: Nodes = None
    level: Level = None
    exact: Annotated[bool, "search to the end of the game for the exact score"] = False
    wld: Annotated[bool, "search to the end of the game for win, loss or draw"] = False
    multipv: int = 1  # which "all" becomes
    moves: Annotated[Iterable[Move | int | str] | None, "search these moves only"] = None
    selectivity: Selectivity = None
    window: Annotated[
        tuple[float, float] | None,
        "alpha and beta in discs: of a score outside them only a bound is wanted, which the "
        "result's `bound` then says. Two scores next to each other ask a question that is answered "
        "soonest: (4, 6) whether the score is at most 4 or at least 6",
    ] = None
    black_clock: Annotated[
        float | None,
        CLOCK,
        "seconds left on black's clock for the rest of the game; the side to move takes its share "
        "of its own, which it must have unless something else limits the search",
    ] = None
    white_clock: Annotated[float | None, CLOCK, "seconds left on white's clock"] = None
    black_inc: Annotated[float, CLOCK, "seconds added to black's clock after each move"] = 0.0
    white_inc: Annotated[float, CLOCK, "seconds added to white's clock after each move"] = 0.0


class Limits(_LimitFields):
    """The limits of a search; the first one reached ends it. Without any, the level decides.

    Raises
    ------
    InvalidOption, InvalidMove
        If a limit is out of range or contradicts another; if one of `moves` is no move.

    Examples
    --------
    >>> Limits(depth=8, multipv=2)
    Limits(depth=8, multipv=2)
    >>> Limits(depth=8, level=2)
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: both depth=8 and level=2: expected one
    """

    __slots__ = ()

    def __new__(cls, *values: Any, **keywords: Unpack[LimitKeywords]) -> Self:
        """Check the limits."""
        fields = _LimitFields(*values, **keywords)  # type: ignore[arg-type]  # "all" becomes a number
        return tuple.__new__(cls, _checked(fields))

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        return cls(*iterable)

    def _replace(self, **keywords: Unpack[LimitKeywords]) -> Self:
        return type(self)(**{**self._asdict(), **keywords})

    __replace__ = _replace  # for copy.replace

    def __repr__(self) -> str:
        fields = zip(self._fields, self, self._field_defaults.values(), strict=True)
        given = (f"{name}={value!r}" for name, value, default in fields if value != default)
        return f"Limits({', '.join(given)})"

    def clock(self, turn: str) -> Clock | None:
        """Return the clock of the side `turn`; None if it has none."""
        is_black = parse_side(turn) == BLACK
        left = self.black_clock if is_black else self.white_clock
        return None if left is None else Clock(left, self.black_inc if is_black else self.white_inc)


def asked_limits(asked: object) -> Limits:
    """Return the limits that are among the fields of what is asked for."""
    return Limits(**{name: getattr(asked, name) for name in Limits._fields if hasattr(asked, name)})


CONTRADICTIONS = (
    ("depth", "level"),
    ("depth", "exact"),
    ("depth", "wld"),
    ("level", "exact"),
    ("level", "wld"),
    ("exact", "wld"),
    ("window", "wld"),
    ("window", "multipv"),
)
"""Limits of which a search has at most one of each pair."""


def _checked(fields: _LimitFields) -> list[Any]:
    """Return the values of `fields` as they are used; raise what is wrong with them."""
    values = list(fields)
    given = set()
    for place, (name, default) in enumerate(_LimitFields._field_defaults.items()):
        if values[place] is not default:
            values[place] = CHECKS[name](values[place])
            if values[place] != default:
                given.add(name)
    if len(given) > 1:
        for one, other in CONTRADICTIONS:
            if one in given and other in given:
                both = f"{one}={getattr(fields, one)!r} and {other}={getattr(fields, other)!r}"
                raise InvalidOption(f"both {both}: expected one")
    for side in SIDE_NAMES.values():
        if f"{side}_inc" in given and f"{side}_clock" not in given:
            increment = f"{side}_inc={getattr(fields, f'{side}_inc')!r}"
            raise InvalidOption(f"{increment} without a clock: expected {side}_clock too")
    return values


def check_clocks(limits: Limits, turn: str) -> None:
    """Raise InvalidOption if nothing ends a search of the side `turn` but the other's clock."""
    clocks = (limits.black_clock, limits.white_clock)
    if clocks == (None, None) or limits.clock(turn) is not None:
        return
    ends = (limits.depth, limits.level, limits.nodes, limits.seconds, limits.soft_seconds)
    if not (limits.exact or limits.wld) and all(end is None for end in ends):
        side = SIDE_NAMES[parse_side(turn)]
        raise InvalidOption(f"no clock of {side}, who is to move: expected {side}_clock")


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
    InvalidOption, IllegalMove
        If a move cannot be played, or the only limit is the clock of the other side.
    """
    depth, seconds, soft_seconds = limits.depth, limits.seconds, limits.soft_seconds
    to_the_end = limits.exact or limits.wld
    has_clocks = limits.black_clock is not None or limits.white_clock is not None
    if has_clocks and (clock := limits.clock(board.turn)) is not None:
        budget = budget_for_clock(clock, board.n_empties, is_forced=len(board.legal_moves()) == 1)
        seconds = min(seconds or budget.hard, budget.hard)
        soft_seconds = min(soft_seconds or budget.soft, budget.soft)
    ends = (depth, limits.nodes, seconds, soft_seconds)
    is_limited = to_the_end or any(end is not None for end in ends)
    if limits.level is not None or not is_limited:
        check_clocks(limits, board.turn)
        level = level if limits.level is None else limits.level
        depth, selectivity = level_settings(level).at(board.n_empties)
    if to_the_end or board.n_empties <= endgame_depth:
        selectivity = NO_PRUNING
    if limits.selectivity is not None:
        selectivity = limits.selectivity
    return {
        "depth": MAX_DEPTH if depth is None else depth,
        "exact": to_the_end or board.n_empties <= endgame_depth,
        "wld": limits.wld,
        "selectivity": selectivity,
        "nodes": limits.nodes or 0,
        "soft_seconds": soft_seconds or 0.0,
        "hard_seconds": seconds or 0.0,
        "moves": 0 if limits.moves is None else _root_moves(board, limits.moves),
        "multipv": limits.multipv,
        "window": None if limits.window is None else _in_values(limits.window),
    }


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


def _in_values(window: tuple[float, float]) -> tuple[int, int]:
    """Return a window in the core's unit."""
    alpha, beta = (round(VALUE_PER_DISC * end) for end in window)
    return alpha, beta


def _window(window: tuple[float, float]) -> tuple[float, float]:
    """Return `window`; raise InvalidOption unless it is two scores, the smaller one first."""
    try:
        first, last = window
        alpha, beta = _in_values((first, last))
    except (TypeError, ValueError, OverflowError):
        alpha = beta = 0
    most = MAX_SCORE * VALUE_PER_DISC
    if not -most <= alpha < beta <= most:
        expected = f"two scores, -{MAX_SCORE} to {MAX_SCORE}, the smaller one first"
        raise InvalidOption(f"invalid window {quote(window)}: expected {expected}")
    return first, last


def _moves(moves: Iterable[Move | int | str]) -> tuple[Move, ...]:
    return tuple(each_move(moves))


def _lines(lines: int | str) -> int:
    """Return a number of lines; no position has more than `MAX_MULTIPV`."""
    if isinstance(lines, str):
        FIELDS["multipv"].checked(lines)
        return MAX_MULTIPV
    return min(at_least("multipv", lines, 1), MAX_MULTIPV)


FIELDS = {field.name: field for field in fields_of(_LimitFields)}
FIELDS["multipv"] = field_of("multipv", Multipv, 1)

CHECKS: dict[str, Callable[[Any], Any]] = {
    **{name: field.checked for name, field in FIELDS.items()},
    "multipv": _lines,
    "moves": _moves,
    "window": _window,
}
"""Functions of a limit's value that return the value to use, and raise what is wrong with it."""

Limits.__doc__ = with_parameters(Limits.__doc__, FIELDS.values(), "Raises")


ENDLESS = Limits(depth=MAX_DEPTH)
"""A search that ends when the position is solved."""


def limits_of(
    limits: Limits | None,
    keywords: Mapping[str, Any],
    default: Limits | None = None,
) -> Limits:
    """Return the limits of a search, given as `Limits`, as keywords, or not at all.

    Raises
    ------
    InvalidOption
        If `limits` is not a `Limits`, or both are given; and what `Limits` raises.
    """
    if limits is None:
        return Limits(**keywords) if keywords or default is None else default
    if not isinstance(limits, Limits):
        raise InvalidOption(f"invalid limits {quote(limits)}: expected Limits, or keywords")
    if keywords:
        raise InvalidOption(f"limits given twice: as Limits and as {', '.join(keywords)}")
    return limits


def limits_of_solve(limits: Limits | None, keywords: Mapping[str, Any]) -> Limits:
    """Return the limits of a solve, which goes to the end of the game."""
    limits = limits_of(limits, keywords)
    for name in ("depth", "level"):
        if (value := getattr(limits, name)) is not None:
            expected = "expected seconds, nodes, or search instead of solve"
            raise InvalidOption(f"{name}={value!r} for a solve to the end of the game: {expected}")
    return limits if limits.wld else limits._replace(exact=True)
