"""Sets of squares of one's own: read, fitted, loaded, searched with."""

import json
import pickle
import random
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.cli_process import json_lines, othello, refused
from support.pattern_oracle import FACTORS, PHASES, Oracle
from support.positions_to_fit import random_positions, trained
from support.random_games import random_game
from support.threads import TWO
from support.weights_files import parts, with_checksum, with_parts

from othello import Board, Engine, batch
from othello._core import core
from othello.errors import WeightsError
from othello.evaluators import Patterns, Puct
from othello.training.dataset import write_dataset
from othello.training.sampling import label_exactly
from othello.weights import (
    Weights,
    default_weights,
    load_shipped,
    load_weights,
    own_patterns,
    own_patterns_of,
    read_weights,
)
from othello.weights.patterns import MOST_PATTERNS, SHIPPED, pattern_set, read_patterns

#: An edge, a diagonal whose mirror image is itself, a corner, a set with all eight symmetries, one
#: with none, a single square.
PATTERNS = ("b1c1d1e1f1g1", "a1b2c3d4", "a1b1a2b2c1", "d4e4d5e5", "c1d3", "b2")


def boards() -> list[Board]:
    """Boards of random games in which the mover has a move, with all numbers of empties."""
    games = [random_game(seed, 6 * seed) for seed in range(1, 11)]
    return [game.board for game in games if not game.board.is_over and not game.board.must_pass]


def random_weights(patterns: tuple[str, ...]) -> Weights:
    rng = random.Random(1)
    n_rows = PHASES * pattern_set(patterns).n_rows
    values = array("h", [rng.randrange(-300, 300) for _ in range(n_rows)])
    factors = array("b", [rng.randrange(-40, 40) for _ in range(n_rows * FACTORS)])
    return Weights(values, factors, {"made": "by chance"}, patterns=patterns)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """A file of weights for patterns of one's own; afterwards the shipped weights are in use."""
    path = tmp_path / "own.bin"
    path.write_bytes(random_weights(PATTERNS).to_bytes())
    yield path
    load_shipped()


# ---------------------------------------------------------------------- what it is worth


def test_an_oracle_agrees() -> None:
    weights = random_weights(PATTERNS)
    oracle, own = Oracle(PATTERNS), own_patterns_of(weights)
    assert oracle.n_rows == pattern_set(PATTERNS).n_rows
    values = set()
    for board in boards():
        expected = oracle.value(board, weights.values, weights.factors)
        assert own.value(board.player, board.opponent) == expected, board
        values.add(expected)
    assert len(values) > 5 and any(abs(value) < 63 * 128 for value in values)


