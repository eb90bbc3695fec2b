"""Types of the compiled module for sets of squares of one's own; see pyx/python/*.pxi."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from typing_extensions import Buffer

PATTERN_SQUARES: Final[int]
PATTERN_SETS: Final[int]
PATTERN_TABLE_ROWS: Final[int]

class PatternSet:
    n_rows: int
    n_features: int
    def __init__(self, patterns: Sequence[Sequence[int]]) -> None: ...
    def features(
        self,
        player: npt.NDArray[np.uint64],
        opponent: npt.NDArray[np.uint64],
        features: npt.NDArray[np.int32],
        threads: int = 1,
    ) -> None: ...

class OwnPatterns:
    squares: PatternSet
    address: int
    context_address: int
    def __init__(self, squares: PatternSet, weights: Buffer, factors: Buffer) -> None: ...
    def value(self, player: int, opponent: int) -> int: ...
    def values(
        self,
        player: npt.NDArray[np.uint64],
        opponent: npt.NDArray[np.uint64],
        values: npt.NDArray[np.int16],
        threads: int = 1,
    ) -> None: ...
