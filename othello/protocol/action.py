"""What a protocol's handler gives the loop: actions, and jobs that run in the background."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, Protocol

__all__ = ["Action", "Handler", "Job", "Turn"]


class Turn(Enum):
    """When an action may run."""

    AT_ONCE = "even before lines that wait"
    IN_ORDER = "after the lines that came before it, even while a job runs"
    ALONE = "in order, when no job runs"


class Action(NamedTuple):
    """What a line asks for.

    Attributes
    ----------
    run : callable
        Does it.
    turn : Turn
        When it may run.
    stops : bool
        Whether the line, as soon as it is read, stops the running job and those that lines before
        it are going to start.
    leaves: bool
        Whether it is the last line: those after it are not heeded, and of the jobs before it only
        those that finish (see `Job`) are not stopped.
    """

    run: Callable[[], object]
    turn: Turn = Turn.IN_ORDER
    stops: bool = False
    leaves: bool = False


class Handler(Protocol):
    """One protocol, spoken line by line; every method is called in the main thread.

    Attributes
    ----------
    refusal_turn : Turn
        When a line that cannot be parsed is answered.
    stderr_is_free : bool
        Whether bugs may be reported on stderr; what reads our replies might read that too.
    """

    refusal_turn: Turn
    stderr_is_free: bool

    def parse(self, line: str) -> Action:
        """Return what `line` asks for; it and its `run` may raise `OthelloError`."""

    def refuse(self, line: str, reason: str) -> None:
        """Answer a line that cannot be parsed or acted on, as this protocol reports errors."""


class Job:
    """Work in the background.

    Parameters
    ----------
    work : callable
        Does it; called once, in a thread of its own.
    stop : callable
        Makes `work` return soon; called in any thread, more than once if need be.
    endless : bool
        Whether only `stop` ends it.
    yields : bool
        Whether a line that waits for its end stops it.
    finishes: bool
        Whether it comes to its end even if the line that leaves was read meanwhile.
    """

    def __init__(
        self,
        work: Callable[[], None],
        stop: Callable[[], None],
        *,
        endless: bool = False,
        yields: bool = False,
        finishes: bool = False,
    ) -> None:
        self.work = work
        self.stop = stop
        self.endless = endless
        self.yields = yields
        self.finishes = finishes
