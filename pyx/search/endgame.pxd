"""Exact solving of the endgame by null windows: is the score, in discs, above alpha?

All searches here return a lower bound above alpha or an upper bound that is not (fail-soft). They
leave out what does not pay with so few empties:

    1 .. 5  last_squares.pxd
    6 ..    sorts moves (fewest replies first, then parity), keeps bounds in the worker's endgame
            table and looks for stability cutoffs; only these levels notice that the search was
            stopped
    9 ..    looks for enhanced transposition cutoffs in the endgame table (ETC)

Above `ENDGAME_EMPTIES` midgame.pxd takes over, with the shared table and evaluated ordering.
"""
from libc.stdint cimport int8_t, uint64_t
from types cimport Bitboard, NO_MOVE
from bits cimport CORNER_SQUARES, X_SQUARES, bit, highest, lowest, popcount, take_lowest
from atomics cimport prefetch
from costs cimport Costs, MOST_COSTS, add_cost, clear_costs, take_least
from cutoff cimport endgame_stability_alpha
from discs cimport Discs, as_discs, as_set, flipped_by, moves_of, toggled, try_flip
from kernel cimport moves
from last_squares cimport NO_SCORE, moved, solve_1, solve_2, solve_3, solve_4, solve_5
from parity cimport parity_of, quadrant_bit
from rules cimport Sides, child_of, disc_score
from stability cimport stable_of_opponent
from table cimport hash_of
from worker cimport ENDGAME_TABLE_BITS, EndgameEntry, Worker, count_node, stopped

cdef enum:
    SORTED_EMPTIES = 6          # from here on moves are sorted and positions stored
    ETC_EMPTIES = 9             # from here on enhanced transposition cutoffs are tried
    ENDGAME_EMPTIES = 12        # above this the midgame search solves
    HASH_MOVE_COST = -64        # of the table's move: below every other cost


cdef extern from *:
    """
    static int8_t square_cost[16][64];
    """
    int8_t square_cost[16][64]  # in 1/16 reply, by parity and square


cdef struct SortedMove:
    Bitboard flipped
    Bitboard replies            # the legal moves after it
    uint64_t hash               # of the position after the move, if tables may know it
    int square


cdef inline EndgameEntry* endgame_entry(Worker* worker, uint64_t hash) noexcept nogil:
    """The only place in the worker's endgame table for the position with this hash."""
    return &worker.endgame_table[hash >> (64 - ENDGAME_TABLE_BITS)]


cdef inline int sort_moves(Worker* worker, Bitboard player, Bitboard opponent, Bitboard legal,
                           int parity, int hash_move, SortedMove* sorted_moves,
                           Costs* costs) noexcept nogil:
    """OUT `sorted_moves`: the `legal` moves, not yet in order; `costs`: theirs, in the same places.

    Returns NO_MOVE, or a move that flips every disc of the opponent: it needs no search.
    """
    # Whether the endgame table will be asked about the positions after the moves.
    cdef bint in_table = popcount(~(player | opponent)) > SORTED_EMPTIES
    cdef Discs own = as_discs(player), other = as_discs(opponent)
    cdef Discs flipped, child_player, child_opponent
    cdef int square
    clear_costs(costs)
    while legal:
        square = take_lowest(&legal)
        flipped = flipped_by(try_flip(own, other, square))
        child_player = toggled(other, flipped)
        child_opponent = moved(own, flipped, square)
        if as_set(child_player) == 0:
            return square
        sorted_moves.flipped = as_set(flipped)
        sorted_moves.square = square
        if in_table:
            sorted_moves.hash = hash_of(as_set(child_player), as_set(child_opponent))
            # Fetched early, so that the look-up need not wait for memory.
            prefetch(endgame_entry(worker, sorted_moves.hash))
        sorted_moves.replies = moves_of(child_player, child_opponent)
        add_cost(costs, move_cost(sorted_moves.replies, square, parity, hash_move))
        sorted_moves += 1
    return NO_MOVE


cdef inline bint endgame_etc_cutoff(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                                    const SortedMove* sorted_moves, int n_moves,
                                    int* score) noexcept nogil:
    """Enhanced transposition cutoff: in the table a move's score is above alpha; OUT `score`."""
    cdef const SortedMove* move
    cdef const EndgameEntry* entry
    cdef int i
    for i in range(n_moves):
        move = &sorted_moves[i]
        entry = endgame_entry(worker, move.hash)
        # Not by `child_of`: mostly the first side differs, and the second need not be computed.
        if (entry.player == opponent ^ move.flipped
                and entry.opponent == player ^ move.flipped ^ bit(move.square)
                and -entry.upper > alpha):
            score[0] = -entry.upper
            return True
    return False


