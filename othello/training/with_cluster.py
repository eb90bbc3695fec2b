"""Labelled positions made on the workers of ``--cluster``."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from othello.cluster.executors import open_cluster
from othello.cluster.jobs import distribute, outcomes
from othello.cluster.worker import Setup
from othello.engine import Engine
from othello.training.dataset import LabelledPositions
from othello.training.selfplay import Plan, make_positions


@contextmanager
def shard_maker(
    arguments: argparse.Namespace, plan: Plan
) -> Iterator[Callable[[Iterable[int]], Iterator[LabelledPositions]]]:
    """Give what makes the positions of shards on the workers, a shard on each at a time."""
    path = None if arguments.weights is None else str(arguments.weights)
    job = partial(make_shard, plan, arguments.threads)
    with open_cluster(arguments.cluster, Setup.here(path, hash_mb=1)) as cluster:

        def make(numbers: Iterable[int]) -> Iterator[LabelledPositions]:
            return outcomes(distribute(cluster, job, numbers), "shard {}".format)

        yield make


def make_shard(plan: Plan, threads: int, engine: Engine, number: int) -> LabelledPositions:
    """Make the positions of a shard; what a worker calls. Its engine only has the weights ready."""
    return make_positions(number, plan, None, threads)
