"""Run the protocol loop on stdin and stdout."""

from __future__ import annotations

import os
from collections.abc import Callable

from othello._core import core
from othello.protocol.action import Handler
from othello.protocol.choice import ChoosingHandler
from othello.protocol.log import Log
from othello.protocol.loop import Loop

__all__ = ["main"]


def main(make_handler: Callable[[Loop], Handler] = ChoosingHandler, log: str | None = None) -> int:
    """Speak a protocol on stdin and stdout until the input ends; return the exit code.

    Parameters
    ----------
    make_handler : callable, optional
        Called with the loop; returns the protocol's handler. By default the first command decides
        which protocol is spoken.
    log : str, optional
        A file to which all lines read and written are appended, with times.

    Examples
    --------
    ``printf 'position startpos moves f5 d6\\ngo depth 10\\n' | othello``
    """
    reserve_standard_descriptors()
    core.allocate_from_one_arena()
    with Log(log) as open_log:
        return Loop(make_handler, log=open_log).run()


def reserve_standard_descriptors() -> None:
    """Open the null device for each of stdin, stdout and stderr that is closed.

    Otherwise the next pipe that is opened would get its number, for example the pipe that reports
    signals would become stdout, and replies would be read as signals.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
