"""Fitting the pattern evaluation's factors: what weights cannot say, as squares of sums.

Passes of gradient descent over the positions of a phase, to what the weights leave of their values.
The positions' order and the first factors come from a seed and one thread does it all, so the same
data give the same factors. More passes than a few fit the positions at hand ever better and others
worse; rows that no position reaches stay zero.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello._training import factors_descend, factors_predict

__all__ = ["DescentSettings", "fit_factors", "no_factors", "squares"]

Factors = npt.NDArray[np.int8]
Features = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

FIRST_SPREAD = 3.0
"""Standard deviation of the first factors; where all are zero there is no slope."""

FIRST_SUM = 60.0
"""What the number of empties adds to each sum at first, so that most sums are no zeros."""


class DescentSettings(NamedTuple):
    """How to fit factors.

    Attributes
    ----------
    passes : int
        Over the positions.
    rate : float
        Of the first step; it falls to zero by the last.
    decay : float
        Penalty on large factors.
    batch : int
        Positions a step.
    seed : int
        Of the order of the positions and of the first factors.
    """

    passes: int = 3
    rate: float = 0.3
    decay: float = 1e-4
    batch: int = 512
    seed: int = 1


def fit_factors(features: Features, residual: Floats, settings: DescentSettings) -> Factors:
    """Return the factors of a phase, a row for each weight.

    Parameters
    ----------
    features : array of int32
        For each position the numbers of its rows (`core.pattern_features`).
    residual : array of float
        What the weights leave of each position's value, in discs.
    settings : DescentSettings
        How.
    """
    rng = np.random.default_rng(settings.seed)
    shape = (core.PATTERN_WEIGHTS, core.PATTERN_FACTORS)
    factors = rng.normal(0, FIRST_SPREAD, shape).astype(np.float32)
    factors[-core.PATTERN_EMPTIES :] = FIRST_SUM
    orders = np.stack([rng.permutation(len(features)) for _ in range(settings.passes)])
    factors_descend(
        features,
        residual.astype(np.float32),
        orders.astype(np.int64),
        factors,
        settings.batch,
        settings.rate,
        settings.decay,
    )
    seen = np.zeros(len(factors), bool)
    seen[features] = True
    return np.where(seen[:, None], np.rint(factors), 0).astype(np.int8)


def squares(features: Features, factors: Factors) -> Floats:
    """Return what the factors add to the value of each position, in discs."""
    values = np.zeros(len(features))
    if factors.any():
        factors_predict(features, factors.astype(np.float32), values)
    return values


def no_factors() -> Factors:
    """Return the factors of a linear phase."""
    return np.zeros((core.PATTERN_WEIGHTS, core.PATTERN_FACTORS), np.int8)
