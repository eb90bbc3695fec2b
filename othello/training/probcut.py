"""Measure how far shallow searches differ from deep ones, and fit ProbCut's sigmas to that."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from othello._core import core
from othello.training.dataset import LabelledPositions
from othello.weights import evaluation_options, load_default
from othello.weights.probcut import Model, features, shallow_depth

MEASURED_DEPTH = 4  #: plies of the shallowest search whose prediction is measured


class Sample(NamedTuple):
    """One measured error: deep search minus shallow search, in discs.

    `depth` is that of the deep search in plies; it is `n_empties` for an exact solve.
    """

    n_empties: int
    depth: int
    error: float


def measure(
    positions: LabelledPositions,
    depth: int,
    solved_empties: int,
    on_position: Callable[[], None] = lambda: None,
) -> list[Sample]:
    """Search positions at each depth and return the errors of the shallow searches.

    `depth` is that of the deepest search that does not solve, in plies. Positions with at most
    `solved_empties` are solved as well. `on_position` is called after each position.
    """
    load_default()
    samples = []
    for record in positions:
        player, opponent = int(record["player"]), int(record["opponent"])
        n_empties = 64 - (player | opponent).bit_count()
        searcher = core.Searcher(1, 16)
        values = {}
        # With `verify`, no search looks deeper than asked. A shallow search that solved the
        # position would agree with the deep one and make the error look too small.
        searcher.set_options(verify=True, **evaluation_options("pattern"))
        for d in range(1, min(depth, n_empties - 1) + 1):
            lines, *_ = searcher.search(player, opponent, depth=d)
            values[d] = lines[0].value / core.VALUE_PER_DISC
        searcher.set_options(**evaluation_options("pattern"))
        if n_empties <= solved_empties:
            lines, *_ = searcher.search(player, opponent, exact=True)
            values[n_empties] = lines[0].value / core.VALUE_PER_DISC
        for d, value in values.items():
            if d >= MEASURED_DEPTH and shallow_depth(d) in values:
                samples.append(Sample(n_empties, d, value - values[shallow_depth(d)]))
        on_position()
    return samples


def fit_model(samples: Sequence[Sample]) -> Model:
    """Fit the model of the errors, separately for searches and for exact solves.

    Raises ValueError if one kind has no samples.
    """
    solves = [sample for sample in samples if sample.depth == sample.n_empties]
    searches = [sample for sample in samples if sample.depth != sample.n_empties]
    return Model(fit_coefficients(searches), fit_coefficients(solves))


def fit_coefficients(samples: Iterable[Sample]) -> tuple[float, float, float, float]:
    """Fit the coefficients for one kind of deep search by least squares.

    The target is the logarithm of the root mean square error at each (empties, depth).
    """
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
    # A small ridge penalty keeps the coefficients small where there are few groups.
    matrix = np.vstack([np.array(rows) * weight, 0.3 * np.eye(4)])
    target = np.concatenate([np.array(targets) * weight[:, 0], np.zeros(4)])
    solution, *_ = np.linalg.lstsq(matrix, target, rcond=None)
    a, b, c, d = (round(float(x), 4) for x in solution)
    return a, b, c, d
