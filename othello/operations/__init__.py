"""The operations, one in each module; `othello.operation` says what one is.

This is imported wherever a command line is read, so it imports next to nothing.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

__all__ = [
    "ANALYSE",
    "BOOKS",
    "DEVELOP",
    "PLAY",
    "PROTOCOLS",
    "load_operation",
    "operations",
]

PLAY = "Play and learn"
ANALYSE = "Analyse"
BOOKS = "Books and games"
PROTOCOLS = "Protocols"
DEVELOP = "For engine developers"
"""Headings under which commands are listed."""


@cache
def operations() -> list[str]:
    """Return the names of all operations, such as ``book.line``, sorted."""
    return sorted(module.name.replace("_", ".") for module in iter_modules(__path__))


def load_operation(name: str) -> Any:
    """Return the class of the operation with a name.

    >>> load_operation("book.line").__name__
    'BookLine'
    """
    module = import_module(f"{__name__}.{name.replace('.', '_')}")
    return getattr(module, name.title().replace(".", ""))
