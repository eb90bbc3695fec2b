"""Bring labels that searches gave to the scale of exact scores.

A search backs up the values of an evaluation, and those are too small: what an evaluation does not
know it counts as 0. Rows fitted to such labels pass the error on, to the labels of the next phase
and so to its rows.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.batch import search
from othello.training.dataset import LabelledPositions, count_empties, phases_of

MOST_SOLVED_EMPTIES = 24
"""Labels of positions with more empties are left as they are: solving those takes too long."""

SELECTIVITY = 98
"""Confidence, in percent, of the forward pruning in the solves."""

HASH_MB = 16
SEED = 1
LARGEST_SCORE = 64 * core.VALUE_PER_DISC


class LinearFit(NamedTuple):
    """The straight line from labels to exact scores, for the numbers of empties of one phase.

    `slope` is in exact discs for each disc of the label, and `shift` in discs added after that.
    `solved` positions were solved for it, and `error` is the mean error in discs of their labels,
    once corrected.
    """

    phase: int
    slope: float
    shift: float
    solved: int
    error: float


def calibrate(
    positions: LabelledPositions,
    count: int,
    threads: int = 1,
    report: Callable[[LinearFit], None] | None = None,
) -> LabelledPositions:
    """Return `positions` with the labels of searches corrected by straight lines.

    Exact labels, and those with more than `MOST_SOLVED_EMPTIES` empties, are kept. `count`
    positions are solved for each phase; its slope is then known to about 0.2 / sqrt(count).
    `report` is called with each line.
    """
    corrected = positions.copy()
    empties = count_empties(positions)
    searched = ~positions["exact"].astype(bool) & (empties <= MOST_SOLVED_EMPTIES)
    phases = phases_of(positions)
    for phase in np.unique(phases[searched]).tolist():
        rows = np.flatnonzero(searched & (phases == phase))
        rng = np.random.default_rng([SEED, phase])
        chosen = positions[rng.permutation(rows)[:count]]
        labels = chosen["value"].astype(np.float64)
        found = search(
            np.stack([chosen["player"], chosen["opponent"]], axis=1),
            depth=MOST_SOLVED_EMPTIES,
            threads=threads,
            hash_mb=HASH_MB,
            options={"selectivity": SELECTIVITY},
        )
        scores = found.scores.astype(np.float64) * core.VALUE_PER_DISC
        if np.ptp(labels) == 0:
            continue  # no line goes through a single label
        slope, shift = np.polyfit(labels, scores, 1)
        corrected["value"][rows] = limited(slope * positions["value"][rows] + shift)
        if report is not None:
            error = np.abs(slope * labels + shift - scores).mean() / core.VALUE_PER_DISC
            discs = float(shift) / core.VALUE_PER_DISC
            report(LinearFit(phase, float(slope), discs, len(chosen), float(error)))
    return corrected


def scaled(positions: LabelledPositions, factor: float) -> LabelledPositions:
    """Return `positions` with all labels multiplied by `factor`, exact ones too.

    A search prefers the leaves that the evaluation overrates, for either side, and their errors
    pull its values towards nought. Rows fitted to slightly larger labels make up for it.
    """
    changed = positions.copy()
    changed["value"] = limited(factor * positions["value"])
    return changed


def limited(values: npt.NDArray[np.float64]) -> npt.NDArray[np.int16]:
    """Return values in 1/128 disc, whole and none beyond the largest score."""
    return np.rint(values).clip(-LARGEST_SCORE, LARGEST_SCORE).astype(np.int16)
