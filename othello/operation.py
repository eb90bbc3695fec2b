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
by its name: ``solve.py`` has `Solve`, the command ``othello solve`` and the request
``"solve"``; ``book_line.py`` has `BookLine`, ``othello book line`` and ``"book.line"``.

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
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, TypeVar, get_type_hints

from othello.board import Board
from othello.errors import OthelloError
from othello.fields import EACH, POSITION, Length, fields_of
from othello.limits import Limits
from othello.notation import Move
from othello.notation.positions import MAX_POSITION
from othello.result import Result, rounded

if TYPE_CHECKING:
    from othello.engine import Engine

T = TypeVar("T")

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

    async def lend(
        self, work: Callable[[Engine, Progress], T], progress: Progress, level: int | None = None
    ) -> T:
        """Return the result of work with an engine of its own, with an empty table.

        The work searches at `level`. It may be begun again, with the results of the searches it
        had done, and must then do the same.
        """

    async def aside(self, work: Callable[[], T]) -> T:
        """Return the result of work that needs no engine; it may take long."""


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
                    field.checked(value)

        cls.lane = lane  # type: ignore[attr-defined]
        cls.heading = heading  # type: ignore[attr-defined]
        cls.__post_init__ = check  # type: ignore[attr-defined]
        return dataclasses.dataclass(frozen=True, kw_only=True)(cls)  # type: ignore[return-value]

    return declare


def answer_of(cls: Any) -> Any:
    """Return the class of an operation's answer.

    It has `text`, what people read. It may have `to_dict`, see `to_json`, and ``plot(file)``, which
    draws a picture of it.
    """
    return get_type_hints(cls.run)["return"]


def needs_of(cls: Any) -> dict[str, bool]:
    """Return the names of what an operation's `run` takes, and whether it cannot do without.

    >>> from othello.operations.analyse import Analyse
    >>> needs_of(Analyse)
    {'engine': True, 'progress': True, 'book': False}
    """
    taken = [*signature(cls.run).parameters.values()][1:]
    return {each.name: each.default is each.empty for each in taken}


class Service:
    """A thing that is kept for clients, as bases and profiles are."""

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def use_folder(self, folder: Path, warn: Callable[[object], object]) -> None:
        """Use the user's own data, which are in a folder."""


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


def json_of(answer: Any) -> dict[str, Any]:
    """Return an operation's answer as a JSON object; a dict is one already."""
    told: dict[str, Any] = answer if isinstance(answer, dict) else to_json(answer)
    return told


def items_of(answer: Any) -> str | None:
    """Return the name of the list that an answer consists of (marked `EACH`), None without one."""
    if not dataclasses.is_dataclass(answer):
        return None
    hints = get_type_hints(type(answer), include_extras=True)
    return next((n for n, hint in hints.items() if EACH in getattr(hint, "__metadata__", ())), None)
