"""The settings of an engine, and the core's searcher that is made with them."""

from __future__ import annotations

import math
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    NamedTuple,
    Protocol,
    TypeVar,
    runtime_checkable,
)

from othello._core import core
from othello._memory import memory_mb
from othello.board import PASS, Board
from othello.engine.search import OneSearch
from othello.errors import (
    EngineError,
    EvaluationError,
    InvalidOption,
    NoMemory,
    counted,
    quote,
    warn,
)
from othello.fields import Choices, Range, fields_of
from othello.levels import DEFAULT_LEVEL, MAX_LEVEL, NO_PRUNING
from othello.limits import MAX_DEPTH, SELECTIVITIES
from othello.rooms import providers
from othello.weights import evaluation_options, load_default, own_patterns, weights_in_use

if TYPE_CHECKING:
    from othello.engine.answers import Evaluation

Value = TypeVar("Value")

MAX_HASH_MB = 1 << 20
DEFAULT_HASH_MB = 64


class EngineSettings(NamedTuple):
    """The settings of an engine, as declared: keywords, UGI's options and those of commands."""

    threads: Annotated[int, Range(1, core.max_threads()), "number of threads"] = 1
    hash_mb: Annotated[int, Range(1, MAX_HASH_MB), "megabytes of the transposition table"] = (
        DEFAULT_HASH_MB
    )
    level: Annotated[
        int, Range(0, MAX_LEVEL), "level of searches without a limit; see `othello.levels`"
    ] = DEFAULT_LEVEL
    evaluation: Annotated[
        Any,
        Choices(core.EVALUATIONS),
        "one of `Engine.EVALUATIONS`, the best by default, or one of your own, as "
        "`othello.evaluators` says",
    ] = core.EVALUATIONS[0]
    algorithm: Annotated[
        str, Choices(core.ALGORITHMS), "one of `Engine.ALGORITHMS`; the best by default"
    ] = core.ALGORITHMS[0]
    selectivity: Annotated[
        int,
        Choices(SELECTIVITIES),
        "confidence of forward pruning in percent, 100 for none, of searches with a `depth`; other "
        "limits bring their own, see `Limits.selectivity`",
    ] = NO_PRUNING
    endgame_depth: Annotated[
        int,
        Range(0, MAX_DEPTH),
        "solve positions with at most this many empties exactly, whatever depth is asked for",
    ] = 0
    granularity: Annotated[
        int,
        Range(0, MAX_DEPTH),
        "depth below which threads share no work; 0 lets the engine choose, which then also runs "
        "searches of less than about a millisecond on one thread",
    ] = 0
    processor_time: Annotated[
        bool,
        "measure limits in seconds by a thread's processor time instead of the clock: on a busy "
        "machine, a search then goes as far as on an idle one. What other searches and threads of "
        "the process use does not count. With several threads their sum may be as many times as "
        "much",
    ] = False
    verify: Annotated[
        bool, "search nothing deeper than asked, so that every algorithm gives the same score"
    ] = False
    extensions: Annotated[
        bool,
        "search forced replies and corner captures a ply deeper. Off, as no gain was shown: "
        "+17 ± 63 Elo in 120 games at 20,000 nodes a move",
    ] = False


SETTINGS = {field.name: field for field in fields_of(EngineSettings)}


@runtime_checkable
class InC(Protocol):
    """An evaluation in C, such as `othello.evaluators.CFunction`."""

    address: int
    context_address: int

    def value(self, player: int, opponent: int) -> float:
        """Return what a position is worth, in discs."""


class Setting(Generic[Value]):
    """A setting of an engine, which is checked by its declaration when it is set."""

    def __set_name__(self, owner: type, name: str) -> None:
        if name in SETTINGS:  # no older name
            self._field = SETTINGS[name]
            self.__doc__ = self._field.help

    def __get__(self, options: Options, owner: type | None = None) -> Value:
        value: Value = vars(options)[self._field.name]
        return value

    def __set__(self, options: Options, value: Value) -> None:
        vars(options)[self._field.name] = self._field.checked(value)


