"""The engine as a Python object: `Engine`, and a `Search` of it."""

from __future__ import annotations

import atexit
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from othello._core import core
from othello._memory import memory_mb
from othello.board import Board, check_board
from othello.errors import EngineError, NoMemory
from othello.levels import DEFAULT_LEVEL, MAX_LEVEL
from othello.limits import (
    MAX_DEPTH,
    SELECTIVITIES,
    Limits,
    core_arguments,
    in_range,
    limits_of,
    one_of,
)
from othello.result import VALUE_PER_DISC, Info, Line, Result
from othello.weights import load_default

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from othello.limits import LimitKeywords

__all__ = ["Engine", "Info", "Limits", "Line", "Result", "Search"]

DEFAULT_HASH_MB = 64
MAX_HASH_MB = 1 << 20

LOST_THREADS = (
    "this process was forked from one that searched with threads, which it does not have: it "
    "searches with one thread; processes started by 'spawn' have their own"
)


class Engine:
    """An Othello engine with its threads and its table.

    The table is allocated by the first search. One engine does one search at a time.

    Parameters
    ----------
    threads : int
        Threads a search uses; a warning says if there are fewer processors. A process that was
        forked after a search with threads has lost them and, with a warning, uses one: start
        processes by ``multiprocessing.get_context("spawn")`` to have threads there too.
    hash_mb : int
        Size of the transposition table in MB.
    level : int
        How hard to think when a search is given no limit, 0 to 60.
    evaluation, algorithm : str, optional
        One of `Engine.EVALUATIONS`, one of `Engine.ALGORITHMS`; the best by default.
    selectivity : int
        Confidence of forward pruning in percent, 100 for none.
    endgame_depth : int
        Solve exactly from this many empty squares on, whatever the depth asked for.
    granularity : int
        Depth below which threads share no work; 0 leaves it to the engine, which also spares a
        search of less than about a millisecond the waking of threads.
    processor_time : bool
        Count limits in seconds by the processor time that a thread has, not by the clock: on a busy
        machine a search then goes as far as on an idle one.
    verify : bool
        Search so that every algorithm gives the same score: nothing that looks deeper than asked.
    deepen_hot : bool
        Search forced replies and corner captures a ply deeper. Off, as no gain was shown: +17 ± 63
        Elo in 120 games at 20,000 nodes a move.

    Examples
    --------
    >>> import othello
    >>> with othello.Engine(hash_mb=1) as engine:
    ...     result = engine.search(othello.Board(), depth=4)
    >>> result.move in othello.Board().legal_moves(), result.depth, result.exact
    (True, 4, False)
    """

    EVALUATIONS: tuple[str, ...] = core.EVALUATIONS
    ALGORITHMS: tuple[str, ...] = core.ALGORITHMS

    def __init__(
        self,
        threads: int = 1,
        hash_mb: int = DEFAULT_HASH_MB,
        *,
        level: int = DEFAULT_LEVEL,
        evaluation: str = core.EVALUATIONS[0],
        algorithm: str = core.ALGORITHMS[0],
        selectivity: int = 100,
        endgame_depth: int = 0,
        granularity: int = 0,
        processor_time: bool = False,
        verify: bool = False,
        deepen_hot: bool = False,
    ) -> None:
        self._searcher: Any = None
        self._threads: int
        self._hash_mb: int
        self._closed = False
        self._touched = False
        self._busy = threading.Lock()
        # Reentrant: a signal handler may stop a search while its thread is about to.
        self._stopping = threading.RLock()
        self._running: Search | None = None
        self._n_stops = 0
        self.threads = threads
        self.hash_mb = hash_mb
        self.level = level
        self.evaluation = evaluation
        self.algorithm = algorithm
        self.selectivity = selectivity
        self.endgame_depth = endgame_depth
        self.granularity = granularity
        self.processor_time = processor_time
        self.verify = verify
        self.deepen_hot = deepen_hot

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Engine(threads={self.threads}, hash_mb={self.hash_mb}, level={self.level})"

    # ------------------------------------------------------------------ options

    @staticmethod
    def max_threads() -> int:
        """Return how many threads an engine may use: 1 where it was built without OpenMP."""
        limit: int = core.max_threads()
        return limit

    @property
    def threads(self) -> int:
        """Threads a search uses. If so many cannot be had, the old number stays."""
        return self._threads

    @threads.setter
    def threads(self, threads: int) -> None:
        threads = in_range("threads", threads, 1, core.max_threads())
        if threads > (n := core.processors()):
            reason = f"{threads} threads on {n} processor{'s' * (n > 1)} are no faster than {n}"
            warnings.warn(reason, RuntimeWarning, stacklevel=2)
        with self._idle():
            if self._searcher is not None:
                _set_threads(self._searcher, threads)
            elif not core.room_for_threads(threads - 1):
                raise _too_many(threads)
        self._threads = threads

    @property
    def hash_mb(self) -> int:
        """Size of the table in MB. If a new size cannot be had, the old table stays."""
        return self._hash_mb

    @hash_mb.setter
    def hash_mb(self, hash_mb: int) -> None:
        hash_mb = in_range("hash_mb", hash_mb, 1, MAX_HASH_MB)
        if hash_mb > memory_mb():  # said now, as the table may be allocated much later
            raise _too_large(hash_mb)
        if self._searcher is not None and hash_mb != self._hash_mb:
            with self._idle():
                try:
                    self._searcher.resize(hash_mb)
                except MemoryError:
                    raise _too_large(hash_mb) from None
            self._touched = False
        self._hash_mb = hash_mb

    @property
    def level(self) -> int:
        """How hard to think when a search is given no limit."""
        return self._level

    @level.setter
    def level(self, level: int) -> None:
        self._level = in_range("level", level, 0, MAX_LEVEL)

    @property
    def evaluation(self) -> str:
        """The evaluation of positions that are not searched further."""
        return self._evaluation

    @evaluation.setter
    def evaluation(self, evaluation: str) -> None:
        self._evaluation = one_of("evaluation", evaluation, self.EVALUATIONS)

    @property
    def algorithm(self) -> str:
        """The search algorithm."""
        return self._algorithm

    @algorithm.setter
    def algorithm(self, algorithm: str) -> None:
        self._algorithm = one_of("algorithm", algorithm, self.ALGORITHMS)

    @property
    def selectivity(self) -> int:
        """Confidence of forward pruning in percent, 100 for none."""
        return self._selectivity

    @selectivity.setter
    def selectivity(self, selectivity: int) -> None:
        self._selectivity = one_of("selectivity", selectivity, SELECTIVITIES)

    @property
    def endgame_depth(self) -> int:
        """Solve exactly from this many empty squares on."""
        return self._endgame_depth

    @endgame_depth.setter
    def endgame_depth(self, endgame_depth: int) -> None:
        self._endgame_depth = in_range("endgame_depth", endgame_depth, 0, MAX_DEPTH)

    @property
    def granularity(self) -> int:
        """Depth below which threads share no work; 0 leaves it to the engine."""
        return self._granularity

    @granularity.setter
    def granularity(self, granularity: int) -> None:
        self._granularity = in_range("granularity", granularity, 0, MAX_DEPTH)

    # ------------------------------------------------------------------ searching

    def search(
        self,
        board: Board,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Result:
        """Return the best move or moves.

        Parameters
        ----------
        board : Board
            The position; the side to move may have to pass.
        limits : Limits, optional
            How far to search; its fields may be given as keywords instead.
        on_info : callable, optional
            Called with an `Info` after each iteration.

        Examples
        --------
        >>> engine = Engine(hash_mb=1)
        >>> [len(engine.search(Board(), depth=3, multipv=n).lines) for n in (1, 3)]
        [1, 3]
        """
        return self.prepare(board, limits, on_info=on_info, **keywords).run()

    def solve(
        self,
        board: Board,
        *,
        wld: bool = False,
        multipv: int = 1,
        seconds: float | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> Result:
        """Return the best move and the exact score, or with `wld` only who wins: -1, 0 or 1.

        If `seconds` are not enough the result is not `exact`.

        Examples
        --------
        >>> board = Board.from_obf("X" * 57 + "OOOOO-- X")
        >>> Engine(hash_mb=1).solve(board).score
        64
        """
        limits = Limits(exact=True, wld=wld, multipv=multipv, seconds=seconds)
        return self.search(board, limits, on_info=on_info)

    def analyse(
        self, board: Board, limits: Limits | None = None, **keywords: Unpack[LimitKeywords]
    ) -> Generator[Info, None, Result]:
        """Search in the background and yield what is known after each iteration.

        Without limits the search ends when the position is solved. Closing the generator, or
        leaving it, stops the search. Its return value is the `Result`.

        Examples
        --------
        >>> [info.depth for info in Engine(hash_mb=1).analyse(Board(), depth=3)]
        [1, 2, 3]
        """
        if limits is None and not keywords:
            limits = Limits(depth=MAX_DEPTH)
        events: SimpleQueue[Info | Result | BaseException] = SimpleQueue()
        search = self.prepare(board, limits, on_info=events.put, **keywords)
        return _events_of(search, events)

    def prepare(
        self,
        board: Board,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Search:
        """Return a search that is ready to `run`, perhaps in another thread.

        Everything that can be wrong with the arguments is reported here, and from here on `stop`
        is heeded, even before the search runs.
        """
        check_board(board)
        limits_for_core = core_arguments(
            limits_of(limits, keywords),
            board,
            level=self.level,
            selectivity=self.selectivity,
            endgame_depth=self.endgame_depth,
        )
        options = {
            "algorithm": self.algorithm,
            "evaluation": self.evaluation,
            "verify": self.verify,
            "processor_time": self.processor_time,
            "granularity": self.granularity,
            "deepen_hot": self.deepen_hot,
        }
        with self._idle():
            searcher = self._allocated()
        if self.threads > 1 and core.threads_lost():
            warnings.warn(LOST_THREADS, RuntimeWarning, stacklevel=2)
        return Search(self, searcher, board, options, limits_for_core, on_info)

    def stop(self) -> None:
        """End the running search within milliseconds; any thread may call this.

        A search that is prepared and does not run yet will return as soon as it does.
        """
        with self._stopping:
            self._n_stops += 1
            if self._running is not None:
                self._running.stop()

    def evaluate(self, board: Board) -> float:
        """Return the evaluation in discs for the mover, without searching.

        A finished game has its exact score.

        >>> Engine().evaluate(Board(black=1, white=0))
        64
        """
        if check_board(board).is_over:
            return board.score()
        self._load_weights()
        value: int = core.evaluate(board.player, board.opponent, self.evaluation)
        return value / VALUE_PER_DISC

    def clear(self) -> None:
        """Forget the table and everything else learned from earlier searches."""
        if self._searcher is not None:
            with self._idle():
                self._searcher.clear()

    def counters(self) -> dict[str, int]:
        """Return the core's own counts of the last search, by name."""
        return dict(self._searcher.counters()) if self._searcher is not None else {}

    def worker_nodes(self) -> list[int]:
        """Return the nodes that each thread visited in the last search.

        >>> with Engine(hash_mb=1) as engine:
        ...     result = engine.search(Board(), depth=5)
        ...     engine.worker_nodes() == [result.nodes]
        True
        """
        return list(self._searcher.worker_nodes()) if self._searcher is not None else []

    def allocate(self) -> None:
        """Make the table ready now, rather than at the first search or bit by bit during it.

        The system hands memory out at its first use, page by page; the first milliseconds of a
        search would be spent on that, and it might overstep a short time limit.
        """
        if self._touched:
            return
        searcher = self._allocated()
        with self._idle():
            searcher.clear()
        self._touched = True

    def close(self) -> None:
        """Stop the running search and give the table back; the engine cannot be used again."""
        self._closed = True
        self.stop()
        self._searcher = None
        self._touched = False

    # ------------------------------------------------------------------ inside

    def _allocated(self) -> Any:
        """Return the core's searcher, made at its first use."""
        if self._closed:
            raise EngineError(f"{self!r} is closed")
        self._load_weights()
        if self._searcher is None:
            try:
                searcher = core.Searcher(hash_mb=self._hash_mb)
            except MemoryError:
                raise _too_large(self._hash_mb) from None
            _set_threads(searcher, self._threads)
            self._searcher = searcher
        return self._searcher

    def _load_weights(self) -> None:
        """Have the shipped weights ready where the evaluation needs some."""
        if self.evaluation == "pattern":
            load_default()

    @contextmanager
    def _idle(self) -> Iterator[None]:
        """Keep the searcher from being used twice at once."""
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is busy with a search: stop it first")
        try:
            yield
        finally:
            self._busy.release()


class Search:
    """A search that is ready to run: what `Engine.prepare` returns."""

    def __init__(
        self,
        engine: Engine,
        searcher: Any,
        board: Board,
        options: dict[str, Any],
        limits: dict[str, Any],
        on_info: Callable[[Info], None] | None,
    ) -> None:
        self._engine = engine
        self._searcher = searcher
        self._board = board
        self._options = options
        self._limits = limits
        self._on_info = on_info
        self._stopped = False
        self._stops_before = engine._n_stops

    def run(self) -> Result:
        """Search; return when a limit is reached or after `stop`."""
        with self._engine._idle(), self._stoppable():
            self._searcher.set_options(**self._options)
            lines, nodes, seconds, stopped = self._searcher.search(
                self._board.player,
                self._board.opponent,
                **self._limits,
                on_info=self._report if self._on_info is not None else None,
            )
        return Result(tuple(Line.from_core(*line) for line in lines), nodes, seconds, stopped)

    def stop(self) -> None:
        """Make `run` return within milliseconds; any thread may call this, even before `run`."""
        with self._engine._stopping:
            self._stopped = True
            if self._engine._running is self:
                self._searcher.stop()

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        """Let `stop` reach the core, and pass on what was asked for before."""
        engine = self._engine
        with engine._stopping:
            engine._running = self
            self._searcher.arm()
            if self._stopped or engine._n_stops != self._stops_before:
                self._searcher.stop()
        try:
            yield
        finally:
            with engine._stopping:
                engine._running = None

    def _report(
        self,
        depth: int,
        selectivity: int,
        rank: int,
        value: int,
        bound: int,
        exact: bool,
        nodes: int,
        seconds: float,
        hashfull: int,
        pv: tuple[int, ...],
    ) -> None:
        assert self._on_info is not None
        line = Line.from_core(depth, selectivity, value, bound, exact, pv)
        self._on_info(Info(*line, rank, nodes, seconds, hashfull))


def _events_of(
    search: Search, events: SimpleQueue[Info | Result | BaseException]
) -> Generator[Info, None, Result]:
    def work() -> None:
        try:
            events.put(search.run())
        except BaseException as error:
            events.put(error)

    thread = threading.Thread(target=work, daemon=True)

    def halt() -> None:
        search.stop()
        thread.join()

    # A generator left open must not keep the interpreter from ending, nor outlive it.
    atexit.register(halt)
    thread.start()
    try:
        while isinstance(event := events.get(), Info):
            yield event
    finally:
        halt()
        atexit.unregister(halt)
    if isinstance(event, BaseException):
        raise event
    return event


def _set_threads(searcher: Any, threads: int) -> None:
    try:
        searcher.threads = threads
    except MemoryError:
        raise _too_many(threads) from None


def _too_large(hash_mb: int) -> NoMemory:
    return NoMemory(
        "hash_mb",
        f"no memory for a table of {hash_mb} MB: expected less, this machine has {memory_mb()} MB",
    )


def _too_many(threads: int) -> NoMemory:
    return NoMemory("threads", f"no memory for {threads} threads: expected fewer")
