"""Fit the pattern evaluation's weights to labelled positions.

Each phase is a ridge regression of its own. A position's value is the sum of the weights of its
patterns; symmetric patterns share a weight. Conjugate gradients, preconditioned by how often each
weight is used, minimise the sum of squared errors plus `ridge` times the sum of squared weights.
Weights that are hardly ever used thus stay near zero, or near the weights that the fit starts from.

One game in `HELD_OUT_ONE_IN` is held out: its positions measure the error and stop the iterations
when the error no longer falls. If factors are wanted (`training.factors`), they and the weights are
then fitted together by gradient descent, which starts from the weights of the regression.

Sums are taken in an order that does not depend on the number of threads, so the same data give the
same weights to the last bit.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello._training import regression_gather, regression_predict
from othello.errors import warn
from othello.fields import Range
from othello.training.dataset import MOST_EMPTIES, LabelledPositions, count_empties, phases_of
from othello.training.factors import DescentSettings, Factors, factor_values, fit_rows, no_factors
from othello.training.threads import possible_threads
from othello.weights import Weights, zero_factors
from othello.weights.patterns import SHIPPED, pattern_set
from othello.weights.probcut import DEFAULT_MODEL

Floats = npt.NDArray[np.float64]

VALUE_PER_DISC = core.VALUE_PER_DISC
LARGEST_ESTIMATE = 63 * VALUE_PER_DISC
LARGEST_WEIGHT = 2**15 - 1
HELD_OUT_ONE_IN = 20

CONVERGED = 1e-24
"""The fit ends when the squared norm of the gradient has fallen to this share of its first."""


class FitSettings(NamedTuple):
    """Settings of the fit of the weights of a phase.

    A weight of one disc costs as much as `ridge` positions with an error of one disc. Positions
    with up to `margin` empties more or fewer than a phase has are fitted with it. The weights do
    not depend on the number of threads. `descent` says how to fit factors, None for none.
    `patterns` are the sets of squares as `read_patterns` returns them. What has a help is an option
    of ``othello train``.
    """

    ridge: Annotated[float, Range(0), "penalty on weights"] = 20.0
    iterations: Annotated[int, Range(1), "most iterations of conjugate gradients"] = 100
    patience: Annotated[
        int, Range(1), "end a fit after N iterations without a lower error on held-out data"
    ] = 6
    margin: int = 1
    threads: int = 1
    descent: DescentSettings | None = None
    patterns: tuple[str, ...] = SHIPPED
    least_uses: Annotated[
        int, Range(1), "leave out rows that fitted positions use less often: a smaller file"
    ] = 1


class PhaseFit(NamedTuple):
    """The fitted weights of a phase and their error on held-out positions.

    Attributes
    ----------
    weights : array of float, shape (rows,)
        The weights in discs.
    factors : array of int8, shape (rows, core.PATTERN_FACTORS)
        A row of factors for each weight.
    iterations : int
        The iteration after which the held-out error was smallest.
    positions, held_out : int
        Numbers of positions that were fitted and held out.
    errors : dict
        For each number of empties of the phase, the mean and the root mean square of the error in
        discs on the positions held out, and how many there were.
    uses : array of float, shape (rows,)
        For each row, how often the fitted positions use it.
    """

    weights: Floats
    factors: Factors
    iterations: int
    positions: int
    held_out: int
    errors: dict[int, tuple[float, float, int]]
    uses: Floats


def phase_empties(phase: int) -> tuple[int, int]:
    """Return the fewest and the most empties of a phase.

    >>> phase_empties(3)
    (15, 19)
    """
    fewest = phase * core.PATTERN_PHASE_EMPTIES
    if phase == core.PATTERN_PHASES - 1:
        return fewest, MOST_EMPTIES
    return fewest, fewest + core.PATTERN_PHASE_EMPTIES - 1


def is_held_out(positions: LabelledPositions) -> npt.NDArray[np.bool_]:
    """Return a mask of the held-out positions; of each game, all positions are held out or none."""
    # Fibonacci hashing spreads consecutive game numbers evenly.
    spread = positions["game"].astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return np.asarray((spread >> np.uint64(32)) % np.uint64(HELD_OUT_ONE_IN) == 0)


class Regression:
    """A least-squares problem over the positions of one phase.

    `features` is an array of int32, shape (positions, features): for each position the indices of
    its weights, of which there are `n_rows`. In discs are `targets`, the positions' values,
    `from_factors`, what the factors add to them, and `values`, the difference that the weights
    should add up to.
    """

    def __init__(
        self, positions: LabelledPositions, patterns: tuple[str, ...], threads: int
    ) -> None:
        rows = pattern_set(patterns)
        self.n_rows = rows.n_rows
        self.threads = possible_threads(threads)
        self.n_empties = count_empties(positions)
        self.targets = positions["value"] / VALUE_PER_DISC
        self.features = np.empty((len(positions), rows.n_features), np.int32)
        player, opponent = map(np.ascontiguousarray, (positions["player"], positions["opponent"]))
        rows.features(player, opponent, self.features, self.threads)
        self.use_factors(no_factors(self.n_rows))

    def use_factors(self, factors: Factors) -> None:
        """Set the factors; from now on `values` is what they leave of the targets."""
        self.from_factors = factor_values(self.features, factors)
        self.values = self.targets - self.from_factors

    def predict(self, weights: Floats) -> Floats:
        """Return for each position the sum of its weights, in the weights' unit."""
        values = np.zeros(len(self.features))
        if len(values):
            regression_predict(self.features, weights, values, self.threads)
        return values

    def gather(self, values: Floats) -> Floats:
        """Return for each weight the sum of `values` over the positions that use it."""
        sums = np.zeros(self.n_rows)
        if len(values):
            regression_gather(self.features, values, sums, self.threads)
        return sums

    def errors(self, weights: Floats) -> Floats:
        """Return each position's error in discs: the engine's evaluation minus the target.

        Weights are rounded and values limited as the engine does.
        """
        whole = np.rint(weights * VALUE_PER_DISC)
        values = self.predict(whole) + self.from_factors * VALUE_PER_DISC
        return values.clip(-LARGEST_ESTIMATE, LARGEST_ESTIMATE) / VALUE_PER_DISC - self.targets


