"""Tuning: the method on functions that are known, the command, resuming, bad input."""

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.cli_process import json_lines, othello, refused, written
from support.fake_players import OPENINGS, fake
from support.killed_runs import run_with_kills
from support.systems import POSIX

from othello import timing
from othello._core import core
from othello.errors import InvalidOption
from othello.matches.tuning import Parameter, Spsa, Trial, Tuning

PARAMETERS = {
    "EndgameDepth": {"value": 4, "low": 0, "high": 12, "step": 2},
    "Randomness": {"value": 1500, "low": 0, "high": 3000, "step": 400},
}
ARGUMENTS = ("--depth", 1, "--hash", 1)


def parameters_file(folder: Path, parameters: object = PARAMETERS) -> Path:
    return written(folder / "parameters.json", json.dumps(parameters))


def strength(settings: Mapping[str, int]) -> float:
    """Return the strength in a simulated game, best with a = 30 and b = -5."""
    return -(((settings["a"] - 30) / 20) ** 2) - ((settings["b"] + 5) / 4) ** 2


def simulated_points(trial: Trial, rng: random.Random, scale: float) -> float:
    """Return the points of a pair of random games, won 10 to 1 if stronger by `scale`."""
    first, second = (strength(dict(settings)) for settings in trial.settings)
    chance = 1 / (1 + 10 ** ((second - first) / scale))
    return sum(1 if rng.random() < chance else -1 for _ in range(2))


def test_spsa_tries_whole_numbers_of_the_range() -> None:
    spsa = Spsa({"a": Parameter(1.5, 0.5, 1.5, 3)}, 50, seed=1)
    tried = {settings["a"] for i in range(1, 51) for settings in spsa.trial(i).settings}
    assert tried == {1}


def test_spsa_finds_the_best_of_a_noisy_game() -> None:
    """SPSA finds the best setting of a simulated pair of games with random results."""
    parameters = {"a": Parameter(0, -100, 100, 8), "b": Parameter(5, -20, 20, 1.6)}
    n = 4000
    spsa = Spsa(parameters, n, seed=3)
    rng = random.Random(5)
    for iteration in range(1, n + 1):
        trial = spsa.trial(iteration)
        spsa.learn(trial, simulated_points(trial, rng, 4))
    for name, best in (("a", 30), ("b", -5)):
        start = parameters[name].value
        assert abs(spsa.values[name] - best) < 0.35 * abs(start - best), spsa.values


def test_steps_and_gains_are_those_of_the_field() -> None:
    """The last iteration changes parameters by the step and gains 0.002 steps a point."""
    spsa = Spsa({"a": Parameter(0, -1000, 1000, 50)}, 1000)
    trial = spsa.trial(1000)
    assert {abs(settings["a"]) for settings in trial.settings} <= {50, 51, 49}
    spsa.learn(trial, 2)
    assert abs(spsa.values["a"]) == pytest.approx(2 * 0.002 * 50)
    first = Spsa({"a": Parameter(0, -1000, 1000, 50)}, 1000)
    assert abs(first.trial(1).settings[0]["a"]) == pytest.approx(50 * 1000**0.101, abs=1)


def test_a_trial_is_the_same_whenever_it_is_asked_for() -> None:
    parameters = {"a": Parameter(0.5, -9, 9, 2), "b": Parameter(3, 0, 5, 1)}
    spsa = Spsa(parameters, 100, seed=1)
    assert spsa.trial(7) == spsa.trial(7) != spsa.trial(8)
    assert Spsa(parameters, 100, seed=2).trial(7).signs is not None
    for iteration in range(1, 101):
        for settings in spsa.trial(iteration).settings:
            assert all(parameters[n].low <= v <= parameters[n].high for n, v in settings.items())


def test_tuning(tmp_path: Path) -> None:
    path = parameters_file(tmp_path)
    *lines, last = json_lines("tune", path, *ARGUMENTS, "--iterations", 6, "--concurrency", 2)
    assert sorted(line["iteration"] for line in lines) == [1, 2, 3, 4, 5, 6]
    for line in lines:
        assert line["fault"] is None and -2 <= line["points"] <= 2
        assert all(set(settings) == set(PARAMETERS) for settings in line["tried"])
    assert last["total"]["iterations"] == 6
    assert set(last["total"]["parameters"]) == set(PARAMETERS)
    text = othello("tune", path, *ARGUMENTS, "--iterations", 1, "--quiet").stdout
    assert text.startswith("1 of 1 iterations\nEndgameDepth: 4 → ")


@pytest.mark.parametrize("seed", range(4))
def test_a_setting_that_the_engine_refuses_loses(seed: int) -> None:
    """The game is lost by whichever of the two settings the engine fails with."""
    spsa = Spsa({"Some Size": Parameter(50, 1, 99, 49)}, 1, seed)  # 99 is refused
    refused = [settings["Some Size"] for settings in spsa.trial(1).settings].index(99)
    records = list(Tuning(fake(), OPENINGS, spsa, 1).run())
    assert [record.faulty for record in records] == [refused] * 2


@POSIX
def test_killed_and_resumed(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    folder = tmp_path / "log"
    arguments = ("tune", parameters_file(tmp_path), *ARGUMENTS, "--iterations", 12, "--log", folder)
    shown, _ = run_with_kills(arguments, folder / "tuning.json", "iteration", (0.2, 0.2))
    figure = tmp_path / "ways.svg"
    last = json_lines(*arguments, "--resume", "--plot", figure)[-1]["total"]
    kept = [json.loads(line) for line in (folder / "tuning.jsonl").read_text().splitlines()]
    assert sorted(line["iteration"] for line in kept) == list(range(1, 13))
    for line in kept:
        assert shown.get(line["iteration"], line) == line
    for name, value in kept[-1]["values"].items():
        assert last["parameters"][name] == pytest.approx(value, abs=0.001)
    assert "<svg" in figure.read_text()
    assert "has a tuning already: expected --resume" in refused(*arguments)
    assert "had depth 1: expected 2" in refused(*arguments, "--depth", 2, "--resume")


def test_constants_are_fixed_or_options() -> None:
    assert len(core.TUNABLES) >= 8
    for value, least, most in core.TUNABLES.values():
        assert least <= value <= most
    shown = othello("ugi", stdin="ugi\n").stdout
    assert ("option name LmrMinMove type spin default 4 " in shown) == core.TUNING
    if not core.TUNING:
        with pytest.raises(ValueError, match="expected one of a build with OTHELLO_TUNING=1"):
            core.tune("LMR_MIN_MOVE", 4)


def test_shares_of_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in timing.TUNABLE_SHARES:
        monkeypatch.setattr(timing, name, getattr(timing, name))  # restored afterwards
        low, high = timing.TUNABLE_SHARES[name]
        assert low <= timing.tuned_share(name) <= high
    clock = timing.Clock(left=60.0)
    before = timing.budget_for_clock(clock, n_empties=60)
    timing.tune_share("SOFT_SHARE", 2 * timing.tuned_share("SOFT_SHARE"))
    timing.tune_share("HARD_FACTOR", 2 * timing.tuned_share("HARD_FACTOR"))
    after = timing.budget_for_clock(clock, n_empties=60)
    assert after.soft == pytest.approx(2 * before.soft)
    assert after.hard == pytest.approx(2 * before.hard)
    with pytest.raises(InvalidOption, match="invalid SOFT_SHARE 101: expected 10 to 100"):
        timing.tune_share("SOFT_SHARE", 101)
