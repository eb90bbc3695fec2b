"""The requests that a client may make, as pydantic checks them and the OpenAPI document shows them.

A request is a JSON object such as ``{"id": 1, "do": "search", "position": "f5d6", "depth": 10}``.
Its answers are ``{"id": 1, "info": {…}}``, any number of them, and last
``{"id": 1, "result": {…}}`` or ``{"id": 1, "error": {"message": …}}``.
"""

from asyncio import CancelledError
from itertools import islice
from json import JSONEncoder, loads
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from pydantic_core import ErrorDetails
from typing_extensions import NotRequired, Required, TypedDict

from othello._version import __version__
from othello.analysis.game_texts import NoGame
from othello.errors import (
    QUOTED_CHARACTERS,
    FormatError,
    IllegalMove,
    InvalidBoard,
    InvalidMove,
    InvalidOption,
    NoMemory,
    OthelloError,
    counted,
    quote,
)
from othello.fields import Choices, Length, Range, fields_of, is_list, is_union
from othello.operation import Cancelled
from othello.operations import canonical, load_operation, operations
from othello.spelling import meant_word

VERSION = 2
"""Version of the requests and answers. It grows when something that a client relies on changes."""

PATH = f"/api/v{VERSION}"
"""Path to which requests are posted; the WebSocket is at `PATH`/socket."""

MAX_MESSAGE_BYTES = 1 << 20

Id = Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=100)]

checked = with_config(ConfigDict(extra="forbid", strict=True, allow_inf_nan=False))


@checked
class Cancel(TypedDict):
    """End a request, which is then answered with an error."""

    target: Annotated[Id, Field(description="the request's id")]


def adapter_of(cls: Any) -> TypeAdapter[Any]:
    """Return what checks the fields of an operation, and describes them."""
    make: Any = TypedDict  # with fields that a type checker cannot know
    hints = get_type_hints(cls, include_extras=True)
    fields = make(
        cls.__name__,
        {
            field.name: (Required if field.is_required else NotRequired)[
                Annotated[_checked(hints[field.name]), Field(description=field.help)]
            ]
            for field in fields_of(cls)
        },
    )
    fields.__doc__ = cls.__doc__
    return TypeAdapter(checked(fields))


def _checked(hint: Any) -> Any:
    """Return a type of an operation's field as pydantic checks it, with its limits."""
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    parts = [part for part in get_args(kind) if part not in (..., type(None))]
    if is_union(kind):
        first, *others = parts
        return Union[(_checked(Annotated[(first, *notes)]), *others)]
    if (listed := next((note for note in notes if isinstance(note, Choices)), None)) is not None:
        return Literal[listed.values]
    length = next((note for note in notes if isinstance(note, Length)), Length(0, None))
    span = next((note for note in notes if isinstance(note, Range)), None)
    if is_list(kind):
        if ... not in get_args(kind):
            length = Length(len(parts), len(parts))
        item: Any = _checked(parts[0] if span is None else Annotated[parts[0], span])
        kind = list[item]  # JSON has no tuples
    elif get_origin(kind) is dict:
        kind = dict[tuple(map(_checked, parts))]  # type: ignore[misc]
    elif span is not None:
        least = {"gt" if span.is_open else "ge": span.least}
        limits: Any = least if span.greatest is None else {**least, "le": span.greatest}
        return Annotated[kind, Field(**limits)]
    return Annotated[kind, Field(min_length=length.least or None, max_length=length.greatest)]


REQUESTS: dict[str, TypeAdapter[Any]] = {
    "cancel": TypeAdapter(Cancel),
    **{name: adapter_of(load_operation(name)) for name in operations()},
}

FIELDS: dict[str, dict[str, Any]] = {
    do: adapter.json_schema()["properties"] for do, adapter in REQUESTS.items()
}
"""The fields of each request, as JSON Schema describes them."""

ID: TypeAdapter[int | str] = TypeAdapter(Id, config=ConfigDict(strict=True))


class Request(NamedTuple):
    """A request that was read: the client's id, one of `REQUESTS`, its other fields, checked."""

    id: int | str
    do: str
    values: dict[str, Any]


class BadRequest(OthelloError, ValueError):
    """A message that is no request; its `id`, or None where that could not be read."""

    def __init__(self, id: int | str | None, reason: str) -> None:
        super().__init__(reason)
        self.id = id


class Busy(BadRequest):
    """A request that came while too many others wait."""


CODES: dict[type[BaseException], str] = {
    BadRequest: "invalid_request",
    Busy: "busy",
    Cancelled: "cancelled",
    CancelledError: "cancelled",
    FormatError: "no_game",
    IllegalMove: "illegal_move",
    InvalidBoard: "invalid_position",
    InvalidMove: "invalid_move",
    InvalidOption: "invalid_request",
    MemoryError: "no_memory",
    NoGame: "no_game",
    NoMemory: "no_memory",
    OthelloError: "failed",
    Exception: "internal",
}
"""Kinds of errors, in words that programs and translations can rely on."""


