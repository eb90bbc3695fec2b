"""The requests that a client may make: their names, fields and answers.

A request is a JSON object such as ``{"id": 1, "do": "search", "position": "f5d6", "depth": 10}``.
Its answers are ``{"id": 1, "info": {…}}``, any number of them, and last
``{"id": 1, "result": {…}}`` or ``{"id": 1, "error": {"message": …}}``.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from othello.engine.strength import FULL_STRENGTH
from othello.errors import InvalidOption, OthelloError, quote
from othello.levels import MAX_LEVEL
from othello.limits import MAX_DEPTH, MAX_MULTIPV, SELECTIVITIES
from othello.serving.fields import Field, check_fields, choice, number, text, texts, whole

__all__ = [
    "MAX_MESSAGE_BYTES",
    "MAX_SECONDS",
    "REQUESTS",
    "VERSION",
    "BadRequest",
    "Request",
    "RequestKind",
    "parse_request",
]

VERSION = 1
"""Of the requests and answers. It grows when something that a client relies on changes."""

MAX_MESSAGE_BYTES = 1 << 20
MAX_ID_CHARACTERS = 100
MAX_POSITION_CHARACTERS = 2000
MAX_GAMES_CHARACTERS = MAX_MESSAGE_BYTES
MAX_MOVES_CHARACTERS = 1000
MAX_BATCH = 256
MAX_NODES = 10**12

MAX_SECONDS = 3600.0
"""The longest time that a request may ask for; the server may allow less."""

FORMS = ("moves", "ggf", "sgf", "obf", "fen", "text", "svg")

POSITION = text(
    MAX_POSITION_CHARACTERS,
    "startpos, moves such as f5d6c3, an opening's name, an OBF line or a FEN",
    required=True,
)
LIMITS = {
    "depth": whole(1, MAX_DEPTH, "plies; with no limit at all, the level decides"),
    "level": whole(0, MAX_LEVEL, "how hard to think, instead of a depth"),
    "seconds": number(0, MAX_SECONDS, "time spent searching"),
    "nodes": whole(1, MAX_NODES, "nodes searched"),
    "selectivity": Field(
        {
            "oneOf": [
                {"type": "integer", "minimum": percent, "maximum": percent}
                for percent in SELECTIVITIES
            ],
            "description": "confidence of forward pruning in percent, 100 for none",
        }
    ),
}
MULTIPV = {"multipv": whole(1, MAX_MULTIPV, "how many of the best moves", "all")}
GAME = {
    "start": text(MAX_POSITION_CHARACTERS, "the position before the first move"),
    "moves": text(MAX_MOVES_CHARACTERS, "the moves, in any form that people write them in"),
}


class RequestKind(NamedTuple):
    """A kind of request.

    Attributes
    ----------
    summary : str
        What it asks for.
    fields : dict
        Its fields by name, besides `id` and `do`.
    searches : bool
        Whether it needs an engine.
    """

    summary: str
    fields: dict[str, Field]
    searches: bool = False


REQUESTS = {
    "search": RequestKind(
        "the best moves of a position; an info after each iteration",
        {
            "position": POSITION,
            **LIMITS,
            **MULTIPV,
            "moves": texts(64, 4, "search these moves only"),
            "strength": whole(0, FULL_STRENGTH, "choose a move as a player of this strength"),
            "seed": whole(0, 2**31 - 1, "which choices are made below full strength"),
        },
        searches=True,
    ),
    "solve": RequestKind(
        "the exact score, or who wins; an info after each iteration",
        {
            "position": POSITION,
            **MULTIPV,
            "seconds": LIMITS["seconds"],
            "wld": Field({"type": "boolean", "description": "only who wins: -1, 0 or 1"}),
        },
        searches=True,
    ),
    "batch": RequestKind(
        "many positions searched one after the other; an info after each",
        {"positions": texts(MAX_BATCH, MAX_POSITION_CHARACTERS, "the positions", required=True)}
        | LIMITS
        | MULTIPV,
        searches=True,
    ),
    "explain": RequestKind(
        "what a move costs, its refutation, and why",
        {
            "position": POSITION,
            "move": text(4, "a legal move", required=True),
            "level": LIMITS["level"],
            "score": number(-65, 64, "the move's score for the side to move, if it is known"),
            "best": number(-65, 64, "then also the best move's score,"),
            "line": text(MAX_MOVES_CHARACTERS, "the best line,"),
            "played": text(MAX_MOVES_CHARACTERS, "the move's line,"),
            "exact": Field({"type": "boolean", "description": "and whether both are proven"}),
        },
        searches=True,
    ),
    "analyse": RequestKind(
        "what each move of a game was worth; an info after each position",
        {**GAME, "level": LIMITS["level"]},
        searches=True,
    ),
    "position": RequestKind(
        "a position as OBF and FEN, how it was reached, its legal moves and its opening",
        {"position": POSITION},
    ),
    "games": RequestKind(
        "the games of a text: moves, GGF, SGF, OBF; or of a WTHOR file in base64",
        {
            "text": text(MAX_GAMES_CHARACTERS, "the text"),
            "wthor": text(MAX_GAMES_CHARACTERS, "a .wtb file in base64"),
            "players": text(MAX_GAMES_CHARACTERS, "its .jou file in base64"),
            "tournaments": text(MAX_GAMES_CHARACTERS, "its .trn file in base64"),
        },
    ),
    "format": RequestKind(
        "a game written in another form",
        {**GAME, "as": choice(FORMS, "the form", required=True)},
    ),
    "names": RequestKind(
        "the openings whose name has this text, or whose moves begin with it",
        {"text": text(100, "a part of a name, or moves; all openings by default")},
    ),
    "cancel": RequestKind(
        "end a request, which is then answered with an error",
        {
            "target": Field(
                {
                    "oneOf": [
                        {"type": "integer", "minimum": -(2**53), "maximum": 2**53},
                        {"type": "string", "maxLength": MAX_ID_CHARACTERS},
                    ],
                    "description": "the request's id",
                },
                True,
            )
        },
    ),
}


class Request(NamedTuple):
    """A request that was read.

    Attributes
    ----------
    id : int or str
        The client's name for it.
    do : str
        One of `REQUESTS`.
    values : dict
        Its other fields, checked.
    """

    id: int | str
    do: str
    values: dict[str, Any]


class BadRequest(OthelloError, ValueError):
    """A message that is no request.

    Attributes
    ----------
    id : int, str or None
        The id, as far as it could be read.
    """

    def __init__(self, id: int | str | None, reason: str) -> None:
        super().__init__(reason)
        self.id = id


def parse_request(message: str | bytes) -> Request:
    """Read a request.

    >>> parse_request('{"id": 1, "do": "names", "text": "tiger"}')
    Request(id=1, do='names', values={'text': 'tiger'})

    Raises
    ------
    BadRequest
        If it is none, or one of its fields is wrong.
    """
    try:
        found = json.loads(message, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        start = message if isinstance(message, str) else message.decode(errors="replace")
        raise BadRequest(None, f"invalid JSON {quote(start)}") from None
    if not isinstance(found, dict):
        raise BadRequest(None, f"invalid request {quote(found)}: expected a JSON object")
    id = found.pop("id", None)
    if not _is_id(id):
        reason = f"invalid id {quote(id)}: expected a whole number or a short text"
        raise BadRequest(None, reason)
    do = found.pop("do", None)
    if not isinstance(do, str) or do not in REQUESTS:
        raise BadRequest(id, f"invalid do {quote(do)}: expected one of {', '.join(REQUESTS)}")
    try:
        check_fields(found, REQUESTS[do].fields)
    except InvalidOption as error:
        raise BadRequest(id, str(error)) from None
    return Request(id, do, found)


def _is_id(id: object) -> bool:
    if isinstance(id, str):
        return len(id) <= MAX_ID_CHARACTERS
    return isinstance(id, int) and not isinstance(id, bool) and abs(id) <= 2**53


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
