"""What commands with ``--cluster`` share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

from othello._core import core
from othello.cluster.base import Cluster
from othello.cluster.choice import open_cluster
from othello.cluster.mpi import MpiCluster
from othello.cluster.suite import run_suite_on
from othello.cluster.worker import Setup
from othello.commands.output import Progress
from othello.commands.positions import PositionSource
from othello.errors import InvalidOption
from othello.formats.obf import Position
from othello.limits import Limits
from othello.measuring.suite import Outcome, judged
from othello.proving.splitting import Splitting
from othello.proving.store import opened_store

__all__ = ["cluster_searcher", "opened_cluster"]


@contextmanager
def opened_cluster(text: str) -> Iterator[Cluster | None]:
    """Give the workers that ``--cluster`` names; None to a rank that has worked for the first."""
    with open_cluster(text, core.processors()) as cluster:
        yield None if isinstance(cluster, MpiCluster) and not cluster.is_driver else cluster


Search = Callable[[Iterable[Position], Progress], Iterator[Outcome]]


@contextmanager
def cluster_searcher(
    arguments: argparse.Namespace, limits: Limits, source: PositionSource
) -> Iterator[Search | None]:
    """Give what searches positions on the workers; None to a rank that has worked for the first.

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
        if cluster is None:
            yield None
            return

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
