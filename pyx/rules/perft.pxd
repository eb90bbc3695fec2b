"""Counting the leaves of the tree of moves: `perft`, by which rules are tested."""
from libc.stdint cimport uint64_t
from types cimport Bitboard
from bits cimport popcount, take_lowest
from interrupt cimport Interrupt, interrupted_by_signal
from kernel cimport flip, moves
from rules cimport Sides, child_of

cdef enum:
    PERFT_PART = 7              # plies counted between two checks for signals


cdef inline uint64_t count_grandchildren(
        Bitboard player, Bitboard opponent, Bitboard legal) noexcept nogil:
    """The leaves two plies below a position with the moves `legal`, which must not be empty."""
    cdef uint64_t n_leaves = 0
    cdef Bitboard replies
    cdef Sides child
    cdef int square
    while legal:
        square = take_lowest(&legal)
        child = child_of(player, opponent, square, flip(player, opponent, square))
        replies = moves(child.player, child.opponent)
        n_leaves += popcount(replies) + (replies == 0)
    return n_leaves


cdef inline uint64_t perft(Bitboard player, Bitboard opponent, int depth) noexcept nogil:
    """The leaves of the tree of `depth` plies; a pass is a ply, a game that ends one leaf."""
    cdef Bitboard legal
    cdef Sides child
    cdef uint64_t n_leaves = 0
    cdef int square
    if depth == 0:
        return 1
    legal = moves(player, opponent)
    if depth == 1:
        return popcount(legal) + (legal == 0)
    if legal == 0:
        if moves(opponent, player) == 0:
            return 1
        return perft(opponent, player, depth - 1)
    if depth == 2:
        return count_grandchildren(player, opponent, legal)
    while legal:
        square = take_lowest(&legal)
        child = child_of(player, opponent, square, flip(player, opponent, square))
        n_leaves += perft(child.player, child.opponent, depth - 1)
    return n_leaves


cdef inline uint64_t count_leaves(Interrupt* interrupt, int thread, Bitboard player,
                                  Bitboard opponent, int depth) noexcept nogil:
    """`perft` in parts of some milliseconds, between which it ends if a signal handler raised."""
    cdef Bitboard legal
    cdef Sides child
    cdef uint64_t total = 0
    cdef int square
    if interrupted_by_signal(interrupt, thread):
        return 0
    if depth <= PERFT_PART:
        return perft(player, opponent, depth)
    legal = moves(player, opponent)
    if legal == 0:
        if moves(opponent, player) == 0:
            return 1
        return count_leaves(interrupt, thread, opponent, player, depth - 1)
    while legal:
        square = take_lowest(&legal)
        child = child_of(player, opponent, square, flip(player, opponent, square))
        total += count_leaves(interrupt, thread, child.player, child.opponent, depth - 1)
    return total
