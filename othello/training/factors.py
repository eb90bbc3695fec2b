"""Fit the factors of the pattern evaluation.

The evaluation is a sum of weights plus squares of sums of factors; the squares express what a
linear sum cannot. For each phase, the factors are fitted by gradient descent to the residual: each
position's value minus the sum of its weights.

The order of the positions and the initial factors come from a seed, and a single thread does the
work, so the same data give the same factors. A few passes are enough: more of them overfit. Rows
that no position uses stay zero.
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
"""Standard deviation of the initial factors; the gradient would be zero if all were zero."""

FIRST_SUM = 60.0
"""Initial factor of each number of empties, so that most sums are not near zero."""


class DescentSettings(NamedTuple):
    """How to fit factors.

    Attributes
    ----------
    passes : int
        Passes over the positions.
    rate : float
        Learning rate of the first step; it falls to zero by the last.
    decay : float
        Weight decay, a penalty on large factors.
    batch : int
        Positions in each step.
    seed : int
        Seed of the order of the positions and of the initial factors.
    """

    passes: int = 3
    rate: float = 0.3
    decay: float = 1e-4
    batch: int = 512
    seed: int = 1


def fit_factors(features: Features, residual: Floats, settings: DescentSettings) -> Factors:
    """Fit the factors of a phase.

    Parameters
    ----------
    features : array of int32, shape (positions, core.PATTERN_FEATURES)
        For each position the indices of its weights (`core.pattern_features`).
    residual : array of float, shape (positions,)
        Each position's value minus the sum of its weights, in discs.
    settings : DescentSettings
        How to fit.

    Returns
    -------
    array of int8, shape (core.PATTERN_WEIGHTS, core.PATTERN_FACTORS)
        A row of factors for each weight.
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
    """Return factors that are all zero, for a phase with weights only."""
    return np.zeros((core.PATTERN_WEIGHTS, core.PATTERN_FACTORS), np.int8)
