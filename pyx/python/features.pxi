# The features of positions: which weights of the pattern evaluation add up to their values.

from cython.parallel cimport prange
from libc.stdint cimport int32_t, uint64_t

from types cimport Bitboard
from bits cimport popcount
from launch cimport launched_threads
cimport kernel
cimport pattern

PATTERN_FEATURES = pattern.N_FEATURES


cdef void list_features(Bitboard player, Bitboard opponent, int32_t* row) noexcept nogil:
    """OUT `row`: the compact numbers of the weights that add up to the position's value."""
    cdef pattern.PatternState state
    cdef const int32_t* scalars = pattern.pattern_compact + pattern.TABLE_PATTERNS
    cdef int n_empties = min(64 - popcount(player | opponent), pattern.N_EMPTIES - 1)
    cdef int most = pattern.N_MOBILITIES - 1
    cdef int i, number
    pattern.pattern_set(&state, player, opponent)
    for i in range(pattern.N_INSTANCES):
        number = state.own[i] + 2 * state.other[i]
        row[i] = pattern.pattern_compact[pattern.pattern_offset[i] + number]
    row[pattern.N_INSTANCES] = scalars[min(most, popcount(kernel.moves(player, opponent)))]
    row[pattern.N_INSTANCES + 1] = scalars[
        pattern.N_MOBILITIES + min(most, popcount(kernel.moves(opponent, player)))]
    row[pattern.N_INSTANCES + 2] = scalars[2 * pattern.N_MOBILITIES + n_empties]


def pattern_features(const uint64_t[:] player, const uint64_t[:] opponent,
                     int32_t[:, ::1] features, int threads=1):
    """List, for each position, the compact numbers of its weights.

    Parameters
    ----------
    player, opponent : arrays of uint64
        The positions.
    features : array of int32, shape (positions, PATTERN_FEATURES)
        OUT: the numbers.
    """
    cdef Py_ssize_t i, n = player.shape[0]
    if opponent.shape[0] != n or features.shape[0] != n or features.shape[1] != pattern.N_FEATURES:
        raise ValueError(
            f"expected {n} opponents and {n} rows of {pattern.N_FEATURES} features, got "
            f"{opponent.shape[0]} and {features.shape[0]} of {features.shape[1]}")
    pattern.fill_numbering()
    with nogil:
        for i in prange(n, num_threads=launched_threads(threads), schedule="static"):
            list_features(player[i], opponent[i], &features[i, 0])
