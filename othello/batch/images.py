"""The eight symmetries of positions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.arrays import Positions, checked_threads, filled


def symmetries(positions: Positions, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Return each position's eight images, shape (n, 8, 2), in the order of `Board.symmetries`.

    >>> from othello import Board
    >>> from othello.batch import from_boards
    >>> symmetries(from_boards([Board()])).shape
    (1, 8, 2)
    """
    return filled(core.symmetric_images, positions, np.uint64, (8, 2), checked_threads(threads))


def canonical(positions: Positions, *, threads: int = 1) -> Positions:
    """Return the canonical image of each position, as `Board.canonical` does.

    >>> from othello import Board
    >>> from othello.batch import from_boards
    >>> len(np.unique(canonical(from_boards(Board().after("f5").symmetries())), axis=0))
    1
    """
    return filled(core.canonical_images, positions, np.uint64, (2,), checked_threads(threads))