def fit_phase(
    positions: LabelledPositions,
    phase: int,
    settings: FitSettings,
    start: tuple[Floats, Factors] | None = None,
) -> PhaseFit:
    """Fit the weights of one phase, 0 for the fewest empties.

    The positions may be those of all phases. `start` has weights in discs and factors to start
    from, zeros by default; rarely used ones stay near them.
    """
    fewest, most = phase_empties(phase)
    empties = count_empties(positions)
    near = (empties >= fewest - settings.margin) & (empties <= most + settings.margin)
    positions = positions[near]
    held_out = is_held_out(positions)
    inside = (empties[near] >= fewest) & (empties[near] <= most)
    fitted = Regression(positions[~held_out], settings.patterns, settings.threads)
    checked = Regression(positions[held_out & inside], settings.patterns, settings.threads)
    n_rows = fitted.n_rows
    first, factors = (np.zeros(n_rows), no_factors(n_rows)) if start is None else start
    fitted.use_factors(factors)
    checked.use_factors(factors)
    uses = fitted.gather(np.ones(len(fitted.values)))
    weights, iterations = conjugate_gradients(fitted, checked, uses, first, settings)
    linear = PhaseFit(
        weights,
        factors,
        iterations,
        len(fitted.values),
        len(checked.values),
        errors_by_empties(checked, weights),
        uses,
    )
    fit = linear
    if settings.descent is not None and len(fitted.values):
        if len(checked.values):
            fit = with_factors(fitted, checked, linear, settings)
        else:
            why = "no factors fitted, as no position is held out to check them"
            warn(f"{fewest} to {most} empties: {why}")
    if settings.least_uses > 1:
        fit = trimmed(fit, settings.least_uses)
        checked.use_factors(fit.factors)
        fit = fit._replace(errors=errors_by_empties(checked, fit.weights))
    return fit


def with_factors(
    fitted: Regression, checked: Regression, linear: PhaseFit, settings: FitSettings
) -> PhaseFit:
    """Fit factors after the weights; return `linear` if they do not lower the held-out error."""
    assert settings.descent is not None
    least = root_mean_square(checked.errors(linear.weights))
    weights, factors = fit_rows(
        fitted.features, fitted.targets, linear.weights, linear.factors, settings.descent
    )
    checked.use_factors(factors)
    if root_mean_square(checked.errors(weights)) >= least:
        return linear
    return linear._replace(
        weights=weights, factors=factors, errors=errors_by_empties(checked, weights)
    )


def shifted(fit: PhaseFit, discs: float) -> PhaseFit:
    """Return a fit whose values are greater by so many discs, for the side to move.

    Most leaves of a search follow a bad move of the opponent, those on the best line do not. Rows
    that were fitted to leaves therefore overrate the side to move where it matters.
    """
    weights = fit.weights.copy()
    weights[-core.PATTERN_EMPTIES :] += discs
    return fit._replace(weights=weights)


def trimmed(fit: PhaseFit, least_uses: int) -> PhaseFit:
    """Return a fit without the rows that the fitted positions use less often than `least_uses`.

    Such rows hold little but noise, and a file of weights is smaller without them. The errors of
    the fit stay as they were measured, with all rows.
    """
    rare = fit.uses < least_uses
    weights = np.where(rare, 0.0, fit.weights)
    factors = np.where(rare[:, None], 0, fit.factors).astype(np.int8)
    return fit._replace(weights=weights, factors=factors)