class Options:
    """An engine's settings, each checked when it is set.

    A wrong value raises `InvalidOption`, and the old value stays. `threads` and `hash_mb` change
    the searcher at once if there is one; the others are read when a search is prepared.
    """

    EVALUATIONS: tuple[str, ...] = core.EVALUATIONS
    ALGORITHMS: tuple[str, ...] = core.ALGORITHMS

    level = Setting[int]()
    algorithm = Setting[str]()
    selectivity = Setting[int]()
    endgame_depth = Setting[int]()
    granularity = Setting[int]()
    processor_time = Setting[bool]()
    verify = Setting[bool]()
    deepen_hot = extensions = Setting[bool]()  # the first is the old name

    _evaluation: str | Evaluation | InC
    _threads: int
    _hash_mb: int

    def __init__(self) -> None:
        self._searcher: Any = None
        self._closed = False
        self._touched = False
        self._last_kind: tuple[object, ...] | None = None
        self._searches = OneSearch()

    @staticmethod
    def max_threads() -> int:
        """Return how many threads an engine may use; 1 if it was built without OpenMP."""
        limit: int = core.max_threads()
        return limit

    @property
    def threads(self) -> int:
        """Threads of a search. If the system cannot start so many, the old number stays."""
        return self._threads

    @threads.setter
    def threads(self, threads: int) -> None:
        threads = SETTINGS["threads"].checked(threads)
        if threads > (n := core.processors()):
            reason = f"{threads} threads on {counted(n, 'processor')} are no faster than {n}"
            warn(reason, RuntimeWarning)
        if threads > 1 and (stack := core.thread_stack()) < core.STACK_NEEDED:
            raise InvalidOption(
                f"{threads} threads with {stack >> 10} kB of stack each: expected "
                f"{core.STACK_NEEDED >> 10} kB, by another OMP_STACKSIZE or ulimit -s"
            )
        with self._searches.idle:
            if self._searcher is not None:
                _set_threads(self._searcher, threads)
            elif not core.room_for_threads(threads - 1):
                raise too_many_threads(threads)
        self._threads = threads

    @property
    def hash_mb(self) -> int:
        """Size of the table in MB. If there is no memory for a new size, the old table stays."""
        return self._hash_mb

    @hash_mb.setter
    def hash_mb(self, hash_mb: int) -> None:
        hash_mb = SETTINGS["hash_mb"].checked(hash_mb)
        if hash_mb > memory_mb():  # checked now, as the table may be allocated much later
            raise _too_large(hash_mb)
        if self._searcher is not None and hash_mb != self._hash_mb:
            with self._searches.idle:
                try:
                    self._searcher.resize(hash_mb)
                except MemoryError:
                    raise _too_large(hash_mb) from None
            self._touched = False
        self._hash_mb = hash_mb

    def share_table(self, descriptor: int) -> None:
        """Use a file's memory as the table, which other processes may use at the same time.

        What one process finds out is then known to all. They need the same evaluation, `verify`
        and `extensions`. `clear` clears the table for all of them; another `hash_mb` gives this
        engine one of its own again.

        Parameters
        ----------
        descriptor : int
            Of a file that all processes use whole, its size a power of two, 1 MB at least; best one
            without a name, as `os.memfd_create` makes it. It may be closed afterwards.

        Raises
        ------
        InvalidOption
            If it is none, or cannot be used as memory. The table stays the same.
        """
        with self._searches.idle:
            searcher = self._allocated()
            try:
                searcher.share_table(descriptor)
            except OSError as error:
                raise InvalidOption(f"no table in {error.strerror}") from None
            except ValueError as error:
                raise InvalidOption(f"no table in {error}") from None
        self._hash_mb = searcher.hash_mb
        self._touched = True  # the system makes the memory ready when one of them needs it

    @property
    def evaluation(self) -> str | Evaluation | InC:
        """The evaluation at the leaves of a search.

        One of `EVALUATIONS`, the name of a plug-in's, or one of your own: `othello.evaluators`. A
        search with another one than the search before clears the table first.
        """
        return self._evaluation

    @evaluation.setter
    def evaluation(self, evaluation: str | Evaluation | InC) -> None:
        is_own = callable(evaluation) or isinstance(evaluation, InC)
        if not is_own and evaluation not in self.EVALUATIONS:
            if (found := find_evaluation(evaluation)) is None:
                expected = f"{', '.join(self.EVALUATIONS)}, or a function"
                raise InvalidOption(f"invalid evaluation {quote(evaluation)}: expected {expected}")
            evaluation = found
        self._evaluation = evaluation

    def _kind_of_values(self) -> tuple[object, ...]:
        """Return what the values of a search depend on, besides the position and the depth.

        The weights count with any evaluation, as how much is pruned comes with them.
        """
        deepens = self.extensions and not self.verify
        return self._evaluation, weights_in_use(), self.verify, deepens

    def _forget_others(self, searcher: Any, kind: tuple[object, ...]) -> None:
        """Clear the table if it has values of another kind than those that come now."""
        if self._last_kind not in (None, kind):
            searcher.clear()
        self._last_kind = kind

    def _core_evaluation(self) -> dict[str, Any]:
        """Return the evaluation as options of the core's searcher."""
        own = self._evaluation
        if isinstance(own, str):
            return evaluation_options(own)
        if isinstance(own, InC):
            return {"evaluation": "custom", "custom": (own, own.address, own.context_address)}
        from othello.engine.answers import for_one  # needs numpy

        return {"evaluation": "custom", "custom": (for_one(own), 0, 0)}

    def _own_value(self, board: Board) -> float:
        """Return what an evaluation of the user's own says of a board whose game goes on."""
        own = self._evaluation
        sides = (board.player, board.opponent)
        if board.must_pass:
            return -self._own_value(board.after(PASS))
        if isinstance(own, InC):
            value = own.value(*sides)
            if not math.isfinite(value):
                raise EvaluationError(
                    f"the evaluation returned {value} for {board.to_obf()}: expected discs"
                )
            return value
        from othello.engine.answers import for_one

        assert callable(own)
        return for_one(own)(*sides)

    def _allocated(self) -> Any:
        """Return the core's searcher; make it first if there is none."""
        self._check_open()
        self._load_weights()
        if self._searcher is None:
            try:
                searcher = core.Searcher(hash_mb=self._hash_mb)
            except MemoryError:
                raise _too_large(self._hash_mb) from None
            _set_threads(searcher, self._threads)
            self._searcher = searcher
        return self._searcher

    def _check_open(self) -> None:
        if self._closed:
            raise EngineError("the engine is closed: expected a new one")

    def _load_weights(self) -> None:
        """Load the shipped weights if none are loaded: how much is pruned comes with them."""
        if own_patterns() is None:
            load_default()


def find_evaluation(name: object) -> Any:
    """Return the evaluation that a plug-in has under a name, None without one."""
    known = [each.EVALUATIONS for each in providers("evaluator")] if isinstance(name, str) else []
    return next((each[name] for each in known if name in each), None)


def _set_threads(searcher: Any, threads: int) -> None:
    try:
        searcher.threads = threads
    except MemoryError:
        raise too_many_threads(threads) from None


def _too_large(hash_mb: int) -> NoMemory:
    return NoMemory(
        "hash_mb",
        f"no memory for a table of {hash_mb} MB: expected less, this machine has {memory_mb()} MB",
    )


def too_many_threads(threads: int) -> NoMemory:
    """Return the error for threads that the system cannot start."""
    return NoMemory("threads", f"no memory for {threads} threads: expected fewer")
