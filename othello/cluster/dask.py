"""Workers of a Dask cluster: one that runs somewhere, or one started here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from othello.cluster.base import Cluster, ClusterError
from othello.errors import quote

__all__ = ["DaskCluster"]

CONNECT_SECONDS = 5.0
"""For a scheduler to answer, and for its first worker to be there."""

LEAVE_SECONDS = 0.3
"""For a scheduler to take note that we leave; one that is gone does not."""


class DaskCluster(Cluster):
    """The workers of a Dask scheduler.

    Parameters
    ----------
    address : str or None
        The scheduler's, such as ``tcp://10.0.0.1:8786``; None starts one here, with `n_workers`
        processes.
    n_workers : int
        How many processes to start; not used with an address.

    Raises
    ------
    ClusterError
        If Dask is missing, nobody answers, or the versions differ.
    """

    deaths_per_error = 2  # it has moved the task to other workers three times

    def __init__(self, address: str | None, n_workers: int = 0) -> None:
        try:
            from distributed import KilledWorker, LocalCluster
        except ImportError:
            raise ClusterError(
                "Dask is not installed: pip install 'othello-engine[dask]'"
            ) from None
        self.deaths = (KilledWorker,)
        _quieten()
        self._local: Any = None
        if address is None:
            self._local = LocalCluster(
                n_workers=n_workers,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        try:
            if address is not None:
                _check_scheduler(address)
                self.gone = f"the Dask scheduler {quote(address)} is gone"
            self._client = _connect(self._local or address)
            self.n_workers = self._usable_workers(address)
            self.executor = self._client.get_executor(pure=False)
        except (OSError, TimeoutError):
            self.abort()
            raise ClusterError(self.gone) from None
        except BaseException:
            self.abort()
            raise

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Have a worker call `function`; raise ClusterError if the scheduler is gone."""
        if self._client.status != "running":  # such a task would never be done
            raise ClusterError(self.gone)
        return super().submit(function, *arguments)

    def _usable_workers(self, address: str | None) -> int:
        """Return how many tasks run at once, once there is a worker."""
        _compare_versions(self._client.get_versions())
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise ClusterError(
                f"the Dask scheduler {quote(address)} has no workers: start some by "
                f"dask worker {address}"
            ) from None
        return sum(self._client.nthreads().values())

    def close(self) -> None:
        """Let the workers go; those that were started here end."""
        self.abort()

    def abort(self) -> None:
        """Cancel what waits; workers started here end, others end what they do."""
        client = getattr(self, "_client", None)
        if client is not None:
            if hasattr(self, "executor"):
                self.executor.shutdown(wait=False)
            with contextlib.suppress(Exception):
                client.close(timeout=LEAVE_SECONDS)
        if self._local is not None:
            self._local.close()


def _check_scheduler(address: str) -> None:
    """Raise ClusterError unless a scheduler answers at an address.

    `Client` would wait for ever for one that accepts the connection and says nothing.
    """
    from distributed.core import rpc
    from distributed.security import Security

    async def ask() -> None:
        arguments = Security().get_connection_args("client")
        async with rpc(address, connection_args=arguments) as scheduler:
            await asyncio.wait_for(scheduler.identity(), CONNECT_SECONDS)

    expected = f"no Dask scheduler at {quote(address)}: expected the tcp://HOST:PORT of one"
    if not address.rpartition(":")[2].isdecimal():
        raise ClusterError(expected)
    try:
        asyncio.run(ask())
    except (OSError, TimeoutError, asyncio.TimeoutError):
        raise ClusterError(
            f"no Dask scheduler answers at {quote(address)}: start one by dask scheduler"
        ) from None
    except Exception:  # an address that Dask cannot use, or an answer that is not Dask's
        raise ClusterError(expected) from None


def _connect(cluster: Any) -> Any:
    """Return a client of a cluster or an address."""
    from distributed import Client

    class QuietClient(Client):  # type: ignore[misc]  # Dask has no types
        """A client that is closed by `DaskCluster.abort` alone."""

        def __del__(self) -> None:
            """Do nothing: Dask's own waits ten seconds for a scheduler that is gone."""

    return QuietClient(cluster, timeout=CONNECT_SECONDS, set_as_default=False)


def _compare_versions(versions: dict[str, Any]) -> None:
    """Refuse a scheduler or a worker with another Dask than this process has.

    Parameters
    ----------
    versions : dict
        What `Client.get_versions` returns.
    """

    def of(node: dict[str, Any]) -> object:
        return node.get("packages", {}).get("distributed")

    ours = of(versions["client"])
    nodes = {"the scheduler": versions["scheduler"]}
    nodes |= {f"worker {name}": node for name, node in versions["workers"].items()}
    for name, node in nodes.items():
        if node is not None and of(node) != ours:
            raise ClusterError(
                f"{name} has Dask {of(node)}, here it is {ours}: install the same version"
            )


def _quieten() -> None:
    """Keep Dask's log off stderr: what concerns the user comes as one line of ours."""
    for name in ("distributed", "distributed.client", "asyncio", "tornado", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
