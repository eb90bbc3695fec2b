"""Fitting the pattern evaluation's rows: weights and, beside them, factors.

The value of a position is the sum of its weights and the squares of the sums of its factors, which
say what weights cannot: what two patterns are worth together. Both are fitted at once, by passes of
gradient descent over the positions of a phase. The positions' order and the first factors come
from a seed and one thread does it all, so the same data give the same rows. More passes than a few
fit the positions at hand ever better and others worse.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello._training import PATTERN_ROW, rows_descend, rows_predict

__all__ = ["DescentSettings", "fit_rows", "no_factors", "squares"]

Factors = npt.NDArray[np.int8]
Features = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]

FIRST_SPREAD = 3.0
"""Standard deviation of the first factors; where all are zero there is no slope."""

FIRST_SUM = 60.0
"""What the number of empties adds to each sum at first, so that most sums are no zeros."""

WEIGHT = core.PATTERN_FACTORS
"""The place of the weight in a row."""


class DescentSettings(NamedTuple):
    """How to fit rows.

    Attributes
    ----------
    passes : int
        Over the positions.
    rate : float
        Of the first step of a factor, in its units; it falls to zero by the last.
    weight_rate : float
        The same of a weight, in 1/128 disc.
    decay : float
        Penalty on large numbers.
    batch : int
        Positions a step.
    seed : int
        Of the order of the positions and of the first factors.
    """

    passes: int = 3
    rate: float = 0.3
    weight_rate: float = 1.2
    decay: float = 1e-2
    batch: int = 2048
    seed: int = 1


def fit_rows(
    features: Features,
    values: Floats,
    weights: Floats,
    factors: Factors,
    settings: DescentSettings,
) -> tuple[Floats, Factors]:
    """Fit the weights and factors of a phase.

    Parameters
    ----------
    features : array of int32
        For each position the numbers of its rows (`core.pattern_features`).
    values : array of float
        Of each position, in discs.
    weights : array of float
        To start from, in discs.
    factors : array of int8
        To start from, a row for each weight. What no row uses yet starts at random.
    settings : DescentSettings
        How.

    Returns
    -------
    weights : array of float
        In discs.
    factors : array of int8
        A row for each weight. Rows that no position reaches stay as they were.
    """
    rng = np.random.default_rng(settings.seed)
    rows = np.zeros((core.PATTERN_WEIGHTS, PATTERN_ROW), np.float32)
    rows[:, :WEIGHT] = first_factors(factors, rng)
    rows[:, WEIGHT] = weights * core.VALUE_PER_DISC
    orders = np.stack([rng.permutation(len(features)) for _ in range(settings.passes)])
    rows_descend(
        features,
        values.astype(np.float32),
        orders.astype(np.int32),
        rows,
        settings.batch,
        settings.rate,
        settings.weight_rate,
        settings.decay,
    )
    seen = np.zeros(len(rows), bool)
    seen[features] = True
    fitted = np.where(seen[:, None], np.rint(rows[:, :WEIGHT]), factors).astype(np.int8)
    return rows[:, WEIGHT].astype(np.float64) / core.VALUE_PER_DISC, fitted


def first_factors(factors: Factors, rng: np.random.Generator) -> Rows:
    """Return `factors`, and random ones in the columns that are all zero."""
    drawn = rng.normal(0, FIRST_SPREAD, factors.shape).astype(np.float32)
    drawn[-core.PATTERN_EMPTIES :] = FIRST_SUM
    return np.where(factors.any(axis=0), factors, drawn).astype(np.float32)


def squares(features: Features, factors: Factors) -> Floats:
    """Return what the factors add to the value of each position, in discs."""
    values = np.zeros(len(features))
    if factors.any():
        rows = np.zeros((core.PATTERN_WEIGHTS, PATTERN_ROW), np.float32)
        rows[:, :WEIGHT] = factors
        rows_predict(features, rows, values)
    return values


def no_factors() -> Factors:
    """Return the factors of a linear phase."""
    return np.zeros((core.PATTERN_WEIGHTS, core.PATTERN_FACTORS), np.int8)
