"""How long a solve will take: its exact pass, judged by the selective pass before it."""

from __future__ import annotations

from othello.engine import Info
from othello.levels import NO_PRUNING

__all__ = ["ExactPass"]

LEAST, MOST = 4, 30
"""The exact pass takes so many times as long as the pass before it.

Seven of ten of hard-20-a and FFO #29-49 did, the median 8, those that took seconds 20; from the
times of the info lines of `go exact`.
"""


class ExactPass:
    """The time that the last pass of a solve takes, estimated from the passes before it.

    Parameters
    ----------
    n_empties : int
        Empty squares of the position.

    Examples
    --------
    >>> expected = ExactPass(24)
    >>> expected.after(Info(12, 73, 1.5, None, False, (), 1, 10_000, 0.5, 0))
    >>> expected.after(Info(24, 73, 2.0, None, False, (), 1, 90_000, 2.5, 0))
    (8.0, 60.0)
    """

    def __init__(self, n_empties: int) -> None:
        self._n_empties = n_empties
        self._begun = 0.0

    def after(self, info: Info) -> tuple[float, float] | None:
        """Return the least and the most seconds usually left, None before they can be told."""
        begun, self._begun = self._begun, info.seconds
        if info.depth < self._n_empties or info.selectivity == NO_PRUNING:
            return None
        duration = info.seconds - begun
        return LEAST * duration, MOST * duration
