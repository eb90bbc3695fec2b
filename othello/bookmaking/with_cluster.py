"""The searches of a book on the workers of ``--cluster``."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from othello.bookmaking.searching import SearchAll, Wanted, search_leaf
from othello.cluster.executors import open_cluster
from othello.cluster.jobs import distribute, outcomes
from othello.cluster.worker import Setup
from othello.errors import InvalidOption
from othello.limits import MOST_THREADS
from othello.result import Line


@contextmanager
def leaf_searches(arguments: argparse.Namespace) -> Iterator[tuple[SearchAll, int]]:
    """Give what makes a book's searches on the workers, and how many it makes at the same time."""
    if arguments.threads > 1:
        raise InvalidOption(
            f"--threads {arguments.threads} with --cluster {arguments.cluster}: expected one of "
            "them, as each worker makes one search at a time, with one thread"
        )
    setup = Setup.here(arguments.weights_file, hash_mb=arguments.hash)
    with open_cluster(arguments.cluster, setup) as cluster:

        def search_all(wanted: Iterable[Wanted]) -> list[Line]:
            jobs = distribute(cluster, search_leaf, wanted)
            return list(outcomes(jobs, lambda each: each.board.to_obf()))

        yield search_all, min(cluster.n_workers, MOST_THREADS)
