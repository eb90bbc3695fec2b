"""Which of these protocols a program speaks, by the first line that it sends."""

from __future__ import annotations

from collections.abc import Callable

from othello.protocol.action import Handler
from othello.protocol.loop import Loop
from othello.protocol.options import Settings


def handler_for(line: str) -> Callable[[Loop, Settings], Handler] | None:
    """Return what makes the handler of the protocol of a line, None for another protocol."""
    word = line.lower().split()[0]
    if word == "nboard":
        from othello.interfaces.nboard import NBoardHandler

        return NBoardHandler
    if word == "xboard":
        from othello.interfaces.xboard import XBoardHandler

        return XBoardHandler
    if word == "engine-protocol":
        from othello.interfaces.cassio import CassioHandler

        return CassioHandler
    from othello.interfaces.gtp import GtpHandler, is_command

    return GtpHandler if is_command(line) else None
