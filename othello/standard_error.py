"""The standard error of a search's score, in discs: its distance from the exact score.

About 68 % of scores lie within one standard error of the exact score, and about 95 % within two.
``tools/fit_errors.py`` measured that: it searches positions that it has solved, and fits the
coefficients of two formulas to the differences (docs/evaluation.md has the results). A search that
ends in evaluations, `depth` plies ahead of a position with so many empties, with p % confidence::

    log error = a + b empties / 60 + c log(depth + 1) + d log(empties - depth)
              + e log(101 - p) + f size + g size²,  where size = min(|score|, 40) / 10

A solve with forward pruning (p below 100). Most find the exact score, the others miss it by some
discs; the error is the root mean square of the differences::

    log error = a + b empties / 60 + c (17 / empties)⁵ + d log(101 - p)

The coefficients are for the shipped weights. Nothing could be solved above 25 empties; there the
formulas go on as they are.
"""

import math
from operator import mul

from othello.levels import NO_PRUNING

SEARCH = (2.052, -2.003, -0.323, 0.222, 0.019, 0.166, -0.055)
"""The coefficients a to g for searches."""

SOLVE = (1.155, -3.652, -1.308, 0.443)
"""The coefficients a to d for solves."""

LEAST = 0.1
"""Discs; smaller results of the formulas are not trusted."""


def search_terms(score: float, n_empties: int, depth: int, selectivity: int) -> tuple[float, ...]:
    """Return what the coefficients for searches multiply."""
    size = min(abs(score), 40.0) / 10
    return (
        1.0,
        n_empties / 60,
        math.log(depth + 1),
        math.log(n_empties - depth),
        math.log(101 - selectivity),
        size,
        size * size,
    )


def solve_terms(n_empties: int, selectivity: int) -> tuple[float, ...]:
    """Return what the coefficients for solves multiply."""
    return 1.0, n_empties / 60, (17 / n_empties) ** 5, math.log(101 - selectivity)


def standard_error(score: float, n_empties: int, depth: int, selectivity: int) -> float | None:
    """Return the standard error in discs of the score that a search found.

    It is 0.0 for a solve without pruning, and None where nothing was searched (depth 0).

    >>> standard_error(4, 20, 20, 100), standard_error(1.5, 40, 0, 100)
    (0.0, None)
    >>> standard_error(1.5, 40, 20, 73) < standard_error(1.5, 40, 4, 73)
    True
    """
    if depth >= n_empties:
        if selectivity == NO_PRUNING:
            return 0.0
        coefficients: tuple[float, ...] = SOLVE
        terms = solve_terms(n_empties, selectivity)
    elif depth == 0:
        return None
    else:
        coefficients = SEARCH
        terms = search_terms(score, n_empties, depth, selectivity)
    return max(math.exp(sum(map(mul, coefficients, terms))), LEAST)
