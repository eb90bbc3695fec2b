"""The balanced openings, which players call XOT: eight moves, after which neither side is ahead.

The list is ``data/xot.txt``: moves, and black's score in discs, in an order of chance. It has every
position after eight moves in which a search finds neither side ahead by more than two discs, one of
those that are images of each other; ``tools/balanced_openings.py`` has made it.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from othello.files.shipped import shipped

XOT = "xot"
"""Name of the list where a file of openings could be named."""

XOT_FILE = "xot.txt"
"""The list, in the package's folder `data`."""


class BalancedOpening(NamedTuple):
    """An opening of the list."""

    moves: str  #: from the start, such as ``"f5d6c3d3c4f4e6f6"``
    score: float  #: in discs for black, who is to move


@cache
def balanced_openings() -> Sequence[BalancedOpening]:
    """Return the openings of the list.

    >>> len(balanced_openings()) >= 3000
    True
    """
    lines = (line.split() for line in shipped(XOT_FILE).decode().splitlines())
    return [BalancedOpening(moves, float(score)) for moves, score in lines]


def deal(count: int, seed: int | None = None) -> list[BalancedOpening]:
    """Return so many different openings of the list, by chance; the same ones for a `seed`."""
    return Random(seed).sample(balanced_openings(), count)
