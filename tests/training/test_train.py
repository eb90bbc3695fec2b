"""Training: a small run from games to weights, the same every time."""

from pathlib import Path

import numpy as np
import pytest
from support.cli_process import answer, othello, refused
from support.positions_to_fit import random_positions, trained

from othello._core import core
from othello.training.dataset import (
    canonical_hash,
    count_empties,
    read_dataset,
    read_provenance,
    write_dataset,
)
from othello.training.factors import DescentSettings, factor_values, fit_rows, no_factors
from othello.training.sampling import label_exactly
from othello.training.train import (
    FitSettings,
    fit_phase,
    fitted_weights,
    is_held_out,
    phase_empties,
    rounded,
)
from othello.weights import default_weights

PHASE = 2


def features_of(positions: object) -> object:
    """Return the features of each position: the numbers of its weights."""
    features = np.empty((len(positions), core.PATTERN_FEATURES), np.int32)
    player, opponent = (np.ascontiguousarray(positions[side]) for side in ("player", "opponent"))
    core.pattern_features(player, opponent, features)
    return features


@pytest.fixture(scope="module")
def solved() -> object:
    return label_exactly(np.concatenate([random_positions(n, 1000) for n in (10, 11)]))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, solved: object) -> Path:
    path = tmp_path_factory.mktemp("data") / "solved.npz"
    write_dataset(path, solved, {"seed": 1})
    return path


@pytest.mark.parametrize("descent", [None, DescentSettings(passes=1)])
def test_the_same_twice_and_with_any_threads(
    solved: object, descent: DescentSettings | None
) -> None:
    settings = FitSettings(iterations=10, descent=descent)
    first, *others = (
        fit_phase(solved, PHASE, settings._replace(threads=threads))
        for threads in (1, 1, min(2, core.max_threads()))
    )
    for fit in others:
        assert np.array_equal(fit.weights, first.weights)
        assert np.array_equal(fit.factors, first.factors)
        assert fit.errors == first.errors


def test_factors_learn_what_weights_cannot_say() -> None:
    """Factors reduce the error on values that are squares of sums, which no weights can fit."""
    positions = random_positions(12, 2000)
    features = features_of(positions)
    rng = np.random.default_rng(3)
    sums = rng.normal(0, 0.5, core.PATTERN_WEIGHTS)[features].sum(axis=1)
    values = sums**2 - (sums**2).mean()
    weights, factors = fit_rows(
        features,
        values,
        np.zeros(core.PATTERN_WEIGHTS),
        no_factors(core.PATTERN_WEIGHTS),
        DescentSettings(passes=20, batch=64),
    )
    left = values - weights[features].sum(axis=1) - factor_values(features, factors)
    assert np.square(left).mean() < 0.5 * np.square(values).mean()


def test_columns_that_are_not_fitted_are_zero(solved: object) -> None:
    before = np.ones((core.PATTERN_WEIGHTS, core.PATTERN_FACTORS), np.int8)
    settings = DescentSettings(passes=3, batch=64, columns=core.PATTERN_NARROW_FACTORS)
    values = solved["value"] / core.VALUE_PER_DISC
    _, factors = fit_rows(
        features_of(solved), values, np.zeros(core.PATTERN_WEIGHTS), before, settings
    )
    assert (factors[:, : core.PATTERN_NARROW_FACTORS] != 1).any()
    assert not factors[:, core.PATTERN_NARROW_FACTORS :].any()


def test_a_fit_beats_no_evaluation(solved: object) -> None:
    fit = fit_phase(solved, PHASE, FitSettings())
    held_out = solved[is_held_out(solved)]
    without = np.abs(held_out["value"]).mean() / core.VALUE_PER_DISC
    assert fit.iterations > 0
    for mean, rms, count in fit.errors.values():
        assert mean < 0.7 * without
        assert mean <= rms
        assert count > 0
    assert fit.positions + fit.held_out == len(solved)


