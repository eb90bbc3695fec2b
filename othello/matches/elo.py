"""Estimate a difference in Elo, and its error, from the points of a match.

Games from one opening depend on each other, above all the two in which the players swap colours. So
the error is computed from the scatter between openings, not between games.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

__all__ = ["Elo", "elo_difference"]

ELO_FACTOR = 400 / math.log(10)
"""Elo by which the odds of winning grow by a factor of e."""

CONFIDENCE_95 = 1.96
"""Standard errors on each side of an estimate that make a 95 % interval."""

LEAST_SCATTER = 1e-9
"""Less is none: all openings gave the same points. Then the error is that of independent games."""


class Elo(NamedTuple):
    """A difference in strength.

    Attributes
    ----------
    difference : float
        In Elo; positive if the first player is stronger.
    error : float
        Half the width of the 95 % interval, in Elo.
    """

    difference: float
    error: float


def elo_difference(openings: Collection[Sequence[float]]) -> Elo | None:
    """Estimate the difference in Elo from the first player's points.

    None if the points say nothing: there are no games, or each opening has ended even. Then no
    scatter shows how large the error is. Two players that give the same answers end so.

    A player who won or lost every game would be infinitely far ahead or behind; its points count as
    half a point less, or more.

    Parameters
    ----------
    openings : collection of sequences of float
        For each opening the first player's points in its games: 1, 0.5 or 0 each.

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
    scatter = sum((sum(games) - len(games) * mean) ** 2 for games in openings)
    if not scatter and mean == 0.5:
        return None
    if points in (0, n_games) or len(openings) == 1 or scatter < LEAST_SCATTER:
        variance = mean * (1 - mean) / n_games
    else:
        variance = scatter / n_games**2 * len(openings) / (len(openings) - 1)
    slope = ELO_FACTOR / (mean * (1 - mean))
    difference = ELO_FACTOR * math.log(mean / (1 - mean))
    return Elo(difference, CONFIDENCE_95 * math.sqrt(variance) * slope)
