"""Types of the compiled tree of positions; pyx/python/tree.pxi is the source."""

from typing import Final

import numpy as np
import numpy.typing as npt

TREE_ROWS: Final[int]

class SearchTree:
    def __init__(
        self,
        player: int,
        opponent: int,
        leaves: int,
        by_children: bool,
        exploration: float,
        temperature: float,
    ) -> None: ...
    @property
    def visits(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def collect(self, rows: npt.NDArray[np.uint64], visits: int) -> int: ...
    def settle(
        self, values: npt.NDArray[np.float64], priors: npt.NDArray[np.float32] | None = None
    ) -> None: ...
    def moves(self) -> list[tuple[int, int, float, float]]: ...
    def line(self) -> tuple[int, ...]: ...
