"""Rays and lines through every square: tables from which the kernels compute flips.

Filled once, when the module is imported (`fill_rays`).
"""
from libc.stdint cimport uint8_t
from types cimport Bitboard
from bits cimport bit, neighbours

cdef extern from *:
    """
    /* The squares from a square, itself left out, to the border, in the directions 1 (along the
       rank), 8 (file), 9 and 7 (diagonals): towards higher (up) and lower (down) bit numbers. */
    OTHELLO_ALIGN(64) static uint64_t rays_up[64][4];
    OTHELLO_ALIGN(64) static uint64_t rays_down[64][4];

    /* The two diagonals through a square, itself included, and its place on each, counted from the
       low bits. On its rank the place of a square is its file, on its file its rank. */
    static uint64_t diagonal_9[64];
    static uint64_t diagonal_7[64];
    static uint8_t place_9[64];
    static uint8_t place_7[64];

    /* [place][discs]: how many discs a move at `place` flips on a line of eight, if the mover has
       the set bits of `discs` and the opponent all other squares of the line. */
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
    """All squares from `square` (itself left out) to the border in one direction."""
    cdef Bitboard ray = 0
    cdef int file = (square & 7) + file_step
    cdef int rank = (square >> 3) + rank_step
    while 0 <= file < 8 and 0 <= rank < 8:
        ray |= bit(rank * 8 + file)
        file += file_step
        rank += rank_step
    return ray


cdef inline int flips_beside(int place, int discs, int step) noexcept nogil:
    """The number of places between `place` and the next of `discs` in direction `step` (1 or -1).

    0 if there is no disc in that direction.
    """
    cdef int at = place + step
    while 0 <= at < 8:
        if discs >> at & 1:
            return (at - place) * step - 1
        at += step
    return 0


cdef inline void fill_rays() noexcept nogil:
    cdef int square, file, rank, place, discs
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
        for discs in range(256):
            line_flips[place][discs] = (flips_beside(place, discs, 1)
                                        + flips_beside(place, discs, -1))
