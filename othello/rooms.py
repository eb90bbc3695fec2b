"""The rooms: parts of the package that the core does without, each with all its faces.

A room is a folder of `othello/` that can be taken out together with its line here. What it brings
is found by the names of its files: operations in ``operations/``, one in each module, and commands
in ``commands/``. The rest is said in its module ``room``, which imports next to nothing.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

ROOMS: dict[str, tuple[str, ...]] = {
    "play": ("gamebase", "practice"),
    "practice": ("cluster", "gamebase", "matches", "training"),
    "gamebase": ("cluster",),
    "ggs": ("matches",),
    "matches": ("client", "cluster"),
    "measuring": ("cluster", "matches"),
    "training": ("cluster",),
    "cluster": ("client", "measuring"),
    "client": (),
    "evaluators": (),
    "site": (),
}
"""The rooms, each with those whose code it may use, in the order in which ``--help`` lists them."""


class Room(NamedTuple):
    """The contents of a room, which are the constant `ROOM` of its module ``room``.

    Attributes
    ----------
    commands : dict
        Its commands by heading: names and summaries.
    packages : tuple of str
        Its folders beside the one of its own name.
    docs : tuple of str
        Its pages in ``docs/``, without the ends of their names.
    """

    commands: dict[str, dict[str, str]]
    packages: tuple[str, ...] = ()
    docs: tuple[str, ...] = ()


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


@cache
def rooms() -> dict[str, Room]:
    """Return the rooms that are there, by name."""
    return {name: import_module(f"othello.{name}.room").ROOM for name in folders()}
