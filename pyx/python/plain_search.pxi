# For Python: best moves by a plain search, for arrays of positions.
#
# Alpha-beta on the pattern evaluation, without table and pruning: for a few plies it is faster than
# a Searcher, and each position's result depends on nothing else. Arrays are as in batch.pxi.

from cython.parallel cimport prange, threadid
from libc.stdint cimport uint8_t, uint64_t

from types cimport Bitboard, DISC, INFINITY_VALUE, MAX_MOVES, PASS as PASS_MOVE
from bits cimport popcount, take_lowest
from checks cimport check_positions
from interrupt cimport Interrupt, begin_interruptible, interrupted_by_signal, raise_error
from pattern cimport PatternState, PatternWeights, pattern_refresh, pattern_update
from rules cimport Sides, child_of
from worker cimport pattern_static_value
cimport kernel
cimport rules
from othello._common cimport _Loaded, launch, loaded_for

cdef enum:
    PLAIN_DEPTH = 12                    # the greatest depth of a plain search
    PLAIN_STATES = 2 * PLAIN_DEPTH + 2  # the root's; one for each move, one for a pass before each


cdef struct PlainMove:
    Bitboard flipped
    int square
    int value                   # its evaluation, for the side that makes the move


cdef int list_moves_and_values(const PatternWeights* weights, const PatternState* state,
                               Bitboard player, Bitboard opponent, Bitboard legal, int n_empties,
                               PlainMove* moves) noexcept nogil:
    """OUT `moves`: the moves, each with the evaluation after it; returns their number."""
    cdef PatternState after
    cdef Sides child
    cdef PlainMove* move = moves
    while legal:
        move.square = take_lowest(&legal)
        move.flipped = kernel.flip(player, opponent, move.square)
        child = child_of(player, opponent, move.square, move.flipped)
        pattern_update(state, &after, move.square, move.flipped)
        move.value = -pattern_static_value(weights, &after, n_empties - 1,
                                           popcount(kernel.moves(child.player, child.opponent)),
                                           popcount(kernel.moves(child.opponent, child.player)))
        move += 1
    return move - moves


cdef int plain_leaf(const PatternWeights* weights, const PatternState* state, Bitboard player,
                    Bitboard opponent, Bitboard legal, int n_empties) noexcept nogil:
    """The value of a leaf: its evaluation, or the exact value if the game is over."""
    cdef Bitboard replies = kernel.moves(opponent, player)
    if legal | replies == 0:
        return DISC * rules.final_score(player, opponent)
    return pattern_static_value(weights, state, n_empties, popcount(legal), popcount(replies))


cdef struct Plain:
    # What a plain search is given, the same for all its positions.
    const PatternWeights* weights
    Sample* sample              # takes the leaves whose side to move has a move; may be NULL


cdef int plain_search(const Plain* plain, PatternState* state, Bitboard player, Bitboard opponent,
                      int alpha, int beta, int depth, int n_empties) noexcept nogil:
    """The value of a position by alpha-beta on the pattern evaluation; a pass costs no depth.

    Moves are tried in the order of their evaluations. `state` is the position's in an array of
    states; those after it are overwritten.
    """
    cdef PlainMove moves[MAX_MOVES]
    cdef PlainMove chosen
    cdef Sides child
    cdef Bitboard legal = kernel.moves(player, opponent)
    cdef int n_moves, i, best_at, value, best = -INFINITY_VALUE
    if depth == 0 or n_empties == 0:
        if plain.sample != NULL and legal:
            offer_leaf(plain.sample, player, opponent)
        return plain_leaf(plain.weights, state, player, opponent, legal, n_empties)
    if legal == 0:
        if kernel.moves(opponent, player) == 0:
            return DISC * rules.final_score(player, opponent)
        pattern_update(state, state + 1, PASS_MOVE, 0)
        return -plain_search(plain, state + 1, opponent, player, -beta, -alpha, depth, n_empties)
    if depth == 1 and plain.sample == NULL:
        return plain_last(plain.weights, state, player, opponent, legal, beta, n_empties)
    n_moves = list_moves_and_values(plain.weights, state, player, opponent, legal, n_empties, moves)
    while n_moves:
        best_at = 0
        for i in range(1, n_moves):
            if moves[i].value > moves[best_at].value:
                best_at = i
        chosen = moves[best_at]
        n_moves -= 1
        moves[best_at] = moves[n_moves]
        child = child_of(player, opponent, chosen.square, chosen.flipped)
        pattern_update(state, state + 1, chosen.square, chosen.flipped)
        value = -plain_search(plain, state + 1, child.player, child.opponent, -beta,
                              -max(alpha, best), depth - 1, n_empties - 1)
        if value > best:
            best = value
            if value >= beta:
                break
    return best


