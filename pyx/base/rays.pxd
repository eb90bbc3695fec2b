"""Rays and lines through every square: tables from which the kernels compute flips.

Filled once, when the module is imported (`fill_rays`).
"""
from libc.stdint cimport uint16_t
from types cimport Bitboard
from bits cimport bit, neighbours, popcount

cdef extern from *:
    """
    /* The squares from a square, itself left out, to the border, in the directions 1 (along the
       rank), 8 (file), 9 and 7 (diagonals): towards higher (up) and lower (down) bit numbers. */
    OTHELLO_ALIGN(64) static uint64_t rays_up[64][4];
    OTHELLO_ALIGN(64) static uint64_t rays_down[64][4];

    /* The rays up from a square, each beside the same ray of square 63 - square, which is the ray
       down when the 64 bits are reversed. */
    OTHELLO_ALIGN(64) static uint64_t rays_both[64][4][2];

    /* The two diagonals through a square, itself included. */
    static uint64_t diagonal_9[64];
    static uint64_t diagonal_7[64];

    /* What a move flips on a line whose other squares are all taken. Each place on a line of each
       length has a row, indexed by the discs of one side, the first of the line as the lowest bit.
       The low byte is how many discs that side flips, the high byte how many the other side would
       flip by the same move. Lines of eight come first: the row of a place on a rank or a file
       begins at 256 * place. The size is the sum of length * 2^length for lengths from 1 to 8. */
    static uint16_t line_flips[3586];

    /* The four lines through a square (its rank, its file, and the diagonals in the directions 9
       and 7), itself included, and its row on each. */
    typedef struct { uint64_t squares; const uint16_t *flips; } Line;
    OTHELLO_ALIGN(64) static Line lines_through[64][4];

    /* The squares that touch a square. */
    static uint64_t around[64];
    """
    Bitboard rays_up[64][4]
    Bitboard rays_down[64][4]
    Bitboard rays_both[64][4][2]
    Bitboard diagonal_9[64]
    Bitboard diagonal_7[64]
    ctypedef struct Line:
        Bitboard squares
        const uint16_t* flips
    uint16_t line_flips[3586]
    Line lines_through[64][4]
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


cdef inline int flips_beside(int length, int place, int discs, int step) noexcept nogil:
    """The number of places between `place` and the next of `discs` in direction `step` (1 or -1).

    0 if there is no disc in that direction on a line of that `length`.
    """
    cdef int at = place + step
    while 0 <= at < length:
        if discs >> at & 1:
            return (at - place) * step - 1
        at += step
    return 0


cdef inline int flips_on_line(int length, int place, int discs) noexcept nogil:
    """How many discs a move at `place` flips on a line, `discs` being the mover's."""
    return flips_beside(length, place, discs, 1) + flips_beside(length, place, discs, -1)


cdef inline uint16_t* line_row(int length, int place) noexcept nogil:
    """The row in `line_flips` of a place on a line of that length."""
    cdef int longer, begin = place << length
    for longer in range(length + 1, 9):
        begin += longer << longer
    return &line_flips[begin]


cdef inline void set_line(Line* line, Bitboard squares, int place) noexcept nogil:
    line.squares = squares
    line.flips = line_row(popcount(squares), place)


cdef inline void fill_line_flips() noexcept nogil:
    cdef int length, place, discs, others
    for length in range(1, 9):
        for place in range(length):
            for discs in range(1 << length):
                others = (1 << length) - 1 - discs
                line_row(length, place)[discs] = (
                    flips_on_line(length, place, discs)
                    | flips_on_line(length, place, others) << 8)


cdef inline void fill_rays() noexcept nogil:
    cdef int square, file, rank, direction
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
        set_line(&lines_through[square][0], 0xFFULL << (square & 56), file)
        set_line(&lines_through[square][1], 0x0101010101010101ULL << file, rank)
        set_line(&lines_through[square][2], diagonal_9[square], min(file, rank))
        set_line(&lines_through[square][3], diagonal_7[square], min(7 - file, rank))
        around[square] = neighbours(bit(square)) ^ bit(square)
    for square in range(64):
        for direction in range(4):
            rays_both[square][direction][0] = rays_up[square][direction]
            rays_both[square][direction][1] = rays_up[63 - square][direction]
    fill_line_flips()
