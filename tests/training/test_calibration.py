"""Labels and rows brought to scale: calibrated, scaled, shifted, trimmed."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.cli_process import start
from support.patience import SECONDS
from support.positions_to_fit import random_positions, trained
from support.systems import POSIX

from othello._core import core
from othello.training.calibration import LinearFit, calibrate, scaled
from othello.training.dataset import write_dataset
from othello.training.sampling import label_exactly
from othello.weights import Weights, read_weights


@pytest.fixture(scope="module")
def exact() -> Any:
    """Solved positions with nine empties."""
    return label_exactly(random_positions(9, 300))


@pytest.fixture
def data(tmp_path: Path, exact: Any) -> Path:
    """A file of the same positions."""
    path = tmp_path / "data.npz"
    write_dataset(path, exact, {})
    return path


def weights_of(data: Path, *options: object) -> Weights:
    out = data.with_name("weights.bin")
    out.unlink(missing_ok=True)  # `train` says that it overwrites a file
    return trained(data, out, *options)[1]


def test_calibrating_brings_labels_to_the_scale_of_exact_scores() -> None:
    exact = label_exactly(np.concatenate([random_positions(n, 300) for n in (9, 10)]))
    labelled = exact.copy()
    labelled["exact"] = 0
    labelled["value"] = exact["value"] // 2 + core.VALUE_PER_DISC  # half, and one disc more
    lines: list[LinearFit] = []
    corrected = calibrate(labelled, 100, threads=2, report=lines.append)
    assert [line.phase for line in lines] == [1, 2]
    for line in lines:
        assert line.slope == pytest.approx(2, abs=0.001)
        assert line.shift == pytest.approx(-2, abs=0.01)
        assert line.solved == 100
    assert np.abs(corrected["value"] - exact["value"]).max() <= 1


def test_calibrating_keeps_exact_labels(exact: Any) -> None:
    lines: list[LinearFit] = []
    assert (calibrate(exact, 100, report=lines.append) == exact).all()
    assert lines == []


def test_train_says_how_it_calibrated(tmp_path: Path, exact: Any) -> None:
    data, out = tmp_path / "data.npz", tmp_path / "weights.bin"
    labelled = exact.copy()
    labelled["exact"] = 0
    write_dataset(data, labelled, {})
    (line, *_), weights = trained(data, out, "--calibrate", 100, "--factors", 0)
    assert line["phase"] == 1 and line["slope"] == pytest.approx(1, abs=0.001)
    assert "--calibrate 100" in weights.provenance["command"]


def test_train_shifts_the_values_of_the_side_to_move(data: Path) -> None:
    before, after = (
        np.asarray(weights_of(data, "--factors", 0, f"--shift={shift}").values, int)
        for shift in (0, -0.5)
    )
    changed = after - before
    rows = len(changed) // core.PATTERN_PHASES
    in_phase_of_9 = changed[rows : 2 * rows]
    assert (in_phase_of_9[-core.PATTERN_EMPTIES :] == -core.VALUE_PER_DISC // 2).all()
    assert np.count_nonzero(changed) == core.PATTERN_EMPTIES


def test_train_scales_all_labels(data: Path) -> None:
    one, more = (
        np.asarray(weights_of(data, "--factors", 0, "--scale", scale).values, float)
        for scale in (1, 1.5)
    )
    assert np.abs(one).max() > 100
    # Labels above 64 discs are limited to that, so the rows grow by less than one half.
    assert 1.2 < np.linalg.norm(more) / np.linalg.norm(one) < 1.5


def test_scaling_labels_stays_within_the_largest_score(exact: Any) -> None:
    values = scaled(exact, 1.25)["value"].astype(float) / core.VALUE_PER_DISC
    expected = (1.25 * exact["value"] / core.VALUE_PER_DISC).clip(-64, 64)
    assert np.abs(expected).max() == 64
    assert np.abs(values - expected).max() <= 1 / core.VALUE_PER_DISC


def test_train_leaves_out_rows_that_few_positions_use(data: Path) -> None:
    rows = []
    for least in (1, 3):
        weights = weights_of(data, "--factors", 1, "--least-uses", least)
        values = np.asarray(weights.values).reshape(core.PATTERN_PHASES, -1)[1]
        factors = np.asarray(weights.factors).reshape(core.PATTERN_PHASES, len(values), -1)[1]
        rows.append(np.column_stack([values, factors]))
    dropped = rows[0].any(axis=1) & ~rows[1].any(axis=1)
    assert dropped.sum() > 100
    assert (rows[0][~dropped] == rows[1][~dropped]).all()


@POSIX
@pytest.mark.parametrize("json", [[], ["--json"]])
def test_train_goes_on_if_nobody_reads_what_it_prints(data: Path, json: list[str]) -> None:
    out = data.with_name("weights.bin")
    reader, writer = os.pipe()
    os.close(reader)
    process = start("train", "--factors", 0, "--data", data, "--out", out, *json, stdout=writer)
    os.close(writer)
    assert process.wait(timeout=SECONDS) == 0
    assert read_weights(out.read_bytes())
