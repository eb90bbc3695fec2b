"""Evaluations of the user's own: the same search as with ours, and what goes wrong in them."""

from __future__ import annotations

import ctypes
import shutil
import signal
import subprocess
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from othello import Board, Engine
from othello.errors import EvaluationError, FileError, InvalidOption

np = pytest.importorskip("numpy")

from othello import batch  # noqa: E402
from othello.evaluators import CFunction, Onnx, Puct  # noqa: E402

BOARDS = [
    Board.from_moves("f5d6c3"),
    Board.from_moves("f5d6c3d3c4f4f6f3e6e7"),
    batch.to_boards(batch.play_randomly(batch.from_boards([Board()]), 44, seed=2))[0],
]
TWO = min(2, Engine.max_threads())

SOURCE = """
#include <stdint.h>
static int count(uint64_t x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
double discs(uint64_t player, uint64_t opponent, void *context)
{
    double scale = context ? *(double *)context : 1.0;
    return scale * (count(player) - count(opponent));
}
double nothing(uint64_t player, uint64_t opponent, void *context) { return 0.0 / 0.0; }
"""


def discs(positions: Any) -> Any:
    return batch.to_bits(positions[:, 0]).sum(1) - batch.to_bits(positions[:, 1]).sum(1)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("library")
    folder.joinpath("own.c").write_text(SOURCE)
    command = [compiler, "-shared", "-fPIC", "-o", folder / "own.so", folder / "own.c"]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(folder / "own.so"))


# ---------------------------------------------------------------------- in the engine


@pytest.mark.parametrize("algorithm", Engine.ALGORITHMS)
@pytest.mark.parametrize("name", Engine.EVALUATIONS)
def test_our_own_evaluation_from_outside_gives_the_same_search(name: str, algorithm: str) -> None:
    def own(positions: Any) -> Any:
        assert positions.dtype == np.uint64 and positions.shape == (1, 2)
        assert batch.legal_moves(positions)[0], "the side to move has no move"
        return batch.evaluate(positions, name)

    with (
        Engine(evaluation=own, algorithm=algorithm, hash_mb=1) as outside,
        Engine(evaluation=name, algorithm=algorithm, hash_mb=1) as inside,
    ):
        for board in BOARDS:
            depth = 3 if algorithm == "minimax" else 4
            found = outside.search(board, depth=depth)
            expected = inside.search(board, depth=depth)
            assert found.lines == expected.lines and found.nodes == expected.nodes
            assert outside.evaluate(board) == inside.evaluate(board)


def test_passes_are_the_other_sides_value() -> None:
    board = Board.from_obf("-OOOOOOX" + "-" * 48 + "-OXXXXXX O")
    assert board.must_pass
    with Engine(evaluation=discs, hash_mb=1) as engine:
        assert engine.evaluate(board) == discs(batch.from_boards([board]))[0]
    with Engine(hash_mb=1) as ours:
        assert ours.evaluate(board) == -ours.evaluate(board.after("pass"))


def test_a_c_function_gives_the_search_that_python_gives(library: ctypes.CDLL) -> None:
    with (
        Engine(evaluation=discs, hash_mb=1) as python,
        Engine(evaluation=CFunction(library.discs), hash_mb=1) as c,
    ):
        for board in BOARDS:
            expected, found = python.search(board, depth=4), c.search(board, depth=4)
            assert found.lines == expected.lines and found.nodes == expected.nodes
            assert c.evaluate(board) == python.evaluate(board)


def test_a_c_function_is_called_by_several_threads(library: ctypes.CDLL) -> None:
    function = CFunction(library.discs)
    with (
        Engine(TWO, evaluation=function, verify=True, hash_mb=1, granularity=3) as several,
        Engine(1, evaluation=function, verify=True, hash_mb=1) as one,
    ):
        for board in BOARDS[:2]:
            assert several.search(board, depth=8).score == one.search(board, depth=8).score


