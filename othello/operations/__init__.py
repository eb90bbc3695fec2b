"""The operations, one in each module, here and in the rooms; `othello.operation` says what one is.

This is imported wherever a command line is read, so it imports next to nothing.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from othello.rooms import folders, of_plugins

__all__ = [
    "ANALYSE",
    "BOOKS",
    "DEVELOP",
    "PLAY",
    "PROTOCOLS",
    "canonical",
    "has_command",
    "load_operation",
    "operations",
]

PLAY = "Play and learn"
ANALYSE = "Analyse"
BOOKS = "Books and games"
PROTOCOLS = "Protocols"
DEVELOP = "For engine developers"
"""Headings under which commands are listed."""

OTHER_NAMES = {"analyze": "analyse", "book": "book.show"}
"""American spellings, and shorter names, by which operations can be asked for."""


@cache
def _modules() -> dict[str, str]:
    """Return for each operation the module that declares it: in the core, then in the rooms.

    Those that go together are in one module, if the constant `TOGETHER` of the package says so.
    """
    packages = {__name__: __path__}
    packages |= {
        f"othello.{room}.operations": [f"{at}/operations"] for room, at in folders().items()
    }
    found: dict[str, str] = {}
    for package, path in packages.items():
        for module in iter_modules(path):
            together = getattr(import_module(package), "TOGETHER", {}).get(module.name, ())
            group = module.name.replace("_", ".")
            names = [f"{group}.{verb}" for verb in together] or [group]
            found |= dict.fromkeys(names, f"{package}.{module.name}")
    return found


@cache
def _modules_of_plugins() -> dict[str, str]:
    return of_plugins("operations", _modules())


def operations() -> list[str]:
    """Return the names of all operations, such as ``book.line``, sorted."""
    return sorted(_modules() | _modules_of_plugins())


def load_operation(name: str) -> Any:
    """Return the class of the operation with a name.

    >>> load_operation("book.line").__name__
    'BookLine'
    """
    return class_in(_modules().get(name) or _modules_of_plugins()[name], name)


def class_in(module: str, name: str) -> Any:
    """Return the class of an operation in its module."""
    return getattr(import_module(module), name.title().replace(".", ""))


def has_command(name: str) -> bool:
    """Return whether there is an operation with a name that has a command."""
    is_known = name in _modules() or name in _modules_of_plugins()
    return is_known and bool(load_operation(name).example.startswith("othello "))


def canonical(name: str) -> str:
    """Return the name of the operation that a request means.

    >>> canonical("analyze"), canonical("names")
    ('analyse', 'names')
    """
    return OTHER_NAMES.get(name, name)
