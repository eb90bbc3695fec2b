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
    #define OTHELLO_HALVES(left, right) left, left, left, left, right, right, right, right
    static const uint8_t quadrant_bit[64] = {
        OTHELLO_HALVES(1, 2), OTHELLO_HALVES(1, 2), OTHELLO_HALVES(1, 2), OTHELLO_HALVES(1, 2),
        OTHELLO_HALVES(4, 8), OTHELLO_HALVES(4, 8), OTHELLO_HALVES(4, 8), OTHELLO_HALVES(4, 8),
    };
    #define OTHELLO_ODD(p) \\
        (((p) & 1 ? 0x000000000F0F0F0FULL : 0) | ((p) & 2 ? 0x00000000F0F0F0F0ULL : 0) \\
         | ((p) & 4 ? 0x0F0F0F0F00000000ULL : 0) | ((p) & 8 ? 0xF0F0F0F000000000ULL : 0))
    static const uint64_t odd_squares[16] = {
        OTHELLO_ODD(0), OTHELLO_ODD(1), OTHELLO_ODD(2), OTHELLO_ODD(3),
        OTHELLO_ODD(4), OTHELLO_ODD(5), OTHELLO_ODD(6), OTHELLO_ODD(7),
        OTHELLO_ODD(8), OTHELLO_ODD(9), OTHELLO_ODD(10), OTHELLO_ODD(11),
        OTHELLO_ODD(12), OTHELLO_ODD(13), OTHELLO_ODD(14), OTHELLO_ODD(15),
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
