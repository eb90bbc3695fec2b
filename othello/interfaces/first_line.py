"""Which of these protocols a program speaks, by the first line that it sends."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from othello.protocol.action import Handler
from othello.protocol.loop import Loop
from othello.protocol.options import Settings

HANDLERS = {
    "nboard": ("nboard", "NBoardHandler"),
    "xboard": ("xboard", "XBoardHandler"),
    "engine-protocol": ("cassio", "CassioHandler"),
}
"""First words, with the module and the class of the handler."""


def handler_for(line: str) -> Callable[[Loop, Settings], Handler] | None:
    """Return what makes the handler of the protocol of a line, None for another protocol."""
    module, name = HANDLERS.get(line.lower().split()[0], ("gtp", "GtpHandler"))
    found: Any = import_module(f"othello.interfaces.{module}")
    return getattr(found, name) if module != "gtp" or found.is_command(line) else None
