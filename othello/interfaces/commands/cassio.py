"""``othello cassio``."""

from __future__ import annotations

import argparse

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speak

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "printf 'ENGINE-PROTOCOL init\\n' | othello cassio"


def run(arguments: argparse.Namespace) -> int:
    """Speak Cassio's protocol until the input ends."""
    from othello.interfaces.cassio import CassioHandler

    return speak(CassioHandler, arguments)
