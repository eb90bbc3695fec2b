"""The options ``--cluster`` and ``--keep`` of other commands."""

import argparse
from contextlib import suppress

from othello.commands.values import FILE
from othello.errors import quote

MOST_PROCESSES = 1024


def add_cluster(parser: argparse.ArgumentParser, *, keeps: bool, each: str) -> None:
    """Add ``--cluster``, and ``--keep`` where the outcomes can be kept in a file."""
    parser.add_argument(
        "--cluster",
        type=cluster,
        metavar="WORKERS",
        help=f"who works, {each}: processes:N, dask (a local cluster), dask:ADDRESS, "
        "or mpi (under mpiexec)",
    )
    if keeps:
        parser.add_argument(
            "--keep",
            **FILE,
            help="with --cluster, a file for what is done: the same command goes on where it was",
        )


def cluster(text: str) -> str:
    """Read which workers are meant."""
    kind, colon, rest = text.partition(":")
    expected = "processes:N, dask (a local cluster), dask:ADDRESS or mpi"
    if kind == "processes":
        is_known = rest.isdecimal() and 1 <= int(rest) <= MOST_PROCESSES
        expected = f"processes:N with N from 1 to {MOST_PROCESSES}"
    else:
        is_known = text in ("dask", "mpi") or bool(kind == "dask" and colon and rest)
    if not is_known:
        raise argparse.ArgumentTypeError(f"invalid cluster {quote(text)}: expected {expected}")
    if kind == "dask":
        with suppress(ImportError):  # `DaskCluster` says what is missing
            # Dask takes seconds to import. Here Ctrl-C still ends the command at once.
            import distributed  # noqa: F401
    return text
