"""``othello ugi``."""

from __future__ import annotations

import argparse

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speak

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "printf 'position startpos moves f5 d6\\ngo depth 10\\n' | othello ugi"


def run(arguments: argparse.Namespace) -> int:
    """Speak UGI until the input ends."""
    from othello.protocol.ugi import UgiHandler

    return speak(UgiHandler, arguments)
