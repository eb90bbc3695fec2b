"""Stable discs: those that can never be flipped again.

A disc is stable when, in each of the four directions, its line is full or it leans on the border
or on a stable disc of its own colour. The set is a least fixpoint and only grows during a game, so
a child's computation may start from its parent's set. The set is computed from the board alone by
`stable_discs`. Two short cuts give the same result:

- the *corner gate*: before a disc stands on one of twelve squares (the corners and their
  neighbours along the edges) no disc is stable, and nothing is computed. The first stable disc
  is a corner, or lies on a full edge, or has four full lines, and each of these meets the gate;
- the *list* (`Stability`, `grow_stability`): the stable discs that still have an unstable
  neighbour. A disc can only become stable beside a listed one or on a line that has just been
  filled. If neither place has a disc that is not yet stable, the child's set is its parent's.
"""
from libc.stdint cimport uint64_t
from types cimport Bitboard
from bits cimport neighbours, take_lowest
from rays cimport diagonal_7, diagonal_9

cdef struct Stability:
    Bitboard stable         # of both colours
    Bitboard listed         # the stable discs beside an empty square or a disc not stable
    Bitboard occupied       # all discs on the board when the other two were computed


cdef struct StabilityCounters:
    uint64_t calls
    uint64_t gated          # calls that ended at the corner gate
    uint64_t listed         # calls that ended as nothing beside the list had changed
    uint64_t computed       # calls that iterated to a fixpoint


cdef extern from *:
    """
    /* a1 b1 a2 and their mirror images. */
    #define OTHELLO_GATE 0xC3810000000081C3ULL
    """
    const Bitboard GATE "OTHELLO_GATE"


cdef struct FullLines:
    # Squares that cannot be flanked along a direction: on a full line, or at the border.
    Bitboard rank
    Bitboard file
    Bitboard diagonal_9
    Bitboard diagonal_7


cdef inline Bitboard full_ranks(Bitboard occupied) noexcept nogil:
    """All squares of ranks without an empty square."""
    occupied &= occupied >> 4
    occupied &= occupied >> 2
    occupied &= occupied >> 1
    return (occupied & 0x0101010101010101ULL) * 0xFF


cdef inline Bitboard full_files(Bitboard occupied) noexcept nogil:
    """All squares of files without an empty square."""
    occupied &= occupied >> 32
    occupied &= occupied >> 16
    occupied &= occupied >> 8
    return (occupied & 0xFF) * 0x0101010101010101ULL


cdef inline Bitboard full_diagonals_9(Bitboard occupied) noexcept nogil:
    """All squares of diagonals parallel to a1-h8 without an empty square.

    A square survives a step when the squares at that distance on both sides are taken or off the
    board; three steps of doubling width look seven squares far.
    """
    cdef Bitboard up = occupied & ((occupied >> 9) | 0xFF80808080808080ULL)
    cdef Bitboard down = occupied & ((occupied << 9) | 0x01010101010101FFULL)
    up &= (up >> 18) | 0xFFFFC0C0C0C0C0C0ULL
    down &= (down << 18) | 0x030303030303FFFFULL
    up &= (up >> 36) | 0xFFFFFFFFF0F0F0F0ULL
    down &= (down << 36) | 0x0F0F0F0FFFFFFFFFULL
    return up & down


cdef inline Bitboard full_diagonals_7(Bitboard occupied) noexcept nogil:
    """The same for diagonals parallel to a8-h1."""
    cdef Bitboard up = occupied & ((occupied >> 7) | 0xFF01010101010101ULL)
    cdef Bitboard down = occupied & ((occupied << 7) | 0x80808080808080FFULL)
    up &= (up >> 14) | 0xFFFF030303030303ULL
    down &= (down << 14) | 0xC0C0C0C0C0C0FFFFULL
    up &= (up >> 28) | 0xFFFFFFFF0F0F0F0FULL
    down &= (down << 28) | 0xF0F0F0F0FFFFFFFFULL
    return up & down


