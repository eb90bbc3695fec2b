# For Python: the rules and the static evaluation of a position, given as two 64-bit integers.

from libc.stdint cimport uint64_t

from types cimport Bitboard, DISC
from bits cimport popcount, take_lowest
from checks cimport check_apart
from interrupt cimport Interrupt, begin_interruptible, interrupted_by_signal, raise_error
from pattern cimport PatternWeights
from rays cimport fill_rays
from rules cimport Sides, child_of
cimport classic
cimport kernel
cimport last_move
cimport pattern
cimport rules
cimport stability
from worker cimport classic_value_of, pattern_value_of
from othello._common cimport _Loaded, loaded_for

cdef enum:
    PERFT_PART = 7              # plies counted between two checks for signals

fill_rays()
classic.fill_classic()
pattern.fill_patterns()

# In the order of the terms' enumeration in classic.pxd.
CLASSIC_TERMS = ("square_weights", "disc_difference", "mobility", "potential_mobility",
                 "edge_stability", "diagonal_stability", "partial_edge", "corners",
                 "corner_closeness", "stable_discs")


def _check_square(int square):
    if not 0 <= square < 64:
        raise ValueError(f"expected a square 0..63, got {square}")


def legal_moves(Bitboard player, Bitboard opponent):
    """Return the set of squares where `player` may move."""
    return kernel.moves(player, opponent)


def flip(Bitboard player, Bitboard opponent, int square):
    """Return the set of discs that `player` flips at `square`; 0 if the move is illegal."""
    _check_square(square)
    return rules.legal_flip(player, opponent, square)


def last_flips(Bitboard player, int square):
    """Return how many discs a move to `square` flips when all other squares are taken.

    For `player`, and for the opponent. The second number is only right if the first one is 0.
    """
    _check_square(square)
    cdef int flips = last_move.last_flips(player & ~(<Bitboard> 1 << square), square)
    return flips & 0xFF, flips >> 8


def final_score(Bitboard player, Bitboard opponent):
    """Return the disc difference for `player` at the end of a game; the winner gets the empties."""
    return rules.final_score(player, opponent)


def stable_discs(Bitboard player, Bitboard opponent):
    """Return the set of discs, of both sides, that are known never to be flipped again."""
    return stability.stable_discs(player, opponent)


cdef uint64_t count_leaves(Interrupt* interrupt, int thread, Bitboard player, Bitboard opponent,
                           int depth) noexcept nogil:
    """`perft` in parts of some milliseconds, between which it ends if a signal handler raised."""
    cdef Bitboard legal
    cdef Sides child
    cdef uint64_t total = 0
    cdef int square
    if interrupted_by_signal(interrupt, thread):
        return 0
    if depth <= PERFT_PART:
        return rules.perft(player, opponent, depth)
    legal = kernel.moves(player, opponent)
    if legal == 0:
        if kernel.moves(opponent, player) == 0:
            return 1
        return count_leaves(interrupt, thread, opponent, player, depth - 1)
    while legal:
        square = take_lowest(&legal)
        child = child_of(player, opponent, square, kernel.flip(player, opponent, square))
        total += count_leaves(interrupt, thread, child.player, child.opponent, depth - 1)
    return total


def perft(Bitboard player, Bitboard opponent, int depth):
    """Return the leaves of the tree of `depth` plies; a pass is a ply, an ended game one leaf."""
    cdef uint64_t n_leaves
    cdef Interrupt interrupt
    if depth < 0:
        raise ValueError(f"expected a depth of at least 0, got {depth}")
    begin_interruptible(&interrupt)
    with nogil:
        n_leaves = count_leaves(&interrupt, 0, player, opponent, depth)
    raise_error(&interrupt)
    return n_leaves


def evaluate(Bitboard player, Bitboard opponent, str evaluation="pattern"):
    """Return the evaluation of a position, or its score if the game is over, in 1/128 disc."""
    cdef _Loaded used = loaded_for(evaluation)
    check_apart(player, opponent)
    return value_of(weights_of(used, evaluation), player, opponent)


cdef const PatternWeights* weights_of(_Loaded used, str evaluation):
    """The weights of the evaluation by patterns, NULL for the classic one."""
    return &used.weights if evaluation == "pattern" else NULL


cdef int value_of(const PatternWeights* weights, Bitboard player,
                  Bitboard opponent) noexcept nogil:
    """`evaluate`, by the classic evaluation if `weights` is NULL."""
    cdef Bitboard player_moves = kernel.moves(player, opponent)
    cdef Bitboard opponent_moves = kernel.moves(opponent, player)
    if player_moves | opponent_moves == 0:
        return DISC * rules.final_score(player, opponent)
    if weights != NULL:
        return pattern_value_of(weights, player, opponent, player_moves, opponent_moves)
    return classic_value_of(player, opponent, player_moves, opponent_moves)


def classic_terms(Bitboard player, Bitboard opponent):
    """Return (name, player's count, opponent's count, weighted difference) of each classic term.

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
                  for phase in range(classic.N_CLASSIC_PHASES)])
