"""Declared fields: a type with its limits and a line of help, and the checks that follow from it.

What is asked of a search, an engine or an operation is declared by `Annotated` fields::

    level: Annotated[int, Range(0, 60), "how hard to think"] = 14

The options of commands, the JSON API, the keywords of the library and their descriptions are made
from this, and each value is checked by it.
"""

import operator
from collections.abc import Callable, Iterable
from numbers import Real
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from othello.errors import InvalidOption, quote

Choice = TypeVar("Choice", int, str)

NO_MAXIMUM = (1 << 63) - 1


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


class Word(NamedTuple):
    """How a value is written on the command line: its place in the help, and what reads it."""

    place: str
    read: Callable[[str], Any] = str


class Option(NamedTuple):
    """The name of a field's option, where it is not called after the field."""

    name: str


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

KINDS = {int: "whole number", float: "number", str: "text", bool: "true or false"}
"""Names of types in the reference."""

OPTIONS = {
    "seconds": ("--time", "--seconds"),
    "hash": ("--hash", "--hash-mb"),
    "movetime": ("--movetime", "--movetime-ms"),
    "weights_file": ("--weights",),
}
"""Options of fields that are not called after them."""

MISSING = object()
"""Default of a field that must be given."""


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
    word: Word | None  #: how it is written on the command line, if that needs more than its type
    marks: frozenset[Mark]  #: the ways in which it is written
    option: Option | None = None  #: the name of its option, if not that of the field

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
        if self.option is not None:
            return (self.option.name,)
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

    def checked(self, value: Any) -> Any:
        """Return a value as it is used; raise InvalidOption if it is not allowed."""
        if is_list(self.type):
            item = self._replace(type=get_args(self.type)[0])
            return tuple(map(item.checked, value))
        if self.words and isinstance(value, str):
            return one_of(self.name, value, self.words)
        if self.choices is not None:
            return one_of(self.name, value, self.choices)
        if self.type is bool:
            return bool(one_of(self.name, value, (True, False)))
        if self.range is None:
            return value
        if self.type is float:
            return number_in(self.name, value, self.range)
        greatest = NO_MAXIMUM if self.range.greatest is None else self.range.greatest
        return in_range(self.name, value, self.range.least, greatest)


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
    marks = frozenset(note for note in notes if isinstance(note, Mark))
    limits = note(Range), note(Length), choices, note(Word)
    return Field(name, kind, words, default, note(str) or "", *limits, marks, note(Option))


def fields_of(cls: Any) -> tuple[Field, ...]:
    """Return what a dataclass or a named tuple declares of its fields."""
    hints = get_type_hints(cls, include_extras=True)
    defaults = getattr(cls, "_field_defaults", None)  # of a named tuple
    if defaults is None:
        defaults = {name: getattr(cls, name) for name in hints if hasattr(cls, name)}
    return tuple(
        field_of(name, hint, defaults.get(name, MISSING))
        for name, hint in hints.items()
        if get_origin(hint) is not ClassVar
    )


def with_parameters(doc: str | None, fields: Iterable[Field], before: str) -> str:
    """Return the docstring of a class with the fields as parameters, before another section."""
    told = "\n".join(f"    {field.name}\n        {field.help}" for field in fields)
    section = f"    Parameters\n    ----------\n{told}\n\n    {before}\n"
    return f"{doc}".replace(f"    {before}\n", section, 1)


def is_union(kind: Any) -> bool:
    """Return whether a type is one of several."""
    return get_origin(kind) in (Union, UnionType)


def is_list(kind: Any) -> bool:
    """Return whether a type is that of a list of values."""
    return get_origin(kind) is tuple


# ---------------------------------------------------------------------- checks of values


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
        number = None
    if number is None or isinstance(value, bool):  # which Python takes for 1 and 0
        expected = f"a whole number, {expected}"
    elif low <= number <= high:
        return number
    elif number > high:
        expected = f"{low} to {high}"
    raise InvalidOption(f"invalid {name} {quote(value)}: expected {expected}")


def at_least(name: str, value: int, low: int) -> int:
    """Return `value` as an int; raise InvalidOption unless it is `low` or more."""
    return in_range(name, value, low, NO_MAXIMUM)


def one_of(name: str, value: Choice, values: tuple[Choice, ...]) -> Choice:
    """Return `value`; raise InvalidOption unless it is one of `values`."""
    if value not in values:
        expected = ", ".join(map(str, values))
        raise InvalidOption(f"invalid {name} {quote(value)}: expected {expected}")
    return value


def number_in(name: str, value: Any, range: Range) -> float:
    """Return `value` as a float; raise InvalidOption unless it is a number in a range.

    >>> number_in("discs", -1, Range(0, unit="discs"))
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: invalid discs -1: expected discs, 0 or more
    """
    expected = range.expected
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if is_number and range.holds(value):
        try:
            return float(value)
        except OverflowError:
            expected = "less, such as 1e9"
    raise InvalidOption(f"invalid {name} {quote(value)}: expected {expected}")


TIME = Range(0, unit="seconds", is_open=True)


def not_negative(name: str, value: float, unit: str) -> float:
    """Return `value` as a float; raise InvalidOption unless it is a number of `unit`, 0 or more."""
    return number_in(name, value, Range(0, unit=unit))


def in_seconds(name: str, seconds: float) -> float:
    """Return `seconds` as a float; raise InvalidOption unless it is a number above 0."""
    return number_in(name, seconds, TIME)


def with_point(text: str) -> str:
    """Return the end of an error about a number: that of `text` with a point for its comma, if any.

    >>> with_point("2,5"), with_point("2.5"), with_point("a,b")
    (', with a decimal point: 2.5', '', '')
    """
    number = text.strip().replace(",", ".", 1)
    is_number = "," in text and number.replace(".", "", 1).lstrip("+-").isdecimal()
    return f", with a decimal point: {number}" if is_number else ""