cdef inline FullLines full_lines(Bitboard occupied) noexcept nogil:
    """The squares that cannot be flanked along each direction."""
    cdef FullLines full
    full.rank = full_ranks(occupied) | 0x8181818181818181ULL
    full.file = full_files(occupied) | 0xFF000000000000FFULL
    full.diagonal_9 = full_diagonals_9(occupied) | 0xFF818181818181FFULL
    full.diagonal_7 = full_diagonals_7(occupied) | 0xFF818181818181FFULL
    return full


cdef inline Bitboard supported(
        Bitboard discs, Bitboard stable, const FullLines* full) noexcept nogil:
    """Those of `discs`, all of one side, that are stable if that side's discs `stable` are."""
    # A shift that wraps lands on the border, where this direction is safe anyway.
    return (discs
            & (full.rank | stable << 1 | stable >> 1)
            & (full.file | stable << 8 | stable >> 8)
            & (full.diagonal_9 | stable << 9 | stable >> 9)
            & (full.diagonal_7 | stable << 7 | stable >> 7))


cdef inline Bitboard stable_fixpoint(
        Bitboard discs, Bitboard stable, const FullLines* full) noexcept nogil:
    """All stable discs of one side; `stable` are those known already."""
    cdef Bitboard before
    while True:
        before = stable
        stable |= supported(discs, stable, full)
        if stable == before:
            return stable


cdef inline Bitboard stable_discs(Bitboard player, Bitboard opponent) noexcept nogil:
    """The stable discs of both sides, computed from the board alone."""
    cdef FullLines full = full_lines(player | opponent)
    return stable_fixpoint(player, 0, &full) | stable_fixpoint(opponent, 0, &full)


cdef inline Bitboard stable_of_opponent(
        Bitboard player, Bitboard opponent, Bitboard known) noexcept nogil:
    """The opponent's stable discs, behind the corner gate.

    `known`: discs of both sides that were stable in an earlier position of the game.
    """
    cdef FullLines full
    if (player | opponent) & GATE == 0:
        return 0
    full = full_lines(player | opponent)
    return stable_fixpoint(opponent, known & opponent, &full)


cdef inline Bitboard just_filled(Bitboard occupied, Bitboard placed) noexcept nogil:
    """All squares of the full lines that go through one of the discs `placed`."""
    cdef Bitboard filled = 0
    cdef Bitboard line
    cdef int square
    while placed:
        square = take_lowest(&placed)
        line = 0xFFULL << (square & 56)
        filled |= line if occupied & line == line else 0
        line = 0x0101010101010101ULL << (square & 7)
        filled |= line if occupied & line == line else 0
        line = diagonal_9[square]
        filled |= line if occupied & line == line else 0
        line = diagonal_7[square]
        filled |= line if occupied & line == line else 0
    return filled


cdef inline void no_stability(Stability* none) noexcept nogil:
    """OUT `none`: the state of the empty board, from which that of any position can be computed."""
    none.stable = 0
    none.listed = 0
    none.occupied = 0


cdef inline void grow_stability(
        Bitboard player, Bitboard opponent, const Stability* before, Stability* after,
        StabilityCounters* counters) noexcept nogil:
    """OUT `after`: the stable discs of the position, from those of any earlier one in its game.

    `before` and `after` may be the same struct.
    """
    cdef Bitboard occupied = player | opponent
    cdef Bitboard stable, candidates, grown
    cdef FullLines full
    counters.calls += 1
    if occupied & GATE == 0:
        counters.gated += 1
        after.stable = after.listed = 0
        after.occupied = occupied
        return
    stable = before.stable
    candidates = (neighbours(before.listed)
                  | just_filled(occupied, occupied & ~before.occupied)) & occupied & ~stable
    after.stable = stable
    after.listed = before.listed
    after.occupied = occupied
    if candidates == 0:
        counters.listed += 1
        return
    counters.computed += 1
    full = full_lines(occupied)
    while candidates:
        grown = (supported(candidates & player, stable & player, &full)
                 | supported(candidates & opponent, stable & opponent, &full))
        stable |= grown
        # Only a disc beside a newly stable one can have become stable by it.
        candidates = neighbours(grown) & occupied & ~stable
    after.stable = stable
    after.listed = stable & neighbours(~stable)
    after.occupied = occupied
