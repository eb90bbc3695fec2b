"""``othello gtp``."""

from __future__ import annotations

import argparse

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speak

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "printf 'play b f5\\ngenmove w\\nshowboard\\n' | othello gtp --level 12"


def run(arguments: argparse.Namespace) -> int:
    """Speak GTP until the input ends."""
    from othello.interfaces.gtp import GtpHandler

    return speak(GtpHandler, arguments)
