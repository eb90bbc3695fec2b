"""A step: a sentence of a protocol, and a function that tries whether an engine keeps it.

The steps of a group are the functions of its module that `must` or `should` decorate: a step has
the function's name, and its docstring is the sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

ALL = ("ugi", "gtp", "nboard", "xboard")


class Step(NamedTuple):
    """A step: what it is called, and of which protocols; whether an engine must pass it."""

    name: str
    group: str
    protocols: tuple[str, ...]
    must: bool
    greeted: bool  # whether the engine is greeted before
    sentence: str
    run: Callable[[Any], None]


def must(*protocols: str, greeted: bool = True) -> Callable[[Callable[[Any], None]], Step]:
    """Make a step of a function; without names it is of all protocols."""
    return lambda function: _step(function, protocols, True, greeted)


def should(*protocols: str, greeted: bool = True) -> Callable[[Callable[[Any], None]], Step]:
    """Make a step that an engine should pass; one that does not can still play games."""
    return lambda function: _step(function, protocols, False, greeted)


def _step(
    run: Callable[[Any], None], protocols: tuple[str, ...], must: bool, greeted: bool
) -> Step:
    group = run.__module__.rpartition(".")[2]
    name = run.__name__.replace("_", "-")
    sentence = " ".join((run.__doc__ or "").split())
    return Step(name, group, protocols or ALL, must, greeted, sentence, run)