def test_every_kind_of_pointer(library: ctypes.CDLL) -> None:
    address = ctypes.cast(library.discs, ctypes.c_void_p).value
    assert address is not None
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    pointers = [library.discs, address, ctypes.c_void_p(address), capsule(address, b"any", None)]
    try:
        from cffi import FFI
    except ModuleNotFoundError:
        pass
    else:
        pointers.append(FFI().cast("double (*)(uint64_t, uint64_t, void *)", address))
    assert {CFunction(pointer).address for pointer in pointers} == {address}
    scale = ctypes.c_double(0.5)
    for context in (ctypes.pointer(scale), ctypes.addressof(scale)):
        with Engine(evaluation=CFunction(library.discs, context), hash_mb=1) as engine:
            assert engine.evaluate(Board().after("f5")) == -1.5
            assert engine.search(Board().after("f5"), depth=1).score % 0.5 == 0


@pytest.mark.parametrize("pointer", ["discs", None, 0, 3.5, ctypes.c_void_p(0)])
def test_what_is_no_function_is_refused(pointer: Any) -> None:
    with pytest.raises(InvalidOption, match="expected"):
        CFunction(pointer)


def raising(positions: Any) -> Any:
    raise KeyError("mine")


WRONG: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (raising, KeyError, "mine"),
    (lambda p: [float("nan")] * len(p), EvaluationError, r"nan in values\[0\]: expected a finite"),
    (lambda p: np.full(len(p), np.inf), EvaluationError, r"inf in values\[0\]"),
    (lambda p: np.zeros(len(p) + 1), EvaluationError, r"shape \(\d+,\): expected floats of shape"),
    (lambda p: np.zeros((len(p), 1)), EvaluationError, r"shape \(\d+, 1\)"),
    (lambda p: ["x"] * len(p), EvaluationError, "<U1 of shape"),
    (lambda p: np.zeros(len(p), complex), EvaluationError, "complex128"),
    (lambda p: None, EvaluationError, "object of shape"),
    (lambda p: [[1, 2], [3]], EvaluationError, "no array of values"),
]


@pytest.mark.parametrize(("wrong", "kind", "message"), WRONG)
@pytest.mark.parametrize("threads", [1, TWO])
def test_a_failing_evaluation_ends_the_search(
    wrong: Callable[[Any], Any], kind: type[Exception], message: str, threads: int
) -> None:
    n_calls = 0

    def fails_later(positions: Any) -> Any:
        nonlocal n_calls
        n_calls += 1
        return wrong(positions) if n_calls > 20 else discs(positions)

    with Engine(threads, evaluation=fails_later, hash_mb=1) as engine:
        with pytest.raises(kind, match=message) as caught:
            engine.search(BOARDS[1], depth=6)
        assert n_calls <= 20 + threads
        frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        if wrong is raising:
            assert frames[-1] == "raising" and "fails_later" in frames
        # The engine serves on, and nothing of the failed search is left in its table.
        engine.evaluation = discs
        with Engine(evaluation=discs, hash_mb=1) as fresh:
            expected = fresh.search(BOARDS[1], depth=4)
        assert engine.search(BOARDS[1], depth=4).lines == expected.lines


def test_a_c_function_without_a_number_ends_the_search(library: ctypes.CDLL) -> None:
    with Engine(TWO, evaluation=CFunction(library.nothing), hash_mb=1) as engine:
        with pytest.raises(EvaluationError, match="returned -?nan for the position 0x.*: expected"):
            engine.search(BOARDS[0], depth=5)
        engine.evaluation = "pattern"
        assert engine.search(BOARDS[0], depth=5).move in BOARDS[0].legal_moves()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
@pytest.mark.parametrize("threads", [1, TWO])
def test_a_signal_ends_a_search_with_an_evaluation_in_python(threads: int) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with Engine(threads, evaluation=discs, hash_mb=1) as engine:
            with pytest.raises(KeyboardInterrupt):
                engine.search(BOARDS[1], depth=40)
            assert engine.search(BOARDS[1], depth=2).depth == 2
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_a_stop_inside_an_evaluation_ends_the_search() -> None:
    def stops(positions: Any) -> Any:
        engine.stop()
        return discs(positions)

    with Engine(evaluation=stops, hash_mb=1) as engine:
        assert engine.search(BOARDS[1], depth=12).stopped


