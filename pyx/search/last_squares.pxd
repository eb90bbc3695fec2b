"""Exact solving of the last five squares, without a table.

Each number of empties has a solver of its own, as each leaves out what does not pay there:

    1       counts the last move's flips; makes no board
    2, 3, 4 unrolled over the empties, in parity order; tries flips instead of generating moves
    5       generates moves, plays those in odd quadrants first; no sorting

All search a null window: is the score, in discs, above alpha? They return a lower bound above alpha
or an upper bound that is not (fail-soft). The boards are handed on as flips need them (`Discs`).
"""
from types cimport Bitboard
from bits cimport bit, highest, lowest, popcount
from discs cimport (Discs, Flips, as_discs, as_set, disc_on, flipped_by, is_legal, toggled,
                    try_flip)
from kernel cimport moves
from last_move cimport last_flips
from parity cimport odd_squares, quadrant_bit
from rules cimport disc_score
from worker cimport Worker

cdef enum:
    NO_SCORE = -127             # below every score: no move was legal or searched


cdef inline int solve_1(Bitboard player, int square) noexcept nogil:
    """The score with only `square` empty; the opponent has all discs that `player` has not."""
    cdef int flips = last_flips(player, square)
    cdef int gain = 2 * (flips & 0xFF), loss = 2 * (flips >> 8)
    # The score if the player takes the last square and turns nothing. If neither side can move,
    # the winner gets the square.
    cdef int before = 2 * popcount(player) - 62
    cdef int unmoved = before if before >= 2 else before - 2
    # In an order that needs no branches, which cannot be predicted here.
    cdef int passed = before - 2 - loss
    cdef int moved = before + gain
    passed = passed if loss else unmoved
    return moved if gain else passed


cdef inline Discs moved(Discs player, Discs flipped, int square) noexcept nogil:
    """The player's discs after a move to `square` that flips `flipped`."""
    # The flips, which come last, wait for nothing here.
    return toggled(toggled(player, disc_on(square)), flipped)


cdef inline int solve_2(Worker* worker, Discs player, Discs opponent, int alpha,
                        int first, int second) noexcept nogil:
    """Solve a position whose empties are `first` and `second`."""
    cdef Flips flips
    cdef int best, score
    worker.n_nodes += 2
    flips = try_flip(player, opponent, first)
    if is_legal(flips):
        best = -solve_1(as_set(toggled(opponent, flipped_by(flips))), second)
        if best > alpha:
            return best
        flips = try_flip(player, opponent, second)
        if is_legal(flips):
            worker.n_nodes += 1
            score = -solve_1(as_set(toggled(opponent, flipped_by(flips))), first)
            if score > best:
                return score
        return best
    flips = try_flip(player, opponent, second)
    if is_legal(flips):
        return -solve_1(as_set(toggled(opponent, flipped_by(flips))), first)
    # The player must pass: the opponent picks the move with the least score for the player.
    flips = try_flip(opponent, player, first)
    if is_legal(flips):
        best = solve_1(as_set(toggled(player, flipped_by(flips))), second)
        if best <= alpha:
            return best
        flips = try_flip(opponent, player, second)
        if is_legal(flips):
            worker.n_nodes += 1
            score = solve_1(as_set(toggled(player, flipped_by(flips))), first)
            if score < best:
                return score
        return best
    flips = try_flip(opponent, player, second)
    if is_legal(flips):
        return solve_1(as_set(toggled(player, flipped_by(flips))), first)
    worker.n_nodes -= 1
    return disc_score(as_set(player), 2)


