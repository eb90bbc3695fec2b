"""Services of rooms for the clients of a server, such as profiles, beside engines and the book.

A room provides a ``service``: a module with

- `NAME`, by which the `run` of an operation asks for it
- `add_options(parser)`, for ``othello serve``
- `open_service(arguments)`, which returns an `othello.operation.Service`; with None that of a
  server without options
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from othello.operation import Service
from othello.rooms import providers


@contextmanager
def opened_services(arguments: Any = None) -> Iterator[dict[str, Service]]:
    """Open the services of all rooms, by name."""
    with ExitStack() as stack:
        yield {
            module.NAME: stack.enter_context(module.open_service(arguments))
            for module in providers("service")
        }
