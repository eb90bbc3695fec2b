"""What the move that fills the board flips, with BMI2's bit extraction."""
from types cimport Bitboard
from rays cimport Line, lines_through

cdef extern from "immintrin.h" nogil:
    Bitboard _pext_u64(Bitboard a, Bitboard mask)

cdef extern from *:
    """
    /* Add a line's flips now. Else GCC extracts all four lines' discs first, and saves registers. */
    #if defined(__GNUC__)
      #define OTHELLO_FLIPS_SO_FAR(flips) __asm__("" : "+r"(flips))
    #else
      #define OTHELLO_FLIPS_SO_FAR(flips) (void)0
    #endif
    """
    void flips_so_far "OTHELLO_FLIPS_SO_FAR"(int flips) nogil


cdef inline int last_flips(Bitboard player, int square) noexcept nogil:
    """Twice the number of discs that a move to `square`, the only empty one left, flips.

    The low byte is for `player`. The bits above it are for the opponent, and only right if `player`
    flips nothing.
    """
    cdef const Line* lines = lines_through[square]
    cdef int flips = lines[0].flips[_pext_u64(player, lines[0].squares)]
    flips_so_far(flips)
    flips += lines[1].flips[_pext_u64(player, lines[1].squares)]
    flips_so_far(flips)
    flips += lines[2].flips[_pext_u64(player, lines[2].squares)]
    flips_so_far(flips)
    return flips + lines[3].flips[_pext_u64(player, lines[3].squares)]
