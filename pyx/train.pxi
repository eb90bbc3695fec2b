# Training the pattern evaluation: loading weights, features of positions, sums of the regression.

from cython.parallel cimport prange
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

cimport pattern
from pattern cimport PatternPhase
from table cimport table_reserve

pattern.fill_patterns()

PATTERNS = tuple(pattern.pattern_squares[i].decode("ascii") for i in range(pattern.N_PATTERNS))
PATTERN_SCALARS = ("player_mobility", "opponent_mobility", "empties")
PATTERN_PHASES = pattern.N_PHASES
PATTERN_PHASE_EMPTIES = pattern.PHASE_EMPTIES
PATTERN_WEIGHTS = pattern.COMPACT_SIZE      # in each phase
PATTERN_FEATURES = pattern.N_FEATURES
PATTERN_FACTORS = pattern.N_FACTORS         # beside each weight

cdef enum:
    # Sums over positions are taken in this many parts, whatever the threads, and the parts added
    # in order: rounding, and with it the weights, does not depend on the number of threads.
    N_PARTS = 16


cdef inline uint64_t packed_row(int weight, const int8_t* factors) noexcept nogil:
    """A row as the tables hold it."""
    cdef uint64_t row = <uint16_t> weight
    cdef int k
    for k in range(pattern.N_FACTORS):
        row |= <uint64_t> (factors[k] + pattern.FACTOR_ZERO) << (16 + 8 * k)
    return row


cdef void fill_phase(PatternPhase* filled, int phase, const int16_t* weights,
                     const int8_t* factors, uint64_t* compact) noexcept nogil:
    """OUT `filled`: the tables of a phase; `compact` is scratch space for its rows."""
    cdef int bias = pattern.N_ROWS * pattern.FACTOR_ZERO
    cdef int i, k, number, n_empties
    cdef const int8_t* factor
    for i in range(pattern.COMPACT_SIZE):
        compact[i] = packed_row(weights[i], factors + pattern.N_FACTORS * i)
    for i in range(pattern.TABLE_SIZE):
        filled.rows[i] = compact[pattern.pattern_compact[i]]
    for i in range(pattern.PHASE_EMPTIES + 1):
        n_empties = min(pattern.PHASE_EMPTIES * phase + i, pattern.N_EMPTIES - 1)
        number = pattern.pattern_compact[
            pattern.TABLE_PATTERNS + 2 * pattern.N_MOBILITIES + n_empties]
        factor = factors + pattern.N_FACTORS * number
        filled.start[i][0] = weights[number]
        filled.start[i][pattern.ROW_BYTES // 2] = 0
        for k in range(pattern.N_FACTORS // 2):
            filled.start[i][1 + k] = factor[2 * k] - bias
            filled.start[i][pattern.ROW_BYTES // 2 + 1 + k] = factor[2 * k + 1] - bias


def load_weights(const int16_t[::1] weights, const int8_t[::1] factors):
    """Evaluate by these rows from now on.

    Parameters
    ----------
    weights : array of int16
        PATTERN_WEIGHTS for each of PATTERN_PHASES phases, in 1/128 disc; the first phase is that
        of the fewest empties.
    factors : array of int8
        PATTERN_FACTORS for each weight.
    """
    cdef Py_ssize_t n_rows = pattern.N_PHASES * pattern.COMPACT_SIZE
    cdef PatternPhase* phases
    cdef uint64_t* compact
    cdef int phase
    check_size("weights", n_rows, weights.shape[0])
    check_size("factors", n_rows * pattern.N_FACTORS, factors.shape[0])
    # Never freed: a search may still be reading the tables that these replace.
    phases = <PatternPhase*> table_reserve(pattern.N_PHASES * sizeof(PatternPhase))
    compact = <uint64_t*> malloc(pattern.COMPACT_SIZE * sizeof(uint64_t))
    if phases == NULL or compact == NULL:
        free(compact)
        raise MemoryError("no memory for the weights of the evaluation")
    pattern.fill_numbering()
    with nogil:
        for phase in range(pattern.N_PHASES):
            fill_phase(&phases[phase], phase, &weights[phase * pattern.COMPACT_SIZE],
                       &factors[phase * pattern.COMPACT_SIZE * pattern.N_FACTORS], compact)
    free(compact)
    for phase in range(pattern.N_PHASES):
        pattern.pattern_weights.phase[phase] = &phases[phase]


cdef check_size(str what, Py_ssize_t expected, Py_ssize_t found):
    if found != expected:
        raise ValueError(f"expected {expected} {what}, got {found}")


def pack_rows(const int16_t[::1] weights, const int8_t[::1] factors):
    """Return which rows hold anything, a bit for each, the lowest first, and these rows' bytes."""
    cdef Py_ssize_t n_rows = pattern.N_PHASES * pattern.COMPACT_SIZE, row
    cdef bytearray bits = bytearray((n_rows + 7) // 8), packed = bytearray()
    cdef bytes held
    check_size("weights", n_rows, weights.shape[0])
    check_size("factors", n_rows * pattern.N_FACTORS, factors.shape[0])
    for row in range(n_rows):
        held = bytes(factors[row * pattern.N_FACTORS:(row + 1) * pattern.N_FACTORS])
        if weights[row] != 0 or any(held):
            bits[row >> 3] |= 1 << (row & 7)
            packed += (<int> weights[row]).to_bytes(2, "little", signed=True) + held
    return bytes(bits), bytes(packed)


def unpack_rows(const uint8_t[::1] bits, const uint8_t[::1] packed, int16_t[::1] weights,
                int8_t[::1] factors):
    """Put back into `weights` and `factors`, all zero, what `pack_rows` took out."""
    cdef Py_ssize_t n_rows = pattern.N_PHASES * pattern.COMPACT_SIZE, n_held = 0, row
    cdef const uint8_t* held
    check_size("weights", n_rows, weights.shape[0])
    check_size("factors", n_rows * pattern.N_FACTORS, factors.shape[0])
    check_size("bytes of bits", (n_rows + 7) // 8, bits.shape[0])
    for row in range(bits.shape[0]):
        n_held += popcount(bits[row])
    check_size("bytes of rows", n_held * pattern.ROW_BYTES, packed.shape[0])
    if n_held == 0:
        return
    held = &packed[0]
    for row in range(n_rows):
        if bits[row >> 3] >> (row & 7) & 1:
            weights[row] = <int16_t> (held[0] | held[1] << 8)
            memcpy(&factors[row * pattern.N_FACTORS], held + 2, pattern.N_FACTORS)
            held += pattern.ROW_BYTES


def weights_loaded():
    """Return whether `load_weights` has been called."""
    return pattern.pattern_weights.phase[0] != NULL


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
        for i in prange(n, num_threads=threads, schedule="static"):
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
        for i in prange(n, num_threads=threads, schedule="static"):
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
        for part in prange(N_PARTS, num_threads=threads, schedule="static", chunksize=1):
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
