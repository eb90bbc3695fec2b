"""Jobs that commands give to the workers of ``--cluster``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from othello.analysis.as_json import describe_analysis, describe_result, read_analysis, read_result
from othello.analysis.games import TIMED_SELECTIVITY, analyse_game
from othello.analysis.moves import GameAnalysis
from othello.analysis.suite import JudgedSearch, judged, run_suite
from othello.cluster.cache import opened_cache
from othello.cluster.executors import Cluster, open_cluster
from othello.cluster.jobs import WorkItem, distribute
from othello.cluster.worker import Setup
from othello.commands.game_source import GameSource, SourceGame
from othello.commands.output import Progress
from othello.commands.positions import PositionSource
from othello.engine import Engine
from othello.errors import InvalidOption, counted
from othello.formats.obf import ScoredPosition, format_position
from othello.levels import NO_PRUNING
from othello.limits import Limits
from othello.proving.solve import solve_in_parts
from othello.proving.store import opened_store
from othello.result import Result

if TYPE_CHECKING:
    from othello.commands.searching import Searcher

Item = TypeVar("Item")
Output = TypeVar("Output")

# ---------------------------------------------------------------------- positions


@contextmanager
def cluster_searcher(
    arguments: argparse.Namespace, limits: Limits, source: PositionSource
) -> Iterator[Searcher]:
    """Give what searches positions on the workers; those given up are reported to `source`."""
    store: Path | None = getattr(arguments, "store", None)
    is_plain_solve = hasattr(arguments, "store") and limits == Limits(exact=True)
    can_split = is_plain_solve and arguments.keep is None
    if store is not None and not can_split:
        raise InvalidOption(
            f"--store {store} with --keep, --wld, --multipv, --selectivity or --time: "
            "expected a plain solve"
        )
    setup = Setup.here(arguments.weights_file, threads=arguments.threads, hash_mb=arguments.hash)
    with open_cluster(arguments.cluster, setup) as cluster:

        def search(
            positions: Iterable[ScoredPosition], progress: Progress
        ) -> Iterator[JudgedSearch]:
            first = list(islice(positions, 2))
            positions = chain(first, positions)
            if can_split and (store is not None or len(first) == 1):
                yield from split(cluster, positions, store, progress)
                return
            for job in search_on_cluster(cluster, positions, limits, arguments.keep):
                if job.outcome is None:
                    progress.hide()
                    source.report(f"{job.item.id}: {job.fault}")
                else:
                    yield JudgedSearch(job.item, job.outcome, judged(job.item, job.outcome, limits))

        yield search


def search_on_cluster(
    cluster: Cluster,
    positions: Iterable[ScoredPosition],
    limits: Limits,
    cached_in: Path | None = None,
) -> Iterator[WorkItem[ScoredPosition, Result]]:
    """Search each position with an empty table; results of earlier runs come from a file."""
    yield from kept(
        cluster,
        partial(search_position, limits),
        positions,
        cached_in,
        limits._asdict(),
        format_position,
        lambda position, found: read_result(found),
        describe_result,
    )


def kept(
    cluster: Cluster,
    work: Callable[[Engine, Item], Output],
    items: Iterable[Item],
    path: Path | None,
    settings: Mapping[str, Any],
    key: Callable[[Item], str],
    read: Callable[[Item, Any], Output],
    describe: Callable[[Output], Any],
) -> Iterator[WorkItem[Item, Output]]:
    """Distribute `work` on `items`; outcomes of earlier runs come from the file `path`.

    They are found by the item's `key`; `describe` turns them to JSON, and `read` back.
    """
    if path is None:
        yield from distribute(cluster, work, items)
        return
    with opened_cache(path, {**cluster.setup.settings(), **settings}) as cache:

        def known(number: int, item: Item) -> Output | None:
            return cache.find(number, key(item), partial(read, item))

        def keep(number: int, item: Item, outcome: Output) -> None:
            cache.add(number, key(item), describe(outcome))

        yield from distribute(cluster, work, items, known=known, on_outcome=keep)


def search_position(limits: Limits, engine: Engine, position: ScoredPosition) -> Result:
    """Search a position; what a worker calls."""
    (outcome,) = run_suite(engine, [position], limits)
    return outcome.result


def split(
    cluster: Cluster, positions: Iterable[ScoredPosition], path: Path | None, progress: Progress
) -> Iterator[JudgedSearch]:
    """Solve one position after the other, each in parts by all workers."""

    def show(n_leaves: int) -> None:
        progress.note(counted(n_leaves, "leaf", "leaves"))

    with opened_store(path) as store:
        for position in positions:
            result = solve_in_parts(cluster, store, position.board, show)
            yield JudgedSearch(position, result, judged(position, result, Limits(exact=True)))


# ---------------------------------------------------------------------- games


def analyse_on_cluster(
    arguments: argparse.Namespace, limits: Limits | None, source: GameSource
) -> Iterator[tuple[str, GameAnalysis]]:
    """Analyse the games of `source` on the workers; yield each game's name and its analysis.

    Analyses of earlier runs come from the file of ``--keep``. Games that are given up are reported
    to `source`.
    """
    setup = Setup.here(
        arguments.weights_file,
        threads=arguments.threads,
        hash_mb=arguments.hash,
        endgame_depth=arguments.exact_from,
        selectivity=TIMED_SELECTIVITY if arguments.seconds and limits is None else NO_PRUNING,
    )
    settings = {**(limits or Limits())._asdict(), "time": arguments.seconds}
    settings["forwards"] = arguments.forwards
    with open_cluster(arguments.cluster, setup) as cluster, Progress(None) as progress:
        for job in kept(
            cluster,
            partial(analyse_one, limits, arguments.seconds, not arguments.forwards),
            source,
            arguments.keep,
            settings,
            lambda item: f"{item.game.start.to_obf()} {item.game.transcript()}",
            lambda item, found: read_analysis(found, item.game),
            describe_analysis,
        ):
            progress.hide()
            if job.outcome is None:
                source.report(f"{job.item.id}: {job.fault}")
            else:
                yield job.item.id, job.outcome._replace(comments=job.item.comments)
            progress.step()


def analyse_one(
    limits: Limits | None, seconds: float | None, backwards: bool, engine: Engine, item: SourceGame
) -> GameAnalysis:
    """Analyse a game; what a worker calls."""
    return analyse_game(item.game, engine, limits, seconds=seconds, backwards=backwards)
