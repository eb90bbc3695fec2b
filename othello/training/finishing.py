"""What is done to the rows of a phase once they are fitted."""

from __future__ import annotations

import numpy as np

from othello._core import core
from othello.training.train import PhaseFit

__all__ = ["shifted", "trimmed"]


def shifted(fit: PhaseFit, discs: float) -> PhaseFit:
    """Return a fit whose values are greater by so many discs, for the side to move.

    Most leaves of a search follow a bad move of the opponent, those on the best line do not. Rows
    that were fitted to leaves therefore overrate the side to move where it matters.
    """
    weights = fit.weights.copy()
    weights[-core.PATTERN_EMPTIES :] += discs
    return fit._replace(weights=weights)


def trimmed(fit: PhaseFit, least_uses: int) -> PhaseFit:
    """Return a fit without the rows that the fitted positions use less often than `least_uses`.

    Such rows hold little but noise, and a file of weights is smaller without them. The errors of
    the fit stay as they were measured, with all rows.
    """
    rare = fit.uses < least_uses
    weights = np.where(rare, 0.0, fit.weights)
    factors = np.where(rare[:, None], 0, fit.factors).astype(np.int8)
    return fit._replace(weights=weights, factors=factors)
