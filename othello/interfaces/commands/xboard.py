"""``othello xboard``."""

from __future__ import annotations

import argparse

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speak

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "xboard -variant reversi -testLegality false -fcp 'othello xboard'"


def run(arguments: argparse.Namespace) -> int:
    """Speak XBoard's protocol until the input ends."""
    from othello.interfaces.xboard import XBoardHandler

    return speak(XBoardHandler, arguments)