def test_factors_may_be_as_large_as_they_can() -> None:
    """Their products take more than 32 bits."""
    squares = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    patterns = tuple(f"{one}{other}" for one, other in zip(squares, squares[9:], strict=False))[:32]
    n_rows = PHASES * pattern_set(patterns).n_rows
    factors = array("b", [127, 0] * (n_rows * FACTORS // 2))
    weights = Weights(array("h", [0] * n_rows), factors, {}, patterns=patterns)
    oracle, own = Oracle(patterns), own_patterns_of(weights)
    for board in boards():
        expected = oracle.value(board, weights.values, weights.factors)
        assert own.value(board.player, board.opponent) == expected > 0, board


def test_symmetric_positions_are_worth_the_same() -> None:
    own = own_patterns_of(random_weights(PATTERNS))
    for board in boards():
        values = {own.value(image.player, image.opponent) for image in board.symmetries()}
        assert len(values) == 1, board


def test_the_shipped_patterns_as_data_give_the_compiled_evaluation_and_its_search() -> None:
    """All that is compiled in for the shipped patterns comes out of their squares as well."""
    load_shipped()
    rows = pattern_set(SHIPPED)
    assert (rows.n_rows, rows.n_features) == (core.PATTERN_WEIGHTS, core.PATTERN_FEATURES)
    some = batch.play_randomly(batch.from_boards([Board()] * 200), 25, 1)
    features = np.empty((len(some), rows.n_features), np.int32)
    player, opponent = np.ascontiguousarray(some[:, 0]), np.ascontiguousarray(some[:, 1])
    rows.features(player, opponent, features, TWO)
    assert np.array_equal(features, batch.features(some))
    as_data = Patterns(Path(batch.__file__).parents[1] / "data" / "weights.bin")
    assert np.array_equal(as_data(some), batch.evaluate(some))
    pickled = pickle.loads(pickle.dumps(Engine(hash_mb=1, evaluation=as_data))).evaluation
    assert np.array_equal(pickled(some), as_data(some))
    with Engine(hash_mb=1) as compiled, Engine(hash_mb=1, evaluation=as_data) as data:
        for board in boards()[:4]:
            expected, found = compiled.search(board, depth=8), data.search(board, depth=8)
            assert (found.lines, found.nodes) == (expected.lines, expected.nodes)


def test_positions_that_pass_or_are_over() -> None:
    own = own_patterns_of(random_weights(PATTERNS))
    passing = Board.from_obf("-OOOOOOX" + "-" * 48 + "-OXXXXXX O")
    assert passing.must_pass
    after = passing.after("pass")
    assert own.value(passing.player, passing.opponent) == -own.value(after.player, after.opponent)
    assert own.value(1, 0) == 64 * 128


# ---------------------------------------------------------------------- in use


def test_a_file_in_use_is_what_pattern_means(own: Path) -> None:
    expected = Patterns(own)
    with Engine(hash_mb=1) as engine, Engine(hash_mb=1, evaluation=expected) as same:
        board = boards()[2]
        shipped = engine.search(board, depth=6)
        load_weights(own)
        # The table, which had values of the shipped weights, is forgotten.
        assert engine.search(board, depth=6).lines == same.search(board, depth=6).lines
        assert engine.evaluate(board) == same.evaluate(board)
        some = batch.from_boards(boards())
        assert np.array_equal(batch.evaluate(some), expected(some))
        assert engine.search(board, depth=6).nodes > 0
        load_shipped()
        assert own_patterns() is None
        assert engine.search(board, depth=6).lines == shipped.lines


def test_several_threads_and_a_search_by_batches(own: Path) -> None:
    evaluation = Patterns(own)
    board = boards()[3]
    with (
        Engine(TWO, hash_mb=1, evaluation=evaluation, verify=True, granularity=3) as several,
        Engine(hash_mb=1, evaluation=evaluation, verify=True) as one,
    ):
        assert several.search(board, depth=6).score == one.search(board, depth=6).score
    assert Puct(evaluation).search(board, nodes=50).move in board.legal_moves()


def test_the_command_line_uses_the_file(own: Path) -> None:
    (line, _) = json_lines("eval", "f5d6c3", "--weights", own)
    assert line["pattern"] == Patterns(own).value(*sides(Board("f5d6c3")))
    found = json_lines("search", "f5d6c3", "--depth", 5, "--weights", own)[0]
    with Engine(evaluation=Patterns(own)) as engine:
        score = engine.search("f5d6c3", depth=5).score
    assert found["score"] == round(score, 2)
    text = f"setoption name WeightsFile value {own}\nposition startpos moves f5 d6 c3\ngo depth 5\n"
    assert f"score cp {round(100 * score)} " in othello("ugi", stdin=text).stdout


def sides(board: Board) -> tuple[int, int]:
    return board.player, board.opponent


def test_selfplay_refuses_the_file(own: Path, tmp_path: Path) -> None:
    assert f"{own} is for other patterns than the shipped ones" in refused(
        "selfplay", tmp_path / "data", "--games", 1, "--weights", own
    )


# ---------------------------------------------------------------------- fitting


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Solved positions with ten empties."""
    path = tmp_path_factory.mktemp("data") / "solved.npz"
    write_dataset(path, label_exactly(random_positions(10, 1500)), {})
    return path


def test_a_file_of_patterns_is_fitted(tmp_path: Path, data: Path) -> None:
    patterns = tmp_path / "patterns.txt"
    patterns.write_text("# edges and corners\na1 b1 c1 d1\n\nA1B1A2B2  # a corner\n")
    out, again = tmp_path / "own.bin", tmp_path / "again.bin"
    (line, total), weights = trained(data, out, "--patterns", patterns)
    assert total["total"]["phases"] == [2] and 0 < line["mae"] <= line["rms"]
    assert weights.patterns == ("a1b1c1d1", "a1b1a2b2")
    assert "--patterns patterns.txt" in weights.provenance["command"]
    size = pattern_set(weights.patterns).n_rows
    assert any(weights.values[2 * size : 3 * size]) and not any(weights.values[: 2 * size])
    # Going on from it needs no list of patterns, and keeps its other phases.
    (after, _), fitted = trained(data, again, "--base", out)
    assert fitted.patterns == weights.patterns
    assert after["rms"] <= line["rms"] + 0.5
    patterns.write_text("a1b1c1d1\n")
    more = ("--patterns", patterns, "--out", tmp_path / "no.bin", "--data", data)
    assert "is for other patterns than" in refused("train", *more, "--base", out)
    assert "expected the patterns of --base" in refused("train", *more, "--probcut", 5)


def test_the_shipped_patterns_as_a_file_are_fitted_as_without(tmp_path: Path, data: Path) -> None:
    patterns = tmp_path / "shipped.txt"
    patterns.write_text("\n".join(SHIPPED))
    one, other = (
        trained(data, tmp_path / name, "--iterations", 3, "--factors", 1, *more)[1]
        for name, more in (("own.bin", ["--patterns", patterns]), ("out.bin", []))
    )
    assert one.values == other.values and one.factors == other.factors


def test_margins_are_fitted_to_searches_with_the_file(own: Path, tmp_path: Path) -> None:
    path, out = tmp_path / "data.npz", tmp_path / "out.bin"
    write_dataset(path, random_positions(12, 6, 3), {})
    options = ["--probcut", 6, "--probcut-depth", 6, "--probcut-solve", 12]
    _, fitted = trained(path, out, "--base", own, *options)
    base = read_weights(own.read_bytes())
    assert fitted.patterns == base.patterns and fitted.probcut != base.probcut


# ---------------------------------------------------------------------- what cannot be used


def test_too_many_patterns(tmp_path: Path) -> None:
    path = tmp_path / "patterns.txt"
    rng = random.Random(1)
    names = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]

    def lines(n: int, size: int) -> str:
        return "\n".join(" ".join(rng.sample(names, size)) for _ in range(n))

    path.write_text(lines(MOST_PATTERNS + 1, 6))
    with pytest.raises(WeightsError, match=rf":{MOST_PATTERNS + 1}: .* at most {MOST_PATTERNS} p"):
        read_patterns(path)
    path.write_text(lines(17, 10))
    with pytest.raises(WeightsError, match=r":17: .* have 1003833 rows, .* at most 1000000"):
        read_patterns(path)
    path.write_bytes(b"#" * (1 << 21))
    with pytest.raises(WeightsError, match="expected at most 1048576 bytes"):
        read_patterns(path)


def with_squares(squares: object) -> bytes:
    """Return a file of weights whose header says it has these squares."""
    header, body = parts(random_weights(PATTERNS).to_bytes())
    header["patterns"]["squares"] = squares
    return with_parts(json.dumps(header).encode(), body)


@pytest.mark.parametrize(
    ("squares", "message"),
    [
        ([], "has no pattern: expected squares"),
        (None, "is for other phases than this version's"),
        ("a1b1", "is for other phases than this version's"),
        (["a1b1", "b2b2"], "pattern 2: 'b2b2' has b2 twice"),
        (["a1b1", "h8g8"], "pattern 2: 'h8g8' is an image of .*pattern 1"),
        (["a9"], "pattern 1: 'a9': invalid move 'a9'"),
        ([7], "pattern 1: '7': invalid move '7'"),
        (["a1b1c1d1e1f1g1h1a2b2c2"], "pattern 1: .* has 11 squares: expected at most 10"),
        (["a1b1"], "is malformed: .*(bytes of bits|unpacks to more than)"),
    ],
)
def test_files_of_weights_with_wrong_squares(squares: object, message: str) -> None:
    with pytest.raises(WeightsError, match=f"own.bin.*{message}"):
        read_weights(with_squares(squares), "own.bin")


def test_the_same_squares_are_read_again() -> None:
    weights = random_weights(PATTERNS)
    assert read_weights(weights.to_bytes()) == weights
    assert read_weights(with_squares(list(PATTERNS)), "own.bin").values == weights.values


def test_other_phases() -> None:
    weights = default_weights()
    changed = weights.to_bytes().replace(b'"phases": 12', b'"phases": 13', 1)
    with pytest.raises(WeightsError, match="own.bin is for other phases than this version's"):
        read_weights(with_checksum(changed), "own.bin")
