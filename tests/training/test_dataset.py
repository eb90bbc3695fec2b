"""A damaged file of positions, or another file, raises an error that names it."""

import os
import random
from pathlib import Path

import numpy as np
import pytest
from support.positions_to_fit import random_positions

from othello._core import core
from othello.errors import OthelloError, WeightsError
from othello.training.dataset import read_dataset, read_provenance, write_dataset


@pytest.fixture(scope="module")
def solved() -> object:
    """Positions of random games, labelled as if they were solved with score 0."""
    return random_positions(30, 300)


def mutated(contents: bytes, seed: int) -> bytes:
    """Return the contents cut short, or with some bytes changed, mostly near start and end."""
    rng = random.Random(seed)
    if rng.random() < 0.25:
        return contents[: rng.randrange(len(contents))]
    changed = bytearray(contents)
    for _ in range(rng.choice([1, 2, 8])):
        reach = rng.choice([min(300, len(changed)), len(changed)])
        place = rng.randrange(reach)
        changed[rng.choice([place, -1 - place])] = rng.randrange(256)
    return bytes(changed)


@pytest.mark.filterwarnings("ignore")  # numpy warns of what it then refuses
def test_damaged_files(tmp_path: Path, solved: object) -> None:
    """Each of 1,500 damaged files is read, or raises an error that names it."""
    packed, plain, stored = (tmp_path / name for name in ("packed", "plain", "stored"))
    write_dataset(packed, solved, {"seed": 1})
    with plain.open("wb") as file:
        sides = {side: solved[side] for side in ("player", "opponent")}
        np.savez_compressed(file, score=np.zeros(len(solved), np.int8), **sides)
    with stored.open("wb") as file:
        np.savez(file, positions=solved, provenance=np.array("{}"))
    samples = [path.read_bytes() for path in (packed, plain, stored)]
    bad = tmp_path / "bad.npz"
    refused = 0
    for seed in range(1500):
        bad.write_bytes(mutated(samples[seed % 3], seed))
        for read in (read_dataset, read_provenance):
            try:
                read(bad)
            except WeightsError as error:
                refused += 1
                assert str(error).startswith(f"{bad} holds no labelled positions: "), seed
    assert refused > 1000


def test_values_of_a_won_game(tmp_path: Path, solved: object) -> None:
    some = solved[:2].copy()
    some["value"] = 64 * core.VALUE_PER_DISC, -64 * core.VALUE_PER_DISC
    write_dataset(tmp_path / "won.npz", some, {})
    assert (read_dataset(tmp_path / "won.npz") == some).all()


def test_data_that_nobody_writes(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(WeightsError, match="fifo holds no labelled positions"):
        read_dataset(fifo)
    with pytest.raises(OthelloError, match="null byte"):
        read_dataset("a\0b")
