"""The pattern evaluation: a sum of weights, each looked up by the discs on a fixed set of squares.

The squares of a pattern are read as a ternary number, one digit a square: 0 empty, 1 the side to
move, 2 the opponent. A pattern has an image under each symmetry of the board; every image is an
*instance*, and the instances of a pattern share its table. Three small tables are looked up too: by
the player's mobility, the opponent's, and the number of empties (M. Buro, "From Simple Features to
Sophisticated Evaluation Functions", 1999; the sets of squares are Edax's and a 2x5 corner block).
The lowest digits are those of the squares whose discs flip most often, so that similar positions
find their rows side by side in the processor's caches.

The state of a position has two numbers for each instance: the `number` to look up, and the one to
look up if the other side were to move (`swapped`). A move adds and subtracts the powers of three of
the squares where it places or flips a disc; then, as after a pass, the two change places.

Each look-up gives a *row*: a weight and `N_LATENT` small numbers, its *factors* (names: "latent").
Weights are added up, and so is each factor. The value of a position is the sum of the weights, plus
x squared for the sum x of each even factor, minus that of each odd one. The square
of a sum contains products of pairs: what two patterns are worth together, which no sum of weights
can say (S. Rendle, "Factorization Machines", 2010). docs/evaluation.md says what this gains and
costs.

Each phase, a span of `PHASE_EMPTIES` numbers of empties, has rows of its own. If some symmetry maps
a pattern onto itself, two of its numbers mean the same. Files and training have one row for both,
and the digits in the order of `pattern_squares` (the *canonical index*); the tables here have two
equal rows, which is faster. The sizes of all this stand in pattern_sizes.pxd. Everything is
computed in integers, so that every instruction set gives the same values.
"""
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from types cimport Bitboard, MAX_STATIC_VALUE, N_PLIES, PASS
from bits cimport N_SYMMETRIES, bit, lowest, symmetric
from lookup cimport rows_value
from pattern_sizes cimport (MAX_LENGTH, N_LANES, N_MOBILITIES, N_PATTERNS, N_PHASES, PHASE_EMPTIES,
                            ROW_BYTES, TABLE_PATTERNS, TABLE_SIZE)

