"""Plain search: alpha-beta on the pattern evaluation, without table and pruning.

For a few plies it is faster than a searcher's, and depends on nothing but the position.
"""
from types cimport Bitboard, DISC, INFINITY_VALUE, MAX_MOVES, PASS
from bits cimport popcount, take_lowest
from kernel cimport flip, moves
from rules cimport Sides, child_of, final_score
from pattern cimport PatternState, PatternWeights, pattern_refresh, pattern_update
from sample cimport Sample, offer_leaf
from worker cimport pattern_static_value

cdef enum:
    PLAIN_DEPTH = 12                    # the greatest depth of a plain search
    PLAIN_STATES = 2 * PLAIN_DEPTH + 2  # the root's; one for each move, one for a pass before each


cdef struct Plain:
    # What a plain search is given, the same for all its positions.
    const PatternWeights* weights
    Sample* sample              # takes the leaves whose side to move has a move; may be NULL


cdef struct PlainMove:
    Bitboard flipped
    int square
    int value                   # its evaluation, for the side that makes the move


cdef inline int evaluate_moves(const PatternWeights* weights, const PatternState* state,
                               Bitboard player, Bitboard opponent, Bitboard legal, int n_empties,
                               PlainMove* listed) noexcept nogil:
    """OUT `listed`: the moves, each with the evaluation after it; returns their number."""
    cdef PatternState after
    cdef Sides child
    cdef PlainMove* move = listed
    while legal:
        move.square = take_lowest(&legal)
        move.flipped = flip(player, opponent, move.square)
        child = child_of(player, opponent, move.square, move.flipped)
        pattern_update(state, &after, move.square, move.flipped)
        move.value = -pattern_static_value(weights, &after, n_empties - 1,
                                           popcount(moves(child.player, child.opponent)),
                                           popcount(moves(child.opponent, child.player)))
        move += 1
    return move - listed


cdef inline int plain_leaf(const PatternWeights* weights, const PatternState* state,
                           Bitboard player, Bitboard opponent, Bitboard legal,
                           int n_empties) noexcept nogil:
    """The value of a leaf: its evaluation, or the exact value if the game is over."""
    cdef Bitboard replies = moves(opponent, player)
    if legal | replies == 0:
        return DISC * final_score(player, opponent)
    return pattern_static_value(weights, state, n_empties, popcount(legal), popcount(replies))


cdef inline int plain_search(const Plain* plain, PatternState* state, Bitboard player,
                             Bitboard opponent, int alpha, int beta, int depth,
                             int n_empties) noexcept nogil:
    """The value of a position by alpha-beta on the pattern evaluation; a pass costs no depth.

    Moves are tried in the order of their evaluations. `state` is the position's in an array of
    states; those after it are overwritten.
    """
    cdef PlainMove listed[MAX_MOVES]
    cdef PlainMove chosen
    cdef Sides child
    cdef Bitboard legal = moves(player, opponent)
    cdef int n_moves, i, best_at, value, best = -INFINITY_VALUE
    if depth == 0 or n_empties == 0:
        if plain.sample != NULL and legal:
            offer_leaf(plain.sample, player, opponent)
        return plain_leaf(plain.weights, state, player, opponent, legal, n_empties)
    if legal == 0:
        if moves(opponent, player) == 0:
            return DISC * final_score(player, opponent)
        pattern_update(state, state + 1, PASS, 0)
        return -plain_search(plain, state + 1, opponent, player, -beta, -alpha, depth, n_empties)
    if depth == 1 and plain.sample == NULL:
        return plain_last(plain.weights, state, player, opponent, legal, beta, n_empties)
    n_moves = evaluate_moves(plain.weights, state, player, opponent, legal, n_empties, listed)
    while n_moves:
        best_at = 0
        for i in range(1, n_moves):
            if listed[i].value > listed[best_at].value:
                best_at = i
        chosen = listed[best_at]
        n_moves -= 1
        listed[best_at] = listed[n_moves]
        child = child_of(player, opponent, chosen.square, chosen.flipped)
        pattern_update(state, state + 1, chosen.square, chosen.flipped)
        value = -plain_search(plain, state + 1, child.player, child.opponent, -beta,
                              -max(alpha, best), depth - 1, n_empties - 1)
        if value > best:
            best = value
            if value >= beta:
                break
    return best


cdef inline int plain_last(const PatternWeights* weights, PatternState* state, Bitboard player,
                           Bitboard opponent, Bitboard legal, int beta,
                           int n_empties) noexcept nogil:
    """The search of one ply: the best value of the leaves after the moves `legal`."""
    cdef Bitboard flipped
    cdef Sides child
    cdef int square, value, best = -INFINITY_VALUE
    while legal and best < beta:
        square = take_lowest(&legal)
        flipped = flip(player, opponent, square)
        child = child_of(player, opponent, square, flipped)
        pattern_update(state, state + 1, square, flipped)
        value = -plain_leaf(weights, state + 1, child.player, child.opponent,
                            moves(child.player, child.opponent), n_empties - 1)
        best = max(best, value)
    return best


cdef inline int plain_value(const Plain* plain, Bitboard player, Bitboard opponent,
                            int depth) noexcept nogil:
    """The value of a position by `plain_search` in the whole window."""
    cdef PatternState states[PLAIN_STATES]
    pattern_refresh(&states[0], player, opponent)
    return plain_search(plain, &states[0], player, opponent, -INFINITY_VALUE, INFINITY_VALUE,
                        depth, 64 - popcount(player | opponent))


cdef inline int best_move(const Plain* plain, Bitboard player, Bitboard opponent,
                          int depth) noexcept nogil:
    """The move that `plain_search` finds best; among equals that on the lowest square."""
    cdef PatternState states[PLAIN_STATES]
    cdef PlainMove listed[MAX_MOVES]
    cdef PlainMove* move
    cdef Sides child
    cdef int n_empties = 64 - popcount(player | opponent)
    cdef int n_moves, i, value, best = -INFINITY_VALUE, best_square = PASS
    pattern_refresh(&states[0], player, opponent)
    n_moves = evaluate_moves(plain.weights, &states[0], player, opponent,
                                    moves(player, opponent), n_empties, listed)
    for i in range(n_moves):
        move = &listed[i]
        child = child_of(player, opponent, move.square, move.flipped)
        pattern_update(&states[0], &states[1], move.square, move.flipped)
        value = -plain_search(plain, &states[1], child.player, child.opponent, -INFINITY_VALUE,
                              -best, depth - 1, n_empties - 1)
        if value > best:
            best = value
            best_square = move.square
    return best_square


cdef inline int check_plain_depth(int depth) except -1:
    """Raise ValueError for a depth out of range."""
    if not 1 <= depth <= PLAIN_DEPTH:
        raise ValueError(f"expected a depth of 1 to {PLAIN_DEPTH}, got {depth}")
