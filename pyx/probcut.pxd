"""Selectivity: how sure forward pruning must be of a cut, as levels of rising confidence."""

cdef extern from *:
    """
    /* Percent of cuts that prove right; the last level prunes nothing. */
    static const int selectivity_percent[6] = {73, 87, 95, 98, 99, 100};
    """
    const int selectivity_percent[6]

cdef enum:
    N_SELECTIVITIES = 6
    NO_PRUNING = 5
