"""SPSA: tune many parameters at once from noisy comparisons of two settings.

Each iteration adds a step to every parameter or subtracts it, at random, and plays the resulting
settings against those with all signs reversed. The points are a noisy estimate of the slope in that
direction, and all parameters move a little in the direction that won (J. C. Spall, 1992). Steps and
gains shrink with the iterations at the usual rates.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["Parameter", "Spsa", "Trial"]

STEP_DECAY = 0.101
GAIN_DECAY = 0.602
"""The exponents that Spall recommends."""

STABILITY = 0.1
"""Delay of the gain's decay (Spall's A) as a share of all iterations."""

FINAL_RATE = 0.002
"""Steps by which a point moves a parameter in the last iteration."""


class Parameter(NamedTuple):
    """A parameter to tune.

    Attributes
    ----------
    value : float
        Its value before the first iteration.
    low, high : float
        Its range.
    step : float
        The step of the last iteration; earlier steps are larger.
    """

    value: float
    low: float
    high: float
    step: float

    def within(self, value: float) -> float:
        """Return `value`, limited to the parameter's range."""
        return min(max(value, self.low), self.high)

    def whole(self, value: float, rounding: float) -> int:
        """Return `value` plus `rounding`, 0 to 1, rounded down, as a whole number of the range."""
        number = math.floor(self.within(value) + rounding)
        return min(max(number, math.ceil(self.low)), math.floor(self.high))


class Trial(NamedTuple):
    """Two settings to compare.

    Attributes
    ----------
    iteration : int
        Number of the iteration, from 1.
    signs : dict
        For each parameter the direction of its step in the first setting: 1 or -1. Empty where an
        optimiser takes no steps.
    settings : tuple of dict
        For each parameter its value in the first and in the second setting, rounded to an integer.
    """

    iteration: int
    signs: Mapping[str, int]
    settings: tuple[Mapping[str, int], Mapping[str, int]]


class Spsa:
    """The state of a tuning.

    Parameters
    ----------
    parameters : mapping
        The parameters to tune, by name.
    iterations : int
        The number of iterations planned.
    seed : int
        Seed of the random directions.

    Attributes
    ----------
    values : dict
        The parameters' current values, by name.
    """

    def __init__(self, parameters: Mapping[str, Parameter], iterations: int, seed: int = 0) -> None:
        self.values = {name: parameter.value for name, parameter in parameters.items()}
        self._parameters = parameters
        self._iterations = iterations
        self._seed = seed

    def trial(self, iteration: int) -> Trial:
        """Return the settings that an iteration compares.

        The random numbers depend on the seed and on `iteration` only, not on earlier calls.
        """
        rng = random.Random(f"{self._seed} {iteration}")
        signs = {name: rng.choice((1, -1)) for name in self._parameters}
        # Fractions are rounded up or down at random, so that they are right on average. Both
        # settings use the same random number.
        roundings = {name: rng.random() for name in self._parameters}
        plus, minus = (
            {
                name: parameter.whole(
                    self.values[name] + side * signs[name] * self._step(parameter, iteration),
                    roundings[name],
                )
                for name, parameter in self._parameters.items()
            }
            for side in (1, -1)
        )
        return Trial(iteration, signs, (plus, minus))

    def learn(self, trial: Trial, points: float) -> None:
        """Update the parameters' values after a trial.

        Parameters
        ----------
        trial : Trial
            The settings that were compared.
        points : float
            Wins minus losses of its first setting.
        """
        gain = self._gain(trial.iteration)
        for name, parameter in self._parameters.items():
            move = gain * self._step(parameter, trial.iteration) * points * trial.signs[name]
            self.values[name] = parameter.within(self.values[name] + move)

    def resume(self, done: Sequence[Mapping[str, Any]]) -> None:
        """Take the values from the last of the log's lines of earlier iterations."""
        if done:
            self.values = dict(done[-1]["values"])

    def _step(self, parameter: Parameter, iteration: int) -> float:
        """Return the step of an iteration: the parameter's `step` in the last, more before."""
        return parameter.step * math.pow(self._iterations / iteration, STEP_DECAY)

    def _gain(self, iteration: int) -> float:
        """Return how many steps a point moves a parameter: `FINAL_RATE` in the last iteration."""
        delay = STABILITY * self._iterations
        decay = math.pow((self._iterations + delay) / (iteration + delay), GAIN_DECAY)
        # The slope is points divided by the step, and `learn` multiplies by the step once more;
        # both steps are larger than the last one, which the second factor undoes.
        return FINAL_RATE * decay * math.pow(iteration / self._iterations, 2 * STEP_DECAY)
