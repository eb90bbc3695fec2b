"""Which workers a text such as ``processes:2`` asks for."""

from __future__ import annotations

from othello.cluster.base import Cluster
from othello.errors import InvalidOption, quote

__all__ = ["KINDS", "check_cluster", "open_cluster"]

KINDS = "processes:N, dask (a local cluster), dask:ADDRESS or mpi"

MOST_PROCESSES = 1024


def check_cluster(text: str) -> str:
    """Return `text` if it names workers.

    >>> check_cluster("processes:2")
    'processes:2'

    Raises
    ------
    InvalidOption
        If it does not.
    """
    kind, colon, rest = text.partition(":")
    if kind == "processes":
        if not (rest.isdecimal() and 1 <= int(rest) <= MOST_PROCESSES):
            expected = f"processes:N with N from 1 to {MOST_PROCESSES}"
            raise InvalidOption(f"invalid cluster {quote(text)}: expected {expected}")
    elif text not in ("dask", "mpi") and not (kind == "dask" and colon and rest):
        raise InvalidOption(f"invalid cluster {quote(text)}: expected {KINDS}")
    return text


def open_cluster(text: str, n_local: int = 2) -> Cluster:
    """Return the workers that `text` names.

    Parameters
    ----------
    text : str
        One of `KINDS`.
    n_local : int
        Workers of a Dask cluster that is started here.

    Raises
    ------
    ClusterError
        If they cannot be had.
    """
    kind, _, rest = check_cluster(text).partition(":")
    if kind == "processes":
        from othello.cluster.processes import ProcessCluster

        return ProcessCluster(int(rest))
    if kind == "dask":
        from othello.cluster.dask import DaskCluster

        return DaskCluster(rest or None, n_local)
    from othello.cluster.mpi import MpiCluster

    return MpiCluster()
