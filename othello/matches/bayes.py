"""Tune by a Bayesian optimiser: optuna proposes settings, games against the start values judge.

Each setting that optuna proposes plays a number of pairs of games against the values that the
tuning began with. From the points of all settings so far optuna's tree-structured Parzen estimator
(TPE) proposes the next one. Unlike SPSA it needs no steps, and finds values far from the start; but
each setting's points are noisy, so the best one must be confirmed by a match.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from othello.errors import InvalidOption, OthelloError
from othello.matches.spsa import Parameter, Trial

__all__ = ["Bayesian"]


class Bayesian:
    """The state of a tuning by optuna.

    Parameters
    ----------
    parameters : mapping
        The parameters to tune, by name; their steps are not used.
    pairs : int
        Iterations, each a pair of games, that each setting plays.
    seed : int
        Seed of the proposals.

    Attributes
    ----------
    values : dict
        The setting that won most points so far, by name; the start values until one won any.

    Raises
    ------
    OthelloError
        If optuna is not installed.
    InvalidOption
        If there is no integer between a parameter's bounds.
    """

    def __init__(self, parameters: Mapping[str, Parameter], pairs: int, seed: int = 0) -> None:
        try:
            import optuna
        except ImportError:
            raise OthelloError(
                "--optimizer optuna needs optuna: pip install 'othello-engine[tune]'"
            ) from None
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        ranges: dict[str, Any] = {}
        for name, parameter in parameters.items():
            low, high = math.ceil(parameter.low), math.floor(parameter.high)
            if low > high:
                raise InvalidOption(
                    f"{name}: expected an integer between {parameter.low} and {parameter.high}"
                )
            ranges[name] = optuna.distributions.IntDistribution(low, high)
        # constant_liar: while one setting still plays, the next is proposed some way off.
        sampler = optuna.samplers.TPESampler(seed=seed, constant_liar=True)
        self._study = optuna.create_study(direction="maximize", sampler=sampler)
        self._ranges = ranges
        self._pairs = pairs
        self._start = {
            name: min(max(round(parameter.value), ranges[name].low), ranges[name].high)
            for name, parameter in parameters.items()
        }
        # Against themselves the start values win as much as they lose.
        self._study.add_trial(
            optuna.create_trial(params=self._start, distributions=ranges, value=0)
        )
        self._proposed: dict[int, Any] = {}
        self._points: dict[int, list[float]] = {}
        self.values: dict[str, float] = dict(self._start)

    def trial(self, iteration: int) -> Trial:
        """Return the settings that an iteration compares: a proposed one and the start values."""
        block = self._block(iteration)
        if block not in self._proposed:
            self._proposed[block] = self._study.ask(self._ranges)
        return Trial(iteration, {}, (dict(self._proposed[block].params), self._start))

    def learn(self, trial: Trial, points: float) -> None:
        """Take the points of a trial; tell optuna when a setting has played all its pairs.

        Parameters
        ----------
        trial : Trial
            The settings that were compared.
        points : float
            Wins minus losses of its first setting.
        """
        block = self._block(trial.iteration)
        won = self._points.setdefault(block, [])
        won.append(points)
        if len(won) == self._pairs:
            self._study.tell(self._proposed.pop(block), sum(won) / self._pairs)
            del self._points[block]
            self.values = dict(self._study.best_params)

    def resume(self, done: Sequence[Mapping[str, Any]]) -> None:
        """Learn again what the log's lines of earlier iterations tell."""
        for line in done:
            block, setting = self._block(line["iteration"]), line["tried"][0]
            if block not in self._proposed:
                self._study.enqueue_trial(setting)
                self._proposed[block] = self._study.ask(self._ranges)
            self.learn(Trial(line["iteration"], {}, (setting, self._start)), line["points"])

    def _block(self, iteration: int) -> int:
        """Return the number, from 0, of the setting that plays in an iteration."""
        return (iteration - 1) // self._pairs
