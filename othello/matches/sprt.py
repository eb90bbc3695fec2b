"""The sequential probability ratio test (SPRT): play until one of two hypotheses is accepted.

Hypothesis H0 says that the first player is ELO0 stronger, H1 that it is ELO1 stronger, both in
normalised Elo. For each hypothesis the test finds the distribution over the five outcomes of a pair
that fulfils it and makes the pairs played so far most likely. LLR is the logarithm of the ratio of
the two likelihoods. The test ends when LLR leaves an interval that follows from the error rates.

Fulfilling a hypothesis means that the mean lies t standard deviations above one half. The most
likely such distribution is found as in Michel Van den Bergh, "Comments on Normalized Elo", 2020.
Near a given distribution the condition is about linear in the probabilities. For a linear condition
the solution divides the frequency of each outcome by 1 + x * (the outcome's coefficient), where x
is the root of a decreasing function. This is repeated until the distribution no longer changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from othello.errors import InvalidOption
from othello.matches.pentanomial import GAMES_IN_PAIR, NELO_FACTOR, OUTCOMES, mean_and_variance

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["H0", "H1", "MOST_ELO", "OPEN", "Sprt"]

H0, H1, OPEN = "H0", "H1", "open"
"""The verdicts: H0 accepted, H1 accepted, or not decided yet."""

MOST_ELO = 200
"""The largest hypothesis in normalised Elo; up to here the fit always converges."""

UNSEEN = 1e-3
"""Number of pairs counted for an outcome that has not occurred, so that none has probability 0."""

FITS = 20
"""Repetitions of the fit with a linear condition, at most; 4 are usual."""

CLOSE = 1e-9
"""The fit ends when no probability changes by this much."""

NEWTON_STEPS = 100
"""Newton steps at most."""

CLOSE_ROOT = 1e-3 * CLOSE
"""A step smaller than this, relative to 1 + abs(x), ends the search for the root x."""


class SprtFields(NamedTuple):
    """The fields of `Sprt`."""

    elo0: float
    elo1: float
    alpha: float
    beta: float


class Sprt(SprtFields):
    """A sequential test: its hypotheses and its error rates.

    Attributes
    ----------
    elo0, elo1 : float
        The two hypotheses, in normalised Elo.
    alpha : float
        Probability that H1 is accepted although H0 is true.
    beta : float
        Probability that H0 is accepted although H1 is true.

    Raises
    ------
    InvalidOption
        If the hypotheses are not in order or beyond ±`MOST_ELO`, or an error rate is not between 0
        and ½.
    """

    __slots__ = ()

    def __new__(cls, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Self:
        """Check the values."""
        if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
            raise InvalidOption(
                f"hypotheses {elo0:g} and {elo1:g}: expected two of -{MOST_ELO} to {MOST_ELO} in "
                "normalised Elo, the smaller one first"
            )
        for name, rate in (("alpha", alpha), ("beta", beta)):
            if not 0 < rate < 0.5:
                raise InvalidOption(f"{name} {rate:g}: expected more than 0, less than 0.5")
        return super().__new__(cls, elo0, elo1, alpha, beta)

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at or below which H0 is accepted, and that at or above which H1 is.

        >>> [round(bound, 2) for bound in Sprt(0, 10).bounds]
        [-2.94, 2.94]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio of H1 to H0.

        It is 0 without pairs and while all pairs are even: two players that give the same answers
        tell nothing about their strength.

        Parameters
        ----------
        counts : sequence of int
            Numbers of pairs by the first player's points: 0, ½, 1, 1½, 2.

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
        """Return the verdict at an LLR: `H0`, `H1` or `OPEN`."""
        low, high = self.bounds
        return H0 if llr <= low else H1 if llr >= high else OPEN


def deviations(nelo: float) -> float:
    """Convert normalised Elo to an advantage in standard deviations of a pair's score."""
    return nelo / NELO_FACTOR * math.sqrt(GAMES_IN_PAIR)


def best_fit(seen: Sequence[float], t: float) -> list[float]:
    """Return the most likely distribution whose mean is `t` standard deviations above one half.

    Parameters
    ----------
    seen : sequence of float
        The share of each of `OUTCOMES` among the pairs played; none is 0.
    t : float
        The advantage in standard deviations of the distribution to be found.

    Returns
    -------
    list of float
        The probability of each outcome.
    """
    fitted = [1 / len(seen)] * len(seen)
    for _ in range(FITS):
        mean, variance = mean_and_variance(fitted)
        deviation = math.sqrt(variance)
        # The condition is: mean - 1/2 - t * deviation = 0. `terms` are its coefficients when it is
        # linearised at the distribution `fitted`.
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

    All probabilities are positive only between the two poles next to 0; there the sum falls from +∞
    to -∞. The root is found by Newton steps. A step that leaves the interval known to contain the
    root is replaced by halving that interval.
    """
    low, high = -1 / max(terms), -1 / min(terms)
    x = 0.0
    for _ in range(NEWTON_STEPS):
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
        if abs(step) <= CLOSE_ROOT * (1 + abs(x)):
            break
        x -= step
        if not low < x < high:
            x = (low + high) / 2
    return x
