"""`Puct`: visits counted, ends of games, probabilities, wrong evaluations; networks in files."""

import pickle
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from othello import Board, Engine, Game
from othello.errors import EvaluationError, FileError, InvalidOption

np = pytest.importorskip("numpy")

from support.evaluations import BOARDS, WRONG, discs  # noqa: E402

from othello import batch  # noqa: E402
from othello.evaluators import Onnx, Puct  # noqa: E402


def test_puct_finds_a_win_that_is_near() -> None:
    board = Board.from_obf("X" * 57 + "OOOOO-- X")
    result = Puct(batch.evaluate).search(board, nodes=200)
    assert result.move == Engine(hash_mb=1).solve(board).move
    assert result.score > 60 and result.pv[0] == result.move


@pytest.mark.parametrize("batch_size", [1, 7, 64])
def test_every_visit_is_counted(batch_size: int) -> None:
    sizes = []

    def own(positions: Any) -> Any:
        sizes.append(len(positions))
        assert (batch.legal_moves(positions) != 0).all()
        return batch.evaluate(positions)

    for board in BOARDS:
        sizes.clear()
        result = Puct(own, batch_size=batch_size).search(board, nodes=333)
        assert result.nodes == 333 and result.visits.sum() == 332
        assert result.evaluated == sum(sizes) and result.calls == len(sizes)
        assert max(sizes) >= 10 and np.isclose(np.nansum(result.priors), 1)
        legal = [int(move) for move in board.legal_moves()]
        assert np.flatnonzero(~np.isnan(result.values)).tolist() == sorted(legal)
        assert result.visits[result.move] == result.visits.max()


def test_puct_plays_whole_games_with_passes() -> None:
    passes = 0
    for seed in range(3):
        board = batch.to_boards(batch.play_randomly(batch.from_boards([Board()]), 30, seed))[0]
        while not board.is_over:
            result = Puct(discs, batch_size=8).search(board, nodes=20)
            passes += board.must_pass
            assert result.move in board.legal_moves()
            board = board.after(result.move)
        over = Puct(discs).search(board)
        assert over.move is None and over.score == board.score() and over.nodes == 0
    assert passes > 0


def test_probabilities_lead_the_search() -> None:
    def wants(square: int) -> Callable[[Any], Any]:
        def own(positions: Any) -> Any:
            logits = np.zeros((len(positions), 64), np.float32)
            logits[:, square] = 9
            return np.zeros(len(positions)), logits

        return own

    for move in Board().legal_moves():
        result = Puct(wants(int(move))).search(Board(), nodes=50)
        assert result.move == move and result.priors[move] > 0.99
        assert result.evaluated <= 51


@pytest.mark.parametrize(("wrong", "kind", "message"), WRONG)
def test_a_failing_evaluation_ends_puct(
    wrong: Callable[[Any], Any], kind: type[Exception], message: str
) -> None:
    n_calls = 0

    def fails_later(positions: Any) -> Any:
        nonlocal n_calls
        n_calls += 1
        return wrong(positions) if n_calls == 4 else discs(positions)

    puct = Puct(fails_later, batch_size=4)
    with pytest.raises(kind, match=message):
        puct.search(BOARDS[0], nodes=100)
    assert puct.search(BOARDS[0], nodes=100).nodes == 100


def test_puct_stops() -> None:
    def stops(positions: Any) -> Any:
        puct.stop()
        return discs(positions)

    puct = Puct(stops, batch_size=4)
    assert 0 < puct.search(Board(), nodes=10_000).nodes <= 4
    heard: list[int] = []
    result = Puct(discs).search(Board(), nodes=90, on_progress=heard.append)
    assert heard == sorted(heard) and heard[-1] == result.nodes == 90
    assert Puct(discs).search(Board(), seconds=0.05).nodes > 0


def test_several_searches_of_puct_side_by_side() -> None:
    expected = Puct(discs).search(Board(), nodes=300).visits.tolist()
    with ThreadPoolExecutor(4) as pool:
        searches = [pool.submit(Puct(discs).search, Board(), nodes=300) for _ in range(4)]
    assert [each.result().visits.tolist() for each in searches] == [expected] * 4


