"""What commands with ``--cluster`` share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from othello._core import core
from othello.cluster.base import Cluster
from othello.cluster.choice import open_cluster
from othello.cluster.mpi import MpiCluster
from othello.cluster.suite import run_suite_on
from othello.cluster.worker import Setup
from othello.commands.output import Progress
from othello.commands.positions import PositionSource
from othello.formats.obf import Position
from othello.limits import Limits
from othello.measuring.suite import Outcome

__all__ = ["cluster_searcher", "opened_cluster"]


@contextmanager
def opened_cluster(text: str) -> Iterator[Cluster | None]:
    """Give the workers that ``--cluster`` names; None to a rank that has worked for the first."""
    with open_cluster(text, core.processors()) as cluster:
        yield None if isinstance(cluster, MpiCluster) and not cluster.is_driver else cluster


@contextmanager
def cluster_searcher(
    arguments: argparse.Namespace, limits: Limits, source: PositionSource
) -> Iterator[Callable[[Iterable[Position], Progress], Iterator[Outcome]] | None]:
    """Give what searches positions on the workers; None to a rank that has worked for the first.

    Positions that are given up are reported to `source`.
    """
    setup = Setup.here(arguments.weights_file, threads=arguments.threads, hash_mb=arguments.hash)
    with opened_cluster(arguments.cluster) as cluster:
        if cluster is None:
            yield None
            return

        def search(positions: Iterable[Position], progress: Progress) -> Iterator[Outcome]:
            for done in run_suite_on(cluster, setup, positions, limits, arguments.keep):
                if done.outcome is None:
                    progress.hide()
                    source.report(f"{done.item.id}: {done.fault}")
                else:
                    yield done.outcome

        yield search
