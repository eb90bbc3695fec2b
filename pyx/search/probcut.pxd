"""ProbCut: predict a node's deep value by a shallow search, and cut off where that is safe.

Sigma is the root mean square of the difference between the shallow and the deep value. A model of
four coefficients gives it for each depth and number of empties (othello/probcut.py). They were
fitted to searches (`othello train --probcut`) and come with the weights. A node is cut off when the
shallow value lies outside the window by the *margin*: t sigmas, scaled by PROBCUT_PERCENT or its
like (tuning.pxd). The *selectivity* fixes t: it is the percentage of a normal distribution within t
sigmas (M. Buro, "Experiments with Multi-ProbCut", 1997). As margins are scaled, this confidence is
nominal: the 73 % of the midgame, at 55 % of the margin, covers 45 % of the distribution.
There are six levels, from 0, which prunes most, to NO_SELECTIVITY, which prunes nothing. The files
of search/ mean the level when they say *selectivity*; `selectivity_percent` has the percentage.
Shallow values have so little bias that they are used without a slope and an offset.

One and two plies above the leaves the shallow search is the static evaluation alone: there it is
futility pruning (frontier.pxd).
"""
from libc.stdint cimport int16_t
from types cimport N_PLIES
from tuning cimport (FUTILITY_PERCENT_1, FUTILITY_PERCENT_2, PROBCUT_GATE,
                     PROBCUT_LAST_SOLVE_PERCENT, PROBCUT_PERCENT, PROBCUT_SOLVE_PERCENT)

cdef extern from *:
    """
    enum { N_SELECTIVITIES = 6, LAST_PRUNING = 4, NO_SELECTIVITY = 5 };

    /* By level: percent of a normal distribution within t sigmas. A higher level prunes less. */
    static const int selectivity_percent[N_SELECTIVITIES] = {73, 87, 95, 98, 99, 100};
    /* t of each, in 1/256. */
    static const int selectivity_sigmas[N_SELECTIVITIES] = {282, 388, 502, 596, 659, 0};

    /* Sigma in value units, by number of empties and by the depth of the deep search. */
    typedef struct { int16_t of[N_PLIES][N_PLIES]; } Sigmas;
    """
    enum:
        N_SELECTIVITIES
        LAST_PRUNING            # the last level that prunes
        NO_SELECTIVITY          # the last level: it prunes nothing
    const int selectivity_percent[N_SELECTIVITIES]
    const int selectivity_sigmas[N_SELECTIVITIES]
    ctypedef struct Sigmas:
        int16_t of[N_PLIES][N_PLIES]


cdef inline int probcut_depth(int depth) noexcept nogil:
    """The depth of the shallow search: about half of `depth`, and odd if `depth` is odd."""
    return 2 * (depth // 4) + (depth & 1)


cdef inline int probcut_margin(const Sigmas* sigmas, int n_empties, int depth,
                               int selectivity) noexcept nogil:
    """How far outside the window the shallow value must lie for a cutoff, in value units."""
    cdef int percent = PROBCUT_PERCENT
    if depth >= n_empties:
        percent = (PROBCUT_LAST_SOLVE_PERCENT if selectivity == LAST_PRUNING
                   else PROBCUT_SOLVE_PERCENT)
    return (sigmas.of[min(n_empties, N_PLIES - 1)][depth]
            * (selectivity_sigmas[selectivity] * percent // 100) >> 8)


cdef inline int probcut_gate(int margin) noexcept nogil:
    """How far outside the window the static value must lie for a shallow search to be tried."""
    return PROBCUT_GATE * margin // 100


cdef inline int futility_margin(const Sigmas* sigmas, int n_empties, int depth,
                                int selectivity) noexcept nogil:
    """How far outside the window the static value must lie for a cutoff; `depth` is 1 or 2.

    For 1 ply, too, sigma is that of the static value from a search of 2: no sigma is kept for 1.
    """
    cdef int percent = FUTILITY_PERCENT_1 if depth == 1 else FUTILITY_PERCENT_2
    return (sigmas.of[min(n_empties, N_PLIES - 1)][2]
            * (selectivity_sigmas[selectivity] * percent // 100) >> 8)
