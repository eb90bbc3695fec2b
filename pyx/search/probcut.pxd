"""ProbCut: predict a deep value from a shallow search, and cut where the prediction is safe.

A shallow value errs as a predictor of the deep one by about sigma, which was measured for pairs of
depths and numbers of empties (`othello train --probcut`) and comes with the weights. A node is cut
when the shallow value lies outside the window by t sigmas; the *selectivity* is how sure that is,
in percent, and fixes t (M. Buro, "Experiments with Multi-ProbCut", 1997). Predictions are so nearly
unbiased that no slope and no offset is fitted.
"""
from libc.stdint cimport int16_t
from types cimport N_PLIES
from tuning cimport PROBCUT_PERCENT

cdef extern from *:
    """
    enum { N_SELECTIVITIES = 6, NO_PRUNING = N_SELECTIVITIES - 1 };

    /* Percent of predictions inside t sigmas of a normal distribution; the last prunes nothing. */
    static const int selectivity_percent[N_SELECTIVITIES] = {73, 87, 95, 98, 99, 100};
    /* t, in 1/256. */
    static const int selectivity_sigmas[N_SELECTIVITIES] = {282, 388, 502, 596, 659, 0};

    /* Sigma in value units, by empties and deep depth (equal to the empties: an exact solve). */
    static int16_t probcut_sigma[N_PLIES][N_PLIES];
    """
    enum:
        N_SELECTIVITIES
        NO_PRUNING              # the last
    const int selectivity_percent[N_SELECTIVITIES]
    const int selectivity_sigmas[N_SELECTIVITIES]
    int16_t probcut_sigma[N_PLIES][N_PLIES]


cdef inline int probcut_depth(int depth) noexcept nogil:
    """How deep to look for a prediction: half as deep, and odd where `depth` is odd."""
    return 2 * (depth // 4) + (depth & 1)


cdef inline int probcut_margin(int n_empties, int depth, int selectivity) noexcept nogil:
    """How far outside the window a shallow value must lie, in value units."""
    return (probcut_sigma[min(n_empties, N_PLIES - 1)][depth]
            * (selectivity_sigmas[selectivity] * PROBCUT_PERCENT // 100) >> 8)