# ---------------------------------------------------------------------- ONNX


MODEL = """
<ir_version: 8, opset_import: ["": 17]>
own (float[n, 2, 8, 8] planes) => (float[n, 1] values, float[n, 64] moves)
<float[128, 1] weights = {WEIGHTS}, float[128, 64] nothing = {NOTHING}, float[64] bias = {BIAS}>
{
    flat = Flatten (planes)
    values = MatMul (flat, weights)
    moves = Gemm (flat, nothing, bias)
}"""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a network of one layer: own discs less the other's, and f5 for every position."""
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    numbers = {"WEIGHTS": [1] * 64 + [-1] * 64, "NOTHING": [0] * 128 * 64, "BIAS": [0] * 64}
    numbers["BIAS"][37] = 5
    text = MODEL
    for name, each in numbers.items():
        text = text.replace(name, ", ".join(map(str, each)))
    path = tmp_path_factory.mktemp("model") / "own.onnx"
    onnx.save(onnx.parser.parse_model(text), path)
    return path


def test_a_model_in_a_file(model: Path) -> None:
    positions = batch.from_boards(BOARDS)
    values, moves = pickle.loads(pickle.dumps(Onnx(model, scale=2.0)))(positions)
    assert values.tolist() == (2 * discs(positions)).tolist()
    assert moves.shape == (3, 64) and moves[:, 37].tolist() == [5, 5, 5]
    result = Puct(Onnx(model)).search(Board(), nodes=60)
    assert str(result.move) == "f5" and result.nodes == 60


def test_what_is_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime")
    with pytest.raises(FileError, match="no-model"):
        Onnx(tmp_path / "no-model")
    tmp_path.joinpath("bad.onnx").write_bytes(b"no model")
    monkeypatch.chdir(tmp_path)  # a long path would be cut in the message
    with pytest.raises(InvalidOption, match=r"invalid model 'bad\.onnx'"):
        Onnx("bad.onnx")
    for providers in (["GPU"], ["CPUExecutionProvider", "GPU"], [3]):
        with pytest.raises(InvalidOption, match=r"invalid providers \[.*: expected some of .*CPU"):
            Onnx("bad.onnx", providers=providers)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("declared", "described"),
    [
        ("float[n, 3, 8, 8]", "tensor(float) of shape (n, 3, 8, 8)"),
        ("float[n, 128]", "tensor(float) of shape (n, 128)"),
        ("double[n, 2, 8, 8]", "tensor(double) of shape (n, 2, 8, 8)"),
    ],
)
def test_a_model_with_another_input_is_refused_when_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, declared: str, described: str
) -> None:
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    kind = declared.partition("[")[0]
    lines = f"""<ir_version: 8, opset_import: ["": 17]>
    own ({declared} planes) => ({kind}[n, m] values) {{ values = Flatten (planes) }}"""
    monkeypatch.chdir(tmp_path)
    onnx.save(onnx.parser.parse_model(lines), "own.onnx")
    expected = f"invalid model 'own.onnx': its input is {described}, expected tensor(float) of "
    with pytest.raises(InvalidOption, match=re.escape(expected + "shape (n, 2, 8, 8), or planes=")):
        Onnx("own.onnx")

    def other(positions: Any) -> Any:
        return np.zeros((len(positions), 5), np.uint8)

    said = rf"its input is {re.escape(described)}, planes gave uint8 of shape \(3, 5\): "
    with pytest.raises(EvaluationError, match=said):
        Onnx("own.onnx", planes=other)(batch.from_boards(BOARDS))


def test_the_position_may_be_a_text_or_a_game() -> None:
    puct = Puct(batch.evaluate)
    expected = puct.search(Board("f5d6"), nodes=60)[:2]
    assert puct.search("f5d6", nodes=60)[:2] == expected
    assert puct.search(Game("f5d6"), nodes=60)[:2] == expected
