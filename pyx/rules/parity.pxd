"""Parity of the empties: the side that moves last in a region gains by it.

The board is cut into four quadrants, numbered 0..3; bit q of a *parity* is set while quadrant q
holds an odd number of empties. Moves there are tried first, as
the mover may then also have the last move there.
"""
from libc.stdint cimport uint8_t
from types cimport Bitboard
from bits cimport popcount

cdef extern from *:
    """
    #define QUADRANT_ROW(left, right) left, left, left, left, right, right, right, right
    static const uint8_t quadrant_bit[64] = {
        QUADRANT_ROW(1, 2), QUADRANT_ROW(1, 2), QUADRANT_ROW(1, 2), QUADRANT_ROW(1, 2),
        QUADRANT_ROW(4, 8), QUADRANT_ROW(4, 8), QUADRANT_ROW(4, 8), QUADRANT_ROW(4, 8),
    };
    #define QUADRANTS_OF(p) \\
        (((p) & 1 ? 0x000000000F0F0F0FULL : 0) | ((p) & 2 ? 0x00000000F0F0F0F0ULL : 0) \\
         | ((p) & 4 ? 0x0F0F0F0F00000000ULL : 0) | ((p) & 8 ? 0xF0F0F0F000000000ULL : 0))
    static const uint64_t odd_squares[16] = {
        QUADRANTS_OF(0), QUADRANTS_OF(1), QUADRANTS_OF(2), QUADRANTS_OF(3),
        QUADRANTS_OF(4), QUADRANTS_OF(5), QUADRANTS_OF(6), QUADRANTS_OF(7),
        QUADRANTS_OF(8), QUADRANTS_OF(9), QUADRANTS_OF(10), QUADRANTS_OF(11),
        QUADRANTS_OF(12), QUADRANTS_OF(13), QUADRANTS_OF(14), QUADRANTS_OF(15),
    };
    """
    const uint8_t quadrant_bit[64]      # the parity bit of a square's quadrant
    const Bitboard odd_squares[16]      # by parity: all squares of the odd quadrants


cdef inline int parity_of(Bitboard empties) noexcept nogil:
    """The parity of a set of empties."""
    return ((popcount(empties & odd_squares[1]) & 1)
            | (popcount(empties & odd_squares[2]) & 1) << 1
            | (popcount(empties & odd_squares[4]) & 1) << 2
            | (popcount(empties & odd_squares[8]) & 1) << 3)
