"""Rows shared out over engines, a thread for each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from othello.engine import Engine
from othello.engine.options import too_many_threads
from othello.engine.waiting import next_of

ROWS_AT_ONCE = 16
"""Rows between two looks at what the others do."""

STOP_SECONDS = 0.01
"""Seconds between two stops of the same engine."""


def share_out(
    engines: Sequence[Engine],
    n_rows: int,
    work: Callable[[Engine, int], None],
    on_progress: Callable[[int, int], object] | None = None,
) -> None:
    """Call `work` with an engine and a row, for each row, in a thread for each engine.

    The first exception, of a thread, of `on_progress` or by a signal, stops the searches and is
    raised here when all threads have ended.
    """
    done: SimpleQueue[int | BaseException] = SimpleQueue()
    rows = iter(range(0, n_rows, ROWS_AT_ONCE))
    lock = threading.Lock()
    ended = threading.Event()

    def run(engine: Engine) -> None:
        try:
            while not ended.is_set():
                with lock:
                    first = next(rows, None)
                if first is None:
                    return
                last = min(first + ROWS_AT_ONCE, n_rows)
                for row in range(first, last):
                    if ended.is_set():
                        return
                    work(engine, row)
                done.put(last - first)
        except BaseException as error:
            done.put(error)

    threads = [threading.Thread(target=run, args=(engine,), daemon=True) for engine in engines]
    try:
        for thread in threads:
            try:
                thread.start()
            except RuntimeError:
                raise too_many_threads(len(threads)) from None
        n_done = 0
        while n_done < n_rows:
            message = next_of(done)
            if isinstance(message, BaseException):
                raise message
            n_done += message
            if on_progress is not None:
                on_progress(n_done, n_rows)
    finally:
        ended.set()
        for engine, thread in zip(engines, threads, strict=True):
            # Again and again: a thread that saw no end may only now begin its search.
            while thread.is_alive():
                engine.stop()
                thread.join(STOP_SECONDS)
