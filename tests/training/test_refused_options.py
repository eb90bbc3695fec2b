"""What `selfplay` and `train` refuse instead of crashing or passing over it in silence."""

from pathlib import Path

import numpy as np
import pytest

from othello.errors import InvalidOption
from othello.training.dataset import read_dataset
from othello.training.leaves import sample_leaves, sample_searched
from othello.training.sampling import label_by_search, label_exactly
from othello.training.selfplay import Plan, balanced_openings, make_shards, play_games
from othello.training.train import FitSettings, fit_phases
from othello.weights import load_default

PLAN = Plan(games=5, play_depth=1, label_depth=2, exact_empties=9)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of positions."""
    load_default()
    (shard,) = make_shards(tmp_path_factory.mktemp("data"), [0], PLAN)
    return shard.path


@pytest.mark.parametrize("threads", [0, 257, 100_000])
def test_more_threads_than_possible(tmp_path: Path, data: Path, threads: int) -> None:
    positions = read_dataset(data)[:10]
    rng = np.random.default_rng(1)
    for work in (
        lambda: list(make_shards(tmp_path / "out", [0], PLAN, threads=threads)),
        lambda: play_games(PLAN, rng, threads),
        lambda: list(balanced_openings(2, 4, 1, 64, 1, threads)),
        lambda: label_by_search(positions, 1, threads),
        lambda: label_exactly(positions[:0], threads),
        lambda: sample_leaves(positions, 3, rng, threads),
        lambda: sample_searched(positions, 100, (1, 59), rng, threads),
        lambda: list(fit_phases(positions, FitSettings(threads=threads))),
    ):
        with pytest.raises(InvalidOption, match=f"invalid threads {threads}: expected 1 to 256"):
            work()
    assert not (tmp_path / "out").exists()


def test_a_file_that_does_not_say_how_it_was_made(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "positions-00000.npz"
    np.savez(path, positions=read_dataset(data))
    with pytest.raises(InvalidOption) as caught:
        list(make_shards(tmp_path, [0], PLAN))
    expected = "is there already, without a record of how it was made: expected another folder"
    assert str(caught.value) == f"{path} {expected}"
