"""Tune an engine's options by games: an optimiser over pairs of games, and its log.

The log, ``tuning.jsonl``, has a line for each iteration, written when its two games are over: the
iteration's number, the two settings, the points, and the parameters' values afterwards. A tuning
that was interrupted is resumed from these lines.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from othello.errors import FormatError, InvalidOption, quote
from othello.files.lines import LineFile, whole_lines
from othello.matches.arena import Games
from othello.matches.fixtures import Fixture, match_fixtures
from othello.matches.openings import Opening
from othello.matches.players import Player
from othello.matches.seats import Seat
from othello.matches.spsa import Parameter, Trial
from othello.matches.standing import GameRecord

__all__ = ["Optimizer", "Tuning", "read_iterations", "read_parameters"]

KEYS = ("value", "low", "high", "step")
MOST_VALUE = 1e12
MOST_ITERATIONS = 1 << 31


def read_parameters(text: str, source: str) -> dict[str, Parameter]:
    """Read the parameters to tune from JSON text.

    The text is an object; for each option's name it has an object with ``value``, ``low``, ``high``
    and ``step``. `source` is named in errors.

    >>> read_parameters('{"Window": {"value": 3, "low": 1, "high": 9, "step": 1}}', "mine")
    {'Window': Parameter(value=3, low=1, high=9, step=1)}

    Raises
    ------
    InvalidOption
        If the text is wrong. The message names the parameter.
    """
    try:
        described = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidOption(f"{source}: no JSON: {error}") from None
    if not isinstance(described, dict) or not described:
        raise InvalidOption(f"{source}: expected an object with parameters, got {quote(described)}")
    return {
        name: read_parameter(numbers, f"{source}: {name}") for name, numbers in described.items()
    }


def read_parameter(numbers: Any, source: str) -> Parameter:
    """Read one parameter from its JSON object; raise InvalidOption if it is wrong."""
    if not isinstance(numbers, dict) or set(numbers) != set(KEYS):
        raise InvalidOption(f"{source}: expected {', '.join(KEYS)}, got {quote(numbers)}")
    for key, number in numbers.items():
        is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
        if not is_number or not abs(number) < MOST_VALUE:
            raise InvalidOption(f"{source}: {key} {quote(number)}: expected a number")
    parameter = Parameter(**numbers)
    if math.ceil(parameter.low) > math.floor(parameter.high):
        between = f"{parameter.low} to {parameter.high}"
        raise InvalidOption(f"{source}: {between}: expected a range with a whole number in it")
    if not parameter.low <= parameter.value <= parameter.high or not parameter.step > 0:
        raise InvalidOption(f"{source}: expected low <= value <= high and a step above 0")
    return parameter


class Optimizer(Protocol):
    """What proposes settings and learns from their games: `Spsa` or `Bayesian`.

    Attributes
    ----------
    values : dict
        The parameters' current values, by name.
    """

    values: dict[str, float]

    def trial(self, iteration: int) -> Trial:
        """Return the settings that an iteration compares."""

    def learn(self, trial: Trial, points: float) -> None:
        """Take the points, wins minus losses, of a trial's first setting."""

    def resume(self, done: Sequence[Mapping[str, Any]]) -> None:
        """Go on from the log's lines of earlier iterations."""


