"""The sequential test of ``match`` and ``compare``: its options."""

from __future__ import annotations

import argparse
import math

from othello.commands.values import probability
from othello.errors import quote
from othello.matches.statistics import MOST_ELO


def add_sprt(parser: argparse.ArgumentParser) -> None:
    """Add ``--sprt``, ``--alpha`` and ``--beta``."""
    parser.add_argument(
        "--sprt",
        type=elo_bounds,
        metavar="ELO0,ELO1",
        help="stop once a sequential test has decided which of these two advantages A has, in "
        "normalised Elo",
    )
    for name, mistake in (("alpha", "ELO1 although ELO0"), ("beta", "ELO0 although ELO1")):
        parser.add_argument(
            f"--{name}",
            type=probability,
            default=0.05,
            metavar="P",
            help=f"how often the test may accept {mistake} is true (default 0.05)",
        )


def elo_bounds(text: str) -> tuple[float, float]:
    """Read two differences in normalised Elo, the smaller one first.

    >>> elo_bounds("-3,0.5")
    (-3.0, 0.5)
    """
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = math.nan
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise argparse.ArgumentTypeError(
            f"{quote(text)}: expected ELO0,ELO1 such as 0,10, both -{MOST_ELO} to {MOST_ELO}, the "
            "smaller one first"
        )
    return low, high
