"""The OpenAPI document: the requests of `othello.serving.schema`, as other programs read them."""

from __future__ import annotations

from othello._version import __version__
from othello.serving.schema import REQUESTS, VERSION, RequestKind
from othello.serving.session import CODES

__all__ = ["PATH", "openapi"]

PATH = f"/api/v{VERSION}"
"""Where requests are posted; the WebSocket is at `PATH`/socket."""

ID = {"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": 100}]}
ERROR = {
    "type": "object",
    "properties": {
        "message": {"type": "string", "description": "what is wrong and what was expected"},
        "code": {
            "enum": sorted(set(CODES.values())),
            "description": "what kind of error it is; refusals by a status of HTTP have none",
        },
    },
    "required": ["message"],
}
ANSWER = {
    "description": "a line of JSON: any number of infos, last a result or an error",
    "type": "object",
    "properties": {
        "id": {"oneOf": [*ID["oneOf"], {"type": "null"}]},
        "info": {"type": "object"},
        "result": {"type": "object"},
        "error": ERROR,
    },
    "required": ["id"],
}
STATUSES = {
    "200": "the result; with Accept: application/jsonl a line for every info before it",
    "400": "the request cannot be carried out; the error says why",
    "401": "a wrong token, or none",
    "403": "a request of another site's page",
    "413": "a body of more than a megabyte",
    "421": "a host name that is not this server's",
    "503": "too many clients",
}


def openapi() -> dict[str, object]:
    """Return the document."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}
    streamed = {"application/jsonl": {"schema": {"$ref": "#/components/schemas/Answer"}}}
    responses = {
        status: {
            "description": text,
            "content": {**content, **(streamed if status == "200" else {})},
        }
        for status, text in STATUSES.items()
    }
    one_of = [{"$ref": f"#/components/schemas/{do}"} for do in REQUESTS]
    schema = {
        "oneOf": one_of,
        "discriminator": {
            "propertyName": "do",
            "mapping": {do: f"#/components/schemas/{do}" for do in REQUESTS},
        },
    }
    post = {
        "summary": "one request",
        "operationId": "request",
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
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
        "components": {
            "schemas": {do: _schema(do, kind) for do, kind in REQUESTS.items()} | {"Answer": ANSWER}
        },
    }


def _schema(do: str, kind: RequestKind) -> dict[str, object]:
    fields = {name: field.schema for name, field in kind.fields.items()}
    required = [name for name, field in kind.fields.items() if field.required]
    return {
        "description": kind.summary,
        "type": "object",
        "properties": {"id": ID, "do": {"const": do}, **fields},
        "required": ["do", *required],
        "additionalProperties": False,
    }
