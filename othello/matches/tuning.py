"""Tune an engine's options by games: SPSA over pairs of games, and its log.

SPSA tunes many parameters at once from noisy comparisons of two settings. Each iteration adds a
step to every parameter or subtracts it, at random, and plays the resulting settings against those
with all signs reversed. The points are a noisy estimate of the slope in that direction, and all
parameters move a little in the direction that won (J. C. Spall, 1992). Steps and gains shrink with
the iterations at the usual rates.

The log, ``tuning.jsonl``, has a line for each iteration, written when its two games are over: the
iteration's number, the two settings, the points, a checksum of each game, and the parameters'
values afterwards. A tuning that was interrupted is resumed from these lines.
"""

import json
import math
import random
import threading
import zlib
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from othello.errors import FormatError, InvalidOption, quote
from othello.files.bounded import json_in
from othello.files.lines import LineFile, whole_lines
from othello.matches.games import GamePool, PlayingEngine
from othello.matches.openings import Opening
from othello.matches.players import Player
from othello.matches.record import GameRecord, ScheduledGame, match_schedule

STEP_DECAY = 0.101
GAIN_DECAY = 0.602
"""The exponents that Spall recommends."""

STABILITY = 0.1
"""Delay of the gain's decay (Spall's A) as a share of all iterations."""

FINAL_RATE = 0.002
"""Steps by which a point moves a parameter in the last iteration."""


class Parameter(NamedTuple):
    """A parameter to tune: its value before the first iteration, and its range.

    `step` is the step of the last iteration; earlier steps are larger.
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
    """Two settings to compare in an iteration, given by its number from 1.

    `signs` has each parameter's direction of the step in the first setting, 1 or -1. Each setting
    has the parameters' values, rounded to integers.
    """

    iteration: int
    signs: Mapping[str, int]
    settings: tuple[Mapping[str, int], Mapping[str, int]]


class Spsa:
    """The state of a tuning by SPSA.

    The `iterations` are those planned. `seed` is that of the random directions.
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
        """Move all parameters in the direction that won."""
        gain = self._gain(trial.iteration)
        for name, parameter in self._parameters.items():
            move = gain * self._step(parameter, trial.iteration) * points * trial.signs[name]
            self.values[name] = parameter.within(self.values[name] + move)

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


KEYS = ("value", "low", "high", "step")
MOST_VALUE = 1e12


def read_parameters(path: Path) -> dict[str, Parameter]:
    """Read the parameters to tune from a JSON file; raise InvalidOption if it is wrong.

    It has an object; for each option's name it has an object with ``value``, ``low``, ``high`` and
    ``step``, as in ``{"Window": {"value": 3, "low": 1, "high": 9, "step": 1}}``.
    """
    described = json_in(path)
    if not isinstance(described, dict) or not described:
        raise InvalidOption(f"{path}: expected an object with parameters, got {quote(described)}")
    return {name: read_parameter(numbers, f"{path}: {name}") for name, numbers in described.items()}


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


