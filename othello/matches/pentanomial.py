"""Statistics of pairs of games: the two games of an opening, colours swapped, as one sample.

The two games of an opening are not independent: an opening that is good for black helps one player
in the first game and the other in the second. Counted as one sample, a pair has five outcomes, from
both lost to both won ("pentanomial"). The error of a match follows from the scatter between pairs.

Normalised Elo is a player's advantage in units of that scatter. It tells how many games are needed
to prove the advantage, whatever the openings and the share of draws. The definitions are those of
Michel Van den Bergh, "Normalized Elo", 2020; the scale is that of fastchess.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from othello.matches.elo import CONFIDENCE_95

__all__ = ["NELO_FACTOR", "OUTCOMES", "PairStatistics", "pair_statistics"]

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores a pair may have, as a share of its two points: both lost, ..., both won."""

NELO_FACTOR = 800 / math.log(10)
"""Normalised Elo of an advantage of one standard deviation of a game's score."""

GAMES_IN_PAIR = 2


class PairStatistics(NamedTuple):
    """Statistics of the pairs of a match, from the view of its first player.

    Attributes
    ----------
    counts : tuple of int
        Numbers of pairs by their points: 0, ½, 1, 1½, 2.
    nelo, nelo_error : float or None
        Normalised Elo, and half the width of its 95 % interval; None if all pairs have the same
        outcome, as no scatter shows what it is.
    los : float
        The likelihood that the first player is the stronger one, 0 to 1.
    draw_ratio : float
        The share of pairs that ended even, 0 to 1.
    pairs_ratio : float or None
        Pairs won divided by pairs lost; None if none was lost.
    """

    counts: tuple[int, ...]
    nelo: float | None
    nelo_error: float | None
    los: float
    draw_ratio: float
    pairs_ratio: float | None


def mean_and_variance(weights: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the variance of a pair's score (0 to 1).

    `weights` has the frequency of each of `OUTCOMES`, on any scale.
    """
    total = sum(weights)
    mean = sum(score * weight for score, weight in zip(OUTCOMES, weights, strict=True)) / total
    squares = sum(
        weight * (score - mean) ** 2 for score, weight in zip(OUTCOMES, weights, strict=True)
    )
    return mean, squares / total


def pair_statistics(counts: Sequence[int]) -> PairStatistics | None:
    """Return the statistics of pairs, given the number of each outcome; None without pairs.

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
        nelo_error = CONFIDENCE_95 * NELO_FACTOR / math.sqrt(GAMES_IN_PAIR * n_pairs)
    lost, won = sum(counts[:2]), sum(counts[3:])
    return PairStatistics(
        tuple(counts),
        nelo,
        nelo_error,
        _likelihood_of_superiority(advantage, variance, n_pairs),
        counts[2] / n_pairs,
        won / lost if lost else None,
    )


def _likelihood_of_superiority(advantage: float, variance: float, n_pairs: int) -> float:
    """Return the probability that the true advantage is above 0.

    The estimated `advantage` is taken as normally distributed, with the variance of a pair's score
    divided by the number of pairs. Pairs that all have the same outcome show no variance. They are
    taken as so many heads, or tails, of a coin of which nothing was known before.
    """
    if variance:
        return 0.5 * (1 + math.erf(advantage / math.sqrt(2 * variance / n_pairs)))
    if not advantage:
        return 0.5
    against: float = 0.5 ** (n_pairs + 1)
    return 1 - against if advantage > 0 else against
