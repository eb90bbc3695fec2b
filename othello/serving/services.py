"""Services of rooms for the clients of a server, such as profiles, beside engines and the book.

A room provides a ``service``: a module with

- `NAME`, by which the `run` of an operation asks for it
- `add_options(parser)`, for ``othello serve``
- `open_service(arguments)`, which returns a `Service`; with None that of a server without options
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from othello.rooms import providers


class Service:
    """A thing that is kept for clients."""

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def use_folder(self, folder: Path, warn: Callable[[object], object]) -> None:
        """Use the user's own data, which are in a folder."""


@contextmanager
def opened_services(arguments: Any = None) -> Iterator[dict[str, Service]]:
    """Open the services of all rooms, by name."""
    with ExitStack() as stack:
        yield {
            module.NAME: stack.enter_context(module.open_service(arguments))
            for module in providers("service")
        }
