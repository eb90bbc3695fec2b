"""Sets of discs in the form in which the last squares' solvers hand them on: here plain sets."""
from types cimport Bitboard
from bits cimport bit
from kernel cimport flip, moves
from rays cimport around

ctypedef Bitboard Discs
ctypedef Bitboard Flips


cdef inline Discs as_discs(Bitboard a) noexcept nogil:
    return a


cdef inline Discs disc_on(int square) noexcept nogil:
    """The set of one disc."""
    return bit(square)


cdef inline Bitboard as_set(Discs a) noexcept nogil:
    return a


cdef inline Discs toggled(Discs a, Discs b) noexcept nogil:
    """Exclusive or: the discs that are in one of the two sets, but not in both."""
    return a ^ b


cdef inline Flips try_flip(Discs player, Discs opponent, int square) noexcept nogil:
    """What `player` flips by moving to the empty `square`; nothing if that is illegal.

    Most illegal moves touch no disc of the opponent's: a look around takes less time than a flip.
    """
    if around[square] & opponent == 0:
        return 0
    return flip(player, opponent, square)


cdef inline bint is_legal(Flips flips) noexcept nogil:
    """Whether a move flips anything."""
    return flips != 0


cdef inline Discs flipped_by(Flips flips) noexcept nogil:
    """The discs that a move flips."""
    return flips


cdef inline Bitboard moves_of(Discs player, Discs opponent) noexcept nogil:
    """The squares where `player` may move."""
    return moves(player, opponent)
