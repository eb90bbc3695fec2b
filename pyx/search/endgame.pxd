"""Exact solving of the last squares: a series of solvers for growing numbers of empties.

All search a null window: is the score, in discs, above alpha? They return a lower bound above alpha
or an upper bound that is not (fail-soft). Each leaves out what does not pay with so few empties:

    1       counts the last move's flips; makes no board
    2, 3, 4 unrolled over the empties, in parity order; tries flips instead of generating moves
    5       generates moves, plays those in odd quadrants first; no sorting, no table
    6 ..    sorts moves (fewest replies first), keeps bounds in the worker's small table, looks for
            stability cutoffs; only these levels notice that the search was stopped

Above `ENDGAME_EMPTIES` midgame.pxd takes over, with the shared table and evaluated ordering.
"""
from libc.stdint cimport int8_t, uint64_t
from types cimport Bitboard, NO_MOVE, PASS
from bits cimport CORNER_SQUARES, bit, highest, lowest, popcount
from atomics cimport prefetch
from cutoff cimport endgame_stability_alpha
from kernel cimport flip, last_flip, moves
from parity cimport odd_squares, parity_of, quadrant_bit, take_lowest
from rules cimport disc_score, flip_touching
from stability cimport stable_of_opponent
from table cimport hash_of
from worker cimport SMALL_TABLE_BITS, SmallEntry, Worker, enter, stopped

cdef enum:
    UNKNOWN = -127              # below every score: no move was legal or searched
    SORTED_EMPTIES = 6          # from here on moves are sorted and positions remembered
    ENDGAME_EMPTIES = 12        # above this the midgame search solves
    FIRST_COST = -1 << 20       # of the table's move: below every other cost


cdef inline int solve_1(Bitboard player, int square) noexcept nogil:
    """The score with only `square` empty; the opponent has all discs that `player` has not."""
    cdef int n_flipped = last_flip(player, square)
    cdef int score = 2 * popcount(player) - 62
    if n_flipped:
        return score + 2 * n_flipped
    n_flipped = last_flip(~player, square)
    if n_flipped:
        return score - 2 - 2 * n_flipped
    # Nobody can move: the square goes to the winner.
    return score if score >= 2 else score - 2


cdef inline int solve_2(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                        int first, int second) noexcept nogil:
    """Solve a position whose empties are `first` and `second`."""
    cdef Bitboard flipped
    cdef int best, score
    worker.n_nodes += 2
    flipped = flip_touching(player, opponent, first)
    if flipped:
        best = -solve_1(opponent ^ flipped, second)
        if best > alpha:
            return best
        flipped = flip_touching(player, opponent, second)
        if flipped:
            worker.n_nodes += 1
            score = -solve_1(opponent ^ flipped, first)
            if score > best:
                return score
        return best
    flipped = flip_touching(player, opponent, second)
    if flipped:
        return -solve_1(opponent ^ flipped, first)
    # The player must pass: the opponent picks the move with the least score for the player.
    flipped = flip_touching(opponent, player, first)
    if flipped:
        best = solve_1(player ^ flipped, second)
        if best <= alpha:
            return best
        flipped = flip_touching(opponent, player, second)
        if flipped:
            worker.n_nodes += 1
            score = solve_1(player ^ flipped, first)
            if score < best:
                return score
        return best
    flipped = flip_touching(opponent, player, second)
    if flipped:
        return solve_1(player ^ flipped, first)
    worker.n_nodes -= 1
    return disc_score(player, 2)


cdef inline int play_3(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                       int first, int second, int third) noexcept nogil:
    """The best score of the player's moves to the three squares, or UNKNOWN if there is none."""
    cdef Bitboard flipped
    cdef int score, best = UNKNOWN
    flipped = flip_touching(player, opponent, first)
    if flipped:
        best = -solve_2(worker, opponent ^ flipped, player ^ flipped ^ bit(first), -alpha - 1,
                        second, third)
        if best > alpha:
            return best
    flipped = flip_touching(player, opponent, second)
    if flipped:
        score = -solve_2(worker, opponent ^ flipped, player ^ flipped ^ bit(second), -alpha - 1,
                         first, third)
        if score > alpha:
            return score
        best = max(best, score)
    flipped = flip_touching(player, opponent, third)
    if flipped:
        score = -solve_2(worker, opponent ^ flipped, player ^ flipped ^ bit(third), -alpha - 1,
                         first, second)
        best = max(best, score)
    return best


