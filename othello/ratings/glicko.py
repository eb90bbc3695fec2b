"""Glicko-2: ratings that know how sure they are.

A rating has a *deviation*, its standard error, and a *volatility*, how much the strength itself
changes. The formulas are those of Mark Glickman, "Example of the Glicko-2 system", 2022
(https://www.glicko.net/glicko/glicko2.pdf), whose steps are named below.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from othello.errors import InvalidOption, quote

SCALE = 173.7178
"""Points of a unit of the formulas' own scale."""

MIDDLE = 1500.0

CHANGE = 0.5
"""Rate at which volatilities may change (tau); 0.3 to 1.2 is usual."""

CLOSE = 1e-6
"""A difference of the logarithm of a volatility's square that ends its search (epsilon)."""

MOST_DEVIATION = 350.0
"""Deviation of a new player, in rating points, and the greatest one."""


class Rating(NamedTuple):
    """A rating."""

    rating: float = MIDDLE  #: points; 1500 for the average of all
    #: Its standard error: the true strength lies within two of them in 95 of 100 cases.
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06  #: how much the strength changes from one rating to the next

    @property
    def _mean(self) -> float:
        return (self.rating - MIDDLE) / SCALE

    @property
    def _spread(self) -> float:
        return self.deviation / SCALE


NEW = Rating()
"""The rating of who has not played."""


def expected_score(own: Rating, other: Rating) -> float:
    """Return which share of the points `own` may expect against `other`, 0 to 1.

    >>> round(expected_score(Rating(1500, 200), Rating(1400, 30)), 3)
    0.639
    """
    return _expected(own._mean, other)


def rated(own: Rating, games: Iterable[tuple[Rating, float]]) -> Rating:
    """Return a rating after some games that count together, a rating period.

    Parameters
    ----------
    own : Rating
        The rating before.
    games : iterable of (Rating, float)
        For each game the other's rating before, and the points: 1, 0.5 or 0. Without games only
        the deviation grows.

    Examples
    --------
    Glickman's example:

    >>> after = rated(
    ...     Rating(1500, 200),
    ...     [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)],
    ... )
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    listed = list(games)
    for pair in listed:
        if len(pair) != 2:
            raise InvalidOption(f"invalid game {quote(pair)}: expected a Rating and points")
        if not 0 <= pair[1] <= 1:
            raise InvalidOption(f"invalid points {pair[1]:g}: expected 0 to 1")
    mean, spread = own._mean, own._spread
    if not listed:
        return own._replace(deviation=_deviation(math.hypot(spread, own.volatility)))
    # Steps 3 and 4: what the games say of the rating, and how far they are from what it says.
    variance = 1 / sum(
        _weight(other) ** 2 * expected * (1 - expected)
        for other, _ in listed
        for expected in (_expected(mean, other),)
    )
    surprise = sum(_weight(other) * (points - _expected(mean, other)) for other, points in listed)
    volatility = _volatility(own, variance * surprise, variance)
    # Steps 6 and 7.
    before = math.hypot(spread, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    rating = MIDDLE + SCALE * (mean + after**2 * surprise)
    return Rating(rating, _deviation(after), volatility)


def _deviation(spread: float) -> float:
    return min(SCALE * spread, MOST_DEVIATION)


def _weight(other: Rating) -> float:
    """Return how much a game against another says, less if that one's rating is not sure (g)."""
    return 1 / math.sqrt(1 + 3 * other._spread**2 / math.pi**2)


def _expected(mean: float, other: Rating) -> float:
    return 1 / (1 + math.exp(-_weight(other) * (mean - other._mean)))


def _volatility(own: Rating, improvement: float, variance: float) -> float:
    """Return the volatility after some games (step 5, by the Illinois algorithm)."""
    start = math.log(own.volatility**2)
    squared = own._spread**2

    def slope(x: float) -> float:
        grown = squared + variance + math.exp(x)
        gain = math.exp(x) * (improvement**2 - grown) / (2 * grown**2)
        return gain - (x - start) / CHANGE**2

    low = start
    if improvement**2 > squared + variance:
        high = math.log(improvement**2 - squared - variance)
    else:
        high = start - CHANGE
        while slope(high) < 0:
            high -= CHANGE
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
