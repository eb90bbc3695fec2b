"""Aliases, limits and sentinels shared by every file of the core.

A position is two bitboards, `player` (the side to move) and `opponent`; bit 0 is a1, bit 7 is h1,
bit 63 is h8. There are no colours in the core.

Two units of worth run through it: a *score* is a disc difference for the mover (-64..64), a
*value* is a score times `DISC`, fine enough for an evaluation's fractions of a disc.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t Bitboard

cdef extern from *:
    """
    /* Defined in C: the sizes of C arrays depend on them. */
    enum { PASS = 64, N_PLIES = 61 };
    """
    enum:
        PASS                # as a move: the side to move has none and hands over
        N_PLIES             # positions of a game, by discs: before 60 moves and after the last

cdef enum:
    NO_MOVE = 65            # as a move: nothing is known
    MAX_MOVES = 50          # more than any layout has, see below
    MAX_PLY = 128           # 60 moves and the passes between them
    MAX_THREADS = 256       # far above the number that still helps

    DISC = 128              # value units in a disc; weights fit 16 bits in these units
    MAX_SCORE = 64
    MAX_VALUE = MAX_SCORE * DISC    # every disc on the board
    INFINITY_VALUE = MAX_VALUE + 1
    MAX_ESTIMATE = (MAX_SCORE - 1) * DISC   # an evaluation never claims more than 63 discs

    EXACT = 100             # selectivity: percent confidence of forward pruning, 100 = none

# Of p player's and o opponent's discs, a move needs a direction of one of the former, whose
# neighbour there is one of the latter: at most min(8 p, 8 o, 64 - p - o) moves, 50 at p = o = 7.
# Positions of games have 33 at most, but any layout may be searched, and some have 35.