class Tuning(Games):
    """Games between two settings of an engine, whose results tune its options.

    Parameters
    ----------
    player : Player
        The engine; it plays both sides.
    openings : sequence of Opening
        Each iteration plays one of them, with both colours.
    optimizer : Optimizer
        The parameters and their current values; each iteration updates them.
    iterations : int
        The number of iterations of the whole tuning.
    concurrency, seed
        As for `Games`.
    done : sequence of dict
        The log's lines of earlier iterations, from which the optimiser goes on.
    log : LineFile, optional
        Gets a line for each new iteration.
    """

    def __init__(
        self,
        player: Player,
        openings: Sequence[Opening],
        optimizer: Optimizer,
        iterations: int,
        concurrency: int = 1,
        seed: int = 0,
        done: Sequence[Mapping[str, Any]] = (),
        log: LineFile | None = None,
    ) -> None:
        known = {line["iteration"] for line in done}
        fixtures = [
            fixture
            for fixture in match_fixtures(openings, 2 * iterations)
            if iteration_of(fixture.number) not in known
        ]
        super().__init__([player, player], fixtures, concurrency, None, seed, self._learn)
        optimizer.resume(done)
        self._optimizer = optimizer
        self._lines_file = log
        self._changing = threading.Lock()
        self._trials: dict[int, Trial] = {}
        self._half: dict[int, tuple[float, str | None]] = {}
        self._learned: dict[int, dict[str, Any]] = {}

    def before(self, fixture: Fixture, seats: Sequence[Seat]) -> None:
        """Set the two engines' options to the settings that the iteration compares."""
        iteration = iteration_of(fixture.number)
        with self._changing:
            if iteration not in self._trials:
                self._trials[iteration] = self._optimizer.trial(iteration)
            trial = self._trials[iteration]
        for seat, settings in zip(seats, trial.settings, strict=True):
            client = seat.start()
            for name, value in settings.items():
                client.set_option(name, value)

    def _learn(self, record: GameRecord) -> None:
        """Take a game's result; after the second game of an iteration update the parameters."""
        iteration = iteration_of(record.number)
        points = 2 * record.points - 1
        with self._changing:
            if iteration not in self._half:
                self._half[iteration] = points, record.reason
                return
            earlier, fault = self._half.pop(iteration)
            points += earlier
            trial = self._trials.pop(iteration)
            self._optimizer.learn(trial, points)
            line = {
                "iteration": iteration,
                "tried": [dict(settings) for settings in trial.settings],
                "points": points,
                "fault": "; ".join(filter(None, (fault, record.reason))) or None,
                "values": {name: round(v, 6) for name, v in self._optimizer.values.items()},
            }
            if self._lines_file is not None:
                self._lines_file.write(json.dumps(line))
            self._learned[iteration] = line

    def iterations(self) -> Generator[dict[str, Any], None, None]:
        """Play the games; yield the log's line of each new iteration, in order."""
        games = self.run()
        try:
            for record in games:
                line = self._learned.pop(iteration_of(record.number), None)
                if line is not None:
                    yield line
        finally:
            games.close()


def iteration_of(number: int) -> int:
    """Return the iteration, from 1, that the game with this number belongs to."""
    return (number + 1) // 2


def read_iterations(path: Path, parameters: Mapping[str, Parameter]) -> list[dict[str, Any]]:
    """Read the log of a tuning; return its lines as dicts, none if there is no file.

    A last line that was not written completely is left out.

    Raises
    ------
    FormatError
        If a line is not an iteration of a tuning of `parameters`.
    """
    lines = enumerate(whole_lines(path), 1)
    return [read_iteration(line, parameters, str(path), number) for number, line in lines]


def read_iteration(
    text: str, parameters: Mapping[str, Parameter], source: str, number: int
) -> dict[str, Any]:
    """Read one line of the log; raise FormatError if it is wrong."""
    try:
        line = json.loads(text)
        if line["values"].keys() != parameters.keys():
            raise ValueError(f"parameters {', '.join(line['values'])}")
        for settings in (line["values"], *line["tried"]):
            for name, value in settings.items():
                # A value may have been rounded to one that lies outside.
                check_number(value, parameters[name].low - 1, parameters[name].high + 1)
        if len(line["tried"]) != 2 or not isinstance(line["fault"], str | None):
            raise ValueError("two settings, and a text or null as fault")
        check_number(line["points"], -2, 2)
        check_number(line["iteration"], 1, MOST_ITERATIONS)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        reason = f"expected an iteration of {', '.join(parameters)}: {error}"
        raise FormatError(source, number, reason) from None
    described: dict[str, Any] = line
    return described


def check_number(value: object, low: float, high: float) -> None:
    """Raise ValueError unless `value` is a number from `low` to `high`."""
    if type(value) not in (int, float) or not low <= value <= high:  # type: ignore[operator]
        raise ValueError(f"a number from {low} to {high}, got {quote(value)}")
