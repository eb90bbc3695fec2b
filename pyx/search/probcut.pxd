"""ProbCut: predict a node's deep value by a shallow search, and cut off where that is safe.

Sigma is the root mean square of the difference between the shallow and the deep value. A model of
four coefficients gives it for each depth and number of empties (othello/probcut.py). They were
fitted to searches (`othello train --probcut`) and come with the weights. A node is cut
off when the shallow value lies outside the window by t sigmas. The *selectivity* is the percentage
of predictions within t sigmas, and so fixes t (M. Buro, "Experiments with Multi-ProbCut", 1997).
There are six. The search calls them by number, from 0, which prunes most: the *sureness*.
Shallow values have so little bias that they are used without a slope and an offset.

One and two plies above the leaves the shallow search is the static evaluation alone.
"""
from libc.stdint cimport int16_t
from types cimport N_PLIES
from tuning cimport (PROBCUT_GATE, PROBCUT_PERCENT, PROBCUT_SOLVE_PERCENT, STATIC_CUT_PERCENT_1,
                     STATIC_CUT_PERCENT_2, SURE_SOLVE_PERCENT)

cdef extern from *:
    """
    enum { N_SELECTIVITIES = 6, UNPRUNED = N_SELECTIVITIES - 1, SUREST = UNPRUNED - 1 };

    /* By sureness: percent of a normal distribution within t sigmas; the last prunes nothing. */
    static const int selectivity_percent[N_SELECTIVITIES] = {73, 87, 95, 98, 99, 100};
    /* t of each, in 1/256. */
    static const int selectivity_sigmas[N_SELECTIVITIES] = {282, 388, 502, 596, 659, 0};

    /* Sigma in value units, by number of empties and by the depth of the deep search. */
    typedef struct { int16_t of[N_PLIES][N_PLIES]; } Sigmas;
    """
    enum:
        N_SELECTIVITIES
        UNPRUNED                # the last sureness: it prunes nothing
        SUREST                  # the last one that prunes
    const int selectivity_percent[N_SELECTIVITIES]
    const int selectivity_sigmas[N_SELECTIVITIES]
    ctypedef struct Sigmas:
        int16_t of[N_PLIES][N_PLIES]


cdef inline int probcut_depth(int depth) noexcept nogil:
    """The depth of the shallow search: about half of `depth`, and odd if `depth` is odd."""
    return 2 * (depth // 4) + (depth & 1)


cdef inline int probcut_margin(const Sigmas* sigmas, int n_empties, int depth,
                               int sureness) noexcept nogil:
    """How far outside the window the shallow value must lie for a cutoff, in value units."""
    cdef int percent = PROBCUT_PERCENT
    if depth >= n_empties:
        percent = SURE_SOLVE_PERCENT if sureness == SUREST else PROBCUT_SOLVE_PERCENT
    return (sigmas.of[min(n_empties, N_PLIES - 1)][depth]
            * (selectivity_sigmas[sureness] * percent // 100) >> 8)


cdef inline int probcut_gate(int margin) noexcept nogil:
    """How far outside the window the static value must lie for a shallow search to be tried."""
    return PROBCUT_GATE * margin // 100


cdef inline int static_margin(const Sigmas* sigmas, int n_empties, int depth,
                              int sureness) noexcept nogil:
    """How far outside the window the static value must lie for a cutoff; `depth` is 1 or 2.

    For 1 ply, too, sigma is that of the static value from a search of 2: no sigma is kept for 1.
    """
    cdef int percent = STATIC_CUT_PERCENT_1 if depth == 1 else STATIC_CUT_PERCENT_2
    return (sigmas.of[min(n_empties, N_PLIES - 1)][2]
            * (selectivity_sigmas[sureness] * percent // 100) >> 8)