cdef inline int play_3(Worker* worker, Discs player, Discs opponent, int alpha,
                       int first, int second, int third) noexcept nogil:
    """The best score of the player's moves to the three squares, or NO_SCORE if there is none."""
    cdef Flips flips
    cdef Discs flipped
    cdef int score, best = NO_SCORE
    flips = try_flip(player, opponent, first)
    if is_legal(flips):
        flipped = flipped_by(flips)
        best = -solve_2(worker, toggled(opponent, flipped), moved(player, flipped, first),
                        -alpha - 1, second, third)
        if best > alpha:
            return best
    flips = try_flip(player, opponent, second)
    if is_legal(flips):
        flipped = flipped_by(flips)
        score = -solve_2(worker, toggled(opponent, flipped), moved(player, flipped, second),
                         -alpha - 1, first, third)
        if score > alpha:
            return score
        best = max(best, score)
    flips = try_flip(player, opponent, third)
    if is_legal(flips):
        flipped = flipped_by(flips)
        score = -solve_2(worker, toggled(opponent, flipped), moved(player, flipped, third),
                         -alpha - 1, first, second)
        best = max(best, score)
    return best


cdef inline int solve_3(Worker* worker, Discs player, Discs opponent, int alpha,
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
    if score == NO_SCORE:
        score = play_3(worker, opponent, player, -alpha - 1, first, second, third)
        return disc_score(as_set(player), 3) if score == NO_SCORE else -score
    return score


cdef inline int try_4(Worker* worker, Discs player, Discs opponent, int alpha,
                      Bitboard empties, int parity, int square) noexcept nogil:
    """The score of the move to `square`, or NO_SCORE if it flips nothing."""
    cdef Flips flips = try_flip(player, opponent, square)
    cdef Discs flipped
    if not is_legal(flips):
        return NO_SCORE
    flipped = flipped_by(flips)
    return -solve_3(worker, toggled(opponent, flipped), moved(player, flipped, square), -alpha - 1,
                    empties ^ bit(square), parity ^ quadrant_bit[square])


cdef inline int play_4(Worker* worker, Discs player, Discs opponent, int alpha,
                       Bitboard empties, int parity) noexcept nogil:
    """The best score of the player's moves to the four empties, or NO_SCORE if there is none."""
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


cdef inline int solve_4(Worker* worker, Discs player, Discs opponent, int alpha,
                        Bitboard empties, int parity) noexcept nogil:
    """Solve a position with four empties."""
    cdef int score
    worker.n_nodes += 1
    score = play_4(worker, player, opponent, alpha, empties, parity)
    if score == NO_SCORE:
        score = play_4(worker, opponent, player, -alpha - 1, empties, parity)
        return disc_score(as_set(player), 4) if score == NO_SCORE else -score
    return score


cdef inline int play_5(Worker* worker, Discs player, Discs opponent, int alpha,
                       Bitboard legal, Bitboard empties, int parity) noexcept nogil:
    """The score of a position with five empties whose side to move has the moves `legal`."""
    cdef Discs flipped
    cdef Bitboard odd
    cdef int square, score, best = NO_SCORE
    while legal:
        odd = legal & odd_squares[parity]
        square = lowest(odd if odd else legal)
        legal ^= bit(square)
        flipped = flipped_by(try_flip(player, opponent, square))
        score = -solve_4(worker, toggled(opponent, flipped), moved(player, flipped, square),
                         -alpha - 1, empties ^ bit(square), parity ^ quadrant_bit[square])
        if score > alpha:
            return score
        best = max(best, score)
    return best


cdef inline int solve_5(Worker* worker, Bitboard player, Bitboard opponent, int alpha,
                        Bitboard legal, int parity) noexcept nogil:
    """Solve a position with five empties, moves to odd quadrants first."""
    cdef Bitboard empties = ~(player | opponent)
    worker.n_nodes += 1
    if legal:
        return play_5(worker, as_discs(player), as_discs(opponent), alpha, legal, empties, parity)
    legal = moves(opponent, player)
    if legal == 0:
        return disc_score(player, 5)
    worker.n_nodes += 1
    return -play_5(worker, as_discs(opponent), as_discs(player), -alpha - 1, legal, empties, parity)
