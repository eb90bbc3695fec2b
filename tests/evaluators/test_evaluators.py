"""Evaluations of the user's own: the same search as with ours, and what goes wrong in them."""

import copy
import ctypes
import gc
import pickle
import shutil
import subprocess
import time
import traceback
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from othello import Board, Engine
from othello.errors import EngineError, EvaluationError

np = pytest.importorskip("numpy")

from support.alarms import alarm, needs_timers  # noqa: E402
from support.evaluations import BOARDS, WRONG, discs, raising  # noqa: E402
from support.threads import TWO  # noqa: E402

from othello import batch  # noqa: E402
from othello.evaluators import CFunction  # noqa: E402

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


def expect_same_searches(one: Engine, other: Engine, depth: int) -> None:
    for board in BOARDS:
        found, expected = one.search(board, depth=depth), other.search(board, depth=depth)
        assert found.lines == expected.lines and found.nodes == expected.nodes
        assert one.evaluate(board) == other.evaluate(board)


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
        expect_same_searches(outside, inside, 3 if algorithm == "minimax" else 4)


def test_the_engine_takes_the_values_beside_logits_of_moves() -> None:
    def both(positions: Any) -> Any:
        return discs(positions), np.zeros((len(positions), 64))

    with Engine(evaluation=both, hash_mb=1) as one, Engine(evaluation=discs, hash_mb=1) as other:
        expect_same_searches(one, other, 2)


def test_an_evaluation_from_outside_need_not_be_symmetric() -> None:
    """In a symmetric position each move has the value of its own position."""

    def value(positions: Any) -> Any:
        return (positions[:, 0] % np.uint64(1009)).astype(float) / 100

    found = []
    for algorithm in ("pvs", "alphabeta", "minimax"):
        with Engine(hash_mb=1, evaluation=value, algorithm=algorithm, verify=True) as engine:
            lines = engine.search("startpos", depth=1, multipv=4).lines
            found.append({line.move: line.score for line in lines})
    assert found[0] == found[1] == found[2] and len(set(found[0].values())) > 1


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
        expect_same_searches(c, python, 4)


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


def test_an_address_is_not_pickled() -> None:
    with Engine(evaluation=CFunction(16), hash_mb=1) as engine:
        assert copy.copy(engine).evaluation is engine.evaluation
        assert copy.copy(engine.evaluation) is engine.evaluation
        with pytest.raises(EngineError, match=r"CFunction\(16\) cannot be pickled"):
            pickle.dumps(engine)


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
        with pytest.raises(EvaluationError, match="returned -?nan for [-XO]{64} X: expected discs"):
            engine.evaluate("f5d6")
        engine.evaluation = "pattern"
        assert engine.search(BOARDS[0], depth=5).move in BOARDS[0].legal_moves()


@needs_timers
@pytest.mark.parametrize("threads", [1, TWO])
def test_a_signal_ends_a_search_with_an_evaluation_in_python(threads: int) -> None:
    with Engine(threads, evaluation=discs, hash_mb=1) as engine:
        with pytest.raises(KeyboardInterrupt), alarm(0.2):
            engine.search(BOARDS[1], depth=40)
        assert engine.search(BOARDS[1], depth=2).depth == 2


@pytest.mark.parametrize("algorithm", Engine.ALGORITHMS)
@pytest.mark.parametrize(
    ("limits", "most_calls"), [({"nodes": 1000}, 1000), ({"seconds": 0.1}, 50)]
)
def test_limits_are_checked_after_each_call_in_python(
    limits: dict[str, Any], most_calls: int, algorithm: str
) -> None:
    n_calls = 0

    def counts(positions: Any) -> Any:
        nonlocal n_calls
        n_calls += 1
        if n_calls == 50 and "seconds" in limits:
            time.sleep(0.15)  # longer than the search may take
        return discs(positions)

    with Engine(evaluation=counts, algorithm=algorithm, hash_mb=1) as engine:
        assert engine.search(BOARDS[1], **limits).stopped
    assert 0 < n_calls <= most_calls


def test_an_evaluation_that_was_replaced_is_let_go() -> None:
    class Own:
        def __call__(self, positions: Any) -> Any:
            return discs(positions)

    own = Own()
    left = weakref.ref(own)
    with Engine(evaluation=own) as engine:
        engine.search(Board(), depth=1)
        engine.evaluation = "classic"
        engine.search(Board(), depth=1)
        del own
        gc.collect()
        assert left() is None


def test_a_stop_inside_an_evaluation_ends_the_search() -> None:
    def stops(positions: Any) -> Any:
        engine.stop()
        return discs(positions)

    with Engine(evaluation=stops, hash_mb=1) as engine:
        assert engine.search(BOARDS[1], depth=12).stopped
