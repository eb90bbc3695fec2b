"""What `Samples` and `read_parquet` refuse, where a cast would change it in silence."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from othello import Board, batch
from othello.errors import (
    FormatError,
    OutOfRange,
)
from othello.learning import NO_MOVE, Samples, read_parquet

START = batch.from_boards([Board(), Board("f5"), Board("f5d6")])
TOP = 1 << 63
"""The disc on h8: with it, a number needs all 64 bits."""


def test_positions_and_labels_of_other_types() -> None:
    samples = Samples.of([[TOP, 1], [2, 4]], [np.uint8(63), NO_MOVE], [2, -4], [1, 0])
    assert samples.positions.tolist() == [[TOP, 1], [2, 4]]
    assert samples.moves.tolist() == [63, NO_MOVE] and samples.scores.tolist() == [2, -4]
    assert samples.exact.tolist() == [True, False]
    assert (Samples.of(START.astype(np.int64)).positions == START).all()
    assert Samples.of([], [], [], []).size == Samples.of(np.empty((0, 2), np.uint64)).size == 0


def test_labels_are_copies_that_can_be_written_to() -> None:
    given = np.array([1, 2, 3], np.float32)
    samples = Samples(START, [19, 26, 37], given, [True] * 3).turned(np.random.default_rng(1))
    assert all(column.flags.writeable for column in samples)
    samples.scores[:] = 0
    assert given.tolist() == [1, 2, 3]


def test_one_row() -> None:
    samples = Samples.of(START, [1, 2, 3], [4, 5, 6])
    for row in (2, np.int64(2), -1):
        one = samples.at(row)
        assert one.size == 1 and one.moves.tolist() == [3]
        assert one.positions.tolist() == START[2:].tolist() and one.planes().shape == (1, 2, 8, 8)


def parquet(path: Path, **changed: Any) -> Path:
    """Write three samples, with some columns changed, or left out for None."""
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    columns = {
        "player": START[:, 0],
        "opponent": START[:, 1],
        "move": np.array([19, 20, NO_MOVE], np.uint8),
        "score": np.array([1, 2, 3], np.float32),
        "exact": np.array([True, False, False]),
        "empties": np.array([60, 59, 58], np.uint8),
    } | changed
    kept = {name: column for name, column in columns.items() if column is not None}
    pyarrow.parquet.write_table(pyarrow.table(kept), path)
    return path


def test_integers_of_two_types(tmp_path: Path) -> None:
    corner = START[:, 0] | np.uint64(1 << 55)  # 53 bits of a float do not hold it
    samples = read_parquet(
        parquet(
            tmp_path / "mixed.parquet",
            player=corner,
            opponent=START[:, 1].astype(np.int64),
            move=[19, 20, NO_MOVE],
            score=[1, None, 3],
            empties=None,
        )
    )
    assert (samples.positions == np.stack([corner, START[:, 1]], axis=1)).all()
    assert samples.moves.tolist() == [19, 20, NO_MOVE] and np.isnan(samples.scores[1])


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"player": START[:, 0].astype(float)}, "column player: double, expected integers"),
        ({"opponent": [1, None, 2]}, "column opponent: int64, expected integers without nulls"),
        ({"opponent": [1, -1, 2]}, "-1 not in range"),
        ({"opponent": START[:, 0]}, "invalid position in row 0: both have discs on"),
        ({"move": [300, 1, 2]}, "invalid move 300 in row 0"),
        ({"move": [None, 1, 2]}, "column move: int64, expected integers without nulls"),
        ({"move": ["f5", "d6", "c3"]}, "column move: string, expected integers"),
        ({"exact": ["no", "no", "no"]}, "column exact: string, expected truth values"),
        ({"exact": [True, None, True]}, "column exact: bool, expected truth values without nulls"),
        ({"score": ["1", "2", "3"]}, "column score: string, expected numbers"),
        ({"score": None}, "no column score: expected player, opponent, move, score, exact"),
    ],
)
def test_no_table_of_samples(tmp_path: Path, changed: dict[str, Any], expected: str) -> None:
    path = parquet(tmp_path / "bad.parquet", **changed)
    with pytest.raises(FormatError) as caught:
        read_parquet(path)
    assert str(caught.value).startswith(f"{path}: byte 0: no table of samples: ")
    assert expected in str(caught.value) and "\n" not in str(caught.value)


def test_samples_have_the_same_types_however_they_are_made() -> None:
    made = Samples([[2, 1]], ["d3"], [4], [1])
    types = [column.dtype.name for column in made]
    assert types == ["uint64", "uint8", "float32", "bool"]
    for other in (pickle.loads(pickle.dumps(made)), made._replace(scores=[4.0]), made.at(0)):
        assert isinstance(other, Samples) and repr(other) == repr(made)


def test_rows_of_samples() -> None:
    samples = Samples(START, scores=[1, 2, 3])
    assert samples.at((0, 1)).scores.tolist() == samples.at([0, 1]).scores.tolist() == [1, 2]
    with pytest.raises(OutOfRange, match=r"^invalid rows \[\[0, 1\]\]: expected numbers up to 2"):
        samples.at([[0, 1]])
