"""The rules on top of the kernels: moving, passing, the end of the game, counting leaves."""
from libc.stdint cimport uint64_t
from types cimport Bitboard
from bits cimport bit, popcount, take_lowest
from kernel cimport flip, moves

cdef struct Sides:
    # A position, as functions return it.
    Bitboard player
    Bitboard opponent


cdef inline Sides child_of(Bitboard player, Bitboard opponent, int square,
                           Bitboard flipped) noexcept nogil:
    """The position after the move to `square` that flips `flipped`."""
    cdef Sides child
    child.player = opponent ^ flipped
    child.opponent = player ^ flipped ^ bit(square)
    return child


cdef inline int disc_score(Bitboard player, int n_empties) noexcept nogil:
    """The score of a finished game by the player's discs and the empties, which the winner gets."""
    cdef int difference = 2 * popcount(player) + n_empties - 64
    if difference > 0:
        return difference + n_empties
    if difference < 0:
        return difference - n_empties
    return 0


cdef inline int final_score(Bitboard player, Bitboard opponent) noexcept nogil:
    """The score of a finished game; the winner gets the empties."""
    return disc_score(player, 64 - popcount(player | opponent))


cdef inline Bitboard legal_flip(Bitboard player, Bitboard opponent, int square) noexcept nogil:
    """What a move flips: 0 if it is illegal, a pass, or no square at all."""
    if not 0 <= square < 64 or (player | opponent) >> square & 1:
        return 0
    return flip(player, opponent, square)


cdef inline bint must_pass(Bitboard player, Bitboard opponent) noexcept nogil:
    """Whether the side to move has no move but its opponent has."""
    return moves(player, opponent) == 0 and moves(opponent, player) != 0


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
