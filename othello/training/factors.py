"""Fit the rows of the pattern evaluation: weights and, beside them, factors.

The evaluation is a sum of weights plus squares of sums of factors; the squares express what a
linear sum cannot. For each phase both are fitted together, by gradient descent.

The order of the positions and the initial factors come from a seed, and a single thread does the
work, so the same data give the same rows. A few passes are enough: more of them overfit. Rows that
no position uses stay as they were.
"""

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello._training import PATTERN_ROW, rows_descend, rows_predict
from othello.fields import Option, Range

Factors = npt.NDArray[np.int8]
Features = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

FIRST_SPREAD = 3.0
"""Standard deviation of the initial factors; the gradient would be zero if all were zero."""

FIRST_SUM = 60.0
"""Initial factor of each number of empties, so that most sums are not near zero."""

WEIGHT = core.PATTERN_FACTORS
"""The place of the weight in a row."""

COLUMNS = (
    f"factors of each row; with up to {core.PATTERN_NARROW_FACTORS} the engine needs half the "
    "memory for the phases fitted"
)


class DescentSettings(NamedTuple):
    """Settings of the fit of rows: passes over the positions, `batch` of them in each step.

    Passes and columns are options of ``othello train``.

    `rate` is the learning rate of the first step of a factor, in units of factors, and
    `weight_rate` that of a weight, in 1/128 disc; both fall to zero by the last step. `decay` is a
    penalty on large factors, without which they learn the positions by heart. `seed` is that of the
    order of the positions and of the initial factors. Factors that are not fitted are zero.
    """

    passes: Annotated[
        int,
        Range(0),
        Option("--factors"),
        "number of passes over the positions to fit the factors; 0 keeps those of --base, without "
        "it there are none",
    ] = 3
    rate: float = 0.3
    weight_rate: float = 1.2
    decay: float = 3.0
    batch: int = 2048
    seed: int = 1
    columns: Annotated[
        int,
        Range(1, core.PATTERN_FACTORS),
        COLUMNS,
    ] = core.PATTERN_FACTORS


def fit_rows(
    features: Features, values: Floats, weights: Floats, factors: Factors, settings: DescentSettings
) -> tuple[Floats, Factors]:
    """Fit the weights, in discs, and the factors of a phase.

    Rows that no position uses stay as they were, but for columns that are not fitted.

    Parameters
    ----------
    features : array of int32, shape (positions, features)
        For each position the indices of its rows (`PatternSet.features`).
    values : array of float, shape (positions,)
        The value of each position in discs.
    weights : array of float, shape (rows,)
        Weights to start from.
    factors : array of int8, shape (rows, core.PATTERN_FACTORS)
        Factors to start from. A column that is all zero starts from random numbers.
    """
    rng = np.random.default_rng(settings.seed)
    rows = np.zeros((len(weights), PATTERN_ROW), np.float32)
    # Columns that are all zero start from random numbers.
    drawn = rng.normal(0, FIRST_SPREAD, factors.shape).astype(np.float32)
    drawn[-core.PATTERN_EMPTIES :] = FIRST_SUM
    rows[:, :WEIGHT] = np.where(factors.any(axis=0), factors, drawn)
    # Factors that are all zero stay so: the gradient is a multiple of their sums.
    rows[:, settings.columns : WEIGHT] = 0
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
    fitted[:, settings.columns :] = 0
    return rows[:, WEIGHT].astype(np.float64) / core.VALUE_PER_DISC, fitted


def factor_values(features: Features, factors: Factors) -> Floats:
    """Return what the factors add to the value of each position, in discs."""
    values = np.zeros(len(features))
    if len(features) and factors.any():
        rows = np.zeros((len(factors), PATTERN_ROW), np.float32)
        rows[:, :WEIGHT] = factors
        rows_predict(features, rows, values)
    return values


def no_factors(n_rows: int) -> Factors:
    """Return factors that are all zero, for a phase of `n_rows` weights only."""
    return np.zeros((n_rows, core.PATTERN_FACTORS), np.int8)
