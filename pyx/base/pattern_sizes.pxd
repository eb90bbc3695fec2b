"""Sizes of the pattern evaluation's tables, for the evaluation, its look-ups and for training.

pattern.pxd explains what is counted. The numbers are defined in C because the sizes of C arrays
depend on them.
"""
from libc.stdint cimport int32_t
from types cimport N_PLIES

cdef extern from *:
    """
    enum {
        N_PATTERNS = 13,
        MAX_LENGTH = 10,                /* squares in a pattern */
        N_INSTANCES = 54,
        N_LANES = 64,                   /* N_INSTANCES rounded up for SIMD */

        N_PHASES = 12,
        PHASE_EMPTIES = 5,              /* numbers of empties in a phase; the last has 55 .. 60 */

        N_MOBILITIES = 34,              /* 0 .. 33 moves; more, in no game, count as 33 */
        N_SCALARS = 3,                  /* tables besides the patterns: two mobilities, empties */
        N_ROWS = N_INSTANCES + 2,       /* rows that a position looks up; not that of empties */
        N_FEATURES = N_INSTANCES + N_SCALARS,   /* rows that a position adds up */

        N_LATENT = 14,                  /* numbers in a row's latent vector */
        ROW_BYTES = 2 + N_LATENT,       /* two bytes for the weight, one for each of them */
        N_HALF_ROW_LATENT = 6,          /* a phase that uses no more has rows of half the size */
        LATENT_ZERO = 128,              /* added to each, to be stored as an unsigned byte */
        LATENT_SHIFT = 7,               /* they are in 1/128, their squares in 1/128 ** 2 */

        /* Rows of a phase: those of the patterns, then all, with the three other tables. */
        TABLE_PATTERNS = 285363,
        TABLE_SIZE = TABLE_PATTERNS + 2 * N_MOBILITIES + N_PLIES,
        /* The same by canonical index, where rows that a symmetry makes equal count once. */
        CANONICAL_PATTERNS = 173412,
        CANONICAL_SIZE = CANONICAL_PATTERNS + 2 * N_MOBILITIES + N_PLIES
    };

    /* The row at which the table of each instance begins: those of a pattern share one. */
    #define OTHELLO_FOUR(row) row, row, row, row
    static const int32_t pattern_offset[N_INSTANCES] = {
        OTHELLO_FOUR(0), OTHELLO_FOUR(19683), OTHELLO_FOUR(78732), OTHELLO_FOUR(137781),
        OTHELLO_FOUR(196830), OTHELLO_FOUR(196830), OTHELLO_FOUR(255879), OTHELLO_FOUR(262440),
        OTHELLO_FOUR(269001), 275562, 275562, OTHELLO_FOUR(282123), OTHELLO_FOUR(284310),
        OTHELLO_FOUR(285039), OTHELLO_FOUR(285282),
    };
    """
    enum:
        N_PATTERNS
        MAX_LENGTH
        N_INSTANCES
        N_LANES
        N_PHASES
        PHASE_EMPTIES
        N_MOBILITIES
        N_SCALARS
        N_ROWS
        N_FEATURES
        N_LATENT
        ROW_BYTES
        N_HALF_ROW_LATENT
        LATENT_ZERO
        LATENT_SHIFT
        TABLE_PATTERNS
        TABLE_SIZE
        CANONICAL_SIZE
    const int32_t pattern_offset[N_INSTANCES]
