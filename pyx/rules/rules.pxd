"""The rules on top of the kernels: moving, passing, the end of the game."""
from types cimport Bitboard
from bits cimport bit, popcount
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
