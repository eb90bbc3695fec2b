# For Python: the features of positions: the canonical indices of the rows that they add up.

from cython.parallel cimport prange
from libc.stdint cimport int32_t, uint64_t

from types cimport Bitboard, N_PLIES as PLIES
from bits cimport popcount
from checks cimport check_positions, check_size
from pattern_sizes cimport (N_FEATURES, N_INSTANCES, N_MOBILITIES, TABLE_PATTERNS,
                            pattern_offset)
cimport kernel
cimport pattern
from othello._common cimport canonical_numbering, launch

PATTERN_FEATURES = N_FEATURES


cdef void list_features(const int32_t* numbering, Bitboard player, Bitboard opponent,
                        int32_t* row) noexcept nogil:
    """OUT `row`: the canonical indices of the rows that a position adds up."""
    cdef pattern.PatternState state
    cdef const int32_t* scalars = numbering + TABLE_PATTERNS
    cdef int n_empties = min(64 - popcount(player | opponent), PLIES - 1)
    cdef int most = N_MOBILITIES - 1
    cdef int i
    pattern.pattern_refresh(&state, player, opponent)
    for i in range(N_INSTANCES):
        row[i] = numbering[pattern_offset[i] + state.number[i]]
    row[N_INSTANCES] = scalars[min(most, popcount(kernel.moves(player, opponent)))]
    row[N_INSTANCES + 1] = scalars[
        N_MOBILITIES + min(most, popcount(kernel.moves(opponent, player)))]
    row[N_INSTANCES + 2] = scalars[2 * N_MOBILITIES + n_empties]


def pattern_features(const uint64_t[:] player, const uint64_t[:] opponent,
                     int32_t[:, ::1] features, int threads=1):
    """List the features of each position: the canonical indices of the rows that it adds up.

    Parameters
    ----------
    player, opponent : arrays of uint64
        The positions.
    features : array of int32, shape (positions, PATTERN_FEATURES)
        OUT: the numbers, from 0.
    """
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    cdef const int32_t* numbering = canonical_numbering()
    check_positions(player, opponent, features.shape[0])
    check_size("features a position", N_FEATURES, features.shape[1])
    n_threads = launch(threads)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            list_features(numbering, player[i], opponent[i], &features[i, 0])