cdef inline int solve_sorted(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                             Bitboard legal, int parity, uint64_t hash,
                             Bitboard known_stable) noexcept nogil:
    """Solve a position with SORTED_EMPTIES or more, the moves with the fewest replies first.

    Fewest replies first ("fastest first"), because such a move usually has the smallest subtree.
    `known_stable`: discs of both sides that were found stable in positions before this one.
    """
    cdef SortedMove sorted_moves[MOST_COSTS]
    cdef SortedMove chosen
    cdef Costs costs
    cdef Bitboard stable
    cdef EndgameEntry* entry = endgame_entry(worker, hash)
    cdef int n_empties = popcount(~(player | opponent)), n_moves = popcount(legal)
    cdef int place, score, best = NO_SCORE, best_move = NO_MOVE, hash_move = NO_MOVE
    if not count_node(worker):
        return alpha
    if entry.player == player and entry.opponent == opponent:
        if entry.lower > alpha:
            return entry.lower
        if entry.upper <= alpha:
            return entry.upper
        hash_move = entry.move
    if alpha >= endgame_stability_alpha(n_empties):
        stable = stable_of_opponent(player, opponent, known_stable)
        score = 64 - 2 * popcount(stable)
        if score <= alpha:
            return score
        known_stable |= stable
    if legal == 0:
        legal = moves(opponent, player)
        if legal == 0:
            return disc_score(player, n_empties)
        return -solve_sorted(worker, opponent, player, -alpha - 1, legal, parity,
                             hash_of(opponent, player), known_stable)
    if sort_moves(worker, player, opponent, legal, parity, hash_move, sorted_moves,
                  &costs) != NO_MOVE:
        return 64
    if (n_empties >= ETC_EMPTIES
            and endgame_etc_cutoff(worker, player, opponent, alpha, sorted_moves, n_moves,
                                   &score)):
        return score
    # The others stay unsorted: most nodes are cut off by their first move.
    while n_moves:
        place = take_least(&costs, n_moves)
        n_moves -= 1
        chosen = sorted_moves[place]
        sorted_moves[place] = sorted_moves[n_moves]
        score = solve_move(worker, player, opponent, alpha, &chosen, n_empties, parity,
                           known_stable)
        # Without a branch, as above.
        best_move = chosen.square if score > best else best_move
        best = max(best, score)
        if score > alpha:
            break
    if stopped(worker):
        return alpha
    endgame_store(entry, player, opponent, alpha, best, best_move)
    return best


cdef inline int solve_move(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                           const SortedMove* move, int n_empties, int parity,
                           Bitboard known_stable) noexcept nogil:
    """The score of a move in a position with `n_empties`."""
    cdef Sides child = child_of(player, opponent, move.square, move.flipped)
    cdef int child_parity = parity ^ quadrant_bit[move.square]
    if n_empties == SORTED_EMPTIES:
        return -solve_5(worker, child.player, child.opponent, -alpha - 1, move.replies,
                        child_parity)
    return -solve_sorted(worker, child.player, child.opponent, -alpha - 1, move.replies,
                         child_parity, move.hash, known_stable)


cdef inline int move_cost(Bitboard replies, int square, int parity, int hash_move) noexcept nogil:
    """The cost of a move in 1/16 reply: the opponent's mobility, with corners counted twice."""
    if square == hash_move:
        return HASH_MOVE_COST
    return (16 * (popcount(replies) + popcount(replies & CORNER_SQUARES))
            + square_cost[parity][square])


cdef inline void fill_square_costs() noexcept nogil:
    """Fill what a move's square adds to its cost; called once."""
    cdef int parity, square
    for parity in range(16):
        for square in range(64):
            square_cost[parity][square] = (5 * (bit(square) & X_SQUARES != 0)
                                           - 8 * (bit(square) & CORNER_SQUARES != 0)
                                           - 5 * (parity & quadrant_bit[square] != 0))


cdef inline void endgame_store(EndgameEntry* entry, Bitboard player, Bitboard opponent, int alpha,
                               int score, int move) noexcept nogil:
    """Enter `score` in the endgame table: a lower bound if above `alpha`, else an upper bound."""
    if entry.player != player or entry.opponent != opponent:
        entry.player = player
        entry.opponent = opponent
        entry.lower = -64
        entry.upper = 64
    entry.move = move
    if score > alpha:
        entry.lower = score
    else:
        entry.upper = score


cdef inline int solve(Worker* worker, Bitboard player, Bitboard opponent, int alpha) noexcept nogil:
    """Solve a position: a lower bound above `alpha`, or an upper bound that is not.

    Searches call it up to ENDGAME_EMPTIES empties. Meaningless if the search was stopped.
    """
    cdef Bitboard empties = ~(player | opponent)
    cdef int n_empties = popcount(empties)
    cdef int parity = parity_of(empties)
    if n_empties >= SORTED_EMPTIES:
        return solve_sorted(worker, player, opponent, alpha, moves(player, opponent), parity,
                            hash_of(player, opponent), 0)
    if n_empties == 5:
        return solve_5(worker, player, opponent, alpha, moves(player, opponent), parity)
    if n_empties == 4:
        return solve_4(worker, as_discs(player), as_discs(opponent), alpha, empties, parity)
    if n_empties == 3:
        return solve_3(worker, as_discs(player), as_discs(opponent), alpha, empties, parity)
    if n_empties == 2:
        return solve_2(worker, as_discs(player), as_discs(opponent), alpha, lowest(empties),
                       highest(empties))
    worker.n_nodes += 1
    if n_empties == 1:
        return solve_1(player, lowest(empties))
    return disc_score(player, 0)


cdef inline int solve_window(Worker* worker, Bitboard player, Bitboard opponent,
                             int alpha, int beta) noexcept nogil:
    """The score, exact inside alpha..beta: null windows go up from `alpha` until one fails low."""
    cdef int score = solve(worker, player, opponent, alpha)
    cdef int lower
    while alpha < score < beta and not stopped(worker):
        lower = score
        score = solve(worker, player, opponent, lower)
        if score <= lower:
            return lower
    return score
