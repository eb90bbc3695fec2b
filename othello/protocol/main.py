"""The loop on stdin and stdout: what a process that speaks a protocol runs."""

from __future__ import annotations

import os
from collections.abc import Callable

from othello.protocol.choice import ChoosingHandler
from othello.protocol.log import Log
from othello.protocol.loop import Handler, Loop

__all__ = ["main"]


def main(make_handler: Callable[[Loop], Handler] = ChoosingHandler, log: str | None = None) -> int:
    """Speak a protocol on stdin and stdout until the input ends; return the exit code.

    Parameters
    ----------
    make_handler : callable, optional
        Makes the handler of the protocol; by default the first command decides which that is.
    log : str, optional
        A file to which both directions are written, with times.

    Examples
    --------
    ``printf 'position startpos moves f5 d6\\ngo depth 10\\n' | othello``
    """
    reserve_standard_descriptors()
    with Log(log) as open_log:
        return Loop(make_handler, log=open_log).run()


def reserve_standard_descriptors() -> None:
    """Open the null device as stdin, stdout or stderr where one of them is closed.

    Otherwise the next pipe would get that number, and replies would be read as signals.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
