# The features of positions: which weights of the pattern evaluation add up to their values.

from cython.parallel cimport prange
from libc.stdint cimport int32_t, uint64_t

from types cimport PASS as PASS_MOVE, Bitboard
from bits cimport popcount
from launch cimport launched_threads
cimport kernel
cimport pattern

PATTERN_FEATURES = pattern.N_FEATURES


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
    cdef Bitboard flipped
    pattern.pattern_set(&states[0], player, opponent)
    for square in squares:
        flipped = 0 if square == PASS_MOVE else kernel.flip(player, opponent, square)
        pattern.pattern_follow(&states[now], &states[1 - now], square, flipped)
        now = 1 - now
        player, opponent = opponent ^ flipped, player ^ flipped
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
