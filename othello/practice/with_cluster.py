"""Work on puzzles by the workers of ``--cluster``."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from othello.cluster.executors import open_cluster
from othello.cluster.jobs import distribute, outcomes
from othello.cluster.worker import Setup
from othello.engine import Engine


@contextmanager
def spread_on(arguments: argparse.Namespace) -> Iterator[Callable[..., Iterator[Any]]]:
    """Give what lets the workers do work on many items."""
    setup = Setup.here(arguments.weights_file, threads=arguments.threads, hash_mb=arguments.hash)
    with open_cluster(arguments.cluster, setup) as cluster:

        def spread(work: Callable[[Engine, Any], Any], items: Iterable[Any]) -> Iterator[Any]:
            return outcomes(distribute(cluster, work, items))

        yield spread
