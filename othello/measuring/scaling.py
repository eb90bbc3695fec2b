"""Measure how searches scale with threads: speed-up, efficiency and additional nodes.

Each algorithm searches the same positions on one thread, the baseline, and then on more threads.
`granularity` is the depth below which threads share no work.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from othello.analysis.suite import JudgedSearch, run_suite
from othello.engine import Engine
from othello.formats.obf import ScoredPosition
from othello.limits import Limits

DEPTHS: dict[str, int | None] = {"pvs": None, "alphabeta": 10, "minimax": 7}
"""Depth in plies by algorithm; None solves. With 20 empties, each takes tenths of a second."""

GRANULARITIES = (6, 8, 10)

WARM_UP = Limits(nodes=100_000)
"""A first search that is not measured; it starts the threads."""


class ScalingSetting(NamedTuple):
    """Settings of a search, by one of `Engine.ALGORITHMS`.

    `granularity` is the depth below which no work is shared; None on one thread, which shares none.
    """

    algorithm: str
    granularity: int | None
    threads: int


class ScalingPoint(NamedTuple):
    """All positions searched under one setting, compared with one thread.

    `nodes` are those of all threads. `speedup` is the time of one thread over `seconds`, and
    `efficiency` that over `threads`: 1.0 is ideal. `overhead` are additional nodes, divided by
    those of one thread: 0.0 is ideal. `span` adds up the nodes of each search's busiest thread:
    ``nodes / span`` is the greatest speed-up that this division of the work allows. `wrong` counts
    searches whose score differs from that of one thread or, if exact, from the file's.
    """

    algorithm: str
    granularity: int | None
    threads: int
    seconds: float
    nodes: int
    speedup: float
    efficiency: float
    overhead: float
    span: int
    wrong: int


class Cost(NamedTuple):
    """All searches with one setting: their time, their nodes, and those of the busiest worker."""

    seconds: float
    nodes: int
    span: int


def thread_counts(maximum: int) -> list[int]:
    """Return the numbers of threads to try: doubled each time, and `maximum` itself.

    >>> thread_counts(6)
    [1, 2, 4, 6]
    """
    counts = [1 << i for i in range(maximum.bit_length()) if 1 << i < maximum]
    return [*counts, maximum]


def plan(
    max_threads: int,
    algorithms: Iterable[str] = Engine.ALGORITHMS,
    granularities: Iterable[int] = GRANULARITIES,
) -> list[ScalingSetting]:
    """Return the settings to measure; for each algorithm, one thread comes first.

    >>> for setting in plan(2, ["pvs"], [6, 8]):
    ...     print(*setting)
    pvs None 1
    pvs 6 2
    pvs 8 2
    """
    settings = []
    granularities = list(granularities)
    for algorithm in algorithms:
        settings.append(ScalingSetting(algorithm, None, 1))
        settings += [
            ScalingSetting(algorithm, granularity, threads)
            for granularity in granularities
            for threads in thread_counts(max_threads)
            if threads > 1
        ]
    return settings


def measure(
    settings: Iterable[ScalingSetting],
    positions: Sequence[ScoredPosition],
    *,
    depth: int | None = None,
    hash_mb: int = 64,
    on_search: Callable[[], None] = lambda: None,
) -> Iterator[ScalingPoint]:
    """Search the positions, at least one, under each setting, each with an empty table.

    The settings are as `plan` returns them: for each algorithm, one thread comes first. `depth` is
    in plies, for every algorithm instead of those in `DEPTHS`. `on_search` is called after each
    search.

    >>> from othello.formats.obf import parse_position
    >>> positions = [parse_position("startpos")]
    >>> for measurement in measure(plan(1, ["minimax"]), positions, depth=4, hash_mb=1):
    ...     print(measurement.threads, measurement.nodes, measurement.speedup, measurement.span)
    1 316 1.0 316
    """
    baselines: dict[str, tuple[list[JudgedSearch], Cost]] = {}
    for setting in settings:
        algorithm, granularity, threads = setting
        plies = DEPTHS[algorithm] if depth is None else depth
        limits = Limits(exact=True) if plies is None else Limits(depth=plies)
        with Engine(threads, hash_mb, algorithm=algorithm, granularity=granularity or 0) as engine:
            engine.allocate()
            engine.search(positions[0].board, WARM_UP)
            outcomes, cost = _search(engine, positions, limits, on_search)
        alone, baseline = baselines.setdefault(algorithm, (outcomes, cost))
        pairs = zip(outcomes, alone, strict=True)
        wrong = sum(_is_wrong(setting, outcome, other) for outcome, other in pairs)
        yield compare(setting, cost, baseline, wrong)


def _search(
    engine: Engine,
    positions: Sequence[ScoredPosition],
    limits: Limits,
    on_search: Callable[[], None],
) -> tuple[list[JudgedSearch], Cost]:
    outcomes = []
    span = 0
    for outcome in run_suite(engine, positions, limits):
        outcomes.append(outcome)
        span += max(engine.worker_nodes())
        on_search()
    results = [outcome.result for outcome in outcomes]
    seconds = sum(result.seconds for result in results)
    return outcomes, Cost(seconds, sum(result.nodes for result in results), span)


def compare(setting: ScalingSetting, cost: Cost, baseline: Cost, wrong: int) -> ScalingPoint:
    """Return what a setting costs, compared with one thread or rank."""
    speedup = baseline.seconds / max(cost.seconds, 1e-9)
    return ScalingPoint(
        *setting,
        seconds=cost.seconds,
        nodes=cost.nodes,
        speedup=speedup,
        efficiency=speedup / setting.threads,
        overhead=cost.nodes / max(baseline.nodes, 1) - 1,
        span=cost.span,
        wrong=wrong,
    )


def _is_wrong(setting: ScalingSetting, outcome: JudgedSearch, alone: JudgedSearch) -> bool:
    """Return whether a score is wrong by the file or differs from that of one thread.

    Scores of `pvs` that are not exact may depend on the number of threads; they are not compared.
    """
    result = outcome.result
    if result.exact and outcome.correct is False:
        return True
    is_fixed = result.exact or setting.algorithm != "pvs"
    return is_fixed and result.score != alone.result.score
