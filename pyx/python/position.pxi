# The rules for Python: single positions given as two 64-bit integers, bit 0 = a1.

from types cimport Bitboard, DISC
from rays cimport fill_rays
from bits cimport popcount
cimport classic
cimport kernel
cimport pattern
cimport rules
cimport stability
from worker cimport pattern_estimate

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

fill_rays()
classic.fill_classic()

EVALUATIONS = ("pattern", "classic")

# In the order of classic.pxd's terms.
CLASSIC_TERMS = ("square_weights", "disc_difference", "mobility", "potential_mobility",
                 "edge_stability", "diagonal_stability", "partial_edge", "corners",
                 "corner_closeness", "stable_discs")


def _check_square(int square):
    if not 0 <= square < 64:
        raise ValueError(f"expected a square 0..63, got {square}")


def legal_moves(Bitboard player, Bitboard opponent):
    """Return the mask of squares where `player` may move."""
    return kernel.moves(player, opponent)


def flip(Bitboard player, Bitboard opponent, int square):
    """Return the mask of discs that `player` flips at `square`, 0 where the move is illegal."""
    _check_square(square)
    if (player | opponent) >> square & 1:
        return 0
    return kernel.flip(player, opponent, square)


def last_flip(Bitboard player, int square):
    """Return how many discs `player` flips at `square` when all other squares are taken."""
    _check_square(square)
    return kernel.last_flip(player & ~(<Bitboard> 1 << square), square)


def final_score(Bitboard player, Bitboard opponent):
    """Return the disc difference of a finished game, empties given to the winner."""
    return rules.final_score(player, opponent)


def stable_discs(Bitboard player, Bitboard opponent):
    """Return the mask of the discs of both colours that can never be flipped."""
    return stability.stable_discs(player, opponent)


def perft(Bitboard player, Bitboard opponent, int depth):
    """Return the number of leaves `depth` plies on; a pass is a ply, an early end one leaf."""
    cdef unsigned long long n_leaves
    if depth < 0:
        raise ValueError(f"expected a depth of at least 0, got {depth}")
    if depth <= 8:
        with nogil:
            n_leaves = rules.perft(player, opponent, depth)
        PyErr_CheckSignals()
        return n_leaves
    # Split above the depths that take long, so that a signal gets its turn between the parts.
    legal = kernel.moves(player, opponent)
    if legal == 0:
        if kernel.moves(opponent, player) == 0:
            return 1
        return perft(opponent, player, depth - 1)
    total = 0
    for square in range(64):
        if legal >> square & 1:
            flipped = kernel.flip(player, opponent, square)
            total += perft(opponent ^ flipped, player ^ flipped ^ (1 << square), depth - 1)
    return total


def evaluate(Bitboard player, Bitboard opponent, str evaluation="pattern"):
    """Return a position's static value, in 1/128 disc for `player`; a finished game's result."""
    check_evaluation(evaluation)
    return static_value(player, opponent, evaluation == "pattern")


cdef int static_value(Bitboard player, Bitboard opponent, bint by_patterns) noexcept nogil:
    cdef Bitboard player_moves = kernel.moves(player, opponent)
    cdef Bitboard opponent_moves = kernel.moves(opponent, player)
    cdef pattern.PatternState state
    if player_moves | opponent_moves == 0:
        return DISC * rules.final_score(player, opponent)
    if by_patterns:
        pattern.pattern_set(&state, player, opponent)
        return pattern_estimate(&state, 64 - popcount(player | opponent),
                                popcount(player_moves), popcount(opponent_moves))
    return classic.classic_value(player, opponent, stability.stable_discs(player, opponent),
                                 player_moves, opponent_moves)


def classic_terms(Bitboard player, Bitboard opponent):
    """Return (name, player's count, opponent's count, weighted difference) for each term.

    The weighted differences are in 1/128 disc and add up to the classic value (which is then
    limited to 63 discs).
    """
    cdef int own[classic.N_TERMS]
    cdef int other[classic.N_TERMS]
    cdef const int* weights = classic.classic_weights[64 - popcount(player | opponent)]
    classic.classic_counts(player, opponent, stability.stable_discs(player, opponent),
                           kernel.moves(player, opponent), kernel.moves(opponent, player),
                           own, other)
    return [(name, own[i], other[i], (own[i] - other[i]) * weights[i])
            for i, name in enumerate(CLASSIC_TERMS)]


def classic_phase(int n_empties):
    """Return the shares of opening, middle and end at `n_empties`; they add up to 1."""
    if not 0 <= n_empties <= 64:
        raise ValueError(f"expected 0 to 64 empties, got {n_empties}")
    cdef int phase
    return tuple([classic.phase_parts(phase, n_empties) / <double> classic.PHASE_DISTANCE
                  for phase in range(classic.N_PHASES)])


cdef check_evaluation(str evaluation):
    if evaluation not in EVALUATIONS:
        raise ValueError(f"expected an evaluation of {EVALUATIONS}, got {evaluation!r}")
    if evaluation == "pattern" and pattern.pattern_weights.phase[0] == NULL:
        raise RuntimeError("the pattern evaluation has no weights: load some first")
