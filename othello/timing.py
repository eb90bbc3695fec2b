"""From a clock to the time one move may take.

Two numbers come out: after `soft` seconds no new iteration is begun, at `hard` seconds the search
is cut off wherever it stands. The hard one is always less than what is left on the clock minus the
overhead of getting the answer to the other side, so a game cannot be lost on time by thinking.
"""

from __future__ import annotations

from typing import NamedTuple

from othello.errors import InvalidOption, quote

__all__ = [
    "TUNABLE_SHARES",
    "Budget",
    "Clock",
    "budget_for_clock",
    "budget_for_forced_move",
    "budget_for_move",
    "tune_share",
    "tuned_share",
]

DEFAULT_OVERHEAD = 0.02
"""Seconds between our answer and the stopped clock: pipes, a busy machine, the other program."""

FIXED_SHARE = 0.08
"""Part of a fixed time for a move that the default overhead keeps back at most. A clock is lost by
one late answer, and a move of 50 ms is not to lose 20 of them."""

SOLVED_MOVES = 8
"""Own moves at the end of a game that cost next to nothing: 16 empties are solved at once."""

KEPT_OVERHEADS = 3
"""So many overheads stay on the clock: a late answer must not cost the game even once."""

INCREMENT_SHARE = 0.8
"""Part of the increment spent at once; the rest slowly refills the clock."""

SOFT_SHARE = 0.5
"""An iteration takes longer than all before it: one begun later would rarely be finished."""

HARD_FACTOR = 1.8
"""How far a move in trouble may go beyond its fair share ..."""

LARGEST_SHARE = 0.5
"""... but never beyond this part of all that is left."""

FORCED_SHARE = 0.1
"""Part of its budget that a move without alternative gets: enough for a score to show."""

INSTANT = 0.001
"""Seconds to answer in when there is no time left."""


TUNABLE_SHARES = {
    "INCREMENT_SHARE": (0, 100),
    "SOFT_SHARE": (10, 100),
    "HARD_FACTOR": (100, 500),
    "LARGEST_SHARE": (10, 90),
}
"""The constants above that `othello tune` may try other values of, and their ranges in percent."""


class Clock(NamedTuple):
    """What the mover's clock shows, in seconds.

    Parameters
    ----------
    left : float
        Time left; zero or less when the flag has fallen.
    increment : float
        Time added after each move.
    moves_to_go : int or None
        Own moves until the next time control; None when the clock is for the whole game.
    """

    left: float
    increment: float = 0.0
    moves_to_go: int | None = None


class Budget(NamedTuple):
    """Seconds for one move: no new iteration after `soft`, an end at `hard`."""

    soft: float
    hard: float

    def less(self, seconds: float) -> Budget:
        """Return what is left of it after so many seconds, at least an instant.

        >>> Budget(soft=2.0, hard=10.0).less(2.5)
        Budget(soft=0.001, hard=7.5)
        """
        return Budget(max(self.soft - seconds, INSTANT), max(self.hard - seconds, INSTANT))


def budget_for_clock(clock: Clock, n_empties: int, overhead: float = DEFAULT_OVERHEAD) -> Budget:
    """Share out a clock.

    Parameters
    ----------
    clock : Clock
        The mover's clock.
    n_empties : int
        Empty squares in the position; half of them are ours to fill.
    overhead : float
        Seconds to keep back for everything that is not thinking.

    Examples
    --------
    >>> budget = budget_for_clock(Clock(left=60.0), n_empties=60)
    >>> round(budget.soft, 2), round(budget.hard, 2)
    (1.36, 4.9)
    """
    _check_overhead(overhead)
    if clock.moves_to_go is not None and clock.moves_to_go < 1:
        raise InvalidOption(f"invalid moves_to_go {quote(clock.moves_to_go)}: expected 1 or more")
    usable = _usable(clock.left, KEPT_OVERHEADS * overhead)
    n_moves = max((n_empties + 1) // 2 - SOLVED_MOVES, 1)
    if clock.moves_to_go is not None:
        n_moves = min(n_moves, clock.moves_to_go)
    largest = usable * LARGEST_SHARE
    share = usable / n_moves + INCREMENT_SHARE * max(clock.increment, 0.0)
    return Budget(min(share * SOFT_SHARE, largest), min(share * HARD_FACTOR, largest))


def budget_for_move(seconds: float, overhead: float = DEFAULT_OVERHEAD) -> Budget:
    """Use a fixed time for this one move as fully as the overhead allows.

    Of a short time less than the overhead is kept back: `FIXED_SHARE` of it, and more in proportion
    where the overhead is greater than the default.

    >>> budget_for_move(1.0, overhead=0.25)
    Budget(soft=0.75, hard=0.75)
    >>> budget_for_move(0.05).hard
    0.046
    """
    _check_overhead(overhead)
    share = FIXED_SHARE * overhead / DEFAULT_OVERHEAD
    usable = _usable(seconds, min(overhead, share * seconds))
    return Budget(usable, usable)


def budget_for_forced_move(budget: Budget) -> Budget:
    """Shrink `budget` for a move that has no alternative.

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
    """Share out clocks with another value of one of `TUNABLE_SHARES` from now on, in this process.

    Raises
    ------
    InvalidOption
        If none has the name, or the value is out of range.
    """
    if name not in TUNABLE_SHARES:
        expected = ", ".join(TUNABLE_SHARES)
        raise InvalidOption(f"no share {quote(name)} that can be tuned: expected {expected}")
    low, high = TUNABLE_SHARES[name]
    if not low <= percent <= high:
        raise InvalidOption(f"invalid {name} {quote(percent)}: expected {low} to {high}")
    globals()[name] = percent / 100


def _usable(left: float, kept: float) -> float:
    """Return `left` without what is kept back, at least half of it."""
    return left - min(kept, left / 2) if left > 0 else INSTANT


def _check_overhead(overhead: float) -> None:
    if not overhead >= 0:
        raise InvalidOption(f"invalid overhead {quote(overhead)}: expected 0 s or more")
