"""What commands give to the workers of ``--cluster``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from othello.analysis.games import TIMED_SELECTIVITY, GameAnalysis, analyse_game
from othello.cluster.cache import (
    ResultCache,
    describe_analysis,
    describe_result,
    opened_cache,
    read_analysis,
    read_result,
)
from othello.cluster.executors import Cluster, open_cluster
from othello.cluster.jobs import Job, distribute
from othello.cluster.worker import ClusterError, Setup
from othello.commands.games import GameSource, SourceGame
from othello.commands.output import Progress
from othello.commands.positions import PositionSource
from othello.commands.searching import Searcher
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.formats.obf import Position, format_position
from othello.game import Game
from othello.levels import NO_PRUNING
from othello.limits import Limits
from othello.measuring.suite import Outcome, judged, run_suite
from othello.proving.solve import solve_in_parts
from othello.proving.store import opened_store
from othello.result import Result
from othello.training.dataset import LabelledPositions
from othello.training.selfplay import Plan, make_positions

__all__ = ["analyse_on_cluster", "cluster_searcher", "search_on_cluster", "shard_maker"]

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

        def search(positions: Iterable[Position], progress: Progress) -> Iterator[Outcome]:
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
                    yield Outcome(job.item, job.outcome, judged(job.item, job.outcome, limits))

        yield search


def search_on_cluster(
    cluster: Cluster, positions: Iterable[Position], limits: Limits, cached_in: Path | None = None
) -> Iterator[Job[Position, Result]]:
    """Search each position with an empty table; results of earlier runs come from a file."""
    search = partial(search_position, limits)
    if cached_in is None:
        yield from distribute(cluster, search, positions)
        return
    with opened_cache(cached_in, {**cluster.setup.settings(), **limits._asdict()}) as cache:

        def known(number: int, position: Position) -> Result | None:
            return cache.find(number, format_position(position), read_result)

        def keep(number: int, position: Position, result: Result) -> None:
            cache.add(number, format_position(position), describe_result(result))

        yield from distribute(cluster, search, positions, known=known, on_outcome=keep)


def search_position(limits: Limits, engine: Engine, position: Position) -> Result:
    """Search a position; what a worker calls."""
    (outcome,) = run_suite(engine, [position], limits)
    return outcome.result


def split(
    cluster: Cluster, positions: Iterable[Position], path: Path | None, progress: Progress
) -> Iterator[Outcome]:
    """Solve one position after the other, each in parts by all workers."""

    def show(n_leaves: int) -> None:
        progress.note(f"{n_leaves} leaves")

    with opened_store(path) as store:
        for position in positions:
            result = solve_in_parts(cluster, store, position.board, show)
            yield Outcome(position, result, judged(position, result, Limits(exact=True)))


# ---------------------------------------------------------------------- games


def analyse_on_cluster(
    arguments: argparse.Namespace, limits: Limits | None, source: GameSource
) -> Iterator[tuple[str, GameAnalysis]]:
    """Analyse the games of `source` on the workers; yield each game's name and its analysis.

    Games that are given up are reported to `source`.
    """
    setup = Setup.here(
        arguments.weights_file,
        threads=arguments.threads,
        hash_mb=arguments.hash,
        endgame_depth=arguments.exact_from,
        selectivity=TIMED_SELECTIVITY if arguments.time and limits is None else NO_PRUNING,
    )
    with open_cluster(arguments.cluster, setup) as cluster, Progress(None) as progress:
        for job in analyse_games(cluster, arguments, limits, source):
            progress.hide()
            if job.outcome is None:
                source.report(f"{job.item.id}: {job.fault}")
            else:
                yield job.item.id, job.outcome._replace(comments=job.item.comments)
            progress.step()


def analyse_games(
    cluster: Cluster,
    arguments: argparse.Namespace,
    limits: Limits | None,
    source: Iterable[SourceGame],
) -> Iterator[Job[SourceGame, GameAnalysis]]:
    """Analyse each game; analyses of earlier runs come from the file of ``--keep``."""
    analyse = partial(analyse_one, limits, arguments.time, not arguments.forwards)
    if arguments.keep is None:
        yield from distribute(cluster, analyse, source)
        return
    settings: dict[str, Any] = {**cluster.setup.settings(), **(limits or Limits())._asdict()}
    settings |= {"time": arguments.time, "forwards": arguments.forwards}
    with opened_cache(arguments.keep, settings) as cache:
        yield from distribute(
            cluster,
            analyse,
            source,
            known=partial(find_analysis, cache),
            on_outcome=partial(keep_analysis, cache),
        )


def name_game(game: Game) -> str:
    """Return text that equal games have in common."""
    return f"{game.start.to_obf()} {game.transcript()}"


def find_analysis(cache: ResultCache, number: int, item: SourceGame) -> GameAnalysis | None:
    """Return the analysis of a game that an earlier run has made."""
    return cache.find(number, name_game(item.game), partial(read_analysis, game=item.game))


def keep_analysis(
    cache: ResultCache, number: int, item: SourceGame, analysis: GameAnalysis
) -> None:
    """Write down the analysis of a game."""
    cache.add(number, name_game(item.game), describe_analysis(analysis))


def analyse_one(
    limits: Limits | None,
    seconds: float | None,
    backwards: bool,
    engine: Engine,
    item: SourceGame,
) -> GameAnalysis:
    """Analyse a game; what a worker calls."""
    return analyse_game(item.game, engine, limits, seconds=seconds, backwards=backwards)


# ---------------------------------------------------------------------- training data


@contextmanager
def shard_maker(
    arguments: argparse.Namespace, plan: Plan
) -> Iterator[Callable[[Iterable[int]], Iterator[LabelledPositions]]]:
    """Give what makes the positions of shards on the workers, a shard on each at a time."""
    path = None if arguments.weights is None else str(arguments.weights)
    job = partial(make_shard, plan, arguments.threads)
    with open_cluster(arguments.cluster, Setup.here(path, hash_mb=1)) as cluster:

        def make(numbers: Iterable[int]) -> Iterator[LabelledPositions]:
            for done in distribute(cluster, job, numbers):
                if done.outcome is None:
                    raise ClusterError(f"shard {done.item}: {done.fault}")
                yield done.outcome

        yield make


def make_shard(plan: Plan, threads: int, engine: Engine, number: int) -> LabelledPositions:
    """Make the positions of a shard; what a worker calls. Its engine only has the weights ready."""
    return make_positions(number, plan, None, threads)