def conjugate_gradients(
    fitted: Regression,
    checked: Regression,
    uses: Floats,
    start: Floats,
    settings: FitSettings,
) -> tuple[Floats, int]:
    """Fit weights, used `uses` times, to `fitted` by conjugate gradients.

    Return the weights in discs of the iteration with the smallest error on `checked`, and its
    number. It is the last one if `checked` has no positions: then only the ridge penalty keeps the
    weights from fitting noise.
    """
    # Weights that no position uses stay as they are.
    scale = np.divide(1.0, uses + settings.ridge, out=np.zeros_like(uses), where=uses > 0)
    weights = start.copy()
    residual = fitted.gather(fitted.values - fitted.predict(start))
    direction = scaled = scale * residual
    norm = float(np.sum(residual * scaled))
    least_norm = CONVERGED * norm
    best, best_error, best_iteration = start, root_mean_square(checked.errors(start)), 0
    for iteration in range(1, settings.iterations + 1):
        if norm <= least_norm:
            break
        curved = fitted.gather(fitted.predict(direction)) + settings.ridge * direction
        step = norm / float(np.sum(direction * curved))
        weights = weights + step * direction
        residual = residual - step * curved
        scaled = scale * residual
        norm, last_norm = float(np.sum(residual * scaled)), norm
        direction = scaled + norm / last_norm * direction
        error = root_mean_square(checked.errors(weights))
        if error < best_error or not len(checked.values):
            best, best_error, best_iteration = weights, error, iteration
        elif iteration - best_iteration >= settings.patience:
            break
    return best, best_iteration


def root_mean_square(errors: Floats) -> float:
    """Return the root mean square; 0 if there are no errors."""
    return float(np.sqrt(np.mean(errors * errors))) if len(errors) else 0.0


def errors_by_empties(checked: Regression, weights: Floats) -> dict[int, tuple[float, float, int]]:
    """Return mean absolute error, root mean square error and count for each number of empties."""
    errors = checked.errors(weights)
    table = {}
    for n_empties in np.unique(checked.n_empties).tolist():
        some = errors[checked.n_empties == n_empties]
        table[n_empties] = (float(np.abs(some).mean()), root_mean_square(some), len(some))
    return table


def fit_phases(
    positions: LabelledPositions, settings: FitSettings, base: Weights | None = None
) -> Iterator[tuple[int, PhaseFit]]:
    """Fit each phase that has positions; yield the phase and its fit.

    A fit starts from the weights of `base`, which are for the same patterns, or from zeros.
    """
    for phase in np.unique(phases_of(positions)).tolist():
        start = None if base is None else rows_of(base, phase)
        yield phase, fit_phase(positions, phase, settings, start)


def fitted_weights(
    fits: dict[int, PhaseFit],
    base: Weights | None,
    made: dict[str, Any],
    patterns: tuple[str, ...] = SHIPPED,
) -> Weights:
    """Return the contents of a weights file with these fits, by phase.

    The weights of other phases and the ProbCut model are those of `base`, which is for the same
    patterns; without it they are zeros and the default model. `made` is added to the provenance:
    the command and the data.
    """
    size = pattern_set(patterns).n_rows
    values = array("h", bytes(2 * core.PATTERN_PHASES * size)) if base is None else base.values[:]
    factors = zero_factors(size) if base is None else base.factors[:]
    phases = {} if base is None else dict(base.provenance.get("phases", {}))
    for phase, fit in fits.items():
        values[phase * size : (phase + 1) * size] = rounded(fit.weights)
        rows = slice(phase * size * core.PATTERN_FACTORS, (phase + 1) * size * core.PATTERN_FACTORS)
        factors[rows] = array("b", fit.factors.tobytes())
        phases[str(phase)] = describe(fit)
    model = DEFAULT_MODEL if base is None else base.probcut
    return Weights(values, factors, {**made, "phases": phases}, model, patterns)


def rows_of(base: Weights, phase: int) -> tuple[Floats, Factors]:
    """Return the weights, in discs, and the factors of one phase of a file."""
    weights = np.asarray(base.values, np.float64).reshape(core.PATTERN_PHASES, -1)[phase]
    factors = np.asarray(base.factors, np.int8)
    factors = factors.reshape(core.PATTERN_PHASES, -1, core.PATTERN_FACTORS)[phase]
    return weights / VALUE_PER_DISC, factors


def rounded(weights: Floats) -> array[int]:
    """Convert weights in discs to the integers of a file, in 1/128 disc."""
    whole = np.rint(weights * VALUE_PER_DISC).clip(-LARGEST_WEIGHT, LARGEST_WEIGHT)
    return array("h", whole.astype(np.int16).tobytes())


def describe(fit: PhaseFit) -> dict[str, Any]:
    """Return a fit as the JSON object that goes into a file's provenance."""
    return {
        "positions": fit.positions,
        "held_out": fit.held_out,
        "iterations": fit.iterations,
        "errors": {
            str(n_empties): {"mean": round(mean, 3), "rms": round(rms, 3), "positions": count}
            for n_empties, (mean, rms, count) in fit.errors.items()
        },
    }