cdef extern from *:
    """
    /* The squares of each pattern, in the canonical numbering the lowest digit first. */
    static const char* const pattern_squares[N_PATTERNS] = {
        "a1b1c1a2b2c2a3b3c3",
        "a1b1c1d1e1a2b2a3a4a5",
        "a1b1c1d1e1f1g1h1b2g2",
        "a1c1d1e1f1h1c2d2e2f2",
        "a1b1c1d1e1a2b2c2d2e2",
        "a2b2c2d2e2f2g2h2",
        "a3b3c3d3e3f3g3h3",
        "a4b4c4d4e4f4g4h4",
        "a1b2c3d4e5f6g7h8",
        "a2b3c4d5e6f7g8",
        "a3b4c5d6e7f8",
        "a4b5c6d7e8",
        "a5b6c7d8",
    };

    /* How steady a square is: the fewer discs flip there, the higher. */
    #define OTHELLO_STEADY_1 4, 3, 3, 3, 3, 3, 3, 4
    #define OTHELLO_STEADY_2 3, 2, 2, 2, 2, 2, 2, 3
    #define OTHELLO_STEADY_3 3, 2, 1, 1, 1, 1, 2, 3
    #define OTHELLO_STEADY_4 3, 2, 1, 0, 0, 1, 2, 3
    static const uint8_t steadiness[64] = {
        OTHELLO_STEADY_1, OTHELLO_STEADY_2, OTHELLO_STEADY_3, OTHELLO_STEADY_4,
        OTHELLO_STEADY_4, OTHELLO_STEADY_3, OTHELLO_STEADY_2, OTHELLO_STEADY_1,
    };

    /* In whole cache lines: a register of 64 bytes would straddle two of them each time. */
    typedef struct {
        OTHELLO_ALIGN(64) uint16_t number[N_LANES];
        uint16_t swapped[N_LANES];
    } PatternState;

    /* ROW_BYTES bytes, the first in the low bits of the first half. */
    typedef struct {
        OTHELLO_ALIGN(16) uint64_t half[2];
    } PatternRow;

    /* The tables of a phase. `rows`: the packed rows; if `half_row`, only the first half of each,
       and then the struct ends half way. `start`: for each number of empties of the
       phase, what the sums of rows_value begin with, in their order: the row of that number of
       empties, less the LATENT_ZEROs that the sums contain. */
    typedef struct {
        int32_t half_row;
        int16_t start[PHASE_EMPTIES + 1][ROW_BYTES];
        PatternRow rows[TABLE_SIZE];
    } PatternPhase;

    typedef struct {
        const PatternPhase* phase[N_PHASES];
    } PatternWeights;

    /* The power of three that a disc on a square adds to each instance; 0 for PASS, which is 64. */
    OTHELLO_ALIGN(64) static uint16_t pattern_powers[PASS + 1][N_LANES];

    /* The canonical index of each row. */
    static int32_t canonical_index[TABLE_SIZE];

    /* As many instances as fit a register; without vectors, four in a word: a lane's borrow from
       the next is paid back at the end, when no lane is negative any more. */
    #if defined(__GNUC__)
      #if defined(__AVX512BW__)
        #define OTHELLO_REGISTER 64
      #elif defined(__AVX2__)
        #define OTHELLO_REGISTER 32
      #else
        #define OTHELLO_REGISTER 16
      #endif
      typedef uint16_t pattern_lanes
          __attribute__((vector_size(OTHELLO_REGISTER), aligned(2), may_alias));
    #else
      typedef uint64_t pattern_lanes;
    #endif
    #define OTHELLO_REGISTERS ((int)(N_LANES * sizeof(uint16_t) / sizeof(pattern_lanes)))

    /* At least so many rows are added for the flipped discs; where there are fewer discs the row
       of PASS, which is zero, fills up. Most moves flip one to three discs, and the processor
       mispredicts the end of such a short loop. With small registers the extra rows take longer
       than that. */
    #define OTHELLO_MIN_FLIPPED (OTHELLO_REGISTERS <= 4 ? 4 : 0)

    static inline void add_powers(pattern_lanes* sums, int square)
    {
        const pattern_lanes* power = (const pattern_lanes*)pattern_powers[square];
        int i;
        OTHELLO_UNROLL
        for (i = 0; i < OTHELLO_REGISTERS; i++)
            sums[i] += power[i];
    }

    /* OUT `change`: what a move adds to each instance's number, while the same side is to move.
       The loops are unrolled, so that it stays in registers: in memory, each disc would wait for
       what was written after the one before. */
    static inline void pattern_change(pattern_lanes* change, int square, uint64_t flipped)
    {
        const pattern_lanes* placed = (const pattern_lanes*)pattern_powers[square];
        int i;
        OTHELLO_UNROLL
        for (i = 0; i < OTHELLO_REGISTERS; i++)
            change[i] = placed[i];
        OTHELLO_UNROLL
        for (i = 0; i < OTHELLO_MIN_FLIPPED; i++) {
            add_powers(change, bb_lowest_or_64(flipped));
            flipped &= flipped - 1;
        }
        while (flipped) {
            add_powers(change, bb_lowest(flipped));
            flipped &= flipped - 1;
        }
    }

    static inline void pattern_update(const PatternState* before, PatternState* after, int square,
                                    uint64_t flipped)
    {
        const pattern_lanes* number = (const pattern_lanes*)before->number;
        const pattern_lanes* swapped = (const pattern_lanes*)before->swapped;
        const pattern_lanes* placed = (const pattern_lanes*)pattern_powers[square];
        pattern_lanes* number_after = (pattern_lanes*)after->number;
        pattern_lanes* swapped_after = (pattern_lanes*)after->swapped;
        pattern_lanes change[OTHELLO_REGISTERS];
        int i;
        pattern_change(change, square, flipped);
        /* To the side that moves next a flipped disc is 2 instead of 1, the disc placed 2. */
        OTHELLO_UNROLL
        for (i = 0; i < OTHELLO_REGISTERS; i++) {
            pattern_lanes former = number[i];
            number_after[i] = swapped[i] + change[i] + placed[i];
            swapped_after[i] = former - change[i] + placed[i] + placed[i];
        }
    }

    static inline void pattern_update_leaf(const PatternState* before, PatternState* after,
                                           int square, uint64_t flipped)
    {
        const pattern_lanes* swapped = (const pattern_lanes*)before->swapped;
        const pattern_lanes* placed = (const pattern_lanes*)pattern_powers[square];
        pattern_lanes* number_after = (pattern_lanes*)after->number;
        pattern_lanes change[OTHELLO_REGISTERS];
        int i;
        pattern_change(change, square, flipped);
        OTHELLO_UNROLL
        for (i = 0; i < OTHELLO_REGISTERS; i++)
            number_after[i] = swapped[i] + change[i] + placed[i];
    }
    """
    ctypedef struct PatternState:
        uint16_t number[N_LANES]
        uint16_t swapped[N_LANES]

    ctypedef struct PatternRow:
        uint64_t half[2]

    ctypedef struct PatternPhase:
        int half_row
        int16_t start[PHASE_EMPTIES + 1][ROW_BYTES]
        PatternRow rows[TABLE_SIZE]

    ctypedef struct PatternWeights:
        const PatternPhase* phase[N_PHASES]

    const char* const pattern_squares[N_PATTERNS]
    const uint8_t steadiness[64]
    uint16_t pattern_powers[PASS + 1][N_LANES]
    int32_t canonical_index[TABLE_SIZE]

    # OUT `after`: the state after the side to move plays `square` and flips the discs `flipped`;
    # for a pass they are PASS and 0.
    void pattern_update(const PatternState* before, PatternState* after, int square,
                        Bitboard flipped) noexcept nogil

    # The same for a position that is evaluated, but whose moves are not: without `swapped`.
    void pattern_update_leaf(const PatternState* before, PatternState* after, int square,
                             Bitboard flipped) noexcept nogil


