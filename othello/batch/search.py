"""Many positions searched: best moves, or the score of every move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello.arrays import NO_MOVE, Positions, checked_threads, columns
from othello.board import Board
from othello.engine import Engine, Line
from othello.engine.options import too_many_threads
from othello.engine.waiting import next_of
from othello.errors import InvalidOption
from othello.limits import Limits, limits_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from othello._limit_keywords import LimitKeywords

DEFAULT_HASH_MB = 1

ROWS_AT_ONCE = 16
"""Rows between two looks at what the others do."""

STOP_SECONDS = 0.01
"""Seconds between two stops of the same engine."""

OnProgress = Callable[[int, int], object]


class Searches(NamedTuple):
    """Results of `search`, a row for each position.

    Attributes
    ----------
    moves : array of uint8, shape (n,)
        The best move: a1 = 0 to h8 = 63, 64 for a pass, 255 where the game is over; `play` leaves
        that position as it is.
    scores : array of float32, shape (n,)
        Discs for the side to move; exact in float32.
    depths : array of uint8, shape (n,)
        Plies looked ahead.
    exact : array of bool, shape (n,)
        Whether the score is proven to the end of the game.
    nodes : array of uint64, shape (n,)
        Positions visited.
    """

    moves: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.float32]
    depths: npt.NDArray[np.uint8]
    exact: npt.NDArray[np.bool_]
    nodes: npt.NDArray[np.uint64]


class Analyses(NamedTuple):
    """Results of `analyse`, a row for each position and a column for each move.

    Attributes
    ----------
    scores : array of float32, shape (n, 65)
        Discs for the side to move if it plays there, column 64 for a pass; NaN where it may not.
    exact : array of bool, shape (n, 65)
        Whether the score is proven to the end of the game.
    depths : array of uint8, shape (n,)
        Plies looked ahead.
    nodes : array of uint64, shape (n,)
        Positions visited.
    """

    scores: npt.NDArray[np.float32]
    exact: npt.NDArray[np.bool_]
    depths: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.uint64]


def search(
    positions: Positions,
    limits: Limits | None = None,
    *,
    threads: int = 1,
    hash_mb: int = DEFAULT_HASH_MB,
    on_progress: OnProgress | None = None,
    options: dict[str, Any] | None = None,
    **keywords: Unpack[LimitKeywords],
) -> Searches:
    """Return the best move and the score of each position.

    Each is searched on one thread with an empty table, so that a row is what
    ``Engine(hash_mb=hash_mb, **options).search(board, limits)`` finds at first, whatever the
    `threads`; they share the positions. Limits in seconds hold for each position.

    Parameters
    ----------
    positions : array of uint64, shape (n, 2)
        The positions.
    limits : Limits, optional
        How far to search; its fields may be given as keywords instead: `depth`, `nodes`, `level`,
        `exact`. Not `multipv`, `moves`, `window`, nor clocks. Without any, the level decides.
    threads : int
        Threads to use.
    hash_mb : int
        Size of each thread's table in MB. A small one is cleared sooner: with 1 MB that takes some
        50 microseconds a position, and deep searches want more.
    on_progress : callable, optional
        Called now and then, in the calling thread, with how many positions are done, and of how
        many. What it raises ends the search.
    options : dict, optional
        Further arguments of `Engine`: ``{"evaluation": "classic"}``.

    Examples
    --------
    >>> from othello import Board, batch
    >>> found = search(batch.from_boards([Board(), Board().after("f5")]), depth=4, threads=1)
    >>> found.moves.dtype, found.depths.tolist(), found.exact.tolist()
    (dtype('uint8'), [4, 4], [False, False])
    """
    limits = _for_batch(limits, keywords)
    n = len(columns(positions)[0])
    types: tuple[Any, ...] = (np.uint8, np.float32, np.uint8, np.bool_, np.uint64)
    found = Searches(*(np.zeros(n, dtype) for dtype in types))

    def store(row: int, lines: tuple[Line, ...], nodes: int) -> None:
        line = lines[0]
        found.moves[row] = NO_MOVE if line.move is None else line.move
        found.scores[row] = line.score
        found.depths[row] = line.depth
        found.exact[row] = line.exact
        found.nodes[row] = nodes

    _run(positions, limits, store, threads, hash_mb, on_progress, options)
    return found


def analyse(
    positions: Positions,
    limits: Limits | None = None,
    *,
    threads: int = 1,
    hash_mb: int = DEFAULT_HASH_MB,
    on_progress: OnProgress | None = None,
    options: dict[str, Any] | None = None,
    **keywords: Unpack[LimitKeywords],
) -> Analyses:
    """Return the score of every legal move of each position.

    The arguments are those of `search`; a row is what `Engine.search` finds with `multipv` as
    great as the number of moves.

    >>> from othello import Board, batch
    >>> scores = analyse(batch.from_boards([Board()]), depth=1).scores
    >>> scores.shape, np.flatnonzero(~np.isnan(scores[0])).tolist()
    ((1, 65), [19, 26, 37, 44])
    """
    limits = _for_batch(limits, keywords)
    n = len(columns(positions)[0])
    found = Analyses(
        np.full((n, 65), np.nan, np.float32),
        np.zeros((n, 65), np.bool_),
        np.zeros(n, np.uint8),
        np.zeros(n, np.uint64),
    )

    def store(row: int, lines: tuple[Line, ...], nodes: int) -> None:
        for line in reversed(lines):  # those of a pass differ in the reply: the first one counts
            if line.move is not None:
                found.scores[row, line.move] = line.score
                found.exact[row, line.move] = line.exact
        found.depths[row] = lines[0].depth
        found.nodes[row] = nodes

    _run(positions, limits._replace(multipv=64), store, threads, hash_mb, on_progress, options)
    return found


def _for_batch(given: Limits | None, keywords: Mapping[str, Any]) -> Limits:
    """Return the limits of a search; raise InvalidOption if they do not fit every position."""
    limits = limits_of(given, keywords)
    for name in ("multipv", "moves", "window", "black_clock", "white_clock"):
        if getattr(limits, name) != Limits._field_defaults[name]:
            raise InvalidOption(
                f"invalid {name} {getattr(limits, name)!r}: expected limits that fit every "
                "position, which give scores; batch.analyse scores all moves"
            )
    return limits


def _run(
    positions: Positions,
    limits: Limits,
    store: Callable[[int, tuple[Line, ...], int], None],
    threads: int,
    hash_mb: int,
    on_progress: OnProgress | None,
    options: dict[str, Any] | None,
) -> None:
    """Search each position by `limits`, and `store` what was found."""
    player, opponent = columns(positions)
    pairs = list(zip(player.tolist(), opponent.tolist(), strict=True))
    threads = min(checked_threads(threads), max(1, len(pairs)))
    engines = [Engine(1, hash_mb, **(options or {})) for _ in range(threads)]

    def one(engine: Engine, row: int) -> None:
        engine.clear()
        result = engine.search(Board(*pairs[row]), limits)
        store(row, result.lines, result.nodes)

    try:
        share_out(engines, len(pairs), one, on_progress)
    finally:
        for engine in engines:
            engine.close()


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
