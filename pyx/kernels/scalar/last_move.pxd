"""How many discs the move that fills the board flips, in plain 64-bit arithmetic."""
from types cimport Bitboard
from rays cimport diagonal_7, diagonal_9, line_flips


cdef inline int flips_of(Bitboard player, int square) noexcept nogil:
    """How many discs `player` flips by moving to `square`, the only empty one left.

    Each line through the square is gathered into a byte by a multiplication.
    """
    cdef int file = square & 7
    cdef int rank = square >> 3
    cdef Bitboard column = (player >> file) & 0x0101010101010101ULL
    # On a diagonal every file occurs once: adding up the ranks leaves the files as places. Where a
    # shorter diagonal has no square there is no disc of the player, so the row of eight holds.
    return (line_flips[(file << 8) + (player >> (square & 56) & 0xFF)]
            + line_flips[(rank << 8) + ((column * 0x0102040810204080ULL) >> 56)]
            + line_flips[(file << 8)
                         + (((player & diagonal_9[square]) * 0x0101010101010101ULL) >> 56)]
            + line_flips[(file << 8)
                         + (((player & diagonal_7[square]) * 0x0101010101010101ULL) >> 56)]) & 0xFF


cdef inline int last_flips(Bitboard player, int square) noexcept nogil:
    """How many discs a move to `square`, the only empty one left, flips.

    The low byte is for `player`. The bits above it are for the opponent, and only right if `player`
    flips nothing.
    """
    cdef int n_flipped = flips_of(player, square)
    return n_flipped if n_flipped else flips_of(~player, square) << 8