cdef inline int solve_3(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                        Bitboard empties, int parity) noexcept nogil:
    """Solve a position with three empties."""
    # If two of them share a quadrant, the third is the only odd one and comes first; otherwise all
    # three are odd.
    cdef int first = lowest(empties & odd_squares[parity])
    cdef int second, third, score
    empties ^= bit(first)
    second = lowest(empties)
    third = highest(empties)
    worker.n_nodes += 1
    score = play_3(worker, player, opponent, alpha, first, second, third)
    if score == UNKNOWN:
        score = play_3(worker, opponent, player, -alpha - 1, first, second, third)
        return disc_score(player, 3) if score == UNKNOWN else -score
    return score


cdef inline int try_4(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                      Bitboard empties, int parity, int square) noexcept nogil:
    """The score of the move to `square`, or UNKNOWN if it flips nothing."""
    cdef Bitboard flipped = flip_touching(player, opponent, square)
    if flipped == 0:
        return UNKNOWN
    return -solve_3(worker, opponent ^ flipped, player ^ flipped ^ bit(square), -alpha - 1,
                    empties ^ bit(square), parity ^ quadrant_bit[square])


cdef inline int play_4(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                       Bitboard empties, int parity) noexcept nogil:
    """The best score of the player's moves to the four empties, or UNKNOWN if there is none."""
    # Squares in odd quadrants come first: of the four there are none, two or four.
    cdef Bitboard odd = empties & odd_squares[parity]
    cdef Bitboard early = odd if odd else empties
    cdef int first = lowest(early)
    cdef int second = highest(early)
    cdef Bitboard late = empties ^ bit(first) ^ bit(second)
    cdef int score, best
    best = try_4(worker, player, opponent, alpha, empties, parity, first)
    if best > alpha:
        return best
    score = try_4(worker, player, opponent, alpha, empties, parity, second)
    if score > alpha:
        return score
    best = max(best, score)
    score = try_4(worker, player, opponent, alpha, empties, parity, lowest(late))
    if score > alpha:
        return score
    best = max(best, score)
    score = try_4(worker, player, opponent, alpha, empties, parity, highest(late))
    return max(best, score)


cdef inline int solve_4(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                        Bitboard empties, int parity) noexcept nogil:
    """Solve a position with four empties."""
    cdef int score
    worker.n_nodes += 1
    score = play_4(worker, player, opponent, alpha, empties, parity)
    if score == UNKNOWN:
        score = play_4(worker, opponent, player, -alpha - 1, empties, parity)
        return disc_score(player, 4) if score == UNKNOWN else -score
    return score


cdef inline int solve_by_parity(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                                int n_empties, int parity) noexcept nogil:
    """Solve a position with 5 .. SORTED_EMPTIES - 1 empties, moves to odd quadrants first."""
    cdef Bitboard legal = moves(player, opponent)
    cdef Bitboard group, flipped, child_player, child_opponent
    cdef int square, score, best = UNKNOWN, _round
    worker.n_nodes += 1
    if legal == 0:
        if moves(opponent, player) == 0:
            return disc_score(player, n_empties)
        return -solve_by_parity(worker, opponent, player, -alpha - 1, n_empties, parity)
    group = legal & odd_squares[parity]
    for _round in range(2):
        while group:
            square = take_lowest(&group)
            flipped = flip(player, opponent, square)
            child_player = opponent ^ flipped
            child_opponent = player ^ flipped ^ bit(square)
            if n_empties == 5:
                score = -solve_4(worker, child_player, child_opponent, -alpha - 1,
                                 ~(child_player | child_opponent), parity ^ quadrant_bit[square])
            else:
                score = -solve_by_parity(worker, child_player, child_opponent, -alpha - 1,
                                         n_empties - 1, parity ^ quadrant_bit[square])
            if score > alpha:
                return score
            best = max(best, score)
        group = legal & ~odd_squares[parity]
    return best


cdef struct SortedMove:
    Bitboard flipped
    uint64_t hash               # of the position after the move
    int square
    int cost                    # moves are tried from the lowest cost to the highest


cdef inline SmallEntry* small_entry(Worker* worker, uint64_t hash) noexcept nogil:
    """The only place in the worker's small table for the position with this hash."""
    return &worker.small_table[hash >> (64 - SMALL_TABLE_BITS)]


cdef inline int sort_moves(Worker* worker, Bitboard player, Bitboard opponent, Bitboard legal,
                           int parity, int hash_move, SortedMove* sorted_moves) noexcept nogil:
    """OUT `sorted_moves`: the `legal` moves with their costs, not yet in order.

    Returns NO_MOVE, or a move that flips every disc of the opponent: it needs no search.
    """
    cdef Bitboard flipped, child_player, child_opponent
    cdef int square
    while legal:
        square = take_lowest(&legal)
        flipped = flip(player, opponent, square)
        if flipped == opponent:
            return square
        child_player = opponent ^ flipped
        child_opponent = player ^ flipped ^ bit(square)
        sorted_moves.flipped = flipped
        sorted_moves.square = square
        sorted_moves.hash = hash_of(child_player, child_opponent)
        # Fetched early, so that the look-up need not wait for memory.
        prefetch(small_entry(worker, sorted_moves.hash))
        sorted_moves.cost = move_cost(child_player, child_opponent, square, parity, hash_move)
        sorted_moves += 1
    return NO_MOVE


