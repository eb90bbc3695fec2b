# The features of positions and the sums of the regression that fits the pattern weights.

from cython.parallel cimport prange
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cimport pattern

PATTERN_FEATURES = pattern.N_FEATURES

cdef enum:
    # Sums over positions are taken in this many parts, whatever the threads, and the parts added
    # in order: rounding, and with it the weights, does not depend on the number of threads.
    N_PARTS = 16


def pattern_state(Bitboard player, Bitboard opponent):
    """Return the sums of powers of three of each instance: those of `player`, of `opponent`."""
    cdef pattern.PatternState state
    pattern.pattern_set(&state, player, opponent)
    return ([state.own[i] for i in range(pattern.N_INSTANCES)],
            [state.other[i] for i in range(pattern.N_INSTANCES)])


def pattern_state_along(Bitboard player, Bitboard opponent, squares):
    """Return `pattern_state` after legal moves at `squares` (64: a pass), carried move by move."""
    cdef pattern.PatternState states[2]
    cdef int now = 0, square
    cdef Bitboard turned
    pattern.pattern_set(&states[0], player, opponent)
    for square in squares:
        turned = 0 if square == PASS_MOVE else kernel.flip(player, opponent, square)
        pattern.pattern_follow(&states[now], &states[1 - now], square, turned)
        now = 1 - now
        player, opponent = opponent ^ turned, player ^ turned
        if square != PASS_MOVE:
            opponent |= <Bitboard> 1 << square
    return ([states[now].own[i] for i in range(pattern.N_INSTANCES)],
            [states[now].other[i] for i in range(pattern.N_INSTANCES)])


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


cdef double row_sum(const int32_t* row, const double* weights) noexcept nogil:
    cdef double total = 0
    cdef int i
    for i in range(pattern.N_FEATURES):
        total += weights[row[i]]
    return total


def regression_predict(const int32_t[:, ::1] features, const double[::1] weights,
                       double[::1] values, int threads=1):
    """OUT `values`: for each position the sum of its weights."""
    cdef Py_ssize_t i, n = features.shape[0]
    check_regression(features, weights, values)
    with nogil:
        for i in prange(n, num_threads=launched_threads(threads), schedule="static"):
            values[i] = row_sum(&features[i, 0], &weights[0])


cdef void add_part(const int32_t* features, const double* values, Py_ssize_t n,
                   double* sums) noexcept nogil:
    cdef Py_ssize_t i
    cdef int k
    memset(sums, 0, pattern.COMPACT_SIZE * sizeof(double))
    for i in range(n):
        for k in range(pattern.N_FEATURES):
            sums[features[i * pattern.N_FEATURES + k]] += values[i]


def regression_gather(const int32_t[:, ::1] features, const double[::1] values,
                      double[::1] sums, int threads=1):
    """OUT `sums`: for each weight the sum of `values` over its appearances."""
    cdef Py_ssize_t n = features.shape[0], part, first, length = (n + N_PARTS - 1) // N_PARTS
    cdef double* parts
    cdef int i
    check_regression(features, sums, values)
    parts = <double*> malloc(N_PARTS * pattern.COMPACT_SIZE * sizeof(double))
    if parts == NULL:
        raise MemoryError("no memory for the sums of the regression")
    with nogil:
        for part in prange(N_PARTS, num_threads=launched_threads(threads), schedule="static",
                           chunksize=1):
            first = min(part * length, n)
            add_part(&features[0, 0] + first * pattern.N_FEATURES, &values[0] + first,
                     min(length, n - first), parts + part * pattern.COMPACT_SIZE)
        for i in range(pattern.COMPACT_SIZE):
            sums[i] = 0
            for part in range(N_PARTS):
                sums[i] += parts[part * pattern.COMPACT_SIZE + i]
    free(parts)


cdef check_regression(const int32_t[:, ::1] features, const double[::1] weights,
                      const double[::1] values):
    if features.shape[0] == 0:
        raise ValueError("expected at least one position")
    if features.shape[1] != pattern.N_FEATURES:
        raise ValueError(
            f"expected {pattern.N_FEATURES} features a position, got {features.shape[1]}")
    if weights.shape[0] != pattern.COMPACT_SIZE:
        raise ValueError(f"expected {pattern.COMPACT_SIZE} weights, got {weights.shape[0]}")
    if values.shape[0] != features.shape[0]:
        raise ValueError(f"expected {features.shape[0]} values, got {values.shape[0]}")
