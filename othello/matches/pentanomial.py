"""Pairs of games: the two games of one opening, with the colours swapped, as one sample.

The two games of an opening are not independent: what is good for black in one is good for the
other player in the second. Counted as one sample, a pair has five outcomes, from both lost to both
won, and the scatter between pairs is what the error of a match comes from. Normalised Elo is a
player's advantage in units of that scatter, so it says how many games are needed to show it,
whatever the openings and the share of draws.

Michel Van den Bergh, "Normalized Elo", 2020, has the definitions; the scale is that of fastchess.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["NELO_FACTOR", "OUTCOMES", "PairStatistics", "pair_statistics"]

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair may score, as a share of its two games: both lost, ..., both won."""

NELO_FACTOR = 800 / math.log(10)
"""Normalised Elo for an advantage of one standard deviation of a game."""

GAMES_IN_PAIR = 2

CONFIDENCE_95 = 1.96
"""Standard errors."""


class PairStatistics(NamedTuple):
    """What the pairs of a match say of its first player.

    Attributes
    ----------
    counts : tuple of int
        Pairs by their points: 0, ½, 1, 1½, 2.
    nelo, nelo_error : float or None
        Normalised Elo, and its error at 95 %; None where no two pairs differ and they are not even.
    los : float
        The likelihood that the first player is the stronger one, 0 to 1.
    draw_ratio : float
        The share of the pairs that ended even.
    pairs_ratio : float or None
        Pairs won for each pair lost; None if none was lost.
    """

    counts: tuple[int, ...]
    nelo: float | None
    nelo_error: float | None
    los: float
    draw_ratio: float
    pairs_ratio: float | None


def mean_and_variance(weights: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the variance of a pair's score, given how often each outcome occurs."""
    total = sum(weights)
    mean = sum(score * weight for score, weight in zip(OUTCOMES, weights, strict=True)) / total
    squares = sum(
        weight * (score - mean) ** 2 for score, weight in zip(OUTCOMES, weights, strict=True)
    )
    return mean, squares / total


def pair_statistics(counts: Sequence[int]) -> PairStatistics | None:
    """Return what pairs say, given how many there were of each outcome; None without pairs.

    >>> statistics = pair_statistics((34, 54, 63, 64, 75))
    >>> round(statistics.nelo, 2), round(statistics.nelo_error, 2)
    (57.94, 28.28)
    """
    n_pairs = sum(counts)
    if not n_pairs:
        return None
    mean, variance = mean_and_variance(counts)
    advantage = mean - 0.5
    nelo = nelo_error = None
    if variance:
        nelo = NELO_FACTOR * advantage / math.sqrt(GAMES_IN_PAIR * variance)
    elif not advantage:
        nelo = 0.0
    if nelo is not None:
        nelo_error = CONFIDENCE_95 * NELO_FACTOR / math.sqrt(GAMES_IN_PAIR * n_pairs)
    lost, won = sum(counts[:2]), sum(counts[3:])
    return PairStatistics(
        tuple(counts),
        nelo,
        nelo_error,
        _likelihood_of_superiority(advantage, variance / n_pairs),
        counts[2] / n_pairs,
        won / lost if lost else None,
    )


def _likelihood_of_superiority(advantage: float, variance: float) -> float:
    """Return how likely the true advantage is above 0, given the variance of the one found."""
    if not variance:
        return 0.5 if not advantage else float(advantage > 0)
    return 0.5 * (1 + math.erf(advantage / math.sqrt(2 * variance)))