cdef inline SortedMove take_cheapest(SortedMove* sorted_moves, int* n_moves) noexcept nogil:
    """Remove and return the move with the least cost.

    The others stay unsorted: most nodes are cut off by their first move.
    """
    cdef SortedMove chosen
    cdef int i, cheapest = 0
    for i in range(1, n_moves[0]):
        if sorted_moves[i].cost < sorted_moves[cheapest].cost:
            cheapest = i
    chosen = sorted_moves[cheapest]
    n_moves[0] -= 1
    sorted_moves[cheapest] = sorted_moves[n_moves[0]]
    return chosen


cdef inline int solve_sorted(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                             int n_empties, int parity, uint64_t hash,
                             Bitboard known) noexcept nogil:
    """Solve a position with SORTED_EMPTIES or more, the moves with the fewest replies first.

    Fewest replies first ("fastest first"), because such a move usually has the smallest subtree.
    `known`: discs of both sides that were found stable in positions before this one.
    """
    cdef SortedMove sorted_moves[32]
    cdef SortedMove chosen
    cdef Bitboard legal, child_player, child_opponent, stable
    cdef SmallEntry* entry = small_entry(worker, hash)
    cdef int n_moves, score, best = UNKNOWN, best_move = NO_MOVE, hash_move = NO_MOVE
    if not enter(worker):
        return alpha
    if alpha >= endgame_stability_alpha(n_empties):
        stable = stable_of_opponent(player, opponent, known)
        score = 64 - 2 * popcount(stable)
        if score <= alpha:
            return score
        known |= stable
    if entry.player == player and entry.opponent == opponent:
        if entry.lower > alpha:
            return entry.lower
        if entry.upper <= alpha:
            return entry.upper
        hash_move = entry.move
    legal = moves(player, opponent)
    n_moves = popcount(legal)
    if legal == 0:
        if moves(opponent, player) == 0:
            return disc_score(player, n_empties)
        return -solve_sorted(worker, opponent, player, -alpha - 1, n_empties, parity,
                             hash_of(opponent, player), known)
    if sort_moves(worker, player, opponent, legal, parity, hash_move, sorted_moves) != NO_MOVE:
        return 64
    while n_moves:
        chosen = take_cheapest(sorted_moves, &n_moves)
        child_player = opponent ^ chosen.flipped
        child_opponent = player ^ chosen.flipped ^ bit(chosen.square)
        if n_empties > SORTED_EMPTIES:
            score = -solve_sorted(worker, child_player, child_opponent, -alpha - 1, n_empties - 1,
                                  parity ^ quadrant_bit[chosen.square], chosen.hash, known)
        else:
            score = -solve_by_parity(worker, child_player, child_opponent, -alpha - 1,
                                     n_empties - 1, parity ^ quadrant_bit[chosen.square])
        if score > best:
            best = score
            best_move = chosen.square
            if score > alpha:
                break
    if stopped(worker):
        return alpha
    remember(entry, player, opponent, alpha, best, best_move)
    return best


cdef inline int move_cost(Bitboard child_player, Bitboard child_opponent, int square, int parity,
                          int hash_move) noexcept nogil:
    """The cost of a move in 1/16 reply: the replies it leaves, those to corners counted twice."""
    cdef Bitboard replies = moves(child_player, child_opponent)
    cdef int cost = 16 * (popcount(replies) + popcount(replies & CORNER_SQUARES))
    if square == hash_move:
        return FIRST_COST
    if parity & quadrant_bit[square]:
        cost -= 8
    if bit(square) & CORNER_SQUARES:
        cost -= 8
    return cost


cdef inline void remember(SmallEntry* entry, Bitboard player, Bitboard opponent, int alpha,
                          int score, int move) noexcept nogil:
    """Enter `score` in the small table: a lower bound if above `alpha`, else an upper bound."""
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
        return solve_sorted(worker, player, opponent, alpha, n_empties, parity,
                            hash_of(player, opponent), 0)
    if n_empties >= 5:
        return solve_by_parity(worker, player, opponent, alpha, n_empties, parity)
    if n_empties == 4:
        return solve_4(worker, player, opponent, alpha, empties, parity)
    if n_empties == 3:
        return solve_3(worker, player, opponent, alpha, empties, parity)
    if n_empties == 2:
        return solve_2(worker, player, opponent, alpha, lowest(empties), highest(empties))
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
