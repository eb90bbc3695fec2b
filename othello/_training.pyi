"""Types of the compiled module that fits evaluation and model; see pyx/python/*.pxi."""

from typing import Final

import numpy as np
import numpy.typing as npt

PATTERN_ROW: Final[int]
CHOICE_PARTS: Final[int]
CHOICE_HIDDEN: Final[int]
CHOICE_UNIT: Final[int]
CHOICE_BATCH: Final[int]

def rows_predict(
    features: npt.NDArray[np.int32], rows: npt.NDArray[np.float32], values: npt.NDArray[np.float64]
) -> None: ...
def rows_descend(
    features: npt.NDArray[np.int32],
    values: npt.NDArray[np.float32],
    orders: npt.NDArray[np.int32],
    rows: npt.NDArray[np.float32],
    batch: int,
    rate: float,
    weight_rate: float,
    decay: float,
) -> None: ...
def regression_predict(
    features: npt.NDArray[np.int32],
    weights: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
    threads: int = 1,
) -> None: ...
def regression_gather(
    features: npt.NDArray[np.int32],
    values: npt.NDArray[np.float64],
    sums: npt.NDArray[np.float64],
    threads: int = 1,
) -> None: ...
def choices_learn(
    inputs: npt.NDArray[np.int16],
    rows: npt.NDArray[np.int32],
    first: npt.NDArray[np.int32],
    played: npt.NDArray[np.int32],
    of_rows: npt.NDArray[np.float32],
    of_layers: npt.NDArray[np.float32],
    step: int,
    rates: tuple[float, float],
) -> float: ...
