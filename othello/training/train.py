"""Fitting the pattern evaluation's weights to labelled positions.

Each phase is a ridge regression of its own: the weights that position and symmetry pick add up to
the value, and the sum of squared errors plus `ridge` times the sum of squared weights is made least
by conjugate gradients, preconditioned by how often each weight is used. So weights hardly ever used
stay near zero, or near the weights the fit starts from. One position in `HELD_OUT_ONE_IN`, chosen
by game, is kept out to measure the error and to stop the iterations once it no longer falls.
Where factors are asked for (`training.factors`), they and the weights are fitted together from
there.

Sums are taken in an order that does not depend on the number of threads, so the same data give the
same weights to the last bit.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello._training import regression_gather, regression_predict
from othello.probcut import DEFAULT_MODEL
from othello.training.dataset import LabelledPositions, count_empties
from othello.training.factors import DescentSettings, Factors, fit_rows, no_factors, squares
from othello.weights import Weights, zero_factors

__all__ = [
    "FitSettings",
    "PhaseFit",
    "fit_phase",
    "fit_phases",
    "fitted_weights",
    "is_held_out",
    "phase_empties",
]

Floats = npt.NDArray[np.float64]

VALUE_PER_DISC = core.VALUE_PER_DISC
LARGEST_VALUE = 63 * VALUE_PER_DISC
LARGEST_WEIGHT = 2**15 - 1
HELD_OUT_ONE_IN = 20
MOST_EMPTIES = 60

CONVERGED = 1e-24
"""Part of its first square to which the gradient has fallen when there is nothing left to fit."""


class FitSettings(NamedTuple):
    """How to fit.

    Attributes
    ----------
    ridge : float
        What a weight of one disc costs, in squared discs of one position's error.
    iterations : int
        Of conjugate gradients, at most.
    patience : int
        Iterations without a lower held-out error after which to stop.
    margin : int
        Positions with this many empties more or fewer than a phase has are fitted along with it.
    threads : int
        Of the sums over positions; the weights do not depend on it.
    descent : DescentSettings, optional
        How to fit factors; none are by default.
    """

    ridge: float = 20.0
    iterations: int = 100
    patience: int = 6
    margin: int = 1
    threads: int = 1
    descent: DescentSettings | None = None


class PhaseFit(NamedTuple):
    """The weights of a phase and how they do on positions held out.

    Attributes
    ----------
    weights : array of float
        In discs.
    factors : array of int8
        A row for each weight.
    iterations : int
        After which the held-out error was least.
    positions, held_out : int
        How many were fitted and how many held out.
    errors : dict
        For each number of empties of the phase, the mean and the root mean square of the error in
        discs on the positions held out, and how many there were.
    """

    weights: Floats
    factors: Factors
    iterations: int
    positions: int
    held_out: int
    errors: dict[int, tuple[float, float, int]]


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
    """Return which positions are kept out of the fit: all or none of a game's."""
    # Fibonacci hashing: numbers that follow each other are spread.
    spread = positions["game"].astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return np.asarray((spread >> np.uint64(32)) % np.uint64(HELD_OUT_ONE_IN) == 0)


class Regression:
    """The sums of a least-squares problem, over the positions of one phase."""

    def __init__(self, positions: LabelledPositions, threads: int) -> None:
        self.threads = threads
        self.n_empties = count_empties(positions)
        self.targets = positions["value"] / VALUE_PER_DISC
        self.features = np.empty((len(positions), core.PATTERN_FEATURES), np.int32)
        player = np.ascontiguousarray(positions["player"])
        opponent = np.ascontiguousarray(positions["opponent"])
        core.pattern_features(player, opponent, self.features, threads)
        self.use_factors(no_factors())

    def use_factors(self, factors: Factors) -> None:
        """Have the weights fitted to what these leave of the positions' values."""
        self.squares = squares(self.features, factors)
        self.values = self.targets - self.squares

    def predict(self, weights: Floats) -> Floats:
        """Return the sum of its weights for each position."""
        values = np.zeros(len(self.features))
        if len(values):
            regression_predict(self.features, weights, values, self.threads)
        return values

    def gather(self, values: Floats) -> Floats:
        """Return, for each weight, the sum of the `values` of the positions that use it."""
        sums = np.zeros(core.PATTERN_WEIGHTS)
        if len(values):
            regression_gather(self.features, values, sums, self.threads)
        return sums

    def errors(self, weights: Floats) -> Floats:
        """Return how far each position's evaluation is off, in discs, as the engine computes it."""
        values = self.predict(np.rint(weights * VALUE_PER_DISC)) + self.squares * VALUE_PER_DISC
        return values.clip(-LARGEST_VALUE, LARGEST_VALUE) / VALUE_PER_DISC - self.targets


