# The plan of a search: its iterations in order, as pairs (depth in plies, selectivity in percent).

from types cimport EXACT
from tuning cimport REHEARSAL_GAP

cdef enum:
    # A solve is preceded by midgame iterations that order its moves and guess its score.
    REHEARSED_EMPTIES = 13      # with fewer empties it does not pay
    REHEARSAL_SELECTIVITY = 73

    PASSES_EMPTIES = 16         # from so many on selective solves come before the exact one

# The selectivities of the solves before the exact one, which order its moves and guess its score.
# More of them (87, 95, 98) cost more than they saved: 304 M nodes became 324 to 398 M on seven of
# FFO #41-49.
SOLVING_PASSES = (73,)


cdef list textbook_plan(int depth, bint limited):
    """One search of the whole depth; if `limited` each depth from 1, to have a result early."""
    return [(d, EXACT) for d in range(1 if limited else depth, depth + 1)]


cdef list deepening_plan(int depth, int selectivity):
    """Each depth from 1 to `depth`."""
    return [(d, selectivity) for d in range(1, depth + 1)]


cdef list solving_plan(int n_empties, int selectivity):
    """Midgame iterations, then solves with rising selectivity up to `selectivity`."""
    if n_empties < REHEARSED_EMPTIES:
        return [(n_empties, selectivity)]
    plan = deepening_plan(n_empties - REHEARSAL_GAP, min(selectivity, REHEARSAL_SELECTIVITY))
    if n_empties >= PASSES_EMPTIES:
        plan += [(n_empties, percent) for percent in SOLVING_PASSES if percent < selectivity]
    return plan + [(n_empties, selectivity)]
