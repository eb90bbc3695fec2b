"""A player's rating from nothing but the moves."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello.people.inputs import Inputs, with_ratings
from othello.people.model import Model, shares_of
from othello.people.scale import LEAST_RATING, MOST_RATING

GRID = np.linspace(LEAST_RATING, MOST_RATING, 9)
"""Ratings at which the moves are looked at; a curve leads from one to the next."""

FINE = np.linspace(LEAST_RATING, MOST_RATING, 321)

CURVE = 4
"""Degree of the curve."""

USUAL_PLAY, PLAY_SPREAD = 1515, 330
"""Mean and spread of the ratings that players play like: all that is known without a move."""

USUAL, SLOPE = 1450, 0.62
"""The rating of those who play like `USUAL_PLAY`, and how much more it is where the play is a point
more: who plays much better than usual has not as much better results."""

OWN_SPREAD = 110
"""Spread, in points, of the ratings of those who play alike, however many moves there are.

All five were fitted to players of the years for tuning, by 1, 3, 10, 30 and all of their games, so
that ratings and errors are likeliest. They hold for the games of today: who had a rating of 1500 in
the 1980s played like one of 1400 since 2005."""


class Estimate(NamedTuple):
    """A rating estimated."""

    rating: float
    error: float  #: its standard error

    def __str__(self) -> str:
        return f"{self.rating:.0f} ± {self.error:.0f}"

    def to_dict(self) -> dict[str, int]:
        """Return it as a JSON object."""
        return {"rating": round(self.rating), "error": round(self.error)}


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
    curve = np.polynomial.Polynomial.fit(at, log_likelihood, CURVE)
    found = curve((FINE - GRID.mean()) / np.ptp(GRID))
    found = found - ((FINE - USUAL_PLAY) / PLAY_SPREAD) ** 2 / 2
    weights = np.exp(found - found.max())
    weights /= weights.sum()
    play = float(weights @ FINE)
    variance = float(weights @ (FINE - play) ** 2)
    rating = USUAL + SLOPE * (play - USUAL_PLAY)
    return Estimate(rating, (SLOPE**2 * variance + OWN_SPREAD**2) ** 0.5)
