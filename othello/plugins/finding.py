"""Finding plug-ins. What is wrong with one is a warning of one line, and costs nothing else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import RLock
from typing import Any, NamedTuple

from othello.errors import InvalidOption, OthelloError, printable, quote, warn
from othello.rooms import ROOMS, Room

GROUP = "othello.rooms"
"""The group of entry points, each of which names a `Room`."""

PROVIDED = {
    "protocol": ("handler_for",),
    "evaluator": ("EVALUATIONS",),
    "practise": ("NAME", "SUMMARY", "add_arguments", "run"),
}
"""What a plug-in may provide, and the names that such a module has."""


class Plugin(NamedTuple):
    """A room of another package."""

    room: Room
    package: str  #: has its folders ``commands`` and ``page``
    source: str  #: the distribution that it is from, such as ``othello-corners 1.0``

    @property
    def commands(self) -> dict[str, tuple[str, str, str]]:
        """Its commands by name: module, summary and heading."""
        return {
            name: (f"{self.package}.commands.{name}", summary, heading)
            for heading, commands in self.room.commands.items()
            for name, summary in commands.items()
        }

    @property
    def pages(self) -> dict[str, str]:
        """Its folder of parts of the served page; a plug-in that is one module has none."""
        folders = [f"{each}/page" for each in getattr(import_module(self.package), "__path__", ())]
        return {folder: folder for folder in folders if os.path.isdir(folder)}


KINDS: dict[str, Callable[[Plugin], Mapping[str, Any]]] = {
    "commands": lambda plugin: plugin.commands,
    "operations": lambda plugin: plugin.room.operations,
    "formats": lambda plugin: plugin.room.formats,
    "provides": lambda plugin: plugin.room.provides,
    "page": lambda plugin: plugin.pages,
}
"""What a plug-in may have: names with their modules, folders or what `Plugin` says."""

_plugins: dict[str, Plugin] | None = None
_looking = RLock()


def plugins() -> dict[str, Plugin]:
    """Return the plug-ins by name. One that asks while it is imported sees those before it."""
    global _plugins
    with _looking:
        if _plugins is None:
            _plugins = {}
            with LeavingOut("all plug-ins"):  # any distribution may have a damaged file
                if any(map(_has_group, sys.path)):
                    _find(_plugins)
        return _plugins


def _has_group(folder: str) -> bool:
    """Return whether a distribution in a folder of the path has entry points of the group.

    `importlib.metadata`, which says the same, takes longer to import than many a command runs.
    """
    with suppress(OSError):
        for name in os.listdir(folder or "."):
            if name.endswith("-info"):
                with (
                    suppress(OSError),
                    open(f"{folder or '.'}/{name}/entry_points.txt", "rb") as file,
                ):
                    if GROUP.encode() in file.read():
                        return True
    return False


def _find(known: dict[str, Plugin]) -> None:
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        source = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
        with LeavingOut(f"plug-in {entry.name} of {source}"):
            room = entry.load()
            if not isinstance(room, Room):
                raise InvalidOption(f"{entry.value} is {quote(room)}: expected a Room")
            if entry.name in (*ROOMS, *known):
                raise InvalidOption(f"there is another {entry.name}: expected another name")
            if unknown := sorted({*room.provides} - {*PROVIDED}):
                expected = f"expected {', '.join(PROVIDED)}"
                raise InvalidOption(f"it provides {', '.join(unknown)}: {expected}")
            plugin = Plugin(room, entry.module.removesuffix(".room"), source)
            for names in KINDS.values():
                names(plugin).items()  # raises an error for what is no table
            known[entry.name] = plugin


class LeavingOut(NamedTuple):
    """Warns of an error in the ``with`` block in place of raising it."""

    what: str

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, (Exception, SystemExit)):
            return False
        told = "" if isinstance(error, OthelloError) else f"{type(error).__name__}: "
        warn(f"left out {self.what}: {told}{printable(' '.join(str(error).split()))}")
        return True


def found(
    kind: str, taken: Container[str], check: Callable[[str, Any], object] | None = None
) -> dict[str, Any]:
    """Return what plug-ins have of a kind; see `othello.rooms.of_plugins`.

    What `check` raises an error for is left out, as is what has a name twice.
    """
    known: dict[str, Any] = {}
    for plugin, each in plugins().items():
        for name, has in KINDS[kind](each).items():
            with LeavingOut(f"{name} ({kind}) of plug-in {plugin}"):
                if name in taken or name in known:
                    raise InvalidOption(f"there is another {name}: expected another name")
                if check is None:
                    from othello.plugins.checks import CHECKS

                    check = CHECKS[kind]
                check(name, has)
                known[name] = has
    return known


def provided(what: str) -> Iterator[Any]:
    """Yield the modules of plug-ins that do something for the core."""
    yield from (module for word, module in _all_provided() if word == what)


@cache
def _all_provided() -> list[tuple[str, Any]]:
    known = []
    for plugin, each in plugins().items():
        from othello.plugins.checks import with_names

        for word, module in each.room.provides.items():
            with LeavingOut(f"{word} of plug-in {plugin}"):
                known.append((word, with_names(module, *PROVIDED[word])))
    return known
