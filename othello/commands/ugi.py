"""``othello ugi``."""

from __future__ import annotations

import argparse

from othello.protocol.loop import main

EXAMPLE = "printf 'position startpos moves f5 d6\\ngo depth 10\\n' | othello ugi"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: none."""


def run(_: argparse.Namespace) -> int:
    """Speak UGI until the input ends."""
    return main()