def test_known_weights_are_found_again() -> None:
    """Values that were computed from known weights are fitted without an error."""
    positions = random_positions(12, 4000)
    features = features_of(positions)
    # So few positions determine only weights that occur often: those of the small tables.
    truth = np.zeros(core.PATTERN_WEIGHTS)
    truth[-129:-61] = np.random.default_rng(1).normal(size=68)
    positions["value"] = np.rint(truth[features].sum(axis=1) * core.VALUE_PER_DISC)
    fit = fit_phase(positions, PHASE, FitSettings(ridge=0.1, iterations=200, patience=200))
    ((mean, _, _),) = fit.errors.values()
    assert mean < 0.1


def test_ridge_keeps_weights_small(solved: object) -> None:
    strong = fit_phase(solved, PHASE, FitSettings(ridge=1e6))
    weak = fit_phase(solved, PHASE, FitSettings(ridge=1.0))
    assert np.abs(strong.weights).max() < np.abs(weak.weights).max()


def test_without_a_ridge_only_weights_that_are_used_change(solved: object) -> None:
    fit = fit_phase(solved, PHASE, FitSettings(ridge=0.0))
    assert np.isfinite(fit.weights).all() and not fit.weights[fit.uses == 0].any()
    assert fit.iterations > 0 and fit.errors


def test_start_stays_where_nothing_is_seen(solved: object) -> None:
    start = np.full(core.PATTERN_WEIGHTS, 0.125)
    factors = np.full((core.PATTERN_WEIGHTS, core.PATTERN_FACTORS), 2, np.int8)
    descent = DescentSettings(passes=1)
    fit = fit_phase(solved, PHASE, FitSettings(iterations=3, descent=descent), (start, factors))
    unseen = np.ones(core.PATTERN_WEIGHTS, bool)
    unseen[features_of(solved).ravel()] = False
    assert unseen.any()
    assert (fit.weights[unseen] == 0.125).all()
    assert (fit.factors[unseen] == 2).all()


def test_phases_cover_every_number_of_empties() -> None:
    spans = [phase_empties(phase) for phase in range(core.PATTERN_PHASES)]
    covered = [n for fewest, most in spans for n in range(fewest, most + 1)]
    assert covered == list(range(61))


def test_rounded_weights_fit_16_bits() -> None:
    assert list(rounded(np.array([0.0, 1.0, -1 / 128, 1e9, -1e9]))) == [0, 128, -1, 32767, -32767]


def test_held_out_by_game(solved: object) -> None:
    held_out = is_held_out(solved)
    assert 0.02 < held_out.mean() < 0.09
    assert not set(solved["game"][held_out]) & set(solved["game"][~held_out])


def test_hash_is_that_of_all_images() -> None:
    from othello import Board

    board = Board.from_moves("f5d6c3d3c4")
    images = list(board.symmetries())
    player = np.array([image.player for image in images], np.uint64)
    opponent = np.array([image.opponent for image in images], np.uint64)
    assert len(set(canonical_hash(player, opponent).tolist())) == 1
    assert canonical_hash(opponent, player)[0] != canonical_hash(player, opponent)[0]


# ---------------------------------------------------------------------- files


def test_dataset_round_trip(data: Path, solved: object) -> None:
    assert np.array_equal(read_dataset(data), solved)
    assert read_provenance(data) == {"seed": 1}
    assert (count_empties(read_dataset(data)) <= 11).all()


