# The iterations of a search: which depths and selectivities it runs through, in order.

cdef enum:
    # A solve is preceded by midgame iterations that order its moves and guess its score.
    REHEARSED_EMPTIES = 13      # not worth it with fewer empties than this
    REHEARSAL_GAP = 12          # they stop this far before the end of the game
    REHEARSAL_SELECTIVITY = 73

    PASSES_EMPTIES = 16         # from here on selective solves come before the exact one

# The selective solves before the exact one: each orders the moves for the next.
SOLVING_PASSES = (73, 95)


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
