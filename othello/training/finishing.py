"""Finishing of the rows of a phase once they are fitted."""

from __future__ import annotations

from othello._core import core
from othello.training.train import PhaseFit, trimmed

__all__ = ["shifted", "trimmed"]


def shifted(fit: PhaseFit, discs: float) -> PhaseFit:
    """Return a fit whose values are greater by so many discs, for the side to move.

    Most leaves of a search follow a bad move of the opponent, those on the best line do not. Rows
    that were fitted to leaves therefore overrate the side to move where it matters.
    """
    weights = fit.weights.copy()
    weights[-core.PATTERN_EMPTIES :] += discs
    return fit._replace(weights=weights)
