"""Textbook minimax and alpha-beta on the same evaluation: a reference for tests and measurements.

Simple, so that a reader sees that it is right: no table, no move ordering, nothing carried from
node to node. Root moves may be searched in parallel; nothing below the root is split.
"""
from types cimport Bitboard, DISC, INFINITY_VALUE
from bits cimport bit, take_lowest
from kernel cimport flip, moves
from rules cimport final_score
from worker cimport Worker, count_node, evaluate_board


cdef inline int minimax(Worker* worker, Bitboard player, Bitboard opponent,
                        int depth) noexcept nogil:
    """The value of a position by minimax to `depth` plies; a pass costs no depth."""
    cdef Bitboard legal = moves(player, opponent)
    cdef Bitboard flipped
    cdef int square, best = -INFINITY_VALUE
    if not count_node(worker):
        return 0
    if legal == 0 and moves(opponent, player) == 0:
        return DISC * final_score(player, opponent)
    if depth == 0:
        return evaluate_board(worker, player, opponent)
    if legal == 0:
        return -minimax(worker, opponent, player, depth)
    while legal:
        square = take_lowest(&legal)
        flipped = flip(player, opponent, square)
        best = max(best, -minimax(worker, opponent ^ flipped, player ^ flipped ^ bit(square),
                                  depth - 1))
    return best


cdef inline int alphabeta(Worker* worker, Bitboard player, Bitboard opponent,
                          int alpha, int beta, int depth) noexcept nogil:
    """The same value by alpha-beta: exact inside alpha..beta, else a bound on that side."""
    cdef Bitboard legal = moves(player, opponent)
    cdef Bitboard flipped
    cdef int square, best = -INFINITY_VALUE
    if not count_node(worker):
        return 0
    if legal == 0 and moves(opponent, player) == 0:
        return DISC * final_score(player, opponent)
    if depth == 0:
        return evaluate_board(worker, player, opponent)
    if legal == 0:
        return -alphabeta(worker, opponent, player, -beta, -alpha, depth)
    while legal and best < beta:
        square = take_lowest(&legal)
        flipped = flip(player, opponent, square)
        best = max(best, -alphabeta(worker, opponent ^ flipped, player ^ flipped ^ bit(square),
                                    -beta, -max(alpha, best), depth - 1))
    return best