def test_another_evaluation_forgets_what_the_last_one_left() -> None:
    board = BOARDS[1]
    with Engine(hash_mb=1) as engine, Engine(hash_mb=1, evaluation="classic") as fresh:
        engine.search(board, depth=7)
        engine.evaluation = "classic"
        assert engine.search(board, depth=6).lines == fresh.search(board, depth=6).lines


@pytest.mark.parametrize("evaluation", ["none", 3, None])
def test_what_is_no_evaluation_is_refused(evaluation: Any) -> None:
    with pytest.raises(InvalidOption, match="invalid evaluation"):
        Engine(evaluation=evaluation)
    if not isinstance(evaluation, str):
        with pytest.raises(InvalidOption, match="expected a function"):
            Puct(evaluation)


# ---------------------------------------------------------------------- in Puct


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


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda n: (np.zeros(n), np.zeros((n, 65))), r"moves as float64 of shape \(1, 65\)"),
        (lambda n: (np.zeros(n), np.full((n, 64), np.nan)), r"nan in moves\[0, 0\]"),
        (lambda n: (np.zeros(n),) * 3, "returned 3 arrays"),
    ],
)
def test_wrong_probabilities(answer: Callable[[int], Any], message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        Puct(lambda positions: answer(len(positions))).search(Board(), nodes=10)


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


@pytest.mark.parametrize(
    "keywords",
    [{"batch_size": 0}, {"exploration": 0}, {"temperature": float("nan")}, {"exploration": "x"}],
)
def test_wrong_settings_of_puct(keywords: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption, match=f"invalid {next(iter(keywords))}"):
        Puct(discs, **keywords)
    for limits in ({"nodes": 0}, {"seconds": 0}, {"nodes": 1.5}):
        with pytest.raises(InvalidOption, match="invalid (nodes|seconds)"):
            Puct(discs).search(Board(), **limits)


def test_several_searches_of_puct_side_by_side() -> None:
    expected = Puct(discs).search(Board(), nodes=300).visits.tolist()
    found: list[list[int]] = []

    def work() -> None:
        found.append(Puct(discs).search(Board(), nodes=300).visits.tolist())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


# ---------------------------------------------------------------------- ONNX


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a network of one layer: own discs less the other's, and a logit for each square."""
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    helper, numbers = onnx.helper, onnx.TensorProto.FLOAT
    weights = np.concatenate([np.ones(64), -np.ones(64)]).astype(np.float32)[:, None]
    wishes = np.zeros((128, 64), np.float32)
    nodes = [
        helper.make_node("Flatten", ["planes"], ["flat"]),
        helper.make_node("MatMul", ["flat", "weights"], ["values"]),
        helper.make_node("MatMul", ["flat", "wishes"], ["zeros"]),
        helper.make_node("Add", ["zeros", "bias"], ["moves"]),
    ]
    bias = np.zeros(64, np.float32)
    bias[37] = 5
    graph = helper.make_graph(
        nodes,
        "own",
        [helper.make_tensor_value_info("planes", numbers, ["n", 2, 8, 8])],
        [
            helper.make_tensor_value_info("values", numbers, ["n", 1]),
            helper.make_tensor_value_info("moves", numbers, ["n", 64]),
        ],
        [
            onnx.numpy_helper.from_array(array, name)
            for name, array in (("weights", weights), ("wishes", wishes), ("bias", bias))
        ],
    )
    path = tmp_path_factory.mktemp("model") / "own.onnx"
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    made.ir_version = 8
    onnx.save(made, path)
    return path


def test_a_model_in_a_file(model: Path) -> None:
    positions = batch.from_boards(BOARDS)
    values, moves = Onnx(model, scale=2.0)(positions)
    assert values.tolist() == (2 * discs(positions)).tolist()
    assert moves.shape == (3, 64) and moves[:, 37].tolist() == [5, 5, 5]
    result = Puct(Onnx(model)).search(Board(), nodes=60)
    assert str(result.move) == "f5" and result.nodes == 60


def test_what_is_no_model(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    with pytest.raises(FileError, match="no-model"):
        Onnx(tmp_path / "no-model")
    tmp_path.joinpath("bad.onnx").write_bytes(b"no model")
    with pytest.raises(InvalidOption, match=r"invalid model .*bad\.onnx"):
        Onnx(tmp_path / "bad.onnx")
