"""``othello nboard``."""

from __future__ import annotations

import argparse

from othello.commands.protocol import add_protocol_arguments as add_arguments
from othello.commands.protocol import speak

__all__ = ["EXAMPLE", "add_arguments", "run"]

EXAMPLE = "printf 'nboard 2\\nset depth 10\\nmove F5\\ngo\\n' | othello nboard"


def run(arguments: argparse.Namespace) -> int:
    """Speak NBoard's protocol until the input ends."""
    from othello.interfaces.nboard import NBoardHandler

    return speak(NBoardHandler, arguments)
