"""Compute the time for a move from a clock.

The result is a `Budget`: after `soft` seconds no new iteration is begun, after `hard` seconds the
search is stopped. They count from when the engine can search. What it takes until then, to load
weights and to make its table, is taken off a clock, which runs all the time, but not off a fixed
time for a move. The hard limit is always less than the time left on the clock, with a reserve for
the overhead of sending the answer, so that no game is lost on time.
"""

from __future__ import annotations

from typing import NamedTuple

from othello.fields import Range, at_least, in_range, number_in

DEFAULT_OVERHEAD = 0.02
"""Seconds between our answer and the stopping of our clock: pipes, load, the other program."""

FIXED_SHARE = 0.08
"""Largest share of a fixed time for a move that the default overhead takes. It may be small, as a
late answer costs no game then, and a move of 50 ms should not lose 20 ms of thinking."""

SOLVE_SECONDS = 0.03
"""Seconds kept for an exact solve of a later position with 20 empties ..."""

SOLVE_GROWTH = 1.84
"""... and how many times as many with one empty more. In games with 10 s a side, solves with 24 and
25 empties take a third of that at 40 million nodes a second, as earlier searches have filled the
table. Hard positions and other machines take longer."""

KEPT_OVERHEADS = 3
"""Number of overheads kept on a clock, as a single late answer loses the game."""

INCREMENT_SHARE = 0.8
"""Part of the increment spent at once; the rest slowly refills the clock."""

SOFT_SHARE = 0.5
"""The soft limit as a part of a move's fair share. An iteration takes longer than all before it, so
one begun later would rarely be finished."""

HARD_FACTOR = 1.8
"""The hard limit as a multiple of a move's fair share ..."""

LARGEST_SHARE = 0.5
"""... but it is at most this part of the time left ..."""

LAST_SHARE = 0.9
"""... or this one before the last move of a time control, which need leave nothing for others."""

FORCED_SHARE = 0.1
"""Part of the usual budget for a forced move, enough to find a score to report."""

INSTANT = 0.001
"""Seconds for a move when there is no time left."""

TUNABLE_SHARES = {
    "INCREMENT_SHARE": (0, 100),
    "SOFT_SHARE": (10, 100),
    "HARD_FACTOR": (100, 500),
    "LARGEST_SHARE": (10, 90),
}
"""The constants above that `othello tune` can change, and their ranges in percent."""


class Clock(NamedTuple):
    """The clock of the side to move.

    Parameters
    ----------
    left : float
        Seconds left; zero or less when the time is over.
    increment : float
        Seconds added after each move.
    moves_to_go : int or None
        Own moves until the next time control; None if the time is for the whole game.
    """

    left: float
    increment: float = 0.0
    moves_to_go: int | None = None

    def less(self, seconds: float) -> Clock:
        """Return what the clock shows `seconds` later, while the move is thought about.

        >>> Clock(60.0, increment=1.0).less(0.5)
        Clock(left=59.5, increment=1.0, moves_to_go=None)
        """
        return self._replace(left=self.left - seconds)


class Budget(NamedTuple):
    """Seconds for one move: no iteration begins after `soft`, the search stops at `hard`."""

    soft: float
    hard: float

    def less(self, seconds: float) -> Budget:
        """Return what is left of the budget after `seconds`, at least `INSTANT`.

        >>> Budget(soft=2.0, hard=10.0).less(2.5)
        Budget(soft=0.001, hard=7.5)
        """
        return Budget(max(self.soft - seconds, INSTANT), max(self.hard - seconds, INSTANT))


def budget_for_clock(
    clock: Clock, n_empties: int, overhead: float = DEFAULT_OVERHEAD, *, is_forced: bool = False
) -> Budget:
    """Return the time for one move under a clock.

    Parameters
    ----------
    clock : Clock
        The clock of the side to move.
    n_empties : int
        Empties of the position; half of them are moves of this side.
    overhead : float
        Seconds that an answer takes besides thinking.
    is_forced : bool
        Whether the side to move has no choice; see `budget_for_forced_move`.

    Raises
    ------
    InvalidOption
        If `overhead` is negative or `moves_to_go` is less than 1.

    Examples
    --------
    >>> budget = budget_for_clock(Clock(left=60.0), n_empties=60)
    >>> round(budget.soft, 2), round(budget.hard, 2)
    (1.71, 6.17)
    """
    number_in("overhead", overhead, Range(0, unit="seconds"))
    if clock.moves_to_go is not None:
        at_least("moves_to_go", clock.moves_to_go, 1)
    usable = _usable(clock.left, KEPT_OVERHEADS * overhead)
    largest = usable * (LAST_SHARE if clock.moves_to_go == 1 else LARGEST_SHARE)
    share = _fair_share(usable, n_empties, clock.moves_to_go)
    share += INCREMENT_SHARE * max(clock.increment, 0.0)
    budget = Budget(min(share * SOFT_SHARE, largest), min(share * HARD_FACTOR, largest))
    return budget_for_forced_move(budget) if is_forced else budget


def budget_for_move(seconds: float, overhead: float = DEFAULT_OVERHEAD) -> Budget:
    """Return the time for a move with a fixed time limit, less the overhead.

    Of a short time, less than the overhead is kept back: the share `FIXED_SHARE` of it with the
    default overhead, and in proportion with another.

    >>> budget_for_move(1.0, overhead=0.25)
    Budget(soft=0.75, hard=0.75)
    >>> budget_for_move(0.05).hard
    0.046
    """
    number_in("overhead", overhead, Range(0, unit="seconds"))
    share = FIXED_SHARE * overhead / DEFAULT_OVERHEAD
    usable = _usable(seconds, min(overhead, share * seconds))
    return Budget(usable, usable)


def budget_for_forced_move(budget: Budget) -> Budget:
    """Return the time for a forced move, given the usual budget.

    >>> budget_for_forced_move(Budget(soft=2.0, hard=10.0))
    Budget(soft=0.2, hard=1.0)
    """
    return Budget(budget.soft * FORCED_SHARE, budget.hard * FORCED_SHARE)


def tuned_share(name: str) -> int:
    """Return one of `TUNABLE_SHARES` in percent.

    >>> tuned_share("SOFT_SHARE")
    50
    """
    return round(100 * float(globals()[name]))


def tune_share(name: str, percent: int) -> None:
    """Set one of `TUNABLE_SHARES`, in percent, from now on in this process."""
    globals()[name] = in_range(name, percent, *TUNABLE_SHARES[name]) / 100


def _fair_share(usable: float, n_empties: int, moves_to_go: int | None) -> float:
    """Return the seconds of the next move, of `usable` seconds for all until the time control.

    All of them get the same, but later ones no more than an exact solve takes then.
    """
    solves = [SOLVE_SECONDS * SOLVE_GROWTH ** (later - 20) for later in range(n_empties, 0, -2)]
    needed = solves[:moves_to_go]
    while len(needed) > 1 and needed[-1] < usable / len(needed):
        usable -= needed.pop()
    return usable / max(len(needed), 1)


def _usable(left: float, kept: float) -> float:
    """Return `left` minus `kept`, but at least half of `left`; `INSTANT` if nothing is left."""
    return left - min(kept, left / 2) if left > 0 else INSTANT
