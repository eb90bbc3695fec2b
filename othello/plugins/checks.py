"""Checks of what plug-ins have. They are there only where there is a plug-in."""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, get_origin

from othello.commands.operating import OPENERS
from othello.errors import InvalidOption, quote
from othello.fields import KINDS, fields_of
from othello.formats.registry import Format, format_in
from othello.operation import LANES, answer_of, needs_of
from othello.operations import class_in

EXPECTED = "int, float, str, bool, or a Literal, dict or tuple of them"

LENT = (*OPENERS, "engines", "bases", "profiles", "progress")
"""What a request can take; a command takes less."""


def with_names(module: str, *names: str) -> ModuleType:
    """Return a module; raise InvalidOption unless it has these names."""
    found = import_module(module)
    if missing := [name for name in names if not hasattr(found, name)]:
        raise InvalidOption(f"{module} has no {', '.join(missing)}")
    return found


def check_operation(name: str, module: str) -> None:
    """Raise an error unless a module has an operation with this name."""
    cls = class_in(module, name)
    if missing := [each for each in ("lane", "heading", "example") if not hasattr(cls, each)]:
        raise InvalidOption(f"{quote(cls)} has no {', '.join(missing)}")
    if cls.lane not in LANES:
        raise InvalidOption(f"its lane is {quote(cls.lane)}: expected {', '.join(LANES)}")
    lent = OPENERS if cls.example.startswith("othello ") else LENT
    if unknown := [need for need in needs_of(cls) if need not in lent]:
        raise InvalidOption(f"its run takes {', '.join(unknown)}: expected {', '.join(lent)}")
    answer_of(cls)  # raises an error if it cannot be read
    for field in fields_of(cls):
        if field.type not in KINDS and get_origin(field.type) not in (Literal, dict, tuple):
            raise InvalidOption(
                f"the type of {field.name} is {quote(field.type)}: expected {EXPECTED}"
            )


def check_format(name: str, module: str) -> None:
    """Raise an error unless a module declares a format."""
    if not isinstance(found := format_in(module), Format):
        raise InvalidOption(f"FORMAT of {module} is {quote(found)}: expected a Format")


CHECKS: dict[str, Callable[[str, Any], object]] = {
    "commands": lambda name, told: with_names(told[0], "EXAMPLE", "add_arguments"),
    "operations": check_operation,
    "formats": check_format,
}
"""Checks by the kinds of `othello.plugins.finding`; the page has one of its own."""
