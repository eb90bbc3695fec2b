"""Rays and lines through every square: the tables that the kernels look moves up in.

Filled once, when the module is imported (`fill_rays`).
"""
from libc.stdint cimport uint8_t
from types cimport Bitboard
from bits cimport bit, neighbours

cdef extern from *:
    """
    /* Squares passed when leaving a square towards higher and towards lower bit numbers, in the
       directions 1 (along the rank), 8 (file), 9 and 7 (diagonals). 64 bytes a square. */
    OTHELLO_ALIGN(64) static uint64_t rays_up[64][4];
    OTHELLO_ALIGN(64) static uint64_t rays_down[64][4];

    /* The two diagonals through a square, the square included, and where on each it stands,
       counted from the low bits; rank and file serve as places on the other two lines. */
    static uint64_t diagonal_9[64];
    static uint64_t diagonal_7[64];
    static uint8_t place_9[64];
    static uint8_t place_7[64];

    /* Discs flipped on a line of eight by a move at `place`, when the bits set are the mover's
       and all other squares of the line the opponent's. */
    static uint8_t line_flips[8][256];

    /* The squares that touch a square. */
    static uint64_t around[64];
    """
    Bitboard rays_up[64][4]
    Bitboard rays_down[64][4]
    Bitboard diagonal_9[64]
    Bitboard diagonal_7[64]
    uint8_t place_9[64]
    uint8_t place_7[64]
    uint8_t line_flips[8][256]
    Bitboard around[64]


cdef inline Bitboard walk(int square, int file_step, int rank_step) noexcept nogil:
    """All squares from `square` (left out) to the border along one direction."""
    cdef Bitboard ray = 0
    cdef int file = (square & 7) + file_step
    cdef int rank = (square >> 3) + rank_step
    while 0 <= file < 8 and 0 <= rank < 8:
        ray |= bit(rank * 8 + file)
        file += file_step
        rank += rank_step
    return ray


cdef inline int flips_beside(int place, int pattern, int step) noexcept nogil:
    """Discs between `place` and the mover's next disc along `step`; 0 if there is none."""
    cdef int at = place + step
    while 0 <= at < 8:
        if pattern >> at & 1:
            return (at - place) * step - 1
        at += step
    return 0


cdef inline void fill_rays() noexcept nogil:
    cdef int square, file, rank, place, pattern
    for square in range(64):
        file = square & 7
        rank = square >> 3
        rays_up[square][0] = walk(square, 1, 0)
        rays_up[square][1] = walk(square, 0, 1)
        rays_up[square][2] = walk(square, 1, 1)
        rays_up[square][3] = walk(square, -1, 1)
        rays_down[square][0] = walk(square, -1, 0)
        rays_down[square][1] = walk(square, 0, -1)
        rays_down[square][2] = walk(square, -1, -1)
        rays_down[square][3] = walk(square, 1, -1)
        diagonal_9[square] = rays_up[square][2] | rays_down[square][2] | bit(square)
        diagonal_7[square] = rays_up[square][3] | rays_down[square][3] | bit(square)
        place_9[square] = min(file, rank)
        place_7[square] = min(7 - file, rank)
        around[square] = neighbours(bit(square)) ^ bit(square)
    for place in range(8):
        for pattern in range(256):
            line_flips[place][pattern] = (flips_beside(place, pattern, 1)
                                          + flips_beside(place, pattern, -1))
