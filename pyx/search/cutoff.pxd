"""Cutoffs that need no search, as what is already proven lies outside the window.

Each function returns whether there is a cutoff; if so, OUT `value` is the node's value.
"""
from types cimport Bitboard, DISC
from bits cimport popcount
from stability cimport stable_of_opponent
from table cimport TableEntry


cdef inline bint stability_cutoff(Bitboard player, Bitboard opponent, int alpha,
                                  int* value) noexcept nogil:
    """The opponent keeps the stable discs he has, so the score is at most 64 - 2 * their number."""
    value[0] = DISC * (64 - 2 * popcount(stable_of_opponent(player, opponent, 0)))
    return value[0] <= alpha


cdef inline bint table_cutoff(const TableEntry* entry, int depth, int selectivity, bint same_depth,
                              int alpha, int beta, int* value) noexcept nogil:
    """The table's bounds, if as deep and as sure as asked; `same_depth`: only if just as deep."""
    if entry.depth < depth or entry.selectivity < selectivity:
        return False
    if same_depth and entry.depth != depth:
        return False
    if entry.lower >= beta or entry.lower == entry.upper:
        value[0] = entry.lower
        return True
    if entry.upper <= alpha:
        value[0] = entry.upper
        return True
    return False
