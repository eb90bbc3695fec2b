"""What commands with ``--cluster`` share, and what they give to the workers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from othello._core import core
from othello.analysis.games import TIMED_SELECTIVITY, GameAnalysis, analyse_game
from othello.analysis.kept import describe_analysis, name_game, read_analysis
from othello.cluster.base import Cluster, ClusterError
from othello.cluster.choice import open_cluster
from othello.cluster.items import distribute
from othello.cluster.kept import KeptOutcomes
from othello.cluster.mpi import MpiCluster
from othello.cluster.suite import run_suite_on
from othello.cluster.worker import Setup
from othello.commands.games import GameSource, SourceGame
from othello.commands.output import Progress
from othello.commands.positions import PositionSource
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.formats.obf import Position
from othello.levels import NO_PRUNING
from othello.limits import Limits
from othello.measuring.suite import Outcome, judged
from othello.proving.splitting import Splitting
from othello.proving.store import opened_store
from othello.training.dataset import LabelledPositions
from othello.training.selfplay import Plan, make_positions

__all__ = ["analyse_on_cluster", "cluster_searcher", "opened_cluster", "shard_maker"]


@contextmanager
def opened_cluster(text: str) -> Iterator[Cluster]:
    """Give the workers that ``--cluster`` names.

    A rank of an MPI job that has worked for the first one leaves here: it has no output.
    """
    with open_cluster(text, core.processors()) as cluster:
        if isinstance(cluster, MpiCluster) and not cluster.is_driver:
            sys.exit(0)
        yield cluster


Search = Callable[[Iterable[Position], Progress], Iterator[Outcome]]


@contextmanager
def cluster_searcher(
    arguments: argparse.Namespace, limits: Limits, source: PositionSource
) -> Iterator[Search]:
    """Give what searches positions on the workers.

    Positions that are given up are reported to `source`.
    """
    store: Path | None = getattr(arguments, "store", None)
    can_split = hasattr(arguments, "store") and is_plain_solve(limits) and arguments.keep is None
    if store is not None and not can_split:
        raise InvalidOption(
            f"--store {store} with --keep, --wld, --multipv, --selectivity or --time: "
            "expected a plain solve"
        )
    setup = Setup.here(arguments.weights_file, threads=arguments.threads, hash_mb=arguments.hash)
    with opened_cluster(arguments.cluster) as cluster:

        def search(positions: Iterable[Position], progress: Progress) -> Iterator[Outcome]:
            first = list(islice(positions, 2))
            positions = chain(first, positions)
            if can_split and (store is not None or len(first) == 1):
                yield from split(cluster, setup, positions, store, progress)
                return
            for done in run_suite_on(cluster, setup, positions, limits, arguments.keep):
                if done.outcome is None:
                    progress.hide()
                    source.report(f"{done.item.id}: {done.fault}")
                else:
                    yield done.outcome

        yield search


def is_plain_solve(limits: Limits) -> bool:
    """Return whether nothing but the score and one line of a position is wanted."""
    return limits == Limits(exact=True)


def split(
    cluster: Cluster,
    setup: Setup,
    positions: Iterable[Position],
    path: Path | None,
    progress: Progress,
) -> Iterator[Outcome]:
    """Solve one position after the other, each in parts by all workers."""

    def show(n_leaves: int) -> None:
        progress.note(f"{n_leaves} leaves")

    with opened_store(path) as store:
        for position in positions:
            result = Splitting(cluster, setup, store, show).solve(position.board)
            yield Outcome(position, result, judged(position, result, Limits(exact=True)))


def analyse_on_cluster(
    arguments: argparse.Namespace, limits: Limits | None, source: GameSource
) -> Iterator[tuple[str, GameAnalysis]]:
    """Analyse the games of `source` on the workers; yield each game's name and its analysis.

    Games that are given up are reported to `source`.
    """
    is_timed = arguments.time is not None
    setup = Setup.here(
        arguments.weights_file,
        threads=arguments.threads,
        hash_mb=arguments.hash,
        endgame_depth=arguments.exact_from,
        selectivity=TIMED_SELECTIVITY if is_timed else NO_PRUNING,
    )
    analyse = partial(analyse_one, limits, arguments.time, not arguments.forwards)
    with ExitStack() as stack:
        cluster = stack.enter_context(opened_cluster(arguments.cluster))
        progress = stack.enter_context(Progress(None))
        keeping: dict[str, Any] = {}
        if arguments.keep is not None:
            settings = {**setup.settings(), **(limits or Limits())._asdict()}
            settings |= {"time": arguments.time, "forwards": arguments.forwards}
            kept = stack.enter_context(KeptOutcomes(arguments.keep, settings))
            keeping = {"known": partial(find_kept, kept), "on_outcome": partial(keep, kept)}
        for done in distribute(cluster, setup, analyse, source, **keeping):
            progress.hide()
            if done.outcome is None:
                source.report(f"{done.item.id}: {done.fault}")
            else:
                yield done.item.id, done.outcome
            progress.step()


def find_kept(kept: KeptOutcomes, number: int, item: SourceGame) -> GameAnalysis | None:
    """Return the analysis of a game that an earlier run has kept."""
    found = kept.find(number, name_game(item.game), partial(read_analysis, game=item.game))
    return None if found is None else found._replace(comments=item.comments)


def keep(kept: KeptOutcomes, number: int, item: SourceGame, analysis: GameAnalysis) -> None:
    """Write down the analysis of a game."""
    kept.add(number, name_game(item.game), describe_analysis(analysis))


def analyse_one(
    limits: Limits | None,
    seconds: float | None,
    backwards: bool,
    engine: Engine,
    item: SourceGame,
) -> GameAnalysis:
    """Analyse a game; what a worker calls."""
    analysis = analyse_game(item.game, engine, limits, seconds=seconds, backwards=backwards)
    return analysis._replace(comments=item.comments)


@contextmanager
def shard_maker(
    arguments: argparse.Namespace, plan: Plan
) -> Iterator[Callable[[Iterable[int]], Iterator[LabelledPositions]]]:
    """Give what makes the positions of shards on the workers, a shard on each at a time."""
    path = None if arguments.weights is None else str(arguments.weights)
    setup = Setup.here(path, hash_mb=1)
    job = partial(make_shard, plan, arguments.threads)
    with opened_cluster(arguments.cluster) as cluster:

        def make(numbers: Iterable[int]) -> Iterator[LabelledPositions]:
            for done in distribute(cluster, setup, job, numbers):
                if done.outcome is None:
                    raise ClusterError(f"shard {done.item}: {done.fault}")
                yield done.outcome

        yield make


def make_shard(plan: Plan, threads: int, engine: Engine, number: int) -> LabelledPositions:
    """Make the positions of a shard; what a worker calls. Its engine only has the weights ready."""
    return make_positions(number, plan, None, threads)
