"""Cutoffs that need no search: a bound that is known without one lies outside the window.

The functions ending in `_cutoff` return whether there is one; if so, OUT `value` is the bound.
"""
from types cimport Bitboard, DISC
from bits cimport popcount
from stability cimport stable_of_opponent
from table cimport TableEntry


cdef inline bint stability_cutoff(Bitboard player, Bitboard opponent, int alpha,
                                  int* value) noexcept nogil:
    """Cut off if 64 - 2 * (the number of the opponent's stable discs) is not above alpha."""
    value[0] = DISC * (64 - 2 * popcount(stable_of_opponent(player, opponent, 0)))
    return value[0] <= alpha


# Below these alphas a position hardly ever has enough stable discs for a stability cutoff:
# computing them would cost more than it gains.

cdef inline int midgame_stability_alpha(int n_empties) noexcept nogil:
    """The least alpha, in value units, at which midgame.pxd tries a stability cutoff."""
    return DISC * (3 * n_empties // 2 - 10)


cdef inline int endgame_stability_alpha(int n_empties) noexcept nogil:
    """The least alpha, in discs, at which endgame.pxd tries a stability cutoff."""
    return 2 * n_empties - 6


cdef inline bint table_cutoff(const TableEntry* entry, int depth, int selectivity, bint same_depth,
                              int alpha, int beta, int* value) noexcept nogil:
    """Cut off by the table's bounds, if their depth and selectivity are at least those asked for.

    `same_depth`: only if the depth is the one asked for.
    """
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
