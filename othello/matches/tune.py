"""Tuning an engine's options by games: SPSA over pairs of games, and its log.

The log, ``tuning.jsonl``, has a line for each iteration, written when its two games are over:
which it was, what was tried, the points, and where the parameters then stood. A tuning that ended,
however, goes on from the last line.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

from othello.errors import FormatError, InvalidOption, quote
from othello.files.lines import LineFile
from othello.matches.arena import Games
from othello.matches.fixtures import Fixture, match_fixtures
from othello.matches.openings import Opening
from othello.matches.players import Player
from othello.matches.seats import Seat
from othello.matches.spsa import Parameter, Spsa, Trial
from othello.matches.standing import GameRecord

__all__ = ["Tuning", "read_iterations", "read_parameters"]

KEYS = ("value", "low", "high", "step")


def read_parameters(text: str, source: str) -> dict[str, Parameter]:
    """Read what is to be tuned: an object with ``value``, ``low``, ``high``, ``step`` by name.

    >>> read_parameters('{"Window": {"value": 3, "low": 1, "high": 9, "step": 1}}', "mine")
    {'Window': Parameter(value=3, low=1, high=9, step=1)}

    Raises
    ------
    InvalidOption
        If it is none; what is wrong is named with its parameter.
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
    """Read one parameter."""
    if not isinstance(numbers, dict) or set(numbers) != set(KEYS):
        raise InvalidOption(f"{source}: expected {', '.join(KEYS)}, got {quote(numbers)}")
    for key, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise InvalidOption(f"{source}: {key} {quote(number)}: expected a number")
    parameter = Parameter(**numbers)
    if not parameter.low <= parameter.value <= parameter.high or not parameter.step > 0:
        raise InvalidOption(f"{source}: expected low <= value <= high and a step above 0")
    return parameter


class Tuning(Games):
    """Games between settings of one engine, from which its options are tuned.

    Parameters
    ----------
    player : Player
        The engine; it plays both sides.
    openings : sequence of Opening
        An iteration plays one with both colours.
    spsa : Spsa
        What is tuned.
    iterations : int
        How many.
    concurrency, seed
        As for `Games`.
    done : sequence of dict
        Lines of the log of earlier iterations; the parameters stand where the last one says.
    log : LineFile, optional
        Is given a line for each new iteration.
    """

    def __init__(
        self,
        player: Player,
        openings: Sequence[Opening],
        spsa: Spsa,
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
        if done:
            spsa.values = dict(done[-1]["values"])
        self._spsa = spsa
        self._lines_file = log
        self._changing = threading.Lock()
        self._trials: dict[int, Trial] = {}
        self._half: dict[int, float] = {}
        self._learned: dict[int, dict[str, Any]] = {}

    def before(self, fixture: Fixture, seats: Sequence[Seat]) -> None:
        """Give the engines the settings that the iteration compares."""
        iteration = iteration_of(fixture.number)
        with self._changing:
            if iteration not in self._trials:
                self._trials[iteration] = self._spsa.trial(iteration)
            trial = self._trials[iteration]
        for seat, settings in zip(seats, trial.settings, strict=True):
            client = seat.start()
            for name, value in settings.items():
                client.set_option(name, value)

    def _learn(self, record: GameRecord) -> None:
        """Hear of a game; the second one of an iteration moves the parameters."""
        iteration = iteration_of(record.number)
        points = 2 * record.points - 1
        with self._changing:
            if iteration not in self._half:
                self._half[iteration] = points
                return
            points += self._half.pop(iteration)
            trial = self._trials.pop(iteration)
            self._spsa.learn(trial, points)
            line = {
                "iteration": iteration,
                "tried": [dict(settings) for settings in trial.settings],
                "points": points,
                "fault": record.reason,
                "values": {name: round(v, 6) for name, v in self._spsa.values.items()},
            }
            if self._lines_file is not None:
                self._lines_file.write(json.dumps(line))
            self._learned[iteration] = line

    def iterations(self) -> Generator[dict[str, Any], None, None]:
        """Play, and yield the line of each iteration as soon as those before it are done."""
        games = self.run()
        try:
            for record in games:
                line = self._learned.pop(iteration_of(record.number), None)
                if line is not None:
                    yield line
        finally:
            games.close()


def iteration_of(number: int) -> int:
    """Return the iteration that a game belongs to."""
    return (number + 1) // 2


def read_iterations(path: Path, parameters: Mapping[str, Parameter]) -> list[dict[str, Any]]:
    """Return the lines of a log, none if there is no file; a torn last line is left out.

    Raises
    ------
    FormatError
        If a line is none of a tuning of `parameters`.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    except FileNotFoundError:
        return []
    return [read_iteration(line, parameters, str(path), n) for n, line in enumerate(lines, 1)]


def read_iteration(
    text: str, parameters: Mapping[str, Parameter], source: str, number: int
) -> dict[str, Any]:
    """Return one line of a log."""
    try:
        line = json.loads(text)
        values = {name: float(value) for name, value in line["values"].items()}
        if not isinstance(line["iteration"], int) or values.keys() != parameters.keys():
            raise ValueError(f"parameters {', '.join(values)}")
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        reason = f"expected an iteration of {', '.join(parameters)}: {error}"
        raise FormatError(source, number, reason) from None
    described: dict[str, Any] = line
    return described
