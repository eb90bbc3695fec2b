"""`Samples`: positions and what is known of each, as arrays of one length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello.arrays import columns, count_empties
from othello.batch import legal_mask, policy_targets, symmetries, to_planes
from othello.symmetry import images

__all__ = ["NO_MOVE", "Samples", "joined"]

NO_MOVE = 255
"""Stands for a move that is not known."""


class Samples(NamedTuple):
    """Positions with labels.

    Attributes
    ----------
    positions : array of uint64, shape (n, 2)
        The discs of the side to move, which has a move, and those of the other.
    moves : array of uint8, shape (n,)
        A move that was played there or is best, a1 = 0 to h8 = 63; 255 if none is known.
    scores : array of float32, shape (n,)
        Discs for the side to move; NaN if unknown.
    exact : array of bool, shape (n,)
        Whether the score is that of perfect play.
    """

    positions: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.float32]
    exact: npt.NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        positions: npt.ArrayLike,
        moves: Any = NO_MOVE,
        scores: Any = np.nan,
        exact: Any = False,
    ) -> Samples:
        """Return samples; what is not given is not known. One value serves all rows.

        >>> Samples.of(np.zeros((2, 2), np.uint64), scores=[2, -4]).scores.tolist()
        [2.0, -4.0]
        """
        rows = np.asarray(positions, np.uint64).reshape(-1, 2)
        n = len(rows)

        def column(values: Any, dtype: type) -> npt.NDArray[Any]:
            return np.ascontiguousarray(np.broadcast_to(np.asarray(values, dtype), (n,)))

        return cls(rows, column(moves, np.uint8), column(scores, np.float32), column(exact, bool))

    @property
    def size(self) -> int:
        """How many there are; ``len`` of a tuple is that of its fields."""
        return len(self.positions)

    @property
    def n_empties(self) -> npt.NDArray[np.int64]:
        """Empty squares of each position."""
        return count_empties(*columns(self.positions))

    def at(self, rows: Any) -> Samples:
        """Return the samples in some rows: numbers, a slice or truth values."""
        return Samples(*(column[rows] for column in self))

    def planes(self, dtype: npt.DTypeLike = np.float32, *, legal: bool = False) -> npt.NDArray[Any]:
        """Return the positions as `othello.batch.to_planes` does."""
        return to_planes(self.positions, dtype, legal=legal)

    def policies(self) -> npt.NDArray[np.float32]:
        """Return the moves as targets, shape (n, 64): 1 at the move, all 0 where none is known."""
        return policy_targets(np.where(self.moves == NO_MOVE, 64, self.moves))

    def legal(self) -> npt.NDArray[np.bool_]:
        """Return where each side to move may play, shape (n, 64)."""
        return legal_mask(self.positions)

    def turned(self, rng: np.random.Generator) -> Samples:
        """Return each sample under a symmetry chosen at random, its move as well."""
        which = rng.integers(8, size=self.size)
        rows = np.arange(self.size)
        positions = symmetries(self.positions)[rows, which]
        return self._replace(positions=positions, moves=_move_images()[which, self.moves])


def joined(parts: Iterable[Samples]) -> Samples:
    """Return all samples of `parts`, one part after the other."""
    columns_of_parts = zip(Samples.of(np.empty((0, 2), np.uint64)), *parts, strict=True)
    return Samples(*(np.concatenate(column) for column in columns_of_parts))


def _move_images() -> npt.NDArray[np.uint8]:
    """Return where each symmetry takes each move; what is no square stays."""
    found = np.tile(np.arange(256, dtype=np.uint8), (8, 1))
    for square in range(64):
        found[:, square] = [image.bit_length() - 1 for image in images(1 << square)]
    return found
