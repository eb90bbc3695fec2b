"""Operations: what othello can be asked for, each declared once.

An operation is a class with the decorator `operation`. Its fields are what is asked, each annotated
with its type, its limits and a line of help. Its method `run` returns the answer::

    @operation(ASIDE, ANALYSE)
    class Double:
        "Twice a number."

        example: ClassVar[str] = "othello double 21"

        number: Annotated[int, Range(0, 50), "the number"] = 1

        def run(self) -> Doubled: ...

The command line, the JSON API, the OpenAPI document and the reference in the docs are all made from
this declaration. Each operation is in a module of the package `othello.operations`, which is found
by its name: ``explain.py`` has `Explain`, the command ``othello explain`` and the request
``"explain"``; ``book_line.py`` has `BookLine`, ``othello book line`` and ``"book.line"``.

What `run` needs besides the fields it names as parameters:

- ``engine``: an `Engine` of its own, with an empty table
- ``evaluator``: an `Engine` that need not search
- ``book``: the opening `Book` in use

An operation may also have ``fault(answer)``: what the command line says, with the exit code 2, of
an empty answer; None if there is nothing to say.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from othello.board import Board
from othello.errors import InvalidOption, quote
from othello.notation import Move
from othello.result import rounded

KINDS = {int: "whole number", float: "number", str: "text", bool: "true or false"}
"""Names of types in the reference."""

Lane = Literal["aside", "short", "long"]

ASIDE: Lane = "aside"
"""Lane of what takes a moment: it is answered beside all others."""

SHORT: Lane = "short"
"""Lane of what searches for seconds: one after the other for each client."""

LONG: Lane = "long"
"""Lane of what may take minutes, such as the analysis of a game."""


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


@dataclasses.dataclass(frozen=True)
class Range:
    """The limits of a number: the least and the greatest value."""

    least: int
    greatest: int | None = None

    @property
    def expected(self) -> str:
        """The range in words: ``0 to 60``, or ``1 or more``."""
        return f"{self.least} {'or more' if self.greatest is None else f'to {self.greatest}'}"

    def __contains__(self, number: float) -> bool:
        return self.least <= number and (self.greatest is None or number <= self.greatest)


@dataclasses.dataclass(frozen=True)
class Longest:
    """The most characters that a text may have, or the most items of a list."""

    length: int


class Field(NamedTuple):
    """A field's declaration."""

    name: str  #: the field's name, in Python and in JSON
    type: Any  #: its type, without limits; that of an optional value without None
    default: Any  #: `dataclasses.MISSING` if it must be given
    help: str  #: its use, in one line
    range: Range | None  #: the limits of a number
    longest: int | None  #: the greatest length of a text or a list
    marks: frozenset[Mark]  #: the ways in which it is written

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is dataclasses.MISSING

    @property
    def choices(self) -> tuple[Any, ...] | None:
        """The values of which it is one, if there are few."""
        return get_args(self.type) if get_origin(self.type) is Literal else None

    @property
    def is_argument(self) -> bool:
        """Whether it stands on a command line without the name of an option."""
        return bool(self.marks & {ARGUMENT, WORDS, POSITION})

    @property
    def place(self) -> str:
        """Its name on a command line: ``POSITION``, or ``--exact-from``."""
        return self.name.upper() if self.is_argument else f"--{self.name.replace('_', '-')}"

    @property
    def expected(self) -> str:
        """The allowed values and the default, in words."""
        kind = KINDS.get(self.type, "")
        if self.choices is not None:
            kind = ", ".join(map(str, self.choices))
        elif self.range is not None:
            kind += f", {self.range.expected}"
        default = "" if self.default in (None, "") or self.is_required else f"; {self.default}"
        return f"{kind}, required" if self.is_required else kind + default.lower()

    def check(self, value: Any) -> None:
        """Raise InvalidOption if a value of the right type is not allowed."""
        if self.range is not None and value not in self.range:
            raise InvalidOption(
                f"invalid {self.name} {quote(value)}: expected {self.range.expected}"
            )


PositionText = Annotated[
    str,
    POSITION,
    Longest(1000),
    "startpos, an OBF board and side, a FEN, moves such as f5d6c3, or an opening's name",
]
"""A position as text; `Board.parse` reads it."""

Class = TypeVar("Class", bound=type)


def operation(lane: Lane, heading: str) -> Callable[[Class], Class]:
    """Make a class an operation: a frozen dataclass that checks its values.

    It waits in `lane`, and is listed under `heading`.
    """

    def declare(cls: Class) -> Class:
        def check(self: Any) -> None:
            for field in fields_of(cls):
                if (value := getattr(self, field.name)) is not None:
                    field.check(value)

        cls.lane = lane  # type: ignore[attr-defined]
        cls.heading = heading  # type: ignore[attr-defined]
        cls.__post_init__ = check  # type: ignore[attr-defined]
        return dataclasses.dataclass(frozen=True, kw_only=True)(cls)  # type: ignore[return-value]

    return declare


def fields_of(cls: type) -> tuple[Field, ...]:
    """Return what the dataclass `cls` declares of its fields."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(_field(each, hints[each.name]) for each in dataclasses.fields(cls))


def _field(field: dataclasses.Field[Any], hint: Any) -> Field:
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if type(None) in get_args(kind):
        (kind,) = (each for each in get_args(kind) if each is not type(None))
    return Field(
        field.name,
        kind,
        field.default,
        next((note for note in reversed(notes) if isinstance(note, str)), ""),
        next((note for note in notes if isinstance(note, Range)), None),
        next((note.length for note in notes if isinstance(note, Longest)), None),
        frozenset(note for note in notes if isinstance(note, Mark)),
    )


def answer_of(cls: Any) -> Any:
    """Return the class of an operation's answer.

    It has `text`, what people read. It may have `to_dict`, see `to_json`, and ``plot(file)``, which
    draws a picture of it.
    """
    return get_type_hints(cls.run)["return"]


def needs_of(cls: Any) -> tuple[str, ...]:
    """Return the names of what an operation's `run` takes, such as ``("engine",)``."""
    code = cls.run.__code__
    return tuple(code.co_varnames[1 : code.co_argcount])


# ---------------------------------------------------------------------- answers


def to_json(value: Any) -> Any:
    """Return an answer, or a part of one, as it is written in JSON.

    An object is told by its `to_dict`; a dataclass or named tuple without one by its fields.

    >>> to_json({"move": Move("f5"), "score": 1.23456, "line": (Move("d6"),)})
    {'move': 'f5', 'score': 1.23, 'line': ['d6']}
    """
    if isinstance(value, Move):  # an int, too
        return str(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return rounded(value)
    if isinstance(value, Board):
        return value.to_obf()
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "_asdict"):
        value = value._asdict()
    elif dataclasses.is_dataclass(value):
        value = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {name: to_json(each) for name, each in value.items()}
    if isinstance(value, Iterable):
        return [to_json(each) for each in value]
    raise TypeError(f"{value!r} has no form in JSON")


def items_of(answer: Any) -> str | None:
    """Return the name of the list that an answer consists of (marked `EACH`), None without one."""
    if not dataclasses.is_dataclass(answer):
        return None
    hints = get_type_hints(type(answer), include_extras=True)
    return next((n for n, hint in hints.items() if EACH in getattr(hint, "__metadata__", ())), None)
