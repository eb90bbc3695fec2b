"""The limits of values, as they are declared, and those of a search: `Limits`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from othello._core import core
from othello.board import Board
from othello.errors import InvalidOption, is_finite, quote
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

Choice = TypeVar("Choice", int, str)

MAX_DEPTH = 60
MAX_MULTIPV = 64
"""A line for every square: more than any position has moves."""

MOST_THREADS = 256
"""Threads of a search, at most, as `MAX_THREADS` of the core: far above the number that still
helps."""

MAX_SCORE = 64
NO_MAXIMUM = (1 << 63) - 1
SELECTIVITIES: tuple[int, ...] = core.SELECTIVITIES
"""Confidences of forward pruning in percent; 100 is none."""


class Range(NamedTuple):
    """The limits of a number: the least and the greatest value, and its unit.

    If `is_open`, it is more than the least value.
    """

    least: int
    greatest: int | None = None
    unit: str = ""
    is_open: bool = False

    @property
    def expected(self) -> str:
        """The range in words: ``0 to 60``, ``1 or more``, or ``seconds, more than 0``."""
        unit = f"{self.unit}, " if self.unit else ""
        if self.is_open:
            return f"{unit}more than {self.least}"
        to = "or more" if self.greatest is None else f"to {self.greatest}"
        return f"{unit}{self.least} {to}"

    def holds(self, number: float) -> bool:
        """Return whether a number is in the range."""
        is_enough = self.least < number if self.is_open else self.least <= number
        return is_enough and (self.greatest is None or number <= self.greatest)


class Choices(NamedTuple):
    """The values of which something is one."""

    values: tuple[Any, ...]


class Length(NamedTuple):
    """How many characters a text may have, or how many items a list."""

    least: int
    greatest: int | None


KINDS = {int: "whole number", float: "number", str: "text", bool: "true or false"}
"""Names of types in the reference."""

OPTIONS = {"seconds": ("--time", "--seconds"), "hash_mb": ("--hash", "--hash-mb")}
"""Options of fields that are not called after them."""

MISSING = object()
"""Default of a field that must be given."""


class Mark(NamedTuple):
    """A mark of a field whose form does not follow from its type."""

    name: str


ARGUMENT = Mark("argument")
"""Marks a field that stands on a command line without the name of an option."""

WORDS = Mark("words")
"""Marks an argument of several words, which are joined by blanks."""

POSITION = Mark("position")
"""Marks such an argument that is a position; ``-`` reads it from stdin."""

EACH = Mark("each")
"""Marks the list of an answer of which ``--json`` prints each item on a line of its own."""

JSON_ONLY = Mark("JSON only")
"""Marks a field that the command line does not have."""


class Field(NamedTuple):
    """A field's declaration."""

    name: str  #: the field's name, in Python and in JSON
    type: Any  #: its type, without limits; that of an optional value without None
    words: tuple[str, ...]  #: what may stand in place of a number, such as ``all``
    default: Any  #: `MISSING` if it must be given
    help: str  #: its use, in one line
    range: Range | None  #: the limits of a number, or of each in a list
    length: Length | None  #: the least and the greatest length of a text or a list
    choices: tuple[Any, ...] | None  #: the values of which it is one, if there are few
    marks: frozenset[Mark]  #: the ways in which it is written

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is MISSING

    @property
    def is_argument(self) -> bool:
        """Whether it stands on a command line without the name of an option."""
        return bool(self.marks & {ARGUMENT, WORDS, POSITION})

    @property
    def place(self) -> str:
        """Its name on a command line: ``POSITION``, or ``--exact-from``."""
        return self.name.upper() if self.is_argument else self.options[0]

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its option: that of the field, but for a few."""
        return OPTIONS.get(self.name, (f"--{self.name.replace('_', '-')}",))

    @property
    def expected(self) -> str:
        """The allowed values and the default, in words."""
        of = get_args(self.type)[0] if is_list(self.type) else self.type
        of = get_args(of)[0] if get_origin(of) is Annotated else of
        kind = "list: " * is_list(self.type) + KINDS.get(of, "object of texts")
        if self.choices is not None:
            kind = ", ".join(map(str, self.choices))
        elif self.range is not None:
            kind += f", {self.range.expected}"
        kind = " or ".join([kind, *self.words])
        default = "" if self.default in (None, "") or self.is_required else f"; {self.default}"
        return f"{kind}, required" if self.is_required else kind + default.lower()

    def check(self, value: Any) -> None:
        """Raise InvalidOption if a value of the right type is not allowed."""
        if value in self.words:
            return
        expected = ""
        holds: Callable[[Any], bool] = bool
        if self.choices is not None:
            expected, holds = ", ".join(map(str, self.choices)), self.choices.__contains__
        elif self.range is not None:
            expected, holds = self.range.expected, self.range.holds
        if expected and not all(map(holds, value if is_list(self.type) else [value])):
            raise InvalidOption(f"invalid {self.name} {quote(value)}: expected {expected}")


def field_of(name: str, hint: Any, default: Any) -> Field:
    """Return what an `Annotated` type declares of a field."""
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    words: tuple[str, ...] = ()
    if is_union(kind):
        kinds = [each for each in get_args(kind) if each is not type(None)]
        kind = kinds[0]
        words = tuple(word for each in kinds[1:] for word in get_args(each))

    def note(of: type) -> Any:
        return next((each for each in reversed(notes) if isinstance(each, of)), None)

    choices = get_args(kind) if get_origin(kind) is Literal else None
    if (listed := note(Choices)) is not None:
        choices = listed.values

    return Field(
        name,
        kind,
        words,
        default,
        note(str) or "",
        note(Range),
        note(Length),
        choices,
        frozenset(note for note in notes if isinstance(note, Mark)),
    )


def is_union(kind: Any) -> bool:
    """Return whether a type is one of several."""
    return get_origin(kind) in (Union, UnionType)


def is_list(kind: Any) -> bool:
    """Return whether a type is that of a list of values."""
    return get_origin(kind) is tuple


TIME = Range(0, unit="seconds", is_open=True)
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
            values[place] = CHECKS[name](name, values[place])
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


def _window(name: str, window: tuple[float, float]) -> tuple[float, float]:
    """Return `window`; raise InvalidOption unless it is two scores, the smaller one first."""
    try:
        first, last = window
        alpha, beta = _in_values((first, last))
    except (TypeError, ValueError, OverflowError):
        alpha = beta = 0
    most = MAX_SCORE * VALUE_PER_DISC
    if not -most <= alpha < beta <= most:
        expected = f"two scores, -{MAX_SCORE} to {MAX_SCORE}, the smaller one first"
        raise InvalidOption(f"invalid {name} {quote(window)}: expected {expected}")
    return first, last


def _moves(_: str, moves: Iterable[Move | int | str]) -> tuple[Move, ...]:
    return tuple(each_move(moves))


def _lines(name: str, lines: int | str) -> int:
    """Return a number of lines; no position has more than `MAX_MULTIPV`."""
    if isinstance(lines, str):
        if lines != "all":
            raise InvalidOption(f"invalid {name} {quote(lines)}: expected a whole number, or 'all'")
        return MAX_MULTIPV
    return min(at_least(name, lines, 1), MAX_MULTIPV)


def in_range(name: str, value: int, low: int, high: int) -> int:
    """Return `value` as an int; raise InvalidOption unless it is `low` to `high`.

    >>> in_range("threads", 0, 1, 4)
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: invalid threads 0: expected 1 to 4
    """
    expected = f"{low} or more" if high == NO_MAXIMUM else f"{low} to {high}"
    try:
        _refuse_truth(value)
        number = operator.index(value)  # numpy's integers too, but no floats
    except TypeError:
        expected = f"a whole number, {expected}"
        raise InvalidOption(f"invalid {name} {quote(value)}: expected {expected}") from None
    if not low <= number <= high:
        if number > high:
            expected = f"{low} to {high}"
        raise InvalidOption(f"invalid {name} {quote(value)}: expected {expected}")
    return number


def _refuse_truth(value: object) -> None:
    """Raise TypeError for True and False, which Python takes for 1 and 0."""
    if isinstance(value, bool):
        raise TypeError


def with_point(text: str) -> str:
    """Return the end of an error about a number: that of `text` with a point for its comma, if any.

    >>> with_point("2,5"), with_point("2.5"), with_point("a,b")
    (', with a decimal point: 2.5', '', '')
    """
    number = text.strip().replace(",", ".", 1)
    is_number = "," in text and number.replace(".", "", 1).lstrip("+-").isdecimal()
    return f", with a decimal point: {number}" if is_number else ""


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


def not_negative(name: str, value: float, unit: str) -> float:
    """Return `value` as a float; raise InvalidOption unless it is a number of `unit`, 0 or more.

    >>> not_negative("discs", -1, "discs")
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: invalid discs -1: expected a number of discs, 0 or more
    """
    if is_finite(value) and value >= 0:
        with suppress(OverflowError):
            return float(value)
    raise InvalidOption(f"invalid {name} {quote(value)}: expected a number of {unit}, 0 or more")


def in_seconds(name: str, seconds: float) -> float:
    """Return `seconds`; raise InvalidOption unless it is a number above 0.

    >>> in_seconds("seconds", "1")
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: invalid seconds '1': expected a number, more than 0
    """
    try:
        _refuse_truth(seconds)
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


def check_of(field: Field) -> Callable[[str, Any], Any]:
    """Return what checks a limit: a function of its name and value that returns the value to use.

    It raises what is wrong with it.
    """
    if field.name in CHECKED_BY:
        return CHECKED_BY[field.name]
    if field.range is None:
        values = field.choices or (True, False)
        return lambda name, value: one_of(name, value, values)
    if field.type is float:
        is_clock = field.range is CLOCK
        return (lambda n, value: not_negative(n, value, "seconds")) if is_clock else in_seconds
    least, greatest = field.range.least, field.range.greatest or NO_MAXIMUM
    return lambda name, value: in_range(name, value, least, greatest)


CHECKED_BY: dict[str, Callable[[str, Any], Any]] = {
    "multipv": _lines,
    "moves": _moves,
    "window": _window,
}
"""Limits that are no numbers, with what checks them."""

FIELDS = {
    name: field_of(name, hint, _LimitFields._field_defaults[name])
    for name, hint in get_type_hints(_LimitFields, include_extras=True).items()
} | {"multipv": field_of("multipv", Multipv, 1)}
CHECKS = {name: check_of(field) for name, field in FIELDS.items()}

PARAMETERS = "\n".join(f"    {name}\n        {field.help}" for name, field in FIELDS.items())
Limits.__doc__ = f"{Limits.__doc__}".replace(
    "    Raises\n", f"    Parameters\n    ----------\n{PARAMETERS}\n\n    Raises\n", 1
)


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
