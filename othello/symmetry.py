"""The eight rotations and reflections of the board, for sets of squares and lists of moves.

The order is always the same: first the identity; each next one is the one before followed by, in
turn, a flip of the ranks or a reflection along the diagonal a1-h8.
"""

from collections.abc import Iterable
from functools import cache

from othello.notation import Move


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
    """Return the eight images of a list of moves, each as bytes with a move in each byte.

    >>> [str(Move(image[0])) for image in symmetric_moves([Move("f5")])]
    ['f5', 'f4', 'd6', 'd3', 'c4', 'c5', 'e3', 'e6']
    """
    squares = bytes(moves)
    return [squares.translate(table) for table in _move_tables()]


@cache
def _move_tables() -> list[bytes]:
    """Return for each symmetry a table for `bytes.translate` that maps squares to their images.

    A pass, 64, stays a pass.
    """
    rest = bytes(range(64, 256))
    by_square = [[image.bit_length() - 1 for image in images(1 << square)] for square in range(64)]
    return [bytes(images_of_one) + rest for images_of_one in zip(*by_square, strict=True)]


def _flip_ranks(squares: int) -> int:
    return int.from_bytes(squares.to_bytes(8, "little"), "big")


def _transpose(squares: int) -> int:
    """Reflect along the diagonal a1-h8 by swapping blocks of 1, 2 and 4 squares."""
    for shift, mask in (
        (7, 0x00AA00AA00AA00AA),
        (14, 0x0000CCCC0000CCCC),
        (28, 0x00000000F0F0F0F0),
    ):
        changed = (squares ^ squares >> shift) & mask
        squares ^= changed | changed << shift
    return squares
