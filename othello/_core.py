"""The compiled core: the best variant that was built and that this processor can run.

The environment variable `OTHELLO_ISA` names the best variant allowed. If the processor cannot run
it, the best one below it is taken.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from othello._isas import TABLE
from othello.errors import InvalidOption, NotBuilt, quote

__all__ = ["ISAS", "core", "isas"]

#: Instruction sets the core is compiled for; of one machine each is a superset of the one before.
ISAS = tuple(isa.name for isa in TABLE)


def isas() -> list[str]:
    """Return the variants that were built and that this processor can run, weakest first.

    >>> isas()[0]
    'generic'
    """
    from importlib.util import find_spec

    return [isa for isa in supported() if find_spec(f"othello._core_{isa}")]


def supported() -> list[str]:
    """Return the variants that this processor can run, built or not."""
    if (cpu := compiled("_cpu")) is None:
        return []
    machines = (None, cpu.machine())
    return [isa.name for isa in TABLE if isa.machine in machines and isa.level <= cpu.level()]


def compiled(name: str) -> ModuleType | None:
    """Import a compiled module of this package; return None if it was not built."""
    try:
        return import_module(f"othello.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"othello.{name}":
            raise
        return None


def not_compiled(name: str) -> NotBuilt:
    """Return the error for a compiled module that is missing: nothing was built here."""
    return NotBuilt(
        f"the compiled core of othello is not in {os.path.dirname(__file__)!r}: to run Python in "
        "the source folder, install with `pip install -e .`; after `pip install .` run it in "
        "another folder",
        name=f"othello.{name}",
    )


def highest() -> str:
    """Return the best variant that `$OTHELLO_ISA` allows."""
    isa = os.environ.get("OTHELLO_ISA") or ISAS[-1]
    if isa not in ISAS:
        raise InvalidOption(f"OTHELLO_ISA is {quote(isa)}: expected one of {', '.join(ISAS)}")
    return isa


@contextmanager
def idle_threads_sleep() -> Iterator[None]:
    """Make an OpenMP library loaded during the ``with`` block let threads sleep between searches.

    Otherwise threads spin after each search (GCC's for about 10 ms, LLVM's for 200 ms), and the
    first thread spins while it waits for one that the system has not started yet. The libraries
    read this setting from the environment only, so a variable is set here and removed afterwards. A
    library that the process has loaded before does not change.
    """
    if {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"} & os.environ.keys():
        yield
        return
    os.environ["OMP_WAIT_POLICY"] = "passive"
    try:
        yield
    finally:
        del os.environ["OMP_WAIT_POLICY"]


def load() -> ModuleType:
    """Import the best variant of the core; raise NotBuilt if there is none."""
    limit = ISAS.index(highest())
    with idle_threads_sleep():
        for isa in reversed(supported()):
            if ISAS.index(isa) <= limit and (module := compiled(f"_core_{isa}")) is not None:
                module.processors()  # LLVM's OpenMP reads the environment at its first call
                return module
    raise not_compiled("_core_generic")


if TYPE_CHECKING:
    # All variants have the same names.
    from othello import _core_generic as core
else:
    core = load()
