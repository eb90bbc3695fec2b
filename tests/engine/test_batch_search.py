"""Many positions searched at once: each row as a fresh engine has it; progress, stops, errors."""

import threading
import time
from typing import Any

import pytest
from support.alarms import alarm, needs_timers
from support.threads import TWO

from othello import Board, Engine
from othello.errors import NoMemory

np = pytest.importorskip("numpy")

from othello import batch  # noqa: E402
from othello.batch.search import share_out  # noqa: E402

PASSING = Board.from_obf("X" * 62 + "O-" + " O")
OVER = Board.from_obf("X" * 64 + " X")


def positions(n: int = 24, n_moves: int = 20) -> np.ndarray:
    found = batch.play_randomly(batch.from_boards([Board()] * n), n_moves, seed=3)
    assert (found != 0).any(axis=1).all()
    return found


def one_by_one(rows: np.ndarray, options: dict[str, Any], limits: dict[str, Any]) -> list[tuple]:
    found = []
    with Engine(hash_mb=1, **options) as engine:
        for board in batch.to_boards(rows):
            engine.clear()
            result = engine.search(board, **limits)
            found.append((result.move, result.score, result.depth, result.exact, result.nodes))
    return found


@pytest.mark.parametrize("threads", [1, TWO])
@pytest.mark.parametrize(
    ("limits", "options"),
    [
        ({"depth": 5}, {}),
        ({"depth": 5}, {"evaluation": "classic"}),
        ({"nodes": 3000}, {}),
        ({"level": 6}, {}),
        ({}, {"level": 4, "selectivity": 73}),
    ],
)
def test_rows_are_what_a_fresh_engine_finds(
    threads: int, limits: dict[str, Any], options: dict[str, Any]
) -> None:
    # Some twice: what the first search left in the table would shorten the second.
    rows = np.concatenate([positions(), positions(12, 47), positions()[:6]])
    found = batch.search(rows, threads=threads, options=options, **limits)
    assert [tuple(column[row].item() for column in found) for row in range(len(rows))] == (
        one_by_one(rows, options, limits)
    )


def test_exact_scores_passes_and_ends() -> None:
    rows = np.concatenate([positions(6, 52), batch.from_boards([PASSING, OVER])])
    found = batch.search(rows, exact=True)
    assert found.exact.all()
    assert found.scores.tolist() == batch.solve(rows).tolist()
    assert found.moves[-2:].tolist() == [64, 255]
    assert len(batch.search(rows[:0], depth=3).moves) == 0


@pytest.mark.parametrize("threads", [1, TWO])
def test_every_moves_score(threads: int) -> None:
    rows = np.concatenate([positions(8, 30), batch.from_boards([PASSING, OVER])])
    found = batch.analyse(rows, depth=4, threads=threads)
    with Engine(hash_mb=1) as engine:
        for row, board in enumerate(batch.to_boards(rows)):
            engine.clear()
            lines = engine.search(board, depth=4, multipv=64).lines
            expected: dict[int, float] = {}
            for line in lines:  # of a pass, which is all that can be played, the first one counts
                if line.move is not None:
                    expected.setdefault(int(line.move), line.score)
            scored = np.flatnonzero(~np.isnan(found.scores[row]))
            assert {int(move): found.scores[row, move].item() for move in scored} == expected
            assert sorted(expected) == sorted(map(int, board.legal_moves()))
    assert (~np.isnan(found.scores)).sum(axis=1)[-2:].tolist() == [1, 0]


def test_a_pass_is_worth_what_the_position_is() -> None:
    board = Board("OOOOO--OOXXXXXXOOOOOOOXOOOXOOXXOXOXXOXXOXXOXXOXOXXXOOXOOXXXXXXXO X")
    found = batch.analyse(batch.from_boards([board, board.after("pass")]), exact=True)
    replies = found.scores[1, [5, 6]]  # f1 and g1
    assert found.exact[0, 64] and found.scores[0, 64] == -max(replies) < -min(replies)


def test_progress_is_told_in_the_calling_thread() -> None:
    heard = []
    rows = positions(100)
    batch.search(
        rows,
        depth=1,
        threads=TWO,
        on_progress=lambda done, total: heard.append((threading.get_ident(), done, total)),
    )
    assert {ident for ident, _, _ in heard} == {threading.get_ident()}
    assert {total for _, _, total in heard} == {100}
    counts = [done for _, done, _ in heard]
    assert counts == sorted(counts) and counts[-1] == 100 and len(counts) > 2


def test_what_progress_raises_ends_the_search() -> None:
    def refuse(done: int, total: int) -> None:
        raise KeyError("enough")

    before = threading.active_count()
    with pytest.raises(KeyError, match="enough"):
        # The rows after the first sixteen would take years.
        batch.search(
            np.concatenate([positions(16, 58), positions(64, 6)]),
            exact=True,
            threads=TWO,
            on_progress=refuse,
        )
    assert threading.active_count() == before


def test_a_thread_that_cannot_start_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    starts: list[threading.Thread] = []

    def start(thread: threading.Thread) -> None:
        starts.append(thread)
        if len(starts) == 2:
            raise RuntimeError("can't start new thread")
        begin(thread)

    begin = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(NoMemory, match="no memory for 3 threads: expected fewer"):
        share_out([Engine(hash_mb=1)] * 3, 100, lambda engine, _: engine.search("f5", depth=60))
    assert not any(thread.is_alive() for thread in starts)


@needs_timers
def test_a_signal_ends_the_search() -> None:
    with pytest.raises(KeyboardInterrupt), alarm(0.3):
        batch.search(positions(4, 6), exact=True, threads=TWO)


def test_other_threads_run_meanwhile() -> None:
    """The searches hold no lock: this thread counts while one searches for half a second."""
    worker = threading.Thread(
        target=batch.search, args=(positions(1, 10),), kwargs={"seconds": 0.5, "depth": 60}
    )
    worker.start()
    turns = 0
    while worker.is_alive():
        turns += 1
        time.sleep(0.001)
    worker.join()
    assert turns > 20
