"""Estimate how long a solve's last, exact iteration takes, from the selective one before it."""

from othello.engine import Info
from othello.levels import NO_PRUNING

LEAST, MOST = 4, 30
"""The exact iteration usually takes between these multiples of the time of the one before it.

Measured by the times of the info lines of `go exact` on hard-20-a and FFO #29-49: seven of ten
solves were in this range. The median was 8; for solves that took seconds it was 20.
"""


class ExactPass:
    """Estimates the time of a solve's last iteration from the iterations before it.

    >>> expected = ExactPass(24)
    >>> expected.after(Info(12, 73, 1.5, None, False, (), 1, 10_000, 0.5, 0))
    >>> expected.after(Info(24, 73, 2.0, None, False, (), 1, 90_000, 2.5, 0))
    (8.0, 60.0)
    """

    def __init__(self, n_empties: int) -> None:
        self._n_empties = n_empties
        self._begun = 0.0

    def after(self, info: Info) -> tuple[float, float] | None:
        """Return the least and the most seconds that are usually left after an iteration.

        The estimate is for the exact iteration. It is None unless `info` is of an iteration that
        searched to the end of the game with forward pruning, the last kind before the exact one.
        """
        begun, self._begun = self._begun, info.seconds
        if info.depth < self._n_empties or info.selectivity == NO_PRUNING:
            return None
        duration = info.seconds - begun
        return LEAST * duration, MOST * duration
