"""Ratings of all players of a tournament at once, by maximum likelihood.

The model is that of Bradley and Terry: a player scores 1 / (1 + exp(-d)) against one who is d
weaker, and a draw is half a win. The log-likelihood is concave, so a few Newton steps find its
maximum. A player who won or lost every game would be infinitely strong or weak. A weak prior,
normal with a standard deviation of `PRIOR_ELO`, keeps such ratings finite and hardly changes the
others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello.matches.elo import CONFIDENCE_95, ELO_FACTOR

__all__ = ["Rating", "rate"]

PRIOR_ELO = 1000.0
"""Standard deviation in Elo of the prior of a player's difference to the mean."""

NEWTON_STEPS = 100
"""Newton steps at most."""

CLOSE = 1e-9
"""A step smaller than this, in units of `ELO_FACTOR`, ends the search for the maximum."""


class Rating(NamedTuple):
    """A player's strength.

    Attributes
    ----------
    elo : float
        Elo above the mean of all players.
    error : float
        Half the width of the 95 % interval, in Elo.
    """

    elo: float
    error: float


def rate(points: Sequence[Sequence[float]]) -> list[Rating]:
    """Return the players' ratings, the most likely ones given their points; their mean is 0.

    Parameters
    ----------
    points : matrix of float
        In row i, column j the points that player i made against player j.

    Examples
    --------
    >>> [round(rating.elo) + 0 for rating in rate([[0, 75, 90], [25, 0, 75], [10, 25, 0]])]
    [191, 0, -191]
    """
    won = np.asarray(points, dtype=float)
    games = won + won.T
    n_players = len(won)
    belief = (ELO_FACTOR / PRIOR_ELO) ** 2
    strengths: npt.NDArray[np.float64] = np.zeros(n_players)
    curvature = np.eye(n_players)
    for _ in range(NEWTON_STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (won - games * expected).sum(axis=1) - belief * strengths
        weights = games * expected * (1 - expected)
        curvature = np.diag(weights.sum(axis=1) + belief) - weights
        step = np.linalg.solve(curvature, gradient)
        # Far from the maximum a full step may overshoot, so a step is at most one unit (174 Elo).
        strengths += step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < CLOSE:
            break
    centred = np.eye(n_players) - 1 / n_players
    covariance = centred @ np.linalg.inv(curvature) @ centred
    elos = ELO_FACTOR * (strengths - strengths.mean())
    errors = CONFIDENCE_95 * ELO_FACTOR * np.sqrt(np.diag(covariance))
    return [Rating(float(elo), float(error)) for elo, error in zip(elos, errors, strict=True)]
