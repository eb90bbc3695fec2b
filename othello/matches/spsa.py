"""SPSA: tuning many numbers at once from noisy comparisons of two settings.

Each iteration moves every parameter up or down by a step, all at random and all at once, and plays
the settings so found against those with the opposite moves. What the first win is the slope along
that direction, however noisy, and all parameters go a little that way (J. C. Spall, 1992). The
steps and the gains shrink as the iterations go by, at the rates that are usual.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["Parameter", "Spsa", "Trial"]

STEP_DECAY = 0.101
GAIN_DECAY = 0.602
"""The exponents that Spall recommends."""

STABILITY = 0.1
"""Part of the iterations that delays the decay of the gain."""

FINAL_RATE = 0.002
"""In the end a pair of games moves a parameter by so many steps for each point."""


class Parameter(NamedTuple):
    """A number to be tuned.

    Attributes
    ----------
    value : float
        Where it begins.
    low, high : float
        Its range.
    step : float
        By how much it is moved to be compared, in the last iteration; more before that.
    """

    value: float
    low: float
    high: float
    step: float

    def within(self, value: float) -> float:
        """Return the number of its range that is nearest to `value`."""
        return min(max(value, self.low), self.high)


class Trial(NamedTuple):
    """Two settings to be compared.

    Attributes
    ----------
    iteration : int
        From 1.
    signs : dict
        Which way each parameter was moved for the first setting: 1 or -1.
    settings : tuple of dict
        The values of the first and of the second, whole numbers.
    """

    iteration: int
    signs: Mapping[str, int]
    settings: tuple[Mapping[str, int], Mapping[str, int]]


class Spsa:
    """The state of the tuning.

    Parameters
    ----------
    parameters : mapping
        Those to be tuned, by name.
    iterations : int
        How many there will be.
    seed : int
        Which directions are tried.

    Attributes
    ----------
    values : dict
        Where the parameters stand.
    """

    def __init__(self, parameters: Mapping[str, Parameter], iterations: int, seed: int = 0) -> None:
        self.values = {name: parameter.value for name, parameter in parameters.items()}
        self._parameters = parameters
        self._iterations = iterations
        self._seed = seed

    def trial(self, iteration: int) -> Trial:
        """Return what iteration `iteration` compares; it is the same whenever it is asked for."""
        rng = random.Random(f"{self._seed} {iteration}")
        signs = {name: rng.choice((1, -1)) for name in self._parameters}
        # Numbers between two whole ones are now the lower, now the higher one.
        roundings = {name: rng.random() for name in self._parameters}
        plus, minus = (
            {
                name: math.floor(
                    parameter.within(
                        self.values[name] + side * signs[name] * self._step(parameter, iteration)
                    )
                    + roundings[name]
                )
                for name, parameter in self._parameters.items()
            }
            for side in (1, -1)
        )
        return Trial(iteration, signs, (plus, minus))

    def learn(self, trial: Trial, points: float) -> None:
        """Move the parameters by the outcome of a trial.

        Parameters
        ----------
        trial : Trial
            What was compared.
        points : float
            Wins less losses of its first setting.
        """
        gain = self._gain(trial.iteration)
        for name, parameter in self._parameters.items():
            move = gain * self._step(parameter, trial.iteration) * points * trial.signs[name]
            self.values[name] = parameter.within(self.values[name] + move)

    def _step(self, parameter: Parameter, iteration: int) -> float:
        """Return by how much a parameter is moved: `step` in the last iteration, more before."""
        return parameter.step * math.pow(self._iterations / iteration, STEP_DECAY)

    def _gain(self, iteration: int) -> float:
        """Return how many steps a point is worth: `FINAL_RATE` in the last iteration."""
        delay = STABILITY * self._iterations
        decay = math.pow((self._iterations + delay) / (iteration + delay), GAIN_DECAY)
        # The slope is points by step, and the step was larger than in the end.
        return FINAL_RATE * decay * math.pow(iteration / self._iterations, 2 * STEP_DECAY)
