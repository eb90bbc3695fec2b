"""Actions and background jobs, which a protocol's handler returns to the loop."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, Protocol


class Turn(Enum):
    """The time when an action may run."""

    AT_ONCE = "even before lines that wait"
    IN_ORDER = "after the lines that came before it, even while a job runs"
    ALONE = "in order, when no job runs"


class Action(NamedTuple):
    """The loop's action for a line of input: `run` carries out the command when it is its turn.

    If it `stops`, the line stops, as soon as it is read, the running job and the jobs that earlier
    lines are still to start. If it `leaves`, it is the last line: lines after it are ignored, and
    jobs of earlier lines are stopped, except those that finish (see `Job`).
    """

    run: Callable[[], object]
    turn: Turn = Turn.IN_ORDER
    stops: bool = False
    leaves: bool = False


class Handler(Protocol):
    """Speaks one protocol; the loop calls every method in the main thread."""

    refusal_turn: Turn  #: when the error reply to a line that cannot be parsed is sent
    #: Whether bugs may be reported on stderr. False if the other program may read stderr as
    #: replies.
    stderr_is_free: bool

    def parse(self, line: str) -> Action:
        """Return the action for a line; this method and the action may raise `OthelloError`."""

    def refuse(self, line: str, reason: str) -> None:
        """Send this protocol's error reply to a line that cannot be parsed or carried out."""


class Job:
    """Work that runs in the background, such as a search.

    `work` is called once, in the thread for jobs. `stop` makes it return soon; any thread may call
    it, and more than once. If it is `endless`, the work ends only when `stop` is called. If it
    `yields`, a line that has to wait for the job stops it. If it `finishes`, the job runs to its
    end even after the last line (`Action.leaves`) was read.
    """

    def __init__(
        self,
        work: Callable[[], object],
        stop: Callable[[], object],
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
