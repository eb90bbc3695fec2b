"""Positions and moves as a network wants them: planes, masks, targets, symmetric images.

Planes are 8×8: the first index is the rank from the top, the second the file, as the squares are
numbered.
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from othello.arrays import Positions, array_of, array_of_moves, checked_moves, columns, describe
from othello.batch.rules import legal_moves
from othello.errors import InvalidMove, InvalidOption, quote
from othello.fields import one_of
from othello.symmetry import images

N_SYMMETRIES = 8

#: Types that planes can have.
PLANE_TYPES = ("uint8", "float32", "float16", "bool")


def to_bits(masks: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Return sets of squares, shape (...), as a truth value for each square, shape (..., 64).

    >>> to_bits(np.array([0b101], np.uint64))[0, :4].tolist()
    [True, False, True, False]
    """
    sets = array_of("sets of squares", masks)
    if sets.dtype != np.uint64:
        raise InvalidOption(f"invalid sets of squares: {describe(sets)}, expected uint64")
    octets = np.ascontiguousarray(sets, "<u8").view(np.uint8)
    bits = np.unpackbits(octets, bitorder="little").view(np.bool_)
    return bits.reshape(*sets.shape, 64)


def to_planes(
    positions: Positions, dtype: npt.DTypeLike = np.float32, *, legal: bool = False
) -> npt.NDArray[Any]:
    """Return each position as planes of 0 and 1, shape (n, 2, 8, 8), or (n, 3, 8, 8) with `legal`.

    Parameters
    ----------
    positions : array of uint64, shape (n, 2)
        The positions.
    dtype : type
        Of the planes: float32, uint8, float16 or bool.
    legal : bool
        Whether a third plane has the squares where the side to move may play.

    Returns
    -------
    array
        The plane of the side to move, then that of the other.

    Examples
    --------
    >>> from othello import Board, batch
    >>> to_planes(batch.from_boards([Board()]), np.uint8)[0, 0, 2:6, 2:6]
    array([[0, 0, 0, 0],
           [0, 0, 1, 0],
           [0, 1, 0, 0],
           [0, 0, 0, 0]], dtype=uint8)
    """
    columns(positions)  # refuses what is no position
    sets = np.asarray(positions)
    kind = np.dtype(dtype)
    one_of("dtype", kind.name, PLANE_TYPES)
    if legal:
        sets = np.concatenate([sets, legal_moves(positions)[:, None]], axis=1)
    planes = to_bits(sets).reshape(*sets.shape, 8, 8)
    return planes if kind == np.bool_ else planes.view(np.uint8).astype(kind, copy=False)


def legal_mask(positions: Positions, *, threads: int = 1) -> npt.NDArray[np.bool_]:
    """Return where each side to move may play, shape (n, 64), by square.

    >>> from othello import Board, batch
    >>> legal_mask(batch.from_boards([Board()])).nonzero()[1].tolist()
    [19, 26, 37, 44]
    """
    return to_bits(legal_moves(positions, threads=threads))


def policy_targets(moves: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """Return moves as targets for a policy, shape (n, 64): 1 at the move's square, else 0.

    Parameters
    ----------
    moves : array of integers or names, shape (n,)
        Squares, a1 = 0 to h8 = 63. A pass, 64, has no square, nor has 255, which stands for no move
        in `search` and in `Samples`: the row is 0.

    Examples
    --------
    >>> policy_targets([37, 64]).nonzero()
    (array([0]), array([37]))
    """
    array = array_of_moves(moves)
    if array.ndim != 1:
        raise InvalidMove(f"invalid moves {quote(moves)}: expected integers of shape (n,)")
    squares = checked_moves(array, len(array))
    return np.eye(65, 64, dtype=np.float32)[np.minimum(squares, 64)]


def symmetric_planes(planes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the eight images of planes, shape (..., 8, 8), as shape (8, ..., 8, 8).

    The order is that of `Board.symmetries` and `batch.symmetries`: image 0 is the original.

    >>> from othello import Board, batch
    >>> positions = batch.from_boards([Board().after("f5")])
    >>> first = batch.symmetries(positions)[:, 3]
    >>> bool((symmetric_planes(to_planes(positions))[3] == to_planes(first)).all())
    True
    """
    array = array_of("planes", planes)
    if array.shape[-2:] != (8, 8):
        raise InvalidOption(f"invalid planes: {describe(array)}, expected (..., 8, 8)")
    found = [array]
    for turn in range(N_SYMMETRIES - 1):
        last = found[-1]
        found.append(last[..., ::-1, :] if turn % 2 == 0 else last.swapaxes(-1, -2))
    return np.stack(found)


def symmetric_policies(policies: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the eight images of numbers by square, shape (..., 64), as shape (8, ..., 64).

    They fit the positions of `batch.symmetries` and the planes of `symmetric_planes`.

    >>> [int(image.argmax()) for image in symmetric_policies(policy_targets([37]))]
    [37, 29, 43, 19, 26, 34, 20, 44]
    """
    array = array_of("policies", policies, InvalidMove)
    if array.shape[-1:] != (64,):
        raise InvalidMove(f"invalid policies: {describe(array)}, expected (..., 64)")
    return np.stack([array[..., origin] for origin in _origins()])


@cache
def _origins() -> npt.NDArray[np.int64]:
    """Return, for each symmetry, which square's disc comes to each square."""
    origins = np.empty((N_SYMMETRIES, 64), np.int64)
    for square in range(64):
        for symmetry, image in enumerate(images(1 << square)):
            origins[symmetry, image.bit_length() - 1] = square
    return origins