class Tuning(GamePool):
    """Games between two settings of an engine, whose results tune its options.

    The player plays both sides. Each of the `iterations` plays one of the openings with both
    colours, and updates the parameters' values in the optimiser. `done` has the log's lines of
    earlier iterations, from which it goes on; `log` gets a line for each new one.
    """

    def __init__(
        self,
        player: Player,
        openings: Sequence[Opening],
        optimizer: Spsa,
        iterations: int,
        concurrency: int = 1,
        seed: int = 0,
        done: Sequence[Mapping[str, Any]] = (),
        log: LineFile | None = None,
    ) -> None:
        known = {line["iteration"] for line in done}
        schedule = [
            scheduled
            for scheduled in match_schedule(openings, 2 * iterations)
            if iteration_of(scheduled.number) not in known
        ]
        super().__init__([player, player], schedule, concurrency, None, seed, self._learn)
        if done:
            optimizer.values = dict(done[-1]["values"])
        self._optimizer = optimizer
        self._lines_file = log
        self._changing = threading.Lock()
        self._trials: dict[int, Trial] = {}
        self._half: dict[int, tuple[float, str | None, str]] = {}
        self._learned: dict[int, dict[str, Any]] = {}

    def before(self, scheduled: ScheduledGame, player: int, engine: PlayingEngine) -> None:
        """Set an engine's options to one of the two settings that the iteration compares."""
        iteration = iteration_of(scheduled.number)
        with self._changing:
            if iteration not in self._trials:
                self._trials[iteration] = self._optimizer.trial(iteration)
            trial = self._trials[iteration]
        client = engine.start()
        for name, value in trial.settings[player].items():
            client.set_option(name, value)

    def _learn(self, record: GameRecord) -> None:
        """Take a game's result; after the second game of an iteration update the parameters."""
        iteration = iteration_of(record.number)
        points, game = 2 * record.points - 1, checksum_of(record)
        with self._changing:
            if iteration not in self._half:
                self._half[iteration] = points, record.reason, game
                return
            earlier, fault, other = self._half.pop(iteration)
            points += earlier
            trial = self._trials.pop(iteration)
            self._optimizer.learn(trial, points)
            line = {
                "iteration": iteration,
                "tried": [dict(settings) for settings in trial.settings],
                "points": points,
                "games": sorted((game, other)),
                "fault": "; ".join(filter(None, (fault, record.reason))) or None,
                "values": {name: round(v, 6) for name, v in self._optimizer.values.items()},
            }
            if self._lines_file is not None:
                self._lines_file.write(json.dumps(line))
            self._learned[iteration] = line

    def iterations(self) -> Generator[dict[str, Any], None, None]:
        """Play the games; yield the log's line of each new iteration, in order."""
        with closing(self.run()) as games:
            for record in games:
                line = self._learned.pop(iteration_of(record.number), None)
                if line is not None:
                    yield line


def checksum_of(record: GameRecord) -> str:
    """Return a checksum that is the same for games that are alike, their colours and end too."""
    start, moves = record.game.start.to_obf(), record.game.transcript()
    described = f"{start} {moves} {record.is_black} {record.fault} {record.faulty}"
    return f"{zlib.crc32(described.encode()):08x}"


def iteration_of(number: int) -> int:
    """Return the iteration, from 1, that the game with this number belongs to."""
    return (number + 1) // 2


def read_iterations(path: Path, parameters: Mapping[str, Parameter]) -> list[dict[str, Any]]:
    """Read the log of a tuning of `parameters`; return its lines, none if there is no file.

    A last line that was not written completely is left out. Raises FormatError if a line is not an
    iteration of this tuning.
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
        for name, value in line["values"].items():
            if not parameters[name].low - 1 <= value <= parameters[name].high + 1:  # rounded
                raise ValueError(f"{name} {quote(value)}")
        if not line["iteration"] > 0:
            raise ValueError(f"number {quote(line['iteration'])}")
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        reason = f"expected an iteration of {', '.join(parameters)}: {error}"
        raise FormatError(source, number, reason) from None
    described: dict[str, Any] = line
    return described


def plot_tuning(ways: Mapping[str, Sequence[float]], file: Path) -> None:
    """Draw the values of parameters over the iterations, each parameter in a panel of its own.

    `ways` has for each parameter its value before the first iteration and after each. The extension
    of `file` selects the format.
    """
    from othello.files.figures import IDEAL, new_figure, save_figure

    figure = new_figure(len(ways))
    panels = figure.subplots(1, len(ways), squeeze=False)[0]
    for axes, (name, values) in zip(panels, ways.items(), strict=True):
        axes.plot(values, color="black", linewidth=1)
        axes.axhline(values[0], **IDEAL)
        axes.set(title=name, xlabel="iteration")
    save_figure(figure, file)
