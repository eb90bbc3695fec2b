"""Sizes of the pattern evaluation, for its tables, for the look-ups and for training.

pattern.pxd explains what is counted. The numbers are defined in C: the sizes of C arrays depend on
them.
"""
from types cimport N_PLIES

cdef extern from *:
    """
    enum {
        N_PATTERNS = 13,
        MAX_LENGTH = 10,                /* squares in a pattern */
        N_INSTANCES = 54,
        N_LANES = 64,                   /* N_INSTANCES rounded up for SIMD */

        N_PHASES = 12,
        PHASE_EMPTIES = 5,              /* empties in a phase; the last phase has 55 .. 60 */

        N_MOBILITIES = 34,              /* 0 .. 33 moves, and more in layouts no game leads to */
        N_SCALARS = 3,                  /* tables that are no patterns: two mobilities, empties */
        N_ROWS = N_INSTANCES + 2,       /* rows looked up for a position: all but that of empties */
        N_FEATURES = N_INSTANCES + N_SCALARS,   /* rows added up for a position */

        N_FACTORS = 14,                 /* in a row */
        ROW_BYTES = 2 + N_FACTORS,      /* two of the weight, then those of the factors */
        FACTOR_ZERO = 128,              /* a factor is stored in a byte, this added */
        FACTOR_SHIFT = 7,               /* factors are in 1/128, their squares in 1/128 ** 2 */

        /* Rows of a phase: of the patterns, and with the three other tables. */
        TABLE_PATTERNS = 285363,
        TABLE_SIZE = TABLE_PATTERNS + 2 * N_MOBILITIES + N_PLIES,
        /* The same in the compact numbering, which knows rows that read alike once. */
        COMPACT_PATTERNS = 173412,
        COMPACT_SIZE = COMPACT_PATTERNS + 2 * N_MOBILITIES + N_PLIES
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
        N_FACTORS
        ROW_BYTES
        FACTOR_ZERO
        FACTOR_SHIFT
        TABLE_PATTERNS
        TABLE_SIZE
        COMPACT_PATTERNS
        COMPACT_SIZE