cdef inline void pattern_refresh(PatternState* state, Bitboard player,
                                 Bitboard opponent) noexcept nogil:
    """OUT `state`: the state of a position, computed from its discs."""
    cdef int i
    cdef const uint16_t* power
    memset(state, 0, sizeof(PatternState))
    while player:
        power = pattern_powers[lowest(player)]
        for i in range(N_LANES):
            state.number[i] += power[i]
            state.swapped[i] += 2 * power[i]
        player &= player - 1
    while opponent:
        power = pattern_powers[lowest(opponent)]
        for i in range(N_LANES):
            state.number[i] += 2 * power[i]
            state.swapped[i] += power[i]
        opponent &= opponent - 1


cdef inline int phase_of(int n_empties) noexcept nogil:
    """The phase of a position with `n_empties` empties; phase 0 has the fewest."""
    return min(n_empties // PHASE_EMPTIES, N_PHASES - 1)


cdef inline int pattern_value(const PatternWeights* weights, const PatternState* state,
                              int n_empties, int player_mobility,
                              int opponent_mobility) noexcept nogil:
    """The value of a position whose game goes on, in 1/128 disc for the side to move."""
    cdef int phase_number = phase_of(n_empties)
    cdef const PatternPhase* phase = weights.phase[phase_number]
    cdef const int16_t* start = phase.start[
        min(n_empties, N_PLIES - 1) - PHASE_EMPTIES * phase_number]
    cdef int value
    player_mobility = TABLE_PATTERNS + min(player_mobility, N_MOBILITIES - 1)
    opponent_mobility = (TABLE_PATTERNS + N_MOBILITIES
                         + min(opponent_mobility, N_MOBILITIES - 1))
    # Two calls, as each is compiled for one width.
    if phase.half_row:
        value = rows_value(phase.rows, True, state.number, player_mobility, opponent_mobility,
                           start)
    else:
        value = rows_value(phase.rows, False, state.number, player_mobility, opponent_mobility,
                           start)
    return max(-MAX_STATIC_VALUE, min(MAX_STATIC_VALUE, value))


cdef inline int list_squares(int pattern, int symmetry, int* squares) noexcept nogil:
    """OUT `squares`: the squares of a pattern's image, in its order; returns their number."""
    cdef const char* name = pattern_squares[pattern]
    cdef int length = 0
    while name[2 * length]:
        squares[length] = lowest(symmetric(
            bit(name[2 * length] - c'a' + 8 * (name[2 * length + 1] - c'1')), symmetry))
        length += 1
    return length


cdef inline int power_of_3(int exponent) noexcept nogil:
    """3 to the power of `exponent`."""
    cdef int power = 1
    for _ in range(exponent):
        power *= 3
    return power


cdef inline void list_powers(int pattern, int* powers) noexcept nogil:
    """OUT `powers`: of each square of a pattern, what its digit is multiplied by in the tables."""
    cdef int squares[MAX_LENGTH]
    cdef int length = list_squares(pattern, 0, squares)
    cdef int i, j, n_below
    for i in range(length):
        n_below = 0
        for j in range(length):
            n_below += (steadiness[squares[j]] < steadiness[squares[i]]
                        or steadiness[squares[j]] == steadiness[squares[i]] and j < i)
        powers[i] = power_of_3(n_below)


cdef inline Bitboard square_set(const int* squares, int length) noexcept nogil:
    """The set of the listed squares."""
    cdef Bitboard squares_set = 0
    cdef int i
    for i in range(length):
        squares_set |= bit(squares[i])
    return squares_set


cdef inline int fill_instances(int pattern, int first) noexcept nogil:
    """Enter the powers of a pattern's images as instances `first` and following.

    Images with the same set of squares are entered once. Returns the next free instance.
    """
    cdef int squares[MAX_LENGTH]
    cdef int powers[MAX_LENGTH]
    cdef Bitboard seen[N_SYMMETRIES]
    cdef int length, symmetry, i, n_seen = 0
    cdef bint known
    list_powers(pattern, powers)
    for symmetry in range(N_SYMMETRIES):
        length = list_squares(pattern, symmetry, squares)
        known = False
        for i in range(n_seen):
            known |= seen[i] == square_set(squares, length)
        if known:
            continue
        seen[n_seen] = square_set(squares, length)
        n_seen += 1
        for i in range(length):
            pattern_powers[squares[i]][first] = powers[i]
        first += 1
    return first


cdef inline int weighted_digits(const int* powers, int length, int number) noexcept nogil:
    """The sum of the digits of the ternary `number`, the lowest first, each times its power."""
    cdef int i, total = 0
    for i in range(length):
        total += number % 3 * powers[i]
        number //= 3
    return total


cdef inline int fill_canonical_index(int pattern, int offset, int next_index) noexcept nogil:
    """Give the rows of a pattern canonical indices from `next_index` on; returns the next free one.

    Two rows that a symmetry makes equal get the same number.
    """
    cdef int squares[MAX_LENGTH]
    cdef int image[MAX_LENGTH]
    cdef int powers[MAX_LENGTH]
    cdef int mirrored[MAX_LENGTH]
    cdef int length = list_squares(pattern, 0, squares)
    cdef int symmetry, i, j, number, here, mirror_index
    list_powers(pattern, powers)
    for i in range(length):
        mirrored[i] = powers[i]
    # For each pattern here at most one symmetry keeps its set of squares but not their order.
    for symmetry in range(1, N_SYMMETRIES):
        list_squares(pattern, symmetry, image)
        if (square_set(image, length) == square_set(squares, length)
                and not same_order(image, squares, length)):
            for i in range(length):
                for j in range(length):
                    if squares[j] == image[i]:
                        mirrored[i] = powers[j]
            break
    # Both get their index when the first of them comes; 0 stands for none yet.
    for number in range(power_of_3(length)):
        here = offset + weighted_digits(powers, length, number)
        mirror_index = offset + weighted_digits(mirrored, length, number)
        if canonical_index[here] == 0:
            canonical_index[here] = canonical_index[mirror_index] = next_index
            next_index += 1
    return next_index


cdef inline bint same_order(const int* first, const int* second, int length) noexcept nogil:
    """Whether two lists of squares are equal."""
    cdef int i
    for i in range(length):
        if first[i] != second[i]:
            return False
    return True


cdef inline int table_size(int pattern) noexcept nogil:
    """The number of rows in a pattern's table: 3 to the power of its number of squares."""
    cdef int squares[MAX_LENGTH]
    return power_of_3(list_squares(pattern, 0, squares))


cdef inline void fill_patterns() noexcept nogil:
    """Fill pattern_powers, which evaluating a position needs."""
    cdef int pattern, instance = 0
    for pattern in range(N_PATTERNS):
        instance = fill_instances(pattern, instance)


cdef inline void fill_numbering() noexcept nogil:
    """Fill canonical_index, which loading weights and training need, unless it is filled."""
    cdef int pattern, i, offset = 0, index = 0
    if canonical_index[TABLE_SIZE - 1]:
        return
    for pattern in range(N_PATTERNS):
        index = fill_canonical_index(pattern, offset, index)
        offset += table_size(pattern)
    for i in range(offset, TABLE_SIZE):
        canonical_index[i] = index
        index += 1
