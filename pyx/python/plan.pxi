# The plan of a search: its iterations in order, as pairs (depth in plies, selectivity in percent).

from types cimport NO_PRUNING
from tuning cimport LIMITED_GAP, REHEARSAL_GAP

cdef enum:
    # A solve is preceded by midgame iterations that order its moves and guess its score.
    REHEARSED_EMPTIES = 13      # with fewer empties it does not pay
    REHEARSAL_SELECTIVITY = 73

    PASSES_EMPTIES = 16         # from so many on selective solves come before the exact one
    SURER_PASSES_EMPTIES = 22   # from so many on an exact one has surer ones before it

    # From SURER_PASSES_EMPTIES on, the midgame under a limit ends with iterations this much deeper
    # than the one before. In a game those before them are mostly found in the table, and the first
    # solve may take all the time: then nothing new would be known of the move.
    LAST_STEP = 2

# The selectivities of the solves before the exact one, which order its moves and guess its score.
# What they find out about the last squares is exact, and the next one finds it in the table.
SOLVING_PASSES = (73,)
SURER_SOLVING_PASSES = (73, 95, 99)

# Under a limit of time or nodes they are also what is left when the exact one is cut off. It takes
# ten times as long as that at 99 %. In a game the first of them are found in the table.
LIMITED_PASSES = (73, 87, 95, 98, 99)


cdef list textbook_plan(int depth, bint limited):
    """One search of the whole depth; if `limited` each depth from 1, to have a result early."""
    return [(d, NO_PRUNING) for d in range(1 if limited else depth, depth + 1)]


cdef list deepening_plan(int depth, int selectivity):
    """Each depth from 1 to `depth`."""
    return [(d, selectivity) for d in range(1, depth + 1)]


cdef list solving_plan(int n_empties, int selectivity, bint limited):
    """Midgame iterations, then solves with rising selectivity up to `selectivity`.

    `limited`: time or nodes may run out, and the solve may be cut off. Then the midgame goes on,
    as the move of its last iteration may be played.
    """
    cdef int gap = LIMITED_GAP if limited else REHEARSAL_GAP
    if n_empties < REHEARSED_EMPTIES:
        return [(n_empties, selectivity)]
    rehearsal = min(selectivity, REHEARSAL_SELECTIVITY)
    plan = deepening_plan(n_empties - gap, rehearsal)
    if limited and n_empties >= SURER_PASSES_EMPTIES:
        plan += [(d, rehearsal) for d in range(n_empties - gap + LAST_STEP, n_empties, LAST_STEP)]
    if n_empties >= PASSES_EMPTIES:
        passes = SOLVING_PASSES
        if limited:
            passes = LIMITED_PASSES
        elif n_empties >= SURER_PASSES_EMPTIES and selectivity == NO_PRUNING:
            passes = SURER_SOLVING_PASSES
        plan += [(n_empties, percent) for percent in passes if percent < selectivity]
    return plan + [(n_empties, selectivity)]
