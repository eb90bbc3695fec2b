"""Samples out of files: what is read, streamed, drawn, turned and written as tables."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.cli_process import written
from support.random_games import random_game
from support.wthor_files import wthor_file

from othello import Board, Move, batch
from othello.errors import FileError, FormatError, OutOfRange
from othello.learning import (
    NO_MOVE,
    Samples,
    read_parquet,
    read_samples,
    sample,
    stream,
    to_arrow,
    to_dataframe,
    write_parquet,
)
from othello.training.dataset import new_positions, write_dataset
from othello.wthor.games import WthorGame, write_wthor

GAMES = [random_game(seed) for seed in range(20)]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    contents = wthor_file(*(game.transcript() for game in GAMES))
    return written(tmp_path_factory.mktemp("base") / "games.wtb", contents)


def expected_rows() -> list[tuple[int, int, int, float]]:
    """Return player, opponent, move and score of each move of the games, by `Board` alone."""
    rows = []
    for game in GAMES:
        end = game.board
        black = end.score() if end.turn == "X" else -end.score()
        board = game.start
        for move in game.moves:
            if move != 64:
                score = black if board.turn == "X" else -black
                rows.append((board.player, board.opponent, int(move), float(score)))
            board = board.after(move)
    return rows


def rows_of(samples: Samples) -> list[tuple[int, int, int, float]]:
    player, opponent = samples.positions.T.tolist()
    return list(zip(player, opponent, samples.moves.tolist(), samples.scores.tolist(), strict=True))


def test_wthor_is_read_move_by_move(base: Path) -> None:
    (samples,) = read_samples(base)
    assert rows_of(samples) == expected_rows()
    assert not samples.exact.any()


@pytest.mark.parametrize(
    ("moves", "discs", "score"),
    [("f5d6", 64, np.nan), ("f5d6", 0, np.nan), ("f5d6", 40, 16), ("e6f4e3f6g5d6e7f5c5", 64, 64)],
)
def test_a_game_that_was_given_up_has_no_score(
    moves: str, discs: int, score: float, tmp_path: Path
) -> None:
    squares = tuple(int(Move(moves[n : n + 2])) for n in range(0, len(moves), 2))
    contents = write_wthor([WthorGame(squares, discs, discs)])
    (samples,) = read_samples(written(tmp_path / "games.wtb", contents))
    np.testing.assert_array_equal(samples.scores[0], score)


def test_obf_is_read_with_its_best_moves(tmp_path: Path) -> None:
    passing = Board.from_obf("X" * 62 + "O-" + " O")
    over = "X" * 64 + " X"
    text = f"startpos; d3:+0; c4:-2;\nf5d6\n% a comment\n{over};\n{passing.to_obf()}; pass:-60;\n"
    (samples,) = read_samples(written(tmp_path / "suite.obf", text))
    assert samples.moves.tolist() == [Move("d3"), NO_MOVE, NO_MOVE]
    assert samples.exact.tolist() == [True, False, True]
    assert samples.scores[[0, 2]].tolist() == [0, 60] and np.isnan(samples.scores[1])
    boards = [Board(), Board.from_moves("f5d6"), passing.after("pass")]
    assert samples.positions.tolist() == batch.from_boards(boards).tolist()


def test_shards_are_read(tmp_path: Path) -> None:
    path = tmp_path / "shard.npz"
    rows = batch.play_randomly(batch.from_boards([Board()] * 5), 9, seed=1)
    labelled = new_positions(rows[:, 0], rows[:, 1], [128, -64, 0, 1, 2], 1, [1, 0, 0, 0, 1])
    write_dataset(path, labelled, {})
    (samples,) = read_samples(path)
    assert samples.positions.tolist() == rows.tolist()
    assert samples.scores.tolist() == [1, -0.5, 0, 1 / 128, 2 / 128]
    assert samples.exact.tolist() == [True, False, False, False, True]
    assert set(samples.moves.tolist()) == {NO_MOVE}


def test_an_illegal_move_is_named(tmp_path: Path) -> None:
    games = [WthorGame((37,), 32, 32), WthorGame((37, 43, 0), 32, 32)]
    path = written(tmp_path / "illegal.wtb", write_wthor(games))
    with pytest.raises(FormatError, match="byte 84: move 3 is illegal"):
        list(read_samples(path))


@pytest.mark.parametrize("shuffle", [0, 100, 5000])
def test_a_stream_has_every_row_once(base: Path, shuffle: int) -> None:
    batches = list(stream([base, base], 64, shuffle=shuffle, seed=1))
    assert {samples.size for samples in batches[:-1]} == {64} and 0 < batches[-1].size <= 64
    rows = [row for samples in batches for row in rows_of(samples)]
    assert sorted(rows) == sorted(expected_rows() * 2)
    assert (rows == expected_rows() * 2) == (shuffle == 0)
    again = list(stream([base, base], 64, shuffle=shuffle, seed=1))
    assert rows == [row for samples in again for row in rows_of(samples)]


def test_a_stream_of_some_phase(base: Path) -> None:
    rows = [row for samples in stream([base], 10, empties=(10, 14)) for row in rows_of(samples)]
    expected = [row for row in expected_rows() if 10 <= 64 - (row[0] | row[1]).bit_count() <= 14]
    assert rows == expected


def test_turned_samples_keep_their_moves_legal(base: Path) -> None:
    plain = next(stream([base], 2000))
    turned = next(stream([base], 2000, symmetries=True, seed=1))
    assert (batch.flips(turned.positions, turned.moves) != 0).all()
    assert (batch.canonical(turned.positions) == batch.canonical(plain.positions)).all()
    assert (turned.positions != plain.positions).any(axis=1).mean() > 0.8
    after = batch.play(turned.positions, turned.moves)
    expected = batch.play(plain.positions, plain.moves)
    assert (batch.canonical(after) == batch.canonical(expected)).all()


def test_a_sample_has_as_many_of_each_phase(base: Path) -> None:
    phases = ((1, 10), (11, 30), (31, 60))
    found = sample([base], 15, phases=phases, seed=4)
    assert found.size == 45
    for few, many in phases:
        assert ((found.n_empties >= few) & (found.n_empties <= many)).sum() == 15
    rows = rows_of(found)
    assert len(set(rows)) > 40 and set(rows) <= set(expected_rows())
    assert rows == rows_of(sample([base], 15, phases=phases, seed=4))
    assert rows != rows_of(sample([base], 15, phases=phases, seed=5))
    everything = sample([base], 10_000, phases=((0, 60),))
    assert sorted(rows_of(everything)) == sorted(expected_rows())


def test_a_sample_prefers_no_row(base: Path) -> None:
    """Each stretch of three moves, of the twenty of a game, is drawn about equally often."""
    drawn = [sample([base], 1, phases=((0, 60),), seed=seed).n_empties[0] for seed in range(200)]
    counts = np.bincount((60 - np.array(drawn)) // 3, minlength=20)[:20]
    assert counts.sum() == 200 and counts.min() >= 1 and counts.max() <= 25


def test_policies_masks_and_planes(base: Path) -> None:
    samples = next(stream([base], 50))
    samples.moves[3] = NO_MOVE
    policies = samples.policies()
    assert policies.sum(axis=1).tolist() == [0 if row == 3 else 1 for row in range(50)]
    assert (policies <= samples.legal()).all()
    assert samples.planes(np.uint8, legal=True).shape == (50, 3, 8, 8)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames(base: Path, library: str) -> None:
    pytest.importorskip(library)
    samples = next(stream([base], 100))
    frame = to_dataframe(samples, library)
    assert list(frame.columns) == ["player", "opponent", "move", "score", "exact", "empties"]
    assert frame["player"].to_numpy().tolist() == samples.positions[:, 0].tolist()
    assert frame["score"].to_numpy().tolist() == samples.scores.tolist()
    assert frame["empties"].to_numpy().tolist() == samples.n_empties.tolist()
    assert frame["player"].to_numpy().dtype == np.uint64


def test_parquet_comes_back(base: Path, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    samples = next(stream([base], 100))
    samples.scores[5] = np.nan
    path = tmp_path / "samples.parquet"
    write_parquet(path, samples)
    for found, expected in zip(read_parquet(path), samples, strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)
    (again,) = stream([path], 100)
    np.testing.assert_array_equal(again.moves, samples.moves)
    assert to_arrow(samples).column("player").type == pyarrow.uint64()
    with pytest.raises(FileError, match="missing"):
        read_parquet(tmp_path / "missing")
    with pytest.raises(FormatError, match="bad: .*no table"):
        read_parquet(written(tmp_path / "bad", b"no table"))


def test_planes_show_the_board() -> None:
    boards = [board for game in GAMES[:4] for board in game.positions()]
    rows = batch.from_boards(boards)
    for dtype in (np.float32, np.uint8, bool, np.float16):
        planes = batch.to_planes(rows, dtype, legal=True)
        assert planes.dtype == dtype and planes.shape == (len(boards), 3, 8, 8)
    for board, three in zip(boards, planes, strict=True):
        for square in range(64):
            disc = board.disc_at(square)
            seen = [bool(plane[square // 8, square % 8]) for plane in three]
            mine, theirs = disc == board.turn, disc is not None and disc != board.turn
            assert seen == [mine, theirs, board.is_legal(square)]
    assert (batch.to_planes(rows) == planes[:, :2]).all()
    assert (batch.legal_mask(rows).reshape(-1, 8, 8) == planes[:, 2]).all()
    assert batch.to_planes(rows[:0]).shape == (0, 2, 8, 8)


def test_symmetric_planes_and_policies_fit_the_positions() -> None:
    rows = batch.from_boards(GAMES[0].positions()[:-1])
    images = batch.symmetries(rows)
    planes = batch.symmetric_planes(batch.to_planes(rows))
    masks = batch.symmetric_policies(batch.legal_mask(rows))
    for symmetry in range(8):
        image = np.ascontiguousarray(images[:, symmetry])
        assert (planes[symmetry] == batch.to_planes(image)).all()
        assert (masks[symmetry] == batch.legal_mask(image)).all()


# ---------------------------------------------------------------------- what a cast would change


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


def test_rows_of_samples() -> None:
    samples = Samples.of(START, [1, 2, 3], [4, 5, 6])
    for row in (2, np.int64(2), -1):
        one = samples.at(row)
        assert one.size == 1 and one.moves.tolist() == [3]
        assert one.positions.tolist() == START[2:].tolist() and one.planes().shape == (1, 2, 8, 8)
    samples = Samples(START, scores=[1, 2, 3])
    assert samples.at((0, 1)).scores.tolist() == samples.at([0, 1]).scores.tolist() == [1, 2]
    with pytest.raises(OutOfRange, match=r"^invalid rows \[\[0, 1\]\]: expected numbers up to 2"):
        samples.at([[0, 1]])


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
