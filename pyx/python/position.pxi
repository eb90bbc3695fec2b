# For Python: the rules and the static evaluation of a position, given as two 64-bit integers.

from libc.stdint cimport uint64_t

from types cimport Bitboard
from bits cimport popcount
from checks cimport check_apart
from interrupt cimport Interrupt, begin_interruptible, raise_error
from perft cimport count_leaves
from rays cimport fill_rays
cimport classic
cimport kernel
cimport last_move
cimport pattern
cimport rules
cimport stability
from worker cimport static_value_of
from othello._common cimport _Loaded, loaded_for, weights_of

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
    return static_value_of(weights_of(used, evaluation), player, opponent)


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
