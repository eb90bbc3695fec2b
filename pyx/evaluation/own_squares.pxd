"""Look-ups by sets of squares that are known only when the program runs.

What is looked up, and in which order, is said in pattern.pxd. There the sets are compiled in, and
numbers are updated move by move; here they are data, and the numbers of a position are computed from
its board: for each rank of the board and each way in which its eight squares can be taken, a table
has what these discs add to the number of each instance.
"""
from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memset
from types cimport Bitboard, N_PLIES
from bits cimport N_SYMMETRIES, popcount
from kernel cimport moves
from pattern_sizes cimport N_MOBILITIES, N_SCALARS

cdef enum:
    MOST_PATTERNS = 64
    MOST_INSTANCES = MOST_PATTERNS * N_SYMMETRIES
    N_RANKS = 8
    RANK_SETS = 256


cdef struct Squares:
    int n_instances
    int n_lanes
    int n_rows                  # of a phase, in the canonical numbering
    uint16_t* sums              # [N_RANKS][RANK_SETS][n_lanes]: what these discs add to each number
    int32_t* canonical_index    # of each row of the tables
    int32_t offset[MOST_INSTANCES]      # the row at which the table of an instance begins


cdef inline void list_numbers(const Squares* squares, Bitboard player, Bitboard opponent,
                       uint16_t* numbers) noexcept nogil:
    """OUT `numbers`: for each lane the number of its instance, read in base three."""
    cdef int n_lanes = squares.n_lanes
    cdef int rank, i
    cdef const uint16_t* own
    cdef const uint16_t* other
    memset(numbers, 0, n_lanes * sizeof(uint16_t))
    for rank in range(N_RANKS):
        own = squares.sums + (RANK_SETS * rank + (player >> 8 * rank & 0xFF)) * n_lanes
        other = squares.sums + (RANK_SETS * rank + (opponent >> 8 * rank & 0xFF)) * n_lanes
        for i in range(n_lanes):
            numbers[i] += own[i] + 2 * other[i]


cdef inline int look_up(const Squares* squares, Bitboard player, Bitboard opponent,
                 int32_t* rows) noexcept nogil:
    """OUT `rows`: the canonical indices of the rows that a position adds up; returns how many."""
    cdef uint16_t numbers[MOST_INSTANCES]
    cdef int n = squares.n_instances
    cdef int scalars = squares.n_rows - 2 * N_MOBILITIES - N_PLIES
    cdef int most = N_MOBILITIES - 1
    cdef int i
    list_numbers(squares, player, opponent, numbers)
    for i in range(n):
        rows[i] = squares.canonical_index[squares.offset[i] + numbers[i]]
    rows[n] = scalars + min(most, popcount(moves(player, opponent)))
    rows[n + 1] = scalars + N_MOBILITIES + min(most, popcount(moves(opponent, player)))
    rows[n + 2] = scalars + 2 * N_MOBILITIES + min(64 - popcount(player | opponent), N_PLIES - 1)
    return n + N_SCALARS
