"""The sequential probability ratio test: playing until it is decided which of two strengths holds.

H0 says that the first player is ELO0 stronger, H1 that it is ELO1, both in normalised Elo. After
each pair of games the test compares how likely the outcomes are under either, each with the
distribution of the five outcomes of a pair that fits them best. Of the logarithm of that ratio
(LLR) two bounds are known beforehand, at which the test ends with the chosen error rates.

The best fit under "the advantage is t standard deviations" is found as in Michel Van den Bergh,
"Comments on Normalized Elo", 2020: around a distribution with mean m and deviation s the condition
is linear in the probabilities, and for a linear condition the best fit divides each frequency by
1 + x·(its coefficient), with x the root of one decreasing function.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from othello.matches.pentanomial import GAMES_IN_PAIR, NELO_FACTOR, OUTCOMES, mean_and_variance

__all__ = ["H0", "H1", "OPEN", "Sprt"]

H0, H1, OPEN = "H0", "H1", "open"
"""The verdicts; the last is none yet."""

UNSEEN = 1e-3
"""Pairs that an outcome counts as which has not occurred: none of the five is impossible."""

FITS = 20
"""How often the condition is made linear anew, at most; 4 are usual."""

CLOSE = 1e-9
"""A change of a probability that ends the fitting."""


class Sprt(NamedTuple):
    """A test, and its error rates.

    Attributes
    ----------
    elo0, elo1 : float
        The two hypotheses, in normalised Elo.
    alpha : float
        How often H1 is accepted although H0 holds.
    beta : float
        How often H0 is accepted although H1 holds.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is accepted, and that at which H1 is.

        >>> [round(bound, 2) for bound in Sprt(0, 10).bounds]
        [-2.94, 2.94]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio of H1 to H0.

        It is 0 without pairs, and while all pairs are even: two players that answer alike say
        nothing about how strong either is.

        Parameters
        ----------
        counts : sequence of int
            Pairs by their points: 0, ½, 1, 1½, 2.

        Examples
        --------
        >>> round(Sprt(0, 2).llr((365, 16618, 36229, 16974, 390)), 2)
        2.25
        """
        if sum(counts) == counts[2]:
            return 0.0
        n_pairs = sum(counts)
        total = sum(count or UNSEEN for count in counts)
        seen = [(count or UNSEEN) / total for count in counts]
        under_h0, under_h1 = (best_fit(seen, deviations(elo)) for elo in (self.elo0, self.elo1))
        return n_pairs * sum(
            share * math.log(p1 / p0)
            for share, p0, p1 in zip(seen, under_h0, under_h1, strict=True)
        )

    def verdict(self, llr: float) -> str:
        """Return what an LLR decides: H0, H1, or open."""
        low, high = self.bounds
        return H0 if llr <= low else H1 if llr >= high else OPEN


def deviations(nelo: float) -> float:
    """Return a normalised Elo as an advantage in standard deviations of a pair."""
    return nelo / NELO_FACTOR * math.sqrt(GAMES_IN_PAIR)


def best_fit(seen: Sequence[float], t: float) -> list[float]:
    """Return the likeliest distribution whose mean is `t` deviations above one half.

    Parameters
    ----------
    seen : sequence of float
        How often each outcome occurred, as shares of all; none is 0.
    t : float
        The advantage, in standard deviations.
    """
    fitted = [1 / len(seen)] * len(seen)
    for _ in range(FITS):
        mean, variance = mean_and_variance(fitted)
        deviation = math.sqrt(variance)
        # Mean - 1/2 - t * deviation, made linear in the probabilities at `fitted`.
        terms = [
            score - 0.5 - t * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
            for score in OUTCOMES
        ]
        x = multiplier(seen, terms)
        before = fitted
        fitted = [share / (1 + x * term) for share, term in zip(seen, terms, strict=True)]
        if max(abs(new - old) for new, old in zip(fitted, before, strict=True)) < CLOSE:
            break
    return fitted


def multiplier(seen: Sequence[float], terms: Sequence[float]) -> float:
    """Return the x at which the sum of share * term / (1 + x * term) is 0.

    The sum falls with x from +∞ to -∞ between the two poles around 0, the only interval in which
    all probabilities are positive. Newton's steps that leave the interval known to hold the root
    are replaced by halving it.
    """
    low, high = -1 / max(terms), -1 / min(terms)
    x = 0.0
    for _ in range(100):
        value = slope = 0.0
        for share, term in zip(seen, terms, strict=True):
            quotient = term / (1 + x * term)
            value += share * quotient
            slope -= share * quotient * quotient
        if value > 0:
            low = x
        else:
            high = x
        step = value / slope
        if abs(step) <= CLOSE * 1e-3 * (1 + abs(x)):
            break
        x -= step
        if not low < x < high:
            x = (low + high) / 2
    return x
