# For Python: an evaluation by sets of squares that are known only when the program runs. A search
# calls it at its leaves, as any evaluation in C (evaluation/custom.pxd).

from cython.parallel cimport prange
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from types cimport Bitboard, DISC, MAX_STATIC_VALUE
from bits cimport popcount
from checks cimport check_apart, check_positions, check_size
from own_squares cimport MOST_INSTANCES, Squares, look_up
from pattern_sizes cimport LATENT_SHIFT, N_LATENT, N_PHASES, N_SCALARS, PHASE_EMPTIES
cimport kernel
cimport rules
from othello._common cimport launch

cdef struct OwnRow:
    int16_t weight
    int8_t factor[N_LATENT]

cdef struct OwnTables:
    const Squares* squares
    OwnRow* rows                        # those of each phase follow those of the phase before
    bint has_factors[N_PHASES]


cdef int own_value(const OwnTables* tables, Bitboard player, Bitboard opponent) noexcept nogil:
    """The value of a position whose side to move has a move, in 1/128 disc."""
    cdef int32_t numbers[MOST_INSTANCES + N_SCALARS]
    cdef int32_t sums[N_LATENT]
    cdef int n = look_up(tables.squares, player, opponent, numbers)
    cdef int phase = min((64 - popcount(player | opponent)) // PHASE_EMPTIES, N_PHASES - 1)
    cdef const OwnRow* rows = tables.rows + <Py_ssize_t> phase * tables.squares.n_rows
    cdef const OwnRow* row
    cdef int i, k
    cdef int64_t value = 0, products = 0
    for i in range(n):
        value += rows[numbers[i]].weight
    if tables.has_factors[phase]:
        for k in range(N_LATENT):
            sums[k] = 0
        for i in range(n):
            row = &rows[numbers[i]]
            for k in range(N_LATENT):
                sums[k] += row.factor[k]
        for k in range(0, N_LATENT, 2):
            products += <int64_t> sums[k] * sums[k] - <int64_t> sums[k + 1] * sums[k + 1]
        value += products >> LATENT_SHIFT
    return <int> max(-MAX_STATIC_VALUE, min(MAX_STATIC_VALUE, value))


cdef double own_leaf(Bitboard player, Bitboard opponent, void* context) noexcept nogil:
    """`own_value` in discs, as a `LeafFunction` of custom.pxd; `context` is an OwnTables."""
    return own_value(<const OwnTables*> context, player, opponent) / <double> DISC


cdef int own_static_value(const OwnTables* tables, Bitboard player,
                          Bitboard opponent) noexcept nogil:
    """The evaluation of any position, or its score if the game is over, in 1/128 disc."""
    if kernel.moves(player, opponent):
        return own_value(tables, player, opponent)
    if kernel.moves(opponent, player):
        return -own_value(tables, opponent, player)
    return DISC * rules.final_score(player, opponent)


cdef class OwnPatterns:
    """The pattern evaluation for sets of squares of one's own.

    Parameters
    ----------
    squares : PatternSet
        The sets of squares.
    weights : array of int16
        `squares.n_rows` weights for each phase, in 1/128 disc, the phase with the fewest
        empties first.
    factors : array of int8
        PATTERN_FACTORS for each weight.

    Attributes
    ----------
    address, context_address : int
        The C function, and what it is handed, as `Searcher.set_options` wants them. They hold as
        long as this object lives.
    """

    cdef OwnTables tables
    cdef readonly PatternSet squares

    def __cinit__(self, PatternSet squares not None, const int16_t[::1] weights,
                  const int8_t[::1] factors):
        cdef Py_ssize_t n_rows = N_PHASES * squares.n_rows, row
        cdef int k
        check_size("weights", n_rows, weights.shape[0])
        check_size("factors", n_rows * N_LATENT, factors.shape[0])
        self.squares = squares
        self.tables.squares = &squares.squares
        self.tables.rows = <OwnRow*> malloc(n_rows * sizeof(OwnRow))
        if self.tables.rows == NULL:
            raise MemoryError("no memory for the weights of the evaluation")
        for row in range(n_rows):
            self.tables.rows[row].weight = weights[row]
            memcpy(self.tables.rows[row].factor, &factors[row * N_LATENT], N_LATENT)
            for k in range(N_LATENT):
                if factors[row * N_LATENT + k]:
                    self.tables.has_factors[row // squares.n_rows] = True

    def __dealloc__(self):
        free(self.tables.rows)

    @property
    def address(self):
        return <size_t> <void*> own_leaf

    @property
    def context_address(self):
        return <size_t> &self.tables

    def value(self, Bitboard player, Bitboard opponent):
        """Return the evaluation of a position in 1/128 disc; its score if the game is over."""
        check_apart(player, opponent)
        return own_static_value(&self.tables, player, opponent)

    def values(self, const uint64_t[:] player, const uint64_t[:] opponent, int16_t[::1] values,
               int threads=1):
        """OUT `values`: the evaluation of each position, or its score, in 1/128 disc."""
        cdef Py_ssize_t i, n = player.shape[0]
        cdef int n_threads
        check_positions(player, opponent, values.shape[0])
        n_threads = launch(threads)
        with nogil:
            for i in prange(n, num_threads=n_threads, schedule="static"):
                values[i] = own_static_value(&self.tables, player[i], opponent[i])
