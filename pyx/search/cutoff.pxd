"""Cutoffs that need no search: what is already proven settles the window.

Each returns whether it did, and then OUT `value`.
"""
from types cimport Bitboard, DISC
from bits cimport popcount
from stability cimport stable_of_opponent
from table cimport Known


cdef inline bint stability_cutoff(Bitboard player, Bitboard opponent, int alpha,
                                  int* value) noexcept nogil:
    """The opponent keeps his stable discs: the score is at most 64 - 2 * their number."""
    value[0] = DISC * (64 - 2 * popcount(stable_of_opponent(player, opponent, 0)))
    return value[0] <= alpha


cdef inline bint table_cutoff(const Known* known, int depth, int selectivity, bint same_depth,
                              int alpha, int beta, int* value) noexcept nogil:
    """Remembered bounds from at least this depth and selectivity (`same_depth`: exactly this)."""
    if known.depth < depth or known.selectivity < selectivity:
        return False
    if same_depth and known.depth != depth:
        return False
    if known.lower >= beta or known.lower == known.upper:
        value[0] = known.lower
        return True
    if known.upper <= alpha:
        value[0] = known.upper
        return True
    return False
