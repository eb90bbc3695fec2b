# For Python: loading the evaluation's weights and ProbCut's sigmas.

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from types cimport N_PLIES as PLIES
from checks cimport check_size
from packed_rows cimport WEIGHT_BYTES, check_packed, is_packed, used_latent
from pages cimport release_pages, reserve_pages
cimport pattern
from pattern cimport PatternPhase, PatternRow, PatternWeights
from pattern_sizes cimport (CANONICAL_SIZE, LATENT_ZERO, N_LATENT, N_MOBILITIES, N_HALF_ROW_LATENT,
                            N_PATTERNS, N_PHASES, N_ROWS, PHASE_EMPTIES, ROW_BYTES, TABLE_PATTERNS,
                            TABLE_SIZE)
from probcut cimport Sigmas, probcut_depth

N_PLIES = PLIES

EVALUATIONS = ("pattern", "classic")

PATTERNS = tuple(pattern.pattern_squares[i].decode("ascii") for i in range(N_PATTERNS))
PATTERN_SCALARS = ("player_mobility", "opponent_mobility", "empties")
PATTERN_PHASES = N_PHASES
PATTERN_PHASE_EMPTIES = PHASE_EMPTIES
PATTERN_WEIGHTS = CANONICAL_SIZE      # in each phase
PATTERN_EMPTIES = PLIES             # rows for numbers of empties: the last rows of a phase
PATTERN_FACTORS = N_LATENT         # in each row, beside the weight
PATTERN_NARROW_FACTORS = N_HALF_ROW_LATENT


cdef enum:
    HALF_A_TABLE = TABLE_SIZE * ROW_BYTES // 2 // 64 * 64   # rounded to the alignment of tables

cdef extern from *:
    const uint64_t LATENT_ZEROS "0x8080808080808080ULL"     # LATENT_ZERO in each byte


cdef inline PatternRow packed_row(int weight, const int8_t* factors) noexcept nogil:
    """A row of the tables: the weight, then the factors, each plus LATENT_ZERO."""
    cdef uint8_t packed[ROW_BYTES]
    packed[0] = weight & 0xFF
    packed[1] = weight >> 8 & 0xFF
    memcpy(packed + WEIGHT_BYTES, factors, N_LATENT)
    return row_of(packed)


cdef inline PatternRow row_of(const uint8_t* packed) noexcept nogil:
    """A row as `packed_row` makes it, of the ROW_BYTES bytes that it has in a file."""
    cdef PatternRow row
    # The highest bit of a signed byte turned over is the byte plus 128, unsigned.
    row.half[0] = little_endian(packed) ^ LATENT_ZEROS << 8 * WEIGHT_BYTES
    row.half[1] = little_endian(packed + 8) ^ LATENT_ZEROS
    return row


cdef inline uint64_t little_endian(const uint8_t* packed) noexcept nogil:
    """The number that eight bytes make, the first one the lowest."""
    # Written out, compilers make one load of it; all weights are read so at each start.
    return (packed[0] | <uint64_t> packed[1] << 8 | <uint64_t> packed[2] << 16
            | <uint64_t> packed[3] << 24 | <uint64_t> packed[4] << 32 | <uint64_t> packed[5] << 40
            | <uint64_t> packed[6] << 48 | <uint64_t> packed[7] << 56)


