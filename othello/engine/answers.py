"""Checks of the values that an evaluation returned, before a search uses them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from othello.errors import EvaluationError, counted, quote

Evaluation = Callable[[npt.NDArray[np.uint64]], Any]
"""A function of positions, shape (n, 2), that returns n values in discs, or a tuple of two arrays,
values and moves: see `Puct`. An `Engine` has no use for the moves."""


def for_one(evaluation: Evaluation) -> Callable[[int, int], float]:
    """Return `evaluation` as a function of a single position: player's and opponent's discs."""

    def value(player: int, opponent: int) -> float:
        answer = evaluation(np.array([[player, opponent]], np.uint64))
        return float(checked_answer(answer, 1)[0][0])

    return value


def checked_values(values: Any, n: int) -> npt.NDArray[np.float64]:
    """Return an evaluation's values of `n` positions.

    Raises EvaluationError if they are not `n` numbers.
    """
    return _checked("values", values, (n,))


def checked_answer(
    answer: Any, n: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64] | None]:
    """Return an evaluation's values of `n` positions, and its logits of moves if it gave some."""
    if not isinstance(answer, tuple):
        return checked_values(answer, n), None
    if len(answer) != 2:
        arrays = counted(len(answer), "array")
        raise EvaluationError(
            f"the evaluation returned {arrays}: expected values, or values and moves"
        )
    values, moves = answer
    return checked_values(values, n), _checked("moves", moves, (n, 64))


def probabilities(
    logits: npt.NDArray[np.float64], legal: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float32]:
    """Return the softmax of each row over its legal moves; 0 elsewhere.

    >>> probabilities(np.zeros((1, 4)), np.array([[True, False, False, True]]))
    array([[0.5, 0. , 0. , 0.5]], dtype=float32)
    """
    logits = np.where(legal, logits, -np.inf)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def _checked(what: str, numbers: Any, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    try:
        array = np.asarray(numbers)
    except ValueError as error:  # rows of different lengths
        raise EvaluationError(
            f"the evaluation returned no array of {what}, {quote(numbers)}: {error}"
        ) from None
    if array.dtype.kind not in "fiu" or array.shape != shape:
        raise EvaluationError(
            f"the evaluation returned {what} as {array.dtype} of shape {array.shape}: expected "
            f"floats of shape {shape}"
        )
    finite = np.isfinite(array)
    if not finite.all():
        bad = tuple(int(place) for place in np.argwhere(~finite)[0])
        raise EvaluationError(
            f"the evaluation returned {array[bad]} in {what}[{', '.join(map(str, bad))}]: expected "
            "a finite number"
        )
    return np.ascontiguousarray(array, np.float64)