cdef int plain_last(const PatternWeights* weights, PatternState* state, Bitboard player,
                    Bitboard opponent, Bitboard legal, int beta, int n_empties) noexcept nogil:
    """The search of one ply: the best value of the leaves after the moves `legal`."""
    cdef Bitboard flipped
    cdef Sides child
    cdef int square, value, best = -INFINITY_VALUE
    while legal and best < beta:
        square = take_lowest(&legal)
        flipped = kernel.flip(player, opponent, square)
        child = child_of(player, opponent, square, flipped)
        pattern_update(state, state + 1, square, flipped)
        value = -plain_leaf(weights, state + 1, child.player, child.opponent,
                            kernel.moves(child.player, child.opponent), n_empties - 1)
        best = max(best, value)
    return best


cdef int plain_value(const Plain* plain, Bitboard player, Bitboard opponent,
                     int depth) noexcept nogil:
    """The value of a position by `plain_search` in the whole window."""
    cdef PatternState states[PLAIN_STATES]
    pattern_refresh(&states[0], player, opponent)
    return plain_search(plain, &states[0], player, opponent, -INFINITY_VALUE, INFINITY_VALUE,
                        depth, 64 - popcount(player | opponent))


cdef _Loaded loaded_for_search(int depth):
    """The weights to search by; an error for a depth out of range, or if there are none."""
    if not 1 <= depth <= PLAIN_DEPTH:
        raise ValueError(f"expected a depth of 1 to {PLAIN_DEPTH}, got {depth}")
    return loaded_for("pattern")


cdef int best_move(const Plain* plain, Bitboard player, Bitboard opponent,
                   int depth) noexcept nogil:
    """The move that `plain_search` finds best; among equals that on the lowest square."""
    cdef PatternState states[PLAIN_STATES]
    cdef PlainMove moves[MAX_MOVES]
    cdef PlainMove* move
    cdef Sides child
    cdef int n_empties = 64 - popcount(player | opponent)
    cdef int n_moves, i, value, best = -INFINITY_VALUE, best_square = PASS_MOVE
    pattern_refresh(&states[0], player, opponent)
    n_moves = list_moves_and_values(plain.weights, &states[0], player, opponent,
                                    kernel.moves(player, opponent), n_empties, moves)
    for i in range(n_moves):
        move = &moves[i]
        child = child_of(player, opponent, move.square, move.flipped)
        pattern_update(&states[0], &states[1], move.square, move.flipped)
        value = -plain_search(plain, &states[1], child.player, child.opponent, -INFINITY_VALUE,
                              -best, depth - 1, n_empties - 1)
        if value > best:
            best = value
            best_square = move.square
    return best_square


def best_moves(const uint64_t[::1] player, const uint64_t[::1] opponent, uint8_t[::1] moves,
               int depth, int threads=1):
    """OUT `moves`: the best move of each position by `plain_search`; 64 where there is no move."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    cdef _Loaded used = loaded_for_search(depth)
    cdef Plain plain
    cdef Interrupt interrupt
    check_positions(player, opponent, moves.shape[0])
    plain.weights = &used.weights
    plain.sample = NULL
    n_threads = launch(threads)
    begin_interruptible(&interrupt)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="dynamic", chunksize=8):
            if not interrupted_by_signal(&interrupt, threadid()):
                moves[i] = best_move(&plain, player[i], opponent[i], depth)
    raise_error(&interrupt)
