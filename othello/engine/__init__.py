"""The engine as a Python object: `Engine`, and a `Search` that it prepares."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING

from othello._core import core
from othello.board import check_board
from othello.engine.c_function import CFunction
from othello.engine.options import MAX_HASH_MB, Options
from othello.engine.search import Search, events_of
from othello.errors import warn
from othello.levels import DEFAULT_LEVEL
from othello.limits import ENDLESS, Limits, core_arguments, limits_of, limits_of_solve
from othello.result import VALUE_PER_DISC, Info, Line, Result
from othello.weights import evaluate

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from othello._limit_keywords import LimitKeywords
    from othello.board import BoardLike
    from othello.engine.answers import Evaluation

__all__ = ["DEFAULT_HASH_MB", "MAX_HASH_MB", "Engine", "Info", "Limits", "Line", "Result", "Search"]

DEFAULT_HASH_MB = 64

LOST_THREADS = (
    "the fork that made this process lost the threads for searches: it searches with one; "
    "processes started by 'spawn' have their own"
)


class Engine(Options):
    """An Othello engine with its threads and its table.

    The table is allocated by the first search. One engine does one search at a time. Copied or
    pickled, as for another process, it is a new engine with the same settings and an empty table.
    With a `CFunction` that is no `Patterns`, pickling raises `EngineError`: an address holds in one
    process only.

    Parameters
    ----------
    threads : int
        Threads a search uses; a warning says if there are fewer processors. A forked process has
        threads of its own. Only if an evaluation or another library forks in the middle of work by
        threads, or OpenMP's library is of GCC 8 or older, it uses one, with a warning: processes
        started by ``multiprocessing.get_context("spawn")`` have threads there too.
    hash_mb : int
        Size of the transposition table in MB.
    level : int
        Level of searches without a limit, 0 to 60; see `othello.levels`.
    evaluation : str, callable or CFunction, optional
        One of `Engine.EVALUATIONS`, the best by default, or one of your own, as
        `othello.evaluators` says.
    algorithm : str, optional
        One of `Engine.ALGORITHMS`; the best by default.
    selectivity : int
        Confidence of forward pruning in percent, 100 for none, of searches with a `depth`. Other
        limits bring their own, see `Limits.selectivity`.
    endgame_depth : int
        Solve positions with at most this many empties exactly, whatever depth is asked for.
    granularity : int
        Depth below which threads share no work; 0 lets the engine choose, which then also runs
        searches of less than about a millisecond on one thread.
    processor_time : bool
        Measure limits in seconds by a thread's processor time instead of the clock: on a busy
        machine, a search then goes as far as on an idle one. What other searches and threads of
        the process use does not count. With several threads their sum may be as many times as much.
    verify : bool
        Search nothing deeper than asked, so that every algorithm gives the same score.
    extensions : bool
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

    def __init__(
        self,
        threads: int = 1,
        hash_mb: int = DEFAULT_HASH_MB,
        *,
        level: int = DEFAULT_LEVEL,
        evaluation: str | Evaluation | CFunction = core.EVALUATIONS[0],
        algorithm: str = core.ALGORITHMS[0],
        selectivity: int = 100,
        endgame_depth: int = 0,
        granularity: int = 0,
        processor_time: bool = False,
        verify: bool = False,
        extensions: bool = False,
        deepen_hot: bool | None = None,  # the old name of `extensions`
    ) -> None:
        super().__init__()
        if deepen_hot is not None:
            warn("deepen_hot: expected extensions=...", DeprecationWarning)
            extensions = deepen_hot
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
        self.extensions = extensions

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[partial[Engine], tuple[()]]:
        names = Engine.__init__.__annotations__.keys() - {"return", "deepen_hot"}
        return partial(type(self), **{name: getattr(self, name) for name in names}), ()

    def __repr__(self) -> str:
        shown = f"Engine(threads={self.threads}, hash_mb={self.hash_mb}, level={self.level})"
        return f"<closed {shown}>" if self._closed else shown

    def search(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Result:
        """Search a position and return the best move or moves.

        Parameters
        ----------
        board : Board or text
            The position, in any form that `Board` reads; the side to move may have to pass.
        limits : Limits, optional
            Limits of the search; its fields may be given as keywords instead.
        on_info : callable, optional
            Called with an `Info` after each iteration.

        Examples
        --------
        >>> engine = Engine(hash_mb=1)
        >>> [len(engine.search("f5d6", depth=3, multipv=n).lines) for n in (1, 3)]
        [1, 3]
        """
        return self.prepare(board, limits, on_info=on_info, **keywords).run()

    def solve(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Result:
        """Return the best move and the exact score, or with `wld` only who wins: -1, 0 or 1.

        The arguments are those of `search`; `depth` and `level` are refused. If `seconds` or
        `nodes` are not enough, the result is not `exact`.

        Examples
        --------
        >>> Engine(hash_mb=1).solve("X" * 57 + "OOOOO-- X").score
        64
        """
        return self.search(board, limits_of_solve(limits, keywords), on_info=on_info)

    def analyse(
        self, board: BoardLike, limits: Limits | None = None, **keywords: Unpack[LimitKeywords]
    ) -> Generator[Info, None, Result]:
        """Search in the background; yield an `Info` after each iteration.

        Without limits the search ends when the position is solved. Closing the generator stops the
        search. The generator's return value is the `Result`.

        Examples
        --------
        >>> [info.depth for info in Engine(hash_mb=1).analyse("startpos", depth=3)]
        [1, 2, 3]
        """
        from queue import SimpleQueue  # slow to import: only when it is needed

        events: SimpleQueue[Info | Result | BaseException] = SimpleQueue()
        search = self.prepare(board, limits_of(limits, keywords, ENDLESS), on_info=events.put)
        return events_of(search, events)

    def prepare(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Search:
        """Return a search that is ready to `run`, perhaps in another thread.

        All errors in the arguments are raised here. A `stop` during or after this call stops the
        search, even before it runs.
        """
        n_stops = self._searches.n_stops  # first: the weights may take long to load
        board = check_board(board)
        limits_for_core = core_arguments(
            limits_of(limits, keywords),
            board,
            level=self.level,
            selectivity=self.selectivity,
            endgame_depth=self.endgame_depth,
        )
        options = {
            "algorithm": self.algorithm,
            **self._core_evaluation(),
            "verify": self.verify,
            "processor_time": self.processor_time,
            "min_split_depth": self.granularity,
            "extensions": self.extensions,
        }
        with self._searches.idle:
            searcher = self._allocated()
        kind = self._kind_of_values()
        if self.threads > 1 and core.threads_lost():
            warn(LOST_THREADS, RuntimeWarning)
        return Search(
            self._searches,
            searcher,
            board,
            options,
            limits_for_core,
            on_info,
            before=lambda: self._forget_others(searcher, kind),
            stops_before=n_stops,
        )

    def stop(self) -> None:
        """End the running search within milliseconds; any thread may call this.

        A search that is prepared but does not run yet will return as soon as it is run.
        """
        self._searches.stop()

    def evaluate(self, board: BoardLike) -> float:
        """Return the evaluation in discs for the mover, without searching.

        A finished game has its exact score.

        >>> Engine().evaluate("X" + "-" * 63 + " X")
        64
        """
        board = check_board(board)
        self._check_open()
        if board.is_over:
            return board.score()
        if not isinstance(self.evaluation, str):
            return self._own_value(board)
        self._load_weights()
        return evaluate(board.player, board.opponent, self.evaluation) / VALUE_PER_DISC

    def clear(self) -> None:
        """Clear the table and everything else learned from earlier searches."""
        self._check_open()
        if (searcher := self._searcher) is not None:
            with self._searches.idle:
                searcher.clear()

    def counters(self) -> dict[str, int]:
        """Return the core's counters of the last search, by name; empty before the first."""
        searcher = self._searcher
        return dict(searcher.counters()) if searcher is not None else {}

    def nodes_so_far(self) -> int:
        """Return the nodes of the running search so far, 0 before the first; in any thread.

        >>> with Engine(hash_mb=1) as engine:
        ...     engine.nodes_so_far()
        0
        """
        return int(self._searcher.nodes_so_far()) if self._searcher is not None else 0

    def worker_nodes(self) -> list[int]:
        """Return the nodes that each thread visited in the last search.

        >>> with Engine(hash_mb=1) as engine:
        ...     result = engine.search("f5d6", depth=5)
        ...     engine.worker_nodes() == [result.nodes]
        True
        """
        searcher = self._searcher
        return list(searcher.worker_nodes()) if searcher is not None else []

    def allocate(self) -> None:
        """Allocate and clear the table now, so that the first search need not.

        The system provides memory page by page when it is first used. This takes time, and the
        first search might overstep a short time limit.
        """
        if self._touched:
            return
        with self._searches.idle:
            self._allocated().clear()
        self._touched = True

    def close(self) -> None:
        """Stop the running search and give the table back; the engine cannot be used again."""
        self._closed = True
        self.stop()
        self._searcher = None
        self._touched = False
