"""The rooms: parts of the package that the core does without, each with all its faces.

A room is a folder of `othello/` that can be taken out together with its line here. What it brings
is found by the names of its files: operations in ``operations/``, one in each module, commands in
``commands/``, parts of the page in ``page/``. The rest is said in its module ``room``, which
imports next to nothing.

A module ``with_NAME`` of a room is for what it does together with another room. It is imported only
where that one `is_there`, and is taken out with it.

A *plug-in* is a room of another package: `othello.plugins` finds them. That takes a while, so they
are asked last, for what none of our own rooms has.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, NamedTuple

ROOMS: dict[str, tuple[str, ...]] = {
    "pasted": (),
    "ggf": (),
    "sgf": (),
    "wthor": (),
    "play": ("explaining", "gamebase", "practice"),
    "practice": ("explaining", "gamebase", "ratings"),
    "lessons": ("explaining", "practice"),
    "explaining": (),
    "gamebase": ("wthor",),
    "bookmaking": (),
    "interfaces": ("ggf",),
    "ggs": ("ggf", "ratings"),
    "serving": (),
    "server": ("serving",),
    "matches": ("client", "ggf"),
    "measuring": (),
    "benchmark": ("client", "matches"),
    "compliance": ("client",),
    "training": ("wthor",),
    "cluster": ("client", "measuring"),
    "client": ("ggf",),
    "evaluators": (),
    "ratings": (),
    "people": ("ratings", "wthor"),
    "site": ("server", "serving"),
    "plugins": (),
}
"""The rooms, each with those whose code it needs, in the order in which ``--help`` lists them."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Room(NamedTuple):
    """The contents of a room, which are the constant `ROOM` of its module ``room``."""

    #: Its commands by heading: names and summaries.
    commands: Mapping[str, Mapping[str, str]] = NOTHING
    packages: tuple[str, ...] = ()  #: its folders beside the one of its own name
    docs: tuple[str, ...] = ()  #: its pages in ``docs/``, without the ends of their names
    #: Names that it adds to packages of the core, such as ``othello.GameBase``, each with the
    #: module that has it.
    names: Mapping[str, str] = NOTHING
    #: Its formats of games by name, each with the module that declares it (`formats.registry`).
    formats: Mapping[str, str] = NOTHING
    #: What the core asks `provider` for, each with the module that does it.
    provides: Mapping[str, str] = NOTHING
    #: The operations of a plug-in by name, each with the module that has its class.
    operations: Mapping[str, str] = NOTHING


@cache
def folders() -> dict[str, str]:
    """Return the folders of the rooms that are there, by name."""
    specs = {name: find_spec(f"othello.{name}") for name in ROOMS}
    return {
        name: folder
        for name, spec in specs.items()
        if spec is not None
        for folder in spec.submodule_search_locations or ()
    }


def is_there(name: str) -> bool:
    """Return whether there is a room."""
    return name in folders()


@cache
def rooms() -> dict[str, Room]:
    """Return our own rooms that are there, by name."""
    return {name: import_module(f"othello.{name}.room").ROOM for name in folders()}


def providers(what: str) -> Iterator[Any]:
    """Yield the modules of rooms that do something for the core, such as ``cluster``."""
    yield from _own_providers(what)
    if finding := next(_own_providers("plug-ins"), None):
        yield from finding.provided(what)


def _own_providers(what: str) -> Iterator[Any]:
    for room in rooms().values():
        if what in room.provides:
            yield import_module(room.provides[what])


def provider(what: str) -> Any:
    """Return the first of `providers`, None without one."""
    return next(providers(what), None)


def of_plugins(kind: str, taken: Container[str], **more: Any) -> dict[str, Any]:
    """Return what plug-ins have of a kind, but for names that are `taken`.

    That is a kind of `othello.plugins.finding.KINDS`, which has `more` parameters.
    """
    finding = next(_own_providers("plug-ins"), None)
    return finding.found(kind, taken, **more) if finding else {}


def added(package: str, name: str) -> Any:
    """Return what a room adds under a name to a package of the core: one of its `Room.names`.

    >>> added("othello", "GameBase").__name__
    'GameBase'
    """
    for room in rooms().values():
        if module := room.names.get(f"{package}.{name}"):
            return getattr(import_module(module), name)
    raise AttributeError(f"module {package!r} has no attribute {name!r}")


def lazily(package: str, names: list[str], *modules: str) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a room's package, which imports its names when first used.

    So the command line can read `room` there and nothing else. The first of the package's `modules`
    that has the name is taken.
    """

    def __getattr__(name: str) -> Any:
        for module in modules if name in names else ():
            found = import_module(f"{package}.{module}")
            if hasattr(found, name):
                return getattr(found, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return __getattr__


def names_added(package: str) -> list[str]:
    """Return the names that rooms add to a package of the core, apart from their folders."""
    names = [name.rpartition(".") for room in rooms().values() for name in room.names]
    return [name for home, _, name in names if home == package]
