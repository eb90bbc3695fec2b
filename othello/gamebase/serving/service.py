"""Bases of games as a service of ``othello serve``."""

from __future__ import annotations

import argparse

from othello.gamebase.serving.bases import Bases

NAME = "bases"


def add_options(parser: argparse.ArgumentParser) -> None:
    from othello.commands.values import FILE  # the site has no commands

    parser.add_argument(
        "--base",
        **FILE,
        action="append",
        default=[],
        help="answer requests of clients from this base of games (othello games build makes them); "
        "may be given several times",
    )


def open_service(arguments: argparse.Namespace | None) -> Bases:
    """Open the bases that ``--base`` names."""
    return Bases(() if arguments is None else arguments.base)