cdef inline int latent_of(const PatternRow* row, int k) noexcept nogil:
    """The k-th factor of a row."""
    cdef int at = WEIGHT_BYTES + k
    return <int> (row.half[at // 8] >> 8 * (at % 8) & 0xFF) - LATENT_ZERO


cdef void fill_phase(PatternPhase* filled, int phase, bint half_row,
                     const PatternRow* canonical_rows) noexcept nogil:
    """OUT `filled`: the tables of a phase, of its rows in the canonical numbering."""
    cdef int bias = N_ROWS * LATENT_ZERO
    cdef int i, k, n_empties
    cdef const PatternRow* row
    cdef uint64_t* halves = <uint64_t*> filled.rows
    filled.half_row = half_row
    if half_row:
        for i in range(TABLE_SIZE):
            halves[i] = canonical_rows[pattern.canonical_index[i]].half[0]
    else:
        for i in range(TABLE_SIZE):
            filled.rows[i] = canonical_rows[pattern.canonical_index[i]]
    for i in range(PHASE_EMPTIES + 1):
        n_empties = min(PHASE_EMPTIES * phase + i, PLIES - 1)
        row = &canonical_rows[
            pattern.canonical_index[TABLE_PATTERNS + 2 * N_MOBILITIES + n_empties]]
        memset(filled.start[i], 0, sizeof(filled.start[i]))
        filled.start[i][0] = <int16_t> (row.half[0] & 0xFFFF)
        for k in range((N_HALF_ROW_LATENT if half_row else N_LATENT) // 2):
            filled.start[i][1 + k] = latent_of(row, 2 * k) - bias
            filled.start[i][ROW_BYTES // 2 + 1 + k] = latent_of(row, 2 * k + 1) - bias


cdef PatternRow* new_rows() except NULL:
    """Memory for the rows of a phase in the canonical numbering, to be freed by `free_rows`.

    Not from `malloc`, which keeps so much for later once larger memory was freed.
    """
    cdef PatternRow* rows = <PatternRow*> reserve_pages(CANONICAL_SIZE * sizeof(PatternRow))
    if rows == NULL:
        raise MemoryError("no memory for the weights of the evaluation")
    return rows


cdef void free_rows(PatternRow* rows) noexcept:
    release_pages(rows, CANONICAL_SIZE * sizeof(PatternRow))


cdef class _PatternTables:
    """The memory of the tables of all phases, which follow each other."""

    cdef char* memory
    cdef size_t size
    cdef PatternPhase* phases[N_PHASES]
    cdef PatternWeights weights         # the same, to read

    def __cinit__(self, bytes counts):
        """`counts`: how many factors each phase uses."""
        cdef size_t begins[N_PHASES]
        cdef int phase
        for phase in range(N_PHASES):
            begins[phase] = self.size
            self.size += sizeof(PatternPhase)
            if counts[phase] <= N_HALF_ROW_LATENT:
                self.size -= HALF_A_TABLE
        self.memory = <char*> reserve_pages(self.size)
        if self.memory == NULL:
            raise MemoryError("no memory for the weights of the evaluation")
        for phase in range(N_PHASES):
            self.phases[phase] = <PatternPhase*> (self.memory + begins[phase])
            self.weights.phase[phase] = self.phases[phase]

    def __dealloc__(self):
        if self.memory != NULL:
            release_pages(self.memory, self.size)


cdef class _Loaded:
    """The weights and ProbCut's sigmas that were loaded last.

    It never changes. What is loaded later is another one, and whoever reads this one, without the
    interpreter's lock, holds it until then: a search evaluates by the same weights to its end, and
    the last to let go frees them.
    """


# A free-threaded CPython has no lock of the interpreter's: whoever reads or replaces `last_loaded`
# holds this one, so that what was written to the tables before is seen by all who read them. In
# others it costs nothing.
cdef object loading = object()
cdef _Loaded last_loaded = _Loaded()


cdef _Loaded loaded():
    """What was loaded last."""
    with cython.critical_section(loading):
        return last_loaded


cdef _Loaded loaded_for(str evaluation):
    """What was loaded last; an error if there is no such evaluation, or it has no weights yet."""
    cdef _Loaded used = loaded()
    if evaluation not in EVALUATIONS:
        raise ValueError(f"expected an evaluation of {EVALUATIONS}, got {evaluation!r}")
    if evaluation == "pattern" and used.tables is None:
        raise RuntimeError("the pattern evaluation has no weights: load some first")
    return used


cdef use(_PatternTables tables, const Sigmas* sigmas):
    """Evaluate by these tables and prune by these sigmas from now on; None, NULL: as before."""
    cdef _Loaded new = _Loaded()
    global last_loaded
    with cython.critical_section(loading):
        new.tables = last_loaded.tables if tables is None else tables
        new.sigmas = last_loaded.sigmas if sigmas == NULL else sigmas[0]
        new.number = last_loaded.number + 1
        if new.tables is not None:
            new.weights = (<_PatternTables> new.tables).weights
        last_loaded = new


def load_weights(const int16_t[::1] weights, const int8_t[::1] factors):
    """Use these weights and factors from now on.

    Parameters
    ----------
    weights : array of int16
        PATTERN_WEIGHTS for each of PATTERN_PHASES phases, in 1/128 disc; the first phase has the
        fewest empties.
    factors : array of int8
        PATTERN_FACTORS for each weight.
    """
    cdef Py_ssize_t n_rows = N_PHASES * CANONICAL_SIZE
    cdef _PatternTables tables
    cdef bytes counts
    cdef PatternRow* canonical_rows
    cdef const int16_t* weight
    cdef const int8_t* factor
    cdef int phase, i
    cdef bint half_row
    check_size("weights", n_rows, weights.shape[0])
    check_size("factors", n_rows * N_LATENT, factors.shape[0])
    counts = bytes(used_latent(factors, phase) for phase in range(N_PHASES))
    tables = _PatternTables(counts)
    canonical_rows = new_rows()
    canonical_numbering()
    for phase in range(N_PHASES):
        half_row = counts[phase] <= N_HALF_ROW_LATENT
        with nogil:
            weight = &weights[phase * CANONICAL_SIZE]
            factor = &factors[phase * CANONICAL_SIZE * N_LATENT]
            for i in range(CANONICAL_SIZE):
                canonical_rows[i] = packed_row(weight[i], factor + i * N_LATENT)
            fill_phase(tables.phases[phase], phase, half_row, canonical_rows)
    free_rows(canonical_rows)
    use(tables, NULL)


def load_packed(const uint8_t[::1] bits, const uint8_t[::1] counts, const uint8_t[::1] packed):
    """Use the rows that `pack_rows` packed from now on; as `load_weights`, with less memory."""
    cdef _PatternTables tables
    cdef const uint8_t* cursor = NULL
    cdef PatternRow* canonical_rows
    cdef int phase
    check_packed(bits, counts, packed, CANONICAL_SIZE)
    tables = _PatternTables(bytes(counts))
    canonical_rows = new_rows()
    canonical_numbering()
    if packed.shape[0]:
        cursor = &packed[0]
    # This takes a fifth of a second: other threads of the program go on meanwhile.
    with nogil:
        for phase in range(N_PHASES):
            cursor = unpack_rows_of(&bits[0], phase * CANONICAL_SIZE, counts[phase], cursor,
                                    canonical_rows)
            fill_phase(tables.phases[phase], phase, counts[phase] <= N_HALF_ROW_LATENT,
                       canonical_rows)
    free_rows(canonical_rows)
    use(tables, NULL)


cdef const uint8_t* unpack_rows_of(const uint8_t* bits, Py_ssize_t first, int count,
                                   const uint8_t* cursor,
                                   PatternRow* canonical_rows) noexcept nogil:
    """OUT `canonical_rows`: the rows of a phase, read from `cursor` on.

    `first`: the number of the bit of the first one. Returns where the rows of the next phase begin.
    """
    cdef uint8_t row[ROW_BYTES]
    cdef PatternRow zero
    cdef Py_ssize_t i
    memset(row, 0, ROW_BYTES)
    zero = row_of(row)
    for i in range(CANONICAL_SIZE):
        if is_packed(bits, first + i):
            memcpy(row, cursor, WEIGHT_BYTES + count)
            canonical_rows[i] = row_of(row)
            cursor += WEIGHT_BYTES + count
        else:
            canonical_rows[i] = zero
    return cursor


cdef const int32_t* canonical_numbering():
    """The canonical index of each row of the tables."""
    with cython.critical_section(loading):
        pattern.fill_numbering()
    return pattern.canonical_index


def weights_loaded():
    """Return whether there are weights to evaluate with: `load_weights` or `load_packed` ran."""
    return loaded().tables is not None


def shallow_depth(int depth):
    """Return the depth of the shallow search by which ProbCut predicts one of `depth` plies."""
    return probcut_depth(depth)


def load_probcut(const int16_t[:, ::1] sigmas):
    """Set ProbCut's sigmas for the whole process.

    Parameters
    ----------
    sigmas : int16[N_PLIES, N_PLIES]
        By number of empties and depth, in 1/128 disc.
    """
    cdef Sigmas new
    check_size("rows of sigmas", PLIES, sigmas.shape[0])
    check_size("sigmas a row", PLIES, sigmas.shape[1])
    memcpy(new.of, &sigmas[0, 0], sizeof(new.of))
    use(None, &new)
