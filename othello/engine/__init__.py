"""The engine as a Python object: `Engine`, and a `Search` that it prepares."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, Any

from othello._core import core
from othello.board import check_board
from othello.engine.options import DEFAULT_HASH_MB, MAX_HASH_MB, SETTINGS, EngineSettings, Options
from othello.engine.search import Search, events_of
from othello.errors import warn
from othello.fields import with_parameters
from othello.limits import ENDLESS, Limits, core_arguments, limits_of, limits_of_solve
from othello.result import VALUE_PER_DISC, Info, Line, Result
from othello.weights import evaluate

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from othello._limit_keywords import EngineKeywords, LimitKeywords
    from othello.board import BoardLike

__all__ = ["DEFAULT_HASH_MB", "MAX_HASH_MB", "Engine", "Info", "Limits", "Line", "Result", "Search"]

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

    A warning says if there are fewer processors than threads. A forked process has threads of its
    own. Only if an evaluation or another library forks in the middle of work by threads, or
    OpenMP's library is of GCC 8 or older, it uses one, with a warning: processes started by
    ``multiprocessing.get_context("spawn")`` have threads there too.

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
        **settings: Unpack[EngineKeywords],
    ) -> None:
        super().__init__()
        given: dict[str, Any] = {**settings}
        if "deepen_hot" in given:  # the old name
            warn("deepen_hot: expected extensions=...", DeprecationWarning)
            given["extensions"] = given.pop("deepen_hot")
        for name, value in EngineSettings(threads, hash_mb, **given)._asdict().items():
            setattr(self, name, value)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[partial[Engine], tuple[()]]:
        return partial(type(self), **{name: getattr(self, name) for name in SETTINGS}), ()

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


Engine.__doc__ = with_parameters(Engine.__doc__, SETTINGS.values(), "Examples")
