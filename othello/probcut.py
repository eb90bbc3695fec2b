"""ProbCut's sigmas: how far shallow searches err from deep ones, measured and fitted.

Over many positions, the value of a search of depth d differs from that of a search of
`shallow_depth(d)` plies by about sigma, which falls with the shallow depth and grows with the
distance between the two. Two models, one for searches that end in an evaluation and one for exact
solves (whose errors are larger), give sigma in discs:

    sigma = exp(a + b empties / 60 + c log(shallow + 1) + d log(deep - shallow))

The coefficients are fitted by least squares to the measured errors and travel in the weights file;
`sigma_table` is what the compiled core is given.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from othello._core import core

if TYPE_CHECKING:
    from othello.training.dataset import Positions

__all__ = [
    "DEFAULT_MODEL",
    "Model",
    "Sample",
    "fit_model",
    "load_model",
    "measure",
    "read_model",
    "shallow_depth",
    "sigma_table",
]

SIZE = 61  #: numbers of empties and depths, from 0
SMALLEST_SIGMA = 0.5  #: discs: no prediction is trusted more than this
LARGEST_SIGMA = 20.0
MEASURED_DEPTH = 4  #: plies of the shallowest search whose prediction is measured


class Sample(NamedTuple):
    """One measured error.

    Attributes
    ----------
    n_empties, depth : int
        Of the position, and of the deep search; equal for an exact solve.
    error : float
        Deep value less shallow value, in discs.
    """

    n_empties: int
    depth: int
    error: float


class Model(NamedTuple):
    """Coefficients (a, b, c, d) of the two kinds of deep search."""

    search: tuple[float, float, float, float]
    solve: tuple[float, float, float, float]

    def sigma(self, n_empties: int, depth: int) -> float:
        """Return sigma in discs.

        >>> Model((0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)).sigma(30, 12)
        1.0
        """
        shallow = shallow_depth(depth)
        if shallow >= depth:
            return SMALLEST_SIGMA
        terms = features(n_empties, depth)
        coefficients = self.solve if depth == n_empties else self.search
        exponent = sum(c * t for c, t in zip(coefficients, terms, strict=True))
        return min(max(math.exp(min(exponent, 10.0)), SMALLEST_SIGMA), LARGEST_SIGMA)


#: For weights that come without measured ones.
DEFAULT_MODEL = Model((1.9707, -1.3084, -0.39, 0.3123), (2.0077, -0.4186, 0.2841, -0.4667))


def read_model(coefficients: Any) -> Model:
    """Return the model that a weights file's header gives.

    >>> read_model({"search": [1, 0, 0, 0], "solve": [2, 0, 0, 0]}).solve
    (2.0, 0.0, 0.0, 0.0)

    Raises
    ------
    ValueError
        If it is not four numbers for each kind of search.
    """
    kinds = [tuple(float(c) for c in coefficients[kind]) for kind in Model._fields]
    if any(len(kind) != 4 or not all(map(math.isfinite, kind)) for kind in kinds):
        raise ValueError(f"expected four numbers for each of {Model._fields}, got {coefficients}")
    return Model(*kinds)  # type: ignore[arg-type]


def shallow_depth(depth: int) -> int:
    """Return the depth of the search that predicts one of `depth` plies, as the core chooses it.

    >>> [shallow_depth(d) for d in (4, 5, 8, 11, 20)]
    [2, 3, 4, 5, 10]
    """
    return 2 * (depth // 4) + (depth & 1)


def features(n_empties: int, depth: int) -> tuple[float, float, float, float]:
    """Return what the coefficients multiply."""
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


def load_model(model: Model, into: Any = core) -> None:
    """Prune by `model` from now on, in the whole process."""
    into.load_probcut(memoryview(sigma_table(model)).cast("B").cast("h", (SIZE, SIZE)))


def measure(
    positions: Positions,
    depth: int,
    solved_empties: int,
    on_position: Callable[[], None] = lambda: None,
) -> list[Sample]:
    """Search positions at every depth and return the errors of the predictions.

    Parameters
    ----------
    positions : array of `dataset.POSITION`
        Their labels are not used.
    depth : int
        The deepest search of those with an evaluation at the leaves.
    solved_empties : int
        Positions with at most this many empties are solved as well.
    on_position : callable
        Called after each position.
    """
    samples = []
    for record in positions:
        player, opponent = int(record["player"]), int(record["opponent"])
        n_empties = 64 - (player | opponent).bit_count()
        searcher = core.Searcher(1, 16)
        values = {}
        for d in range(1, min(depth, n_empties - 1) + 1):
            # By the book: an early solve would predict itself.
            lines, *_ = searcher.search(player, opponent, depth=d, verify=True)
            values[d] = lines[0][2] / core.VALUE_PER_DISC
        if n_empties <= solved_empties:
            lines, *_ = searcher.search(player, opponent, exact=True)
            values[n_empties] = lines[0][2] / core.VALUE_PER_DISC
        for d, value in values.items():
            if d >= MEASURED_DEPTH and shallow_depth(d) in values:
                samples.append(Sample(n_empties, d, value - values[shallow_depth(d)]))
        on_position()
    return samples


def fit_model(samples: Sequence[Sample]) -> Model:
    """Fit both kinds of deep search to their errors.

    Raises
    ------
    ValueError
        If one kind has no samples.
    """
    solves = [sample for sample in samples if sample.depth == sample.n_empties]
    searches = [sample for sample in samples if sample.depth != sample.n_empties]
    return Model(fit_coefficients(searches), fit_coefficients(solves))


def fit_coefficients(samples: Iterable[Sample]) -> tuple[float, float, float, float]:
    """Fit one kind: the logarithm of the root mean square error of each (empties, depth)."""
    import numpy as np

    groups: dict[tuple[int, int], list[float]] = {}
    for sample in samples:
        groups.setdefault((sample.n_empties, sample.depth), []).append(sample.error)
    if not groups:
        raise ValueError("expected samples of searches and of exact solves, got only one kind")
    rows, targets, counts = [], [], []
    for (n_empties, depth), errors in groups.items():
        rows.append(features(n_empties, depth))
        targets.append(0.5 * math.log(sum(e * e for e in errors) / len(errors) + 1e-4))
        counts.append(len(errors))
    weight = np.sqrt(np.array(counts, float))[:, None]
    # A little ridge: few groups must not give wild slopes.
    matrix = np.vstack([np.array(rows) * weight, 0.3 * np.eye(4)])
    target = np.concatenate([np.array(targets) * weight[:, 0], np.zeros(4)])
    solution, *_ = np.linalg.lstsq(matrix, target, rcond=None)
    a, b, c, d = (round(float(x), 4) for x in solution)
    return a, b, c, d
