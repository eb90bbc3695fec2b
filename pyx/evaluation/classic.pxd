"""The classic evaluation: ten counted terms, weighted by phase, summed in integers.

Each term counts something for both sides; the value is the sum over the terms of (player's count -
opponent's count) times the term's weight at this number of empties. Weights are given for three
phases, opening, middle and end, and blended linearly between their centres, so that they change
little from move to move. Finished games are not evaluated here but by `rules.final_score`.

The weights are those of a least-squares fit to exact scores (tools/fit_classic.py).
"""
from libc.stdlib cimport abs
from types cimport Bitboard, MAX_STATIC_VALUE
from bits cimport CORNER_SQUARES, neighbours, popcount

cdef enum:
    PHASE_DISTANCE = 20         # empties between the centres of two phases

cdef extern from *:
    """
    /* The terms, and what each counts for one side. */
    enum {
        SQUARE_WEIGHTS,             /* its discs, each weighted by the class of its square */
        DISC_DIFFERENCE,            /* its discs */
        MOBILITY,                   /* its legal moves */
        POTENTIAL_MOBILITY,         /* empty squares beside the other side's discs */
        EDGE_STABILITY,             /* its stable discs on the border */
        DIAGONAL_STABILITY,         /* its stable discs on the two main diagonals */
        PARTIAL_EDGE,               /* its discs between the corners of edges not yet full */
        CORNERS,                    /* its corners */
        CORNER_CLOSENESS,           /* its discs beside an empty corner (X and C squares) */
        STABLE_DISCS,               /* its stable discs */
        N_TERMS
    };

    enum {
        N_CLASSIC_PHASES = 3,
        N_SQUARE_CLASSES = 9,
        N_EMPTY_COUNTS = 65         /* 0 .. 64 empties */
    };

    /* The number of empties at which a phase has all the weight. */
    static const int phase_centre[N_CLASSIC_PHASES] = {52, 32, 12};

    /* Value units (1/128 disc) for each count of a term, in the order above. */
    static const int phase_weights[N_CLASSIC_PHASES][N_TERMS] = {
        {8, -125, 147,   42,  323,  183, 358, 136, -632, 359},
        {6,  -93, 220,   69, -363, -222, 205, 312, -501, 474},
        {2,  -22, 433, -145, -103,  -30,  26, 124, -489, 211},
    };

    /* The classes of squares that symmetry makes alike, and what a disc there counts. */
    static const uint64_t square_class[N_SQUARE_CLASSES] = {
        0x8100000000000081ULL, 0x4281000000008142ULL, 0x2400810000810024ULL,
        0x1800008181000018ULL, 0x0042000000004200ULL, 0x0024420000422400ULL,
        0x0018004242001800ULL, 0x0000240000240000ULL, 0x0000182424180000ULL,
    };
    static const int square_class_weight[N_SQUARE_CLASSES] = {
        151, 11, -6, -19, -9, -29, -19, 11, 6
    };

    /* phase_weights blended for each number of empties; filled by fill_classic. */
    static int classic_weights[N_EMPTY_COUNTS][N_TERMS];
    """
    enum:
        SQUARE_WEIGHTS
        DISC_DIFFERENCE
        MOBILITY
        POTENTIAL_MOBILITY
        EDGE_STABILITY
        DIAGONAL_STABILITY
        PARTIAL_EDGE
        CORNERS
        CORNER_CLOSENESS
        STABLE_DISCS
        N_TERMS
    enum:
        N_CLASSIC_PHASES
        N_SQUARE_CLASSES
        N_EMPTY_COUNTS
    const int phase_centre[N_CLASSIC_PHASES]
    const int phase_weights[N_CLASSIC_PHASES][N_TERMS]
    const Bitboard square_class[N_SQUARE_CLASSES]
    const int square_class_weight[N_SQUARE_CLASSES]
    int classic_weights[N_EMPTY_COUNTS][N_TERMS]

    const Bitboard BORDER "0xFF818181818181FFULL"
    const Bitboard MAIN_DIAGONALS "0x8142241818244281ULL"


cdef inline int phase_parts(int phase, int n_empties) noexcept nogil:
    """The share of a phase at `n_empties`; the shares of all phases add up to PHASE_DISTANCE."""
    cdef int away = n_empties - phase_centre[phase]
    if phase == 0 and away > 0 or phase == N_CLASSIC_PHASES - 1 and away < 0:
        return PHASE_DISTANCE
    return max(0, PHASE_DISTANCE - abs(away))