def fit_phase(
    positions: LabelledPositions,
    phase: int,
    settings: FitSettings,
    start: tuple[Floats, Factors] | None = None,
    report: Callable[[int, float], None] | None = None,
) -> PhaseFit:
    """Fit the weights of one phase.

    Parameters
    ----------
    positions : array of POSITION
        Those of other phases are left out.
    phase : int
        Which one.
    settings : FitSettings
        How.
    start : tuple of arrays, optional
        Weights in discs and factors to start from; rare ones stay near them. Zeros by default.
    report : callable, optional
        Called with each iteration's number and held-out root mean square error.
    """
    fewest, most = phase_empties(phase)
    empties = count_empties(positions)
    near = (empties >= fewest - settings.margin) & (empties <= most + settings.margin)
    positions = positions[near]
    held_out = is_held_out(positions)
    inside = (empties[near] >= fewest) & (empties[near] <= most)
    fitted = Regression(positions[~held_out], settings.threads)
    checked = Regression(positions[held_out & inside], settings.threads)
    first, factors = (np.zeros(core.PATTERN_WEIGHTS), no_factors()) if start is None else start
    fitted.use_factors(factors)
    checked.use_factors(factors)
    weights, iterations = conjugate_gradients(fitted, checked, first, settings, report)
    linear = PhaseFit(
        weights,
        factors,
        iterations,
        len(fitted.values),
        len(checked.values),
        errors_by_empties(checked, weights),
    )
    return linear if settings.descent is None else with_factors(fitted, checked, linear, settings)


def with_factors(
    fitted: Regression, checked: Regression, linear: PhaseFit, settings: FitSettings
) -> PhaseFit:
    """Return the fit with factors, or `linear` where these do not lower the held-out error."""
    assert settings.descent is not None
    if not len(fitted.values) or not len(checked.values):
        return linear
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


def conjugate_gradients(
    fitted: Regression,
    checked: Regression,
    start: Floats,
    settings: FitSettings,
    report: Callable[[int, float], None] | None,
) -> tuple[Floats, int]:
    """Return the weights with the least error on `checked`, and after how many iterations.

    Where no position is held out these are the last; the penalty on large weights is all there is
    then to keep them from fitting noise.
    """
    scale = 1 / (fitted.gather(np.ones(len(fitted.values))) + settings.ridge)
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
        if report is not None:
            report(iteration, error)
        if error < best_error or not len(checked.values):
            best, best_error, best_iteration = weights, error, iteration
        elif iteration - best_iteration >= settings.patience:
            break
    return best, best_iteration


def root_mean_square(errors: Floats) -> float:
    """Return the quadratic mean."""
    return float(np.sqrt(np.mean(errors * errors))) if len(errors) else 0.0


def errors_by_empties(checked: Regression, weights: Floats) -> dict[int, tuple[float, float, int]]:
    """Return mean error, root mean square error and count by number of empties."""
    errors = checked.errors(weights)
    table = {}
    for n_empties in np.unique(checked.n_empties).tolist():
        some = errors[checked.n_empties == n_empties]
        table[n_empties] = (float(np.abs(some).mean()), root_mean_square(some), len(some))
    return table


def fit_phases(
    positions: LabelledPositions, settings: FitSettings, base: Weights | None = None
) -> Iterator[tuple[int, PhaseFit]]:
    """Yield each phase that `positions` reach, and its fit, starting from those of `base`."""
    phases = count_empties(positions) // core.PATTERN_PHASE_EMPTIES
    for phase in np.unique(phases.clip(max=core.PATTERN_PHASES - 1)).tolist():
        start = None if base is None else rows_of(base, phase)
        yield phase, fit_phase(positions, phase, settings, start)


def fitted_weights(
    fits: dict[int, PhaseFit], base: Weights | None, made: dict[str, Any]
) -> Weights:
    """Return a file's contents: the fitted phases, the others those of `base`, or zero.

    Parameters
    ----------
    fits : dict
        The fit of each phase.
    base : Weights, optional
        Where the rest comes from.
    made : dict
        More for the provenance: command and data.
    """
    size = core.PATTERN_WEIGHTS
    values = array("h", bytes(2 * core.PATTERN_PHASES * size)) if base is None else base.values[:]
    factors = zero_factors() if base is None else base.factors[:]
    phases = {} if base is None else dict(base.provenance["phases"])
    for phase, fit in fits.items():
        values[phase * size : (phase + 1) * size] = rounded(fit.weights)
        rows = slice(phase * size * core.PATTERN_FACTORS, (phase + 1) * size * core.PATTERN_FACTORS)
        factors[rows] = array("b", fit.factors.tobytes())
        phases[str(phase)] = describe(fit)
    model = DEFAULT_MODEL if base is None else base.probcut
    return Weights(values, factors, {**made, "phases": phases}, model)


def weights_of(values: Sequence[int], phase: int) -> Floats:
    """Return the weights, in discs, of one phase of a file's `values`."""
    size = core.PATTERN_WEIGHTS
    return np.asarray(values[phase * size : (phase + 1) * size], np.float64) / VALUE_PER_DISC


def rows_of(base: Weights, phase: int) -> tuple[Floats, Factors]:
    """Return the weights, in discs, and the factors of one phase of a file."""
    size = core.PATTERN_WEIGHTS * core.PATTERN_FACTORS
    factors = np.asarray(base.factors[phase * size : (phase + 1) * size], np.int8)
    return weights_of(base.values, phase), factors.reshape(-1, core.PATTERN_FACTORS)


def rounded(weights: Floats) -> array[int]:
    """Return weights in discs as a file has them."""
    whole = np.rint(weights * VALUE_PER_DISC).clip(-LARGEST_WEIGHT, LARGEST_WEIGHT)
    return array("h", whole.astype(np.int16).tobytes())


def describe(fit: PhaseFit) -> dict[str, Any]:
    """Return what a file's provenance and the JSON output say of a fit."""
    return {
        "positions": fit.positions,
        "held_out": fit.held_out,
        "iterations": fit.iterations,
        "errors": {
            str(n_empties): {"mean": round(mean, 3), "rms": round(rms, 3), "positions": count}
            for n_empties, (mean, rms, count) in fit.errors.items()
        },
    }
