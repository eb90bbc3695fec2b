"""The eight rotations and reflections of the board, for sets of squares and lists of moves.

They always come in the same order: the identity first, then a flip of the ranks and a mirroring
along the diagonal a1-h8 by turns, which together run through all eight.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from othello.notation import Move

__all__ = ["images", "symmetric_moves"]


def images(squares: int) -> list[int]:
    """Return the eight images of a set of squares.

    >>> [str(Move(image.bit_length() - 1)) for image in images(1 << Move("f5"))]
    ['f5', 'f4', 'd6', 'd3', 'c4', 'c5', 'e3', 'e6']
    """
    found = [squares]
    for turn in range(7):
        found.append((_flip_ranks if turn % 2 == 0 else _transpose)(found[-1]))
    return found


def symmetric_moves(moves: Iterable[Move]) -> list[bytes]:
    """Return the eight images of a list of moves, a byte a move.

    >>> [str(Move(image[0])) for image in symmetric_moves([Move("f5")])]
    ['f5', 'f4', 'd6', 'd3', 'c4', 'c5', 'e3', 'e6']
    """
    squares = bytes(moves)
    return [squares.translate(table) for table in _move_tables()]


@cache
def _move_tables() -> list[bytes]:
    """Return where each symmetry takes each square, as `bytes.translate` wants it.

    A pass, 64, stays a pass.
    """
    rest = bytes(range(64, 256))
    by_square = [[image.bit_length() - 1 for image in images(1 << square)] for square in range(64)]
    return [bytes(images_of_one) + rest for images_of_one in zip(*by_square, strict=True)]


def _flip_ranks(squares: int) -> int:
    return int.from_bytes(squares.to_bytes(8, "little"), "big")


def _transpose(squares: int) -> int:
    """Mirror along the diagonal a1-h8 by swapping ever larger blocks."""
    for shift, mask in (
        (7, 0x00AA00AA00AA00AA),
        (14, 0x0000CCCC0000CCCC),
        (28, 0x00000000F0F0F0F0),
    ):
        changed = (squares ^ squares >> shift) & mask
        squares ^= changed | changed << shift
    return squares
