"""UGI's `perft` and `bench`: jobs that count nodes and print what they find."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from othello._core import core
from othello.board import Board
from othello.notation import Move
from othello.protocol.action import Job
from othello.protocol.ugi_text import format_move, rate

__all__ = ["bench_job", "perft_job"]

PERFT_STEP = 8
"""Depth of a subtree counted in one call, which takes milliseconds; `stop` works between calls."""


def perft_job(board: Board, depth: int, write: Callable[[str], object]) -> Job:
    """Return a job that counts the leaves at `depth` and prints the count of each move."""
    stopped = threading.Event()

    def work() -> None:
        began = time.perf_counter()
        total = 0
        for move, after in _children(board) if depth else []:
            count = _count_leaves(after, depth - 1, stopped.is_set)
            if stopped.is_set():
                write("info string perft stopped")
                return
            write(f"{format_move(move)} {count}")
            total += count
        total = total or 1
        seconds = time.perf_counter() - began
        write(f"perft {depth} nodes {total} time {seconds * 1000:.0f} nps {rate(total, seconds)}")

    return Job(work, stopped.set, finishes=True)


def bench_job(write: Callable[[str], object]) -> Job:
    """Return a job that runs the benchmark and prints a line for each position, then the total."""
    from othello.measuring.bench import Bench, Summary, format_measurement, format_summary

    bench = Bench()

    def work() -> None:
        measurements = []
        for measurement in bench.run():
            measurements.append(measurement)
            write(format_measurement(measurement))
        if len(measurements) == len(bench):
            write(format_summary(Summary.of(measurements)))
        else:
            write("info string bench stopped")

    return Job(work, bench.stop, finishes=True)


def _children(board: Board) -> list[tuple[Move, Board]]:
    return [(move, board.after(move)) for move in board.legal_moves()]


def _count_leaves(board: Board, depth: int, stopped: Callable[[], bool]) -> int:
    """Count leaves as perft does, in subtrees small enough to call `stopped` often."""
    if depth <= PERFT_STEP:
        return 0 if stopped() else core.perft(board.player, board.opponent, depth)
    children = _children(board)
    if not children:
        return 1
    return sum(_count_leaves(after, depth - 1, stopped) for _, after in children)