cdef inline void fill_classic() noexcept nogil:
    """Fill classic_weights."""
    # In integers: rounding must not depend on a processor's fused multiplications.
    cdef int n_empties, term, phase, parts
    for n_empties in range(N_EMPTY_COUNTS):
        for term in range(N_TERMS):
            parts = 0
            for phase in range(N_CLASSIC_PHASES):
                parts += phase_parts(phase, n_empties) * phase_weights[phase][term]
            classic_weights[n_empties][term] = parts // PHASE_DISTANCE


cdef inline int square_value(Bitboard discs) noexcept nogil:
    """The sum of the weights of the squares that `discs` stand on."""
    cdef int value = 0
    cdef int i
    for i in range(N_SQUARE_CLASSES):
        value += square_class_weight[i] * popcount(discs & square_class[i])
    return value


cdef inline Bitboard unfilled_edges(Bitboard occupied) noexcept nogil:
    """The six squares between the corners of each edge that still has an empty square."""
    cdef Bitboard edges = 0
    if occupied & 0x00000000000000FFULL != 0x00000000000000FFULL:
        edges |= 0x000000000000007EULL
    if occupied & 0xFF00000000000000ULL != 0xFF00000000000000ULL:
        edges |= 0x7E00000000000000ULL
    if occupied & 0x0101010101010101ULL != 0x0101010101010101ULL:
        edges |= 0x0001010101010100ULL
    if occupied & 0x8080808080808080ULL != 0x8080808080808080ULL:
        edges |= 0x0080808080808000ULL
    return edges


cdef inline void classic_counts(Bitboard player, Bitboard opponent, Bitboard stable,
                                Bitboard player_moves, Bitboard opponent_moves,
                                int* own, int* other) noexcept nogil:
    """OUT `own`, `other`: each term's count for the player and for the opponent.

    IN `stable`: the stable discs of both sides.
    """
    cdef Bitboard occupied = player | opponent
    cdef Bitboard unsettled = unfilled_edges(occupied)
    # Squares beside an empty corner (its X and C squares).
    cdef Bitboard close = neighbours(CORNER_SQUARES & ~occupied)
    own[MOBILITY] = popcount(player_moves)
    other[MOBILITY] = popcount(opponent_moves)
    own[POTENTIAL_MOBILITY] = popcount(neighbours(opponent) & ~occupied)
    other[POTENTIAL_MOBILITY] = popcount(neighbours(player) & ~occupied)
    one_side_counts(player, stable & player, unsettled, close, own)
    one_side_counts(opponent, stable & opponent, unsettled, close, other)


cdef inline void one_side_counts(Bitboard discs, Bitboard stable, Bitboard unsettled,
                                 Bitboard close, int* counts) noexcept nogil:
    """OUT `counts`: the terms, but for the mobilities, of the side with `discs`.

    `stable` are its stable discs, `unsettled` the squares from `unfilled_edges`, `close` the
    squares beside an empty corner.
    """
    counts[SQUARE_WEIGHTS] = square_value(discs)
    counts[DISC_DIFFERENCE] = popcount(discs)
    counts[EDGE_STABILITY] = popcount(stable & BORDER)
    counts[DIAGONAL_STABILITY] = popcount(stable & MAIN_DIAGONALS)
    counts[PARTIAL_EDGE] = popcount(discs & unsettled)
    counts[CORNERS] = popcount(discs & CORNER_SQUARES)
    counts[CORNER_CLOSENESS] = popcount(discs & close)
    counts[STABLE_DISCS] = popcount(stable)


cdef inline int classic_value(Bitboard player, Bitboard opponent, Bitboard stable,
                              Bitboard player_moves, Bitboard opponent_moves) noexcept nogil:
    """The value of a position whose game goes on, in 1/128 disc for the player."""
    cdef int own[N_TERMS]
    cdef int other[N_TERMS]
    cdef const int* weights = classic_weights[64 - popcount(player | opponent)]
    cdef int value = 0
    cdef int term
    classic_counts(player, opponent, stable, player_moves, opponent_moves, own, other)
    for term in range(N_TERMS):
        value += (own[term] - other[term]) * weights[term]
    return max(-MAX_STATIC_VALUE, min(MAX_STATIC_VALUE, value))
