"""Statistics of games: differences in Elo and their errors, the sequential test.

**Elo of a match.** Games from one opening depend on each other, above all the two in which the
players swap colours. So the error is computed from the scatter between openings, not between games.

**Pairs.** The two games of an opening, colours swapped, count as one sample, as an opening that is
good for black helps one player in the first game and the other in the second. A pair has five
outcomes, from both lost to both won ("pentanomial"). Normalised Elo is a player's advantage in
units of the scatter between pairs. It tells how many games are needed to prove the advantage,
whatever the openings and the share of draws. The definitions are those of Michel Van den Bergh,
"Normalized Elo", 2020; the scale is that of fastchess.

**The sequential probability ratio test (SPRT)** plays until one of two hypotheses is accepted. H0
says that the first player is ELO0 stronger, H1 that it is ELO1 stronger, both in normalised Elo.
For each the test finds the distribution over the five outcomes of a pair that fulfils it and makes
the pairs played so far most likely. LLR is the logarithm of the ratio of the two likelihoods. The
test ends when LLR leaves an interval that follows from the error rates. Fulfilling a hypothesis
means that the mean lies t standard deviations above one half. The most likely such distribution is
found as in Michel Van den Bergh, "Comments on Normalized Elo", 2020. Near a given distribution the
condition is about linear in the probabilities. For a linear condition the solution divides the
frequency of each outcome by 1 + x * (the outcome's coefficient), where x is the root of a
decreasing function. This is repeated until the distribution no longer changes.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from othello.errors import InvalidOption

ELO_FACTOR = 400 / math.log(10)
"""Elo by which the odds of winning grow by a factor of e."""

CONFIDENCE_95 = 1.96
"""Standard errors on each side of an estimate that make a 95 % interval."""

LEAST_SCATTER = 1e-9
"""Sum of squared differences below which all openings gave the same points. Then the error is that
of independent games."""


class Elo(NamedTuple):
    """A difference in strength: positive if the first player is stronger.

    `error` is half the width of the 95 % interval. Both are in Elo.
    """

    difference: float
    error: float


def elo_difference(openings: Collection[Sequence[float]]) -> Elo | None:
    """Estimate the difference in Elo from the first player's points.

    `openings` has, for each opening, the first player's points in its games: 1, 0.5 or 0 each. None
    if the points say nothing: there are no games, or each opening has ended even. Then no scatter
    shows how large the error is. Two players that give the same answers end so.

    A player who won or lost every game would be infinitely far ahead or behind; its points count as
    half a point less, or more.

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


# ---------------------------------------------------------------------- pairs of games


OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores a pair may have, as a share of its two points: both lost, ..., both won."""

NELO_FACTOR = 800 / math.log(10)
"""Normalised Elo of an advantage of one standard deviation of a game's score."""

GAMES_IN_PAIR = 2


class PairStatistics(NamedTuple):
    """Statistics of the pairs of a match, from the view of its first player.

    `nelo` is normalised Elo and `nelo_error` half the width of its 95 % interval; both are None if
    all pairs have the same outcome, as no scatter shows what they are. `los` is the likelihood, 0
    to 1, that the first player is the stronger one. `draw_ratio` is the share of pairs that ended
    even, 0 to 1, and `pairs_ratio` the pairs won for each one lost, None if none was.
    """

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
        nelo,
        nelo_error,
        _likelihood_of_superiority(advantage, variance, n_pairs),
        counts[2] / n_pairs,
        won / lost if lost else None,
    )


def _likelihood_of_superiority(advantage: float, variance: float, n_pairs: int) -> float:
    """Return the probability that the true advantage is above 0.

    The estimated `advantage`, divided by its error from the scatter of the pairs, is taken to have
    Student's t distribution with one degree of freedom less than pairs: a few pairs may lie close
    together by chance. Wallace's approximation turns it into a normal one. The result is at most as
    sure as after so many heads, or tails, of a coin of which nothing was known before, which is
    that of pairs without scatter.
    """
    if not advantage:
        return 0.5
    most = 1 - 0.5 ** (n_pairs + 1)
    likelihood = 1.0
    if variance:
        free = n_pairs - 1
        t_squared = advantage**2 * free / variance
        normal = (8 * free + 1) / (8 * free + 3) * math.sqrt(free * math.log1p(t_squared / free))
        likelihood = 0.5 * (1 + math.erf(normal / math.sqrt(2)))
    likelihood = min(likelihood, most)
    return likelihood if advantage > 0 else 1 - likelihood


# ---------------------------------------------------------------------- the sequential test


H0, H1, OPEN = "H0", "H1", "open"
"""The verdicts: H0 accepted, H1 accepted, or not decided yet."""

MOST_ELO = 200
"""The largest hypothesis in normalised Elo; up to here the fit always converges."""

UNSEEN = 1e-3
"""Number of pairs counted for an outcome that has not occurred, so that none has probability 0."""

FITS = 20
"""Repetitions of the fit with a linear condition, at most; 4 are usual."""

NEWTON_STEPS = 100
"""Newton steps at most."""

CLOSE = 1e-9
"""The fit ends when no probability changes by this much."""

CLOSE_ROOT = 1e-3 * CLOSE
"""A step smaller than this, relative to 1 + abs(x), ends the search for the root x."""


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two hypotheses, `elo0` and `elo1` in normalised Elo.

    `alpha` is the probability that H1 is accepted although H0 is true, `beta` that H0 is accepted
    although H1 is true. Raises InvalidOption if the hypotheses are not in order or beyond
    ±`MOST_ELO`, or an error rate is not between 0 and ½.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise InvalidOption(
                f"hypotheses {self.elo0:g} and {self.elo1:g}: expected two of -{MOST_ELO} to "
                f"{MOST_ELO} in normalised Elo, the smaller one first"
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise InvalidOption(f"{name} {rate:g}: expected more than 0, less than 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at or below which H0 is accepted, and that at or above which H1 is.

        >>> [round(bound, 2) for bound in Sprt(0, 10).bounds]
        [-2.94, 2.94]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio of H1 to H0.

        `counts` has the numbers of pairs by the first player's points: 0, ½, 1, 1½, 2. The result
        is 0 without pairs and while all pairs are even: two players that give the same answers tell
        nothing about their strength.

        >>> round(Sprt(0, 2).llr((365, 16618, 36229, 16974, 390)), 2)
        2.25
        """
        n_pairs = sum(counts)
        if n_pairs == counts[2]:
            return 0.0
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

    `seen` has the share of each of `OUTCOMES` among the pairs played; none is 0. The result has the
    probability of each.
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
