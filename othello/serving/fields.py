"""Values of JSON objects that come from strangers: what each may be, and how it is checked.

A field is described once, as a piece of JSON Schema. It is checked by that description, and the
OpenAPI document shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from othello.errors import InvalidOption, quote

__all__ = ["Field", "check_fields", "choice", "number", "text", "texts", "whole"]


class Field(NamedTuple):
    """A field of a request.

    Attributes
    ----------
    schema : dict
        Its JSON Schema: one of the kinds that the functions of this module make.
    required : bool
        Whether it must be given.
    """

    schema: dict[str, Any]
    required: bool = False


def whole(low: int, high: int, description: str, *words: str) -> Field:
    """Return a whole number from `low` to `high`, or one of `words` instead."""
    schema: dict[str, Any] = {"type": "integer", "minimum": low, "maximum": high}
    if words:
        schema = {"oneOf": [schema, {"enum": list(words)}]}
    return Field({**schema, "description": description})


def number(above: float, most: float, description: str) -> Field:
    """Return a number of more than `above`, and at most `most`."""
    limits = {"exclusiveMinimum": above, "maximum": most}
    return Field({"type": "number", **limits, "description": description})


def text(longest: int, description: str, *, required: bool = False) -> Field:
    """Return a text of at most `longest` characters."""
    return Field({"type": "string", "maxLength": longest, "description": description}, required)


def texts(most: int, longest: int, description: str, *, required: bool = False) -> Field:
    """Return a list of at most `most` texts of at most `longest` characters."""
    items = {"type": "string", "maxLength": longest}
    schema = {"type": "array", "minItems": 1, "maxItems": most, "items": items}
    return Field({**schema, "description": description}, required)


def choice(words: tuple[str, ...], description: str, *, required: bool = False) -> Field:
    """Return one of some words."""
    return Field({"enum": list(words), "description": description}, required)


def check_fields(values: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
    """Raise `InvalidOption` unless `values` has what `fields` say, and nothing but that.

    >>> check_fields({"depth": 99}, {"depth": whole(1, 60, "plies")})
    Traceback (most recent call last):
    ...
    othello.errors.InvalidOption: invalid depth 99: expected a whole number, 1 to 60
    """
    for name, value in values.items():
        if name not in fields:
            expected = ", ".join(fields) or "none"
            raise InvalidOption(f"unknown field {quote(name)}: expected some of {expected}")
        if not _fits(value, fields[name].schema):
            expected = _expected(fields[name].schema)
            raise InvalidOption(f"invalid {name} {quote(value)}: expected {expected}")
    for name, field in fields.items():
        if field.required and name not in values:
            raise InvalidOption(f"no {name}: expected {_expected(field.schema)}")


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    if "oneOf" in schema:
        return any(_fits(value, one) for one in schema["oneOf"])
    if "enum" in schema:
        return isinstance(value, str) and value in schema["enum"]
    kind = schema["type"]
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "string":
        return isinstance(value, str) and len(value) <= schema["maxLength"]
    if kind == "array":
        if not isinstance(value, list) or not 1 <= len(value) <= schema["maxItems"]:
            return False
        return all(_fits(item, schema["items"]) for item in value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    if kind == "integer":
        return isinstance(value, int) and schema["minimum"] <= value <= schema["maximum"]
    return bool(schema["exclusiveMinimum"] < value <= schema["maximum"])


def _expected(schema: Mapping[str, Any]) -> str:
    """Return in words what a schema allows."""
    if "oneOf" in schema:
        return " or ".join(map(_expected, schema["oneOf"]))
    if "enum" in schema:
        return ", ".join(schema["enum"])
    kind = schema["type"]
    if kind == "integer":
        low, high = schema["minimum"], schema["maximum"]
        return str(low) if low == high else f"a whole number, {low} to {high}"
    if kind == "number":
        return f"a number, more than {schema['exclusiveMinimum']:g}, at most {schema['maximum']:g}"
    if kind == "string":
        return f"a text of at most {schema['maxLength']} characters"
    if kind == "array":
        return f"a list of 1 to {schema['maxItems']}, each {_expected(schema['items'])}"
    return "true or false"
