"""How many discs the move that fills the board flips, with BMI2's bit extraction."""
from types cimport Bitboard
from rays cimport Line, lines_through

cdef extern from "immintrin.h" nogil:
    Bitboard _pext_u64(Bitboard a, Bitboard mask)


cdef inline int last_flips(Bitboard player, int square) noexcept nogil:
    """How many discs a move to `square`, the only empty one left, flips.

    The low byte is for `player`. The bits above it are for the opponent, and only right if `player`
    flips nothing.
    """
    cdef const Line* lines = lines_through[square]
    return ((lines[0].flips[_pext_u64(player, lines[0].squares)]
             + lines[1].flips[_pext_u64(player, lines[1].squares)])
            + (lines[2].flips[_pext_u64(player, lines[2].squares)]
               + lines[3].flips[_pext_u64(player, lines[3].squares)]))
