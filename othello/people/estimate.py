"""A player's rating from nothing but the moves."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello.people.inputs import LEAST_RATING, MOST_RATING, Inputs, with_ratings
from othello.people.model import Model, shares_of

GRID = np.linspace(LEAST_RATING, MOST_RATING, 9)
"""Ratings at which the moves are looked at; a curve leads from one to the next."""

FINE = np.linspace(LEAST_RATING, MOST_RATING, 321)

CURVE = 4
"""Degree of the curve."""

USUAL, USUAL_SPREAD = 1490, 220
"""Mean and spread of the ratings of all players, which is all that is known without a move."""

DEPENDENCE = 2.0
"""How much more is known of the rating if the moves were independent of each other; see
`othello people measure`."""


class Estimate(NamedTuple):
    """A rating estimated."""

    rating: float
    error: float  #: its standard error


def log_likelihoods(
    model: Model, inputs: Inputs, played: npt.NDArray[np.int32]
) -> npt.NDArray[np.float64]:
    """Return the logarithm of the probability of each move played, for each rating of `GRID`.

    Shape (positions, ratings). `played` has the number of the move played, 0 for the first one of
    its position.
    """
    places = inputs.first[:-1] + played
    columns = []
    for rating in GRID:
        shares = shares_of(model.values(with_ratings(inputs, rating)), inputs.first)
        columns.append(np.log(shares[places]))
    return np.stack(columns, axis=1)


def estimate(log_likelihood: npt.NDArray[np.float64]) -> Estimate:
    """Return the rating by the sum of the `log_likelihoods` of some moves, shape (ratings,)."""
    at = (GRID - GRID.mean()) / np.ptp(GRID)
    curve = np.polynomial.Polynomial.fit(at, log_likelihood / DEPENDENCE, CURVE)
    found = curve((FINE - GRID.mean()) / np.ptp(GRID))
    found = found - ((FINE - USUAL) / USUAL_SPREAD) ** 2 / 2
    weights = np.exp(found - found.max())
    weights /= weights.sum()
    rating = float(weights @ FINE)
    return Estimate(rating, float(np.sqrt(weights @ (FINE - rating) ** 2)))
