# The iterations of a search: which depths and selectivities it runs through, in order.

from types cimport EXACT
from tuning cimport REHEARSAL_GAP

cdef enum:
    # A solve is preceded by midgame iterations that order its moves and guess its score.
    REHEARSED_EMPTIES = 13      # not worth it with fewer empties than this
    REHEARSAL_SELECTIVITY = 73

    PASSES_EMPTIES = 16         # from here on selective solves come before the exact one

# The selective solves before the exact one: they order its moves and guess its score. More of them
# (87, 95, 98) cost more than they saved: 304 M nodes became 324 to 398 M on seven of FFO #41-49.
SOLVING_PASSES = (73,)


cdef list textbook_plan(int depth, bint limited):
    """By the book one search of the whole depth; under a limit it must have something to show."""
    return [(d, EXACT) for d in range(1 if limited else depth, depth + 1)]


cdef list deepening_plan(int depth, int selectivity):
    return [(d, selectivity) for d in range(1, depth + 1)]


cdef list solving_plan(int n_empties, int selectivity):
    """Rehearse, then solve with rising confidence up to `selectivity`."""
    if n_empties < REHEARSED_EMPTIES:
        return [(n_empties, selectivity)]
    plan = deepening_plan(n_empties - REHEARSAL_GAP, min(selectivity, REHEARSAL_SELECTIVITY))
    if n_empties >= PASSES_EMPTIES:
        plan += [(n_empties, percent) for percent in SOLVING_PASSES if percent < selectivity]
    return plan + [(n_empties, selectivity)]
