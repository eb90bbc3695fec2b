"""Aliases, limits and sentinels shared by every file of the core.

A position is two bitboards, `player` (the side to move) and `opponent`; bit 0 is a1, bit 7 is h1,
bit 63 is h8. There are no colours in the core; only `replay_games`, which is given whole games,
says whose turn it is.

How good a position is has two units. A *score* is a difference of discs for the side to move, -64
to 64. A *value* is a score times `DISC`, as evaluations contain fractions of a disc.
"""
from libc.stdint cimport uint64_t

ctypedef uint64_t Bitboard

cdef extern from *:
    """
    /* Defined in C because the sizes of C arrays depend on them. */
    enum { PASS = 64, N_PLIES = 61 };
    """
    enum:
        PASS                # as a move: the side to move has no move and passes
        N_PLIES             # positions of a game without passes: 60 to 0 empties

cdef enum:
    NO_MOVE = 65            # as a move: none is known
    MAX_MOVES = 50          # no layout has more, see below
    MAX_PLY = 128           # as many moves as there are squares, with a pass before each
    MAX_THREADS = 256       # far above the number that still helps

    DISC_SHIFT = 7
    DISC = 1 << DISC_SHIFT  # value units in a disc, 128; weights fit 16 bits in these units
    MAX_SCORE = 64
    MAX_VALUE = MAX_SCORE * DISC    # every disc on the board
    INFINITY_VALUE = MAX_VALUE + 1
    MAX_STATIC_VALUE = (MAX_SCORE - 1) * DISC   # an evaluation never claims more than 63 discs

    NO_PRUNING = 100        # a selectivity in percent: no forward pruning

# MAX_MOVES: let the player have p discs and the opponent o. Each move ends, on an empty square, a
# line that begins at one of the player's discs and goes on, in one of eight directions, to one of
# the opponent's. So there are at most min(8 p, 8 o, 64 - p - o) moves, which is largest, 50, at
# p = o = 7. Positions of games have at most 33 moves, but other layouts may be searched, and some
# have 35.
