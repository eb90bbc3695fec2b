"""`Samples`: positions and what is known of each, as arrays of one length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello.arrays import (
    NO_MOVE,
    array_of,
    array_of_moves,
    columns,
    count_empties,
    describe,
    is_integers,
)
from othello.batch import legal_mask, policy_targets, symmetries, to_planes
from othello.errors import InvalidBoard, InvalidMove, InvalidOption, OutOfRange, quote
from othello.symmetry import images

__all__ = ["NO_MOVE", "Samples", "joined"]


class _Columns(NamedTuple):
    """The arrays of `Samples`, which derives from this as no `NamedTuple` checks its values."""

    positions: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.float32]
    exact: npt.NDArray[np.bool_]


class Samples(_Columns):
    """Positions with labels; what is not given is not known. One value serves all rows.

    Moves may be given by their names. Raises InvalidBoard, InvalidMove or InvalidOption if the
    positions are no integers of shape (n, 2) or no positions; if the moves, or the scores or truth
    values, are something else or of another length.

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

    Examples
    --------
    >>> Samples(np.zeros((2, 2), np.uint64), scores=[2, -4]).scores.tolist()
    [2.0, -4.0]
    """

    __slots__ = ()

    def __new__(
        cls,
        positions: npt.ArrayLike,
        moves: Any = NO_MOVE,
        scores: Any = np.nan,
        exact: Any = False,
    ) -> Samples:
        rows = _checked_positions(positions)
        n = len(rows)
        labels = _checked_moves(moves, n), _checked_scores(scores, n), _checked_truth(exact, n)
        return super().__new__(cls, rows, *labels)

    @classmethod
    def of(cls, *columns: Any, **named: Any) -> Samples:
        """Return ``Samples(positions, moves, scores, exact)``, by an older name."""
        return cls(*columns, **named)

    def _replace(self, **columns: Any) -> Samples:
        """Return samples with other values in some columns, which are checked too."""
        return type(self)(**{**self._asdict(), **columns})

    @property
    def size(self) -> int:
        """Number of samples; ``len`` of a tuple is that of its fields."""
        return len(self.positions)

    @property
    def n_empties(self) -> npt.NDArray[np.int64]:
        """Empty squares of each position."""
        return count_empties(*columns(self.positions))

    def at(self, rows: Any) -> Samples:
        """Return the samples in some rows: a number, numbers, a slice or truth values."""
        if not isinstance(rows, slice) and np.ndim(rows) == 0:
            rows = [rows]
        rows = list(rows) if isinstance(rows, tuple) else rows
        try:
            if not isinstance(rows, slice) and np.ndim(rows) != 1:
                raise IndexError
            return type(self)._make(column[rows] for column in self)
        except (IndexError, TypeError, ValueError):
            expected = f"expected numbers up to {self.size - 1}, or {self.size} truth values"
            raise OutOfRange(f"invalid rows {quote(rows)}: {expected}") from None

    def planes(self, dtype: npt.DTypeLike = np.float32, *, legal: bool = False) -> npt.NDArray[Any]:
        """Return the positions as `othello.batch.to_planes` does."""
        return to_planes(self.positions, dtype, legal=legal)

    def policies(self) -> npt.NDArray[np.float32]:
        """Return the moves as targets, shape (n, 64): 1 at the move, all 0 where none is known."""
        return policy_targets(self.moves)

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
    columns_of_parts = zip(Samples(np.empty((0, 2), np.uint64)), *parts, strict=True)
    return Samples._make(np.concatenate(column) for column in columns_of_parts)


def _checked_positions(positions: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Return positions as uint64; raise InvalidBoard where a cast would change them."""
    rows = array_of("positions", positions, InvalidBoard)
    if not (isinstance(positions, np.ndarray) or is_integers(rows)):
        # numpy makes floats of Python's numbers if only some of them need 64 bits.
        whole = np.asarray(positions, object)
        if all(isinstance(discs, int) and 0 <= discs < 1 << 64 for discs in whole.flat):
            rows = whole.astype(np.uint64)
    if rows.shape == (0,):
        return np.empty((0, 2), np.uint64)
    if not is_integers(rows) or rows.ndim != 2 or rows.shape[1] != 2:
        expected = "expected integers of shape (n, 2)"
        raise InvalidBoard(f"invalid positions: {describe(rows)}, {expected}")
    negative = (rows < 0).any(axis=1)
    if negative.any():
        row = int(negative.argmax())
        raise InvalidBoard(
            f"invalid position {rows[row].tolist()} in row {row}: expected 0 or more"
        )
    rows = rows.astype(np.uint64, copy=False)
    columns(rows)  # raises if discs overlap
    return rows


def _checked_moves(moves: Any, n: int) -> npt.NDArray[np.uint8]:
    """Return `n` moves, or one for all rows, as uint8; raise InvalidMove for what is none."""
    squares = array_of_moves(moves)
    if not (is_integers(squares) or squares.size == 0) or squares.shape not in ((), (n,)):
        raise InvalidMove(f"invalid moves: {describe(squares)}, expected integers of shape ({n},)")
    bad = np.atleast_1d(((squares < 0) | (squares > 63)) & (squares != NO_MOVE))
    if bad.any():
        row = int(bad.argmax())
        found = np.atleast_1d(squares)[row]
        raise InvalidMove(
            f"invalid move {found} in row {row}: expected 0-63, or {NO_MOVE} for none"
        )
    return _column(squares, n, np.uint8)


def _checked_scores(scores: Any, n: int) -> npt.NDArray[np.float32]:
    """Return `n` scores, or one for all rows; raise InvalidOption unless they are numbers."""
    values = array_of("scores", scores)
    if values.dtype.kind not in "iuf" or values.shape not in ((), (n,)):
        raise InvalidOption(f"invalid scores: {describe(values)}, expected numbers of shape ({n},)")
    return _column(values, n, np.float32)


def _checked_truth(exact: Any, n: int) -> npt.NDArray[np.bool_]:
    """Return `n` truth values, or one for all rows; raise InvalidOption for something else."""
    values = array_of("exact", exact)
    is_truth = values.dtype.kind == "b" or values.size == 0
    if is_integers(values):
        is_truth = bool(np.isin(values, (0, 1)).all())
    if not is_truth or values.shape not in ((), (n,)):
        expected = f"expected True or False, shape ({n},)"
        raise InvalidOption(f"invalid exact: {describe(values)}, {expected}")
    return _column(values, n, np.bool_)


def _column(values: npt.NDArray[Any], n: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    return np.full(n, values, dtype)  # a copy of the caller's own, to be written to


def _move_images() -> npt.NDArray[np.uint8]:
    """Return where each symmetry takes each move; what is no square stays."""
    found = np.tile(np.arange(256, dtype=np.uint8), (8, 1))
    for square in range(64):
        found[:, square] = [image.bit_length() - 1 for image in images(1 << square)]
    return found
