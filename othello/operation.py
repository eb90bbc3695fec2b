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

Its example is a command line; where that is not one of ``othello``, but a JSON request, the
operation has no command.

What `run` needs besides the fields it names as parameters. What it can do without has a default:

- ``engine``: an `Engine` of its own, with an empty table
- ``engines``: the engines that all share, as `Engines`; `run` is an ``async def`` then
- ``evaluator``: an `Engine` that need not search
- ``book``: the opening `Book` in use
- ``bases``, ``profiles``: those of games, and those that keep what was practised
- ``progress``: a function, see `Progress`

An operation may also have ``fault(answer)``: what the command line says, with the exit code 2, of
an empty answer; None if there is nothing to say.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from othello.board import Board
from othello.errors import InvalidOption, OthelloError, quote
from othello.limits import Choices as Choices
from othello.limits import Limits
from othello.limits import Range as Range
from othello.notation import Move
from othello.notation.positions import MAX_POSITION
from othello.result import Result, rounded

if TYPE_CHECKING:
    from othello.engine import Engine

T = TypeVar("T")

KINDS = {int: "whole number", float: "number", str: "text", bool: "true or false"}
"""Names of types in the reference."""

Lane = Literal["aside", "read", "short", "search", "long"]
"""A queue of a client: what waits in it is done one after the other, beside the other lanes."""

ASIDE: Lane = "aside"
"""Lane of what takes a moment."""

READ: Lane = "read"
"""Lane of what reads for seconds, without an engine."""

SHORT: Lane = "short"
"""Lane of what searches for seconds."""

SEARCH: Lane = "search"
"""Lane of searches, which may never end."""

LONG: Lane = "long"
"""Lane of what may take minutes, such as the analysis of a game."""

LANES: tuple[Lane, ...] = (ASIDE, READ, SHORT, SEARCH, LONG)

Progress = Callable[[Any], object]
"""Takes what there is to tell on the way, which `to_json` can write, such as
``{"done": 3, "of": 60}``. It raises `Cancelled` if nobody waits for the answer any more."""


class Cancelled(OthelloError):
    """Nobody waits any more for what is being done."""


class Engines(Protocol):
    """The engines that all clients share. Who is cancelled while it waits ends its search."""

    async def search(
        self, board: Board, limits: Limits, on_result: Callable[[Result], object] | None = None
    ) -> Result:
        """Return the result of a search that takes turns with those of others.

        `on_result` is called in another thread after each iteration.
        """

    async def lend(self, work: Callable[[Engine, Progress], T], level: int | None = None) -> T:
        """Return the result of work with an engine of its own, with an empty table.

        The work searches at `level`. It may be begun again, with the results of the searches it
        had done, and must then do the same.
        """

    async def aside(self, work: Callable[[], T]) -> T:
        """Return the result of work that needs no engine; it may take long."""


OPTIONS = {"seconds": ("--time", "--seconds"), "hash_mb": ("--hash", "--hash-mb")}
"""Options of fields that are not called after them."""


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
class Length:
    """How many characters a text may have, or how many items a list."""

    least: int
    greatest: int | None


class Field(NamedTuple):
    """A field's declaration."""

    name: str  #: the field's name, in Python and in JSON
    type: Any  #: its type, without limits; that of an optional value without None
    words: tuple[str, ...]  #: what may stand in place of a number, such as ``all``
    default: Any  #: `dataclasses.MISSING` if it must be given
    help: str  #: its use, in one line
    range: Range | None  #: the limits of a number, or of each in a list
    length: Length | None  #: the least and the greatest length of a text or a list
    choices: tuple[Any, ...] | None  #: the values of which it is one, if there are few
    marks: frozenset[Mark]  #: the ways in which it is written

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is dataclasses.MISSING

    @property
    def is_argument(self) -> bool:
        """Whether it stands on a command line without the name of an option."""
        return bool(self.marks & {ARGUMENT, WORDS, POSITION})

    @property
    def place(self) -> str:
        """Its name on a command line: ``POSITION``, or ``--exact-from``."""
        if self.is_argument:
            return self.name.upper()
        return OPTIONS.get(self.name, (f"--{self.name.replace('_', '-')}",))[0]

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


PositionText = Annotated[
    str,
    POSITION,
    Length(0, MAX_POSITION),
    "startpos, an OBF board and side, a FEN, moves such as f5d6c3, or an opening's name",
]
"""A position as text; `Board.parse` reads it."""

StartText = Annotated[str | None, Length(0, MAX_POSITION), "the position before the first move"]
GameMoves = Annotated[str, Length(0, 1000), "the moves, in any form that people write them in"]
MoveText = Annotated[str, Length(0, 4), "a move such as f5"]
HeaderText = Annotated[str, Length(0, 10_000)]
Headers = Annotated[
    dict[HeaderText, HeaderText] | None,
    Length(0, 100),
    "players, event, result …, as a game of `games.text` has them",
]
SourceName = Annotated[str | None, Length(0, 300), "what faults call it, such as a file's name"]
"""Games as text: `othello.analysis.game_texts` reads them."""

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
        field.name,
        kind,
        words,
        field.default,
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


def answer_of(cls: Any) -> Any:
    """Return the class of an operation's answer.

    It has `text`, what people read. It may have `to_dict`, see `to_json`, and ``plot(file)``, which
    draws a picture of it.
    """
    return get_type_hints(cls.run)["return"]


def needs_of(cls: Any) -> dict[str, bool]:
    """Return the names of what an operation's `run` takes, and whether it cannot do without.

    >>> from othello.operations.explain import Explain
    >>> needs_of(Explain)
    {'engine': True}
    """
    taken = [*signature(cls.run).parameters.values()][1:]
    return {each.name: each.default is each.empty for each in taken}


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
