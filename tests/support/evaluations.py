"""Evaluations for tests: one that serves, and some that do not."""

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from othello import Board, batch
from othello.errors import EvaluationError
from othello.weights import Weights, default_weights

BOARDS = [
    Board.from_moves("f5d6c3"),
    Board.from_moves("f5d6c3d3c4f4f6f3e6e7"),
    batch.to_boards(batch.play_randomly(batch.from_boards([Board()]), 44, seed=2))[0],
]


def worthless_weights() -> Weights:
    """Return weights by which every position is worth nothing."""
    shipped = default_weights()
    values, factors = (bytes(memoryview(rows).nbytes) for rows in (shipped.values, shipped.factors))
    return shipped._replace(values=array("h", values), factors=array("b", factors))


def discs(positions: Any) -> Any:
    return batch.to_bits(positions[:, 0]).sum(1) - batch.to_bits(positions[:, 1]).sum(1)


def raising(positions: Any) -> Any:
    raise KeyError("mine")


WRONG: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (raising, KeyError, "mine"),
    (lambda p: [float("nan")] * len(p), EvaluationError, r"nan in values\[0\]: expected a finite"),
    (lambda p: np.full(len(p), np.inf), EvaluationError, r"inf in values\[0\]"),
    (lambda p: np.zeros(len(p) + 1), EvaluationError, r"shape \(\d+,\): expected floats of shape"),
    (lambda p: np.zeros((len(p), 1)), EvaluationError, r"shape \(\d+, 1\)"),
    (lambda p: ["x"] * len(p), EvaluationError, "<U1 of shape"),
    (lambda p: np.zeros(len(p), complex), EvaluationError, "complex128"),
    (lambda p: None, EvaluationError, "object of shape"),
    (lambda p: [[1, 2], [3]], EvaluationError, "no array of values"),
]