def parse_request(message: str | bytes, default_id: str | None = None) -> Request:
    """Read a request; one without an id has `default_id`, if that is given.

    >>> parse_request('{"id": 1, "do": "names", "text": "tiger"}')
    Request(id=1, do='names', values={'text': 'tiger'})

    Raises BadRequest if it is none, or one of its fields is wrong.
    """
    try:
        found = loads(message)
    except (ValueError, RecursionError):
        start = message if isinstance(message, str) else message.decode(errors="replace")
        expected = 'expected an object such as {"do": "names"}'
        raise BadRequest(None, f"invalid JSON {quote(start)}: {expected}") from None
    if not isinstance(found, dict):
        raise BadRequest(None, f"invalid request {_shown(found)}: expected a JSON object")
    id = found.pop("id", default_id)
    try:
        ID.validate_python(id)
    except ValidationError:
        reason = f"invalid id {_shown(id)}: expected a whole number or a short text"
        raise BadRequest(None, reason) from None
    do = found.pop("do", None)
    do = canonical(do) if isinstance(do, str) else do
    if not isinstance(do, str) or do not in REQUESTS:
        meant = meant_word(do, REQUESTS) if isinstance(do, str) else None
        raise BadRequest(
            id, f"invalid do {_shown(do)}: expected {meant or 'a name such as search'}"
        )
    fields = FIELDS[do]
    if (unknown := next((name for name in found if name not in fields), None)) is not None:
        expected = f"some of {', '.join(fields)}" if fields else "none"
        raise BadRequest(id, f"unknown field {quote(unknown)}: expected {expected}")
    try:
        return Request(id, do, REQUESTS[do].validate_python(found))
    except ValidationError as error:
        raise BadRequest(id, _reason(error, fields)) from None


def _shown(value: object) -> str:
    """Return a value of JSON quoted for an error; of a large one only the beginning is looked at.

    >>> _shown("f5"), _shown([0] * 100_000)
    ("'f5'", '[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,...')
    """
    if not isinstance(value, (list, dict)):
        return quote(value)
    text = "".join(islice(JSONEncoder().iterencode(value), QUOTED_CHARACTERS))
    return text if len(text) <= QUOTED_CHARACTERS else f"{text[:QUOTED_CHARACTERS]}..."


def _reason(error: ValidationError, fields: dict[str, Any]) -> str:
    """Return what is wrong with the first bad field, and what was expected, in one line."""
    errors = error.errors(include_url=False)
    name, kind = errors[0]["loc"][0], errors[0]["type"]
    if kind == "missing":
        return f"no {name}: expected {fields[str(name)]['description']}"
    reasons = " or ".join(_expected(each) for each in errors if each["loc"][0] == name)
    return f"invalid {name} {_shown(errors[0]['input'])}: {reasons.replace('or expected', 'or')}"


def _expected(error: ErrorDetails) -> str:
    """Return what was expected of a value, from what pydantic says."""
    kind, limits = error["type"], error.get("ctx", {})
    what = "character" if kind.startswith("string") else "item"
    if kind.endswith("too_short"):
        return f"expected at least {counted(limits['min_length'], what)}"
    if kind.endswith("too_long"):
        return f"expected at most {counted(limits['max_length'], what)}"
    return error["msg"].replace("Input should be", "expected")


STATUSES = {
    "200": "the result; with Accept: application/jsonl a line for every info before it",
    "400": "the request cannot be carried out; the error says why",
    "401": "a wrong token, or none",
    "403": "a request of another site's page",
    "413": "a body of more than a megabyte",
    "421": "a host name that is not this server's",
    "503": "too many clients",
}

ANSWER = {
    "description": "a line of JSON: any number of infos, last a result or an error",
    "type": "object",
    "properties": {
        "id": TypeAdapter(Id | None).json_schema(),
        "info": {"type": "object"},
        "result": {"type": "object"},
        "error": {
            "type": "object",
            "properties": {
                "message": {"type": "string", "description": "what is wrong, what was expected"},
                "code": {
                    "enum": sorted(set(CODES.values())),
                    "description": "what kind of error it is; a refusal by HTTP's status has none",
                },
                "bad_move": {
                    "type": "object",
                    "description": "the move at fault in a text: its place, those before it, the "
                    "legal ones",
                },
                "meant": {"type": "string", "description": "the opening that may be meant"},
                "sentence": {
                    "type": "object",
                    "description": "what is wrong, for translation: a form and its values",
                },
            },
            "required": ["message"],
        },
    },
    "required": ["id"],
}


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document."""
    schemas = {do: adapter.json_schema() for do, adapter in REQUESTS.items()}
    for do, schema in schemas.items():
        schema["properties"] = {"id": ID.json_schema(), "do": {"const": do}} | schema["properties"]
        schema["required"] = ["do", *schema.get("required", ())]
    references = {do: f"#/components/schemas/{do}" for do in schemas}
    request = {
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "do", "mapping": references},
    }
    answer = {"schema": {"$ref": "#/components/schemas/Answer"}}
    responses: dict[str, Any] = {
        status: {"description": text, "content": {"application/json": answer}}
        for status, text in STATUSES.items()
    }
    responses["200"]["content"]["application/jsonl"] = answer
    post = {
        "summary": "one request",
        "operationId": "request",
        "requestBody": {"required": True, "content": {"application/json": {"schema": request}}},
        "responses": responses,
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "othello",
            "version": f"{VERSION}",
            "description": f"othello {__version__}. The WebSocket at {PATH}/socket takes the same "
            "requests and gives the same answers, one a message.",
        },
        "paths": {PATH: {"post": post}},
        "components": {"schemas": schemas | {"Answer": ANSWER}},
    }
