"""Profiles as a service of ``othello serve``."""

from __future__ import annotations

import argparse
from pathlib import Path

from othello.practice.profiles import Profiles

NAME = "profiles"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profiles",
        type=Path,
        metavar="FOLDER",
        help="keep what clients practise in profiles in this folder (default: the folder of your "
        "data, if only this machine reaches the server)",
    )


def open_service(arguments: argparse.Namespace | None) -> Profiles:
    """Return the profiles in the folder that ``--profiles`` names."""
    return Profiles(None if arguments is None else arguments.profiles)