def test_plain_arrays(tmp_path: Path, solved: object) -> None:
    path = tmp_path / "plain.npz"
    score = (solved["value"] // core.VALUE_PER_DISC).astype(np.int8)
    np.savez(path, player=solved["player"], opponent=solved["opponent"], score=score)
    again = read_dataset(path)
    for field in ("player", "opponent", "value", "exact"):
        assert np.array_equal(again[field], solved[field])
    assert read_provenance(path) == {}


# ---------------------------------------------------------------------- the command


def test_command(tmp_path: Path, data: Path) -> None:
    outs = [tmp_path / "one.bin", tmp_path / "two.bin"]
    for threads, out in enumerate(outs, 1):
        (*lines, total), weights = trained(data, out, "--iterations", 8, "--threads", threads)
        assert [line["empties"] for line in lines] == [10, 11]
        assert all(0 < line["mae"] <= line["rms"] for line in lines)
        assert total["total"]["phases"] == [PHASE]
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert list(weights.provenance["phases"]) == [str(PHASE)]
    size = core.PATTERN_WEIGHTS
    assert any(weights.values[PHASE * size : (PHASE + 1) * size])
    assert not any(weights.values[: PHASE * size])


def test_base_keeps_its_other_phases(tmp_path: Path, data: Path, solved: object) -> None:
    base = tmp_path / "base.bin"
    other = fit_phase(solved, PHASE, FitSettings(iterations=3))
    base.write_bytes(fitted_weights({5: other}, None, {}).to_bytes())
    _, weights = trained(data, tmp_path / "out.bin", "--base", base, "--iterations", 2)
    assert sorted(weights.provenance["phases"]) == [str(PHASE), "5"]
    size = core.PATTERN_WEIGHTS
    assert weights.values[5 * size : 6 * size] == rounded(other.weights)


def test_probcut_command(tmp_path: Path, data: Path) -> None:
    out = tmp_path / "out.bin"
    options = ["--probcut", 6, "--probcut-depth", 6, "--probcut-solve"]
    (total,), weights = trained(data, out, *options, 11)
    shipped = default_weights()
    assert weights.values == shipped.values
    assert weights.probcut.search == tuple(total["total"]["search"]) != shipped.probcut.search
    assert weights.provenance["probcut"]["samples"] == total["total"]["samples"] > 20
    assert weights.provenance["phases"] == shipped.provenance["phases"]
    assert "only one kind" in refused("train", "--data", data, "--out", out, *options, 0)


def test_plot(tmp_path: Path, data: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    arguments = ["--data", data, "--out", tmp_path / "w.bin", "--iterations", 1, "--plot"]
    assert othello("train", *arguments, tmp_path / "errors.svg").returncode == 0
    assert b"<svg" in tmp_path.joinpath("errors.svg").read_bytes()
    tmp_path.joinpath("w.bin").unlink()
    assert "errors.xyz" in refused("train", *arguments, tmp_path / "errors.xyz")
    assert not tmp_path.joinpath("w.bin").exists(), "the fit is not begun in vain"


# ---------------------------------------------------------------------- small data


def test_phases_of_which_no_position_is_held_out(tmp_path: Path) -> None:
    answer("selfplay", tmp_path, "--games", 20, "--depth", 2)
    data, out = tmp_path / "positions-00000.npz", tmp_path / "weights.bin"
    result = othello("train", "--data", data, "--out", out)
    assert "55 to 60 empties: error unknown, none held out" in result.stdout
    assert "55 to 60 empties: no factors fitted, as no position is held out" in result.stderr
    out.unlink()
    (*lines, _), weights = trained(data, out, "--factors", 0)
    unknown = [line for line in lines if line["held_out"] == 0]
    assert unknown and all(line["mae"] is None and line["fitted"] > 0 for line in unknown)
    size = core.PATTERN_WEIGHTS
    for phase in (line["phase"] for line in unknown):
        assert any(weights.values[phase * size : (phase + 1) * size])


def test_nothing_held_out_is_fitted_all_the_same(solved: object) -> None:
    """Without held-out positions the fit stops where the error on the fitted ones is least."""
    fitted = solved[~is_held_out(solved)]
    fit = fit_phase(fitted, PHASE, FitSettings(ridge=1.0))
    assert (fit.held_out, fit.errors) == (0, {})
    checked = fit_phase(solved, PHASE, FitSettings(ridge=1.0))
    assert fit.iterations >= checked.iterations > 0
    assert np.corrcoef(fit.weights, checked.weights)[0, 1] > 0.5


def test_everything_held_out(solved: object) -> None:
    fit = fit_phase(solved[is_held_out(solved)], PHASE, FitSettings())
    assert fit.positions == 0 < fit.held_out
    assert not fit.weights.any()
