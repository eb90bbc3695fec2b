"""ProbCut's sigmas: how far shallow searches differ from deep ones.

Sigma is the root mean square of the difference between the value of a search of depth d and that of
a search of `shallow_depth(d)` plies. It falls with the shallow depth and grows with the difference
of the depths. There are two models, one for searches that end in an evaluation and one for exact
solves, whose differences are larger. They give sigma in discs:

    sigma = exp(a + b empties / 60 + c log(shallow + 1) + d log(deep - shallow))

`othello.training.probcut` measures the errors and fits the coefficients, which are kept in the
weights file; the compiled core gets them as a `sigma_table`.
"""

from __future__ import annotations

import math
from array import array
from typing import Any, NamedTuple

from othello._core import core

SIZE = core.N_PLIES  #: numbers of empties and depths, from 0
SMALLEST_SIGMA = 0.5  #: discs; smaller results of the model are not trusted
LARGEST_SIGMA = 20.0
LARGEST_COEFFICIENT = 1000  #: sigma has the largest value long before

LOGS = (-math.inf, *map(math.log, range(1, SIZE + 1)))


class Model(NamedTuple):
    """Coefficients (a, b, c, d) for deep searches that end in an evaluation, and for solves."""

    search: tuple[float, float, float, float]
    solve: tuple[float, float, float, float]

    def sigma(self, n_empties: int, depth: int) -> float:
        """Return sigma in discs for a deep search of `depth` plies; it solves at `n_empties`.

        >>> Model((0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)).sigma(30, 12)
        1.0
        """
        shallow = shallow_depth(depth)
        if shallow >= depth:
            return SMALLEST_SIGMA
        a, b, c, d = self.solve if depth == n_empties else self.search
        # Written out, and not with `features`: a core that gets its weights asks 3,721 times.
        exponent = a + b * n_empties / 60 + c * LOGS[shallow + 1] + d * LOGS[depth - shallow]
        return min(max(math.exp(min(exponent, 10.0)), SMALLEST_SIGMA), LARGEST_SIGMA)


#: The model for weights files without coefficients.
DEFAULT_MODEL = Model((1.9707, -1.3084, -0.39, 0.3123), (1.69, -1.85, 0.0, 0.0))


def read_model(coefficients: Any) -> Model:
    """Read the model in a weights file's header.

    >>> read_model({"search": [1, 0, 0, 0], "solve": [2, 0, 0, 0]}).solve
    (2.0, 0.0, 0.0, 0.0)

    Raises
    ------
    ValueError
        If it is not four numbers for each kind of search, or one is too large to be a coefficient.
    """
    kinds = [tuple(float(c) for c in coefficients[kind]) for kind in Model._fields]
    # A sum of terms that are no finite numbers may be none at all.
    if any(
        len(kind) != 4 or not all(abs(c) <= LARGEST_COEFFICIENT for c in kind) for kind in kinds
    ):
        expected = f"expected four numbers up to {LARGEST_COEFFICIENT} for each of {Model._fields}"
        raise ValueError(f"{expected}, got {coefficients}")
    return Model(*kinds)  # type: ignore[arg-type]


def shallow_depth(depth: int) -> int:
    """Return the depth of the shallow search that the core uses to predict one of `depth` plies.

    >>> [shallow_depth(d) for d in (4, 5, 8, 11, 20)]
    [2, 3, 4, 5, 10]
    """
    return core.shallow_depth(depth)


def features(n_empties: int, depth: int) -> tuple[float, float, float, float]:
    """Return the four terms that the coefficients a, b, c, d multiply."""
    shallow = shallow_depth(depth)
    return 1.0, n_empties / 60, math.log(shallow + 1), math.log(depth - shallow)


def sigma_table(model: Model) -> array[int]:
    """Return sigma in 1/128 disc for every number of empties (rows) and depth (columns).

    >>> len(sigma_table(Model((0.0,) * 4, (0.0,) * 4)))
    3721
    """
    scale = core.VALUE_PER_DISC
    return array(
        "h",
        (round(scale * model.sigma(n, depth)) for n in range(SIZE) for depth in range(SIZE)),
    )


def load_model(model: Model) -> None:
    """Make the core use `model` from now on, in the whole process."""
    core.load_probcut(memoryview(sigma_table(model)).cast("B").cast("h", (SIZE, SIZE)))
