"""The classic evaluation: ten counted terms, weighted by phase, summed in integers.

Each term counts something for both sides; the value is the sum over the terms of (player's count -
opponent's count) times the term's weight at this number of empties. Weights are given for three
phases, opening, middle and end, and blended linearly between their centres, so that no move makes
them jump. A finished game has its own function, `rules.final_score`: discs only.

The weights are those of a least-squares fit to exact scores (tools/fit_classic.py).
"""
from libc.stdlib cimport abs
from types cimport Bitboard, MAX_ESTIMATE
from bits cimport CORNER_SQUARES, neighbours, popcount
from kernel cimport moves

cdef enum:
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

cdef enum:
    N_PHASES = 3
    PHASE_DISTANCE = 20         # empties between the centres of two phases
    N_SQUARE_CLASSES = 9

cdef extern from *:
    """
    /* Empties at which a phase is pure; between two centres both share. */
    static const int phase_centre[3] = {52, 32, 12};

    /* Value units (1/128 disc) for each count of a term, in the order above. */
    static const int phase_weights[3][10] = {
        {8, -125, 147,   42,  323,  183, 358, 136, -632, 359},
        {6,  -93, 220,   69, -363, -222, 205, 312, -501, 474},
        {2,  -22, 433, -145, -103,  -30,  26, 124, -489, 211},
    };

    /* Squares that symmetry makes alike, and what a disc there is worth, before weighting. */
    static const uint64_t square_class[9] = {
        0x8100000000000081ULL, 0x4281000000008142ULL, 0x2400810000810024ULL,
        0x1800008181000018ULL, 0x0042000000004200ULL, 0x0024420000422400ULL,
        0x0018004242001800ULL, 0x0000240000240000ULL, 0x0000182424180000ULL,
    };
    static const int square_class_weight[9] = {151, 11, -6, -19, -9, -29, -19, 11, 6};

    /* phase_weights blended for each number of empties; filled by fill_classic. */
    static int classic_weights[65][10];
    """
    const int phase_centre[3]
    const int phase_weights[3][10]
    const Bitboard square_class[9]
    const int square_class_weight[9]
    int classic_weights[65][10]

    const Bitboard BORDER "0xFF818181818181FFULL"
    const Bitboard MAIN_DIAGONALS "0x8142241818244281ULL"


cdef inline int phase_parts(int phase, int n_empties) noexcept nogil:
    """How many of PHASE_DISTANCE parts a phase has at `n_empties`: they add up to the whole."""
    cdef int away = n_empties - phase_centre[phase]
    if phase == 0 and away > 0 or phase == N_PHASES - 1 and away < 0:
        return PHASE_DISTANCE
    return max(0, PHASE_DISTANCE - abs(away))


cdef inline void fill_classic() noexcept nogil:
    # In integers: rounding must not depend on a processor's fused multiplications.
    cdef int n_empties, term, phase, parts
    for n_empties in range(65):
        for term in range(N_TERMS):
            parts = 0
            for phase in range(N_PHASES):
                parts += phase_parts(phase, n_empties) * phase_weights[phase][term]
            classic_weights[n_empties][term] = parts // PHASE_DISTANCE


cdef inline int square_worth(Bitboard discs) noexcept nogil:
    cdef int worth = 0
    cdef int i
    for i in range(N_SQUARE_CLASSES):
        worth += square_class_weight[i] * popcount(discs & square_class[i])
    return worth


cdef inline Bitboard unfilled_edges(Bitboard occupied) noexcept nogil:
    """The six middle squares of each edge that still has an empty square."""
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
    """OUT `own`, `other`: each term's count for the player and for the opponent."""
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
    counts[SQUARE_WEIGHTS] = square_worth(discs)
    counts[DISC_DIFFERENCE] = popcount(discs)
    counts[EDGE_STABILITY] = popcount(stable & BORDER)
    counts[DIAGONAL_STABILITY] = popcount(stable & MAIN_DIAGONALS)
    counts[PARTIAL_EDGE] = popcount(discs & unsettled)
    counts[CORNERS] = popcount(discs & CORNER_SQUARES)
    counts[CORNER_CLOSENESS] = popcount(discs & close)
    counts[STABLE_DISCS] = popcount(stable)


cdef inline int classic_value(Bitboard player, Bitboard opponent, Bitboard stable,
                              Bitboard player_moves, Bitboard opponent_moves) noexcept nogil:
    """The weighted sum, for a game that goes on; the caller knows the moves and stable discs."""
    cdef int own[N_TERMS]
    cdef int other[N_TERMS]
    cdef const int* weights = classic_weights[64 - popcount(player | opponent)]
    cdef int value = 0
    cdef int term
    classic_counts(player, opponent, stable, player_moves, opponent_moves, own, other)
    for term in range(N_TERMS):
        value += (own[term] - other[term]) * weights[term]
    return max(-MAX_ESTIMATE, min(MAX_ESTIMATE, value))
