"""From the points of a match to a difference in Elo, and how far to trust it.

Games from one opening are alike, above all the two in which the players swap colours, so the error
comes from the scatter between openings, not between games.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

__all__ = ["Elo", "elo_difference"]

ELO_FACTOR = 400 / math.log(10)
"""A difference of this much multiplies the odds by e."""

CONFIDENCE_95 = 1.96
"""Standard errors."""


class Elo(NamedTuple):
    """A difference in strength.

    Attributes
    ----------
    difference : float
        Positive if the first player is stronger.
    error : float
        The true difference lies within so much of it with a probability of 95 %.
    """

    difference: float
    error: float


def elo_difference(openings: Collection[Sequence[float]]) -> Elo | None:
    """Return the difference that the first player's points speak for, None without games.

    A clean sweep would speak for any difference: it counts as half a point short of one.

    Parameters
    ----------
    openings : collection of sequences of float
        For each opening the points of its games: 1, 0.5 or 0 each.

    Examples
    --------
    >>> elo = elo_difference([(1, 0.5), (1, 1), (0, 1), (1, 0)])
    >>> round(elo.difference), round(elo.error)
    (137, 190)
    """
    n_games = sum(map(len, openings))
    if not n_games:
        return None
    points = sum(map(sum, openings))
    mean = min(max(points, 0.5), n_games - 0.5) / n_games
    if points in (0, n_games) or len(openings) == 1:
        variance = mean * (1 - mean) / n_games
    else:
        scatter = sum((sum(games) - len(games) * mean) ** 2 for games in openings)
        variance = scatter / n_games**2 * len(openings) / (len(openings) - 1)
    slope = ELO_FACTOR / (mean * (1 - mean))
    difference = ELO_FACTOR * math.log(mean / (1 - mean))
    return Elo(difference, CONFIDENCE_95 * math.sqrt(variance) * slope)
