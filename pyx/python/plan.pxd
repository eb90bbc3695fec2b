"""The plan of a search: its iterations in order, pairs (depth in plies, selectivity in percent)."""
from types cimport NO_PRUNING
from tuning cimport LIMITED_PRESEARCH_GAP, PRESEARCH_GAP

cdef enum:
    # The presearch, midgame iterations before a solve, orders its moves and guesses its score.
    PRESEARCH_EMPTIES = 13      # with fewer empties its first ply is enough
    ONE_PLY_EMPTIES = 7         # with fewer still, that costs more than it saves
    PRESEARCH_SELECTIVITY = 73

    SELECTIVE_EMPTIES = 16      # from so many on a selective solve comes before the exact one
    MORE_SELECTIVE_EMPTIES = 22     # from so many on less selective ones come after it

    # From MORE_SELECTIVE_EMPTIES on, a presearch under a limit ends with iterations this much
    # deeper than the one before. In a game those before them are mostly found in the table, and
    # the first solve may take all the time: then nothing new would be known of the move.
    LAST_STEP = 2


cdef inline list textbook_plan(int depth, bint deepening):
    """One search of the whole depth; if `deepening` each depth from 1, to have a result early."""
    return [(d, NO_PRUNING) for d in range(1 if deepening else depth, depth + 1)]


cdef inline list deepening_plan(int depth, int selectivity):
    """Each depth from 1 to `depth`."""
    return [(d, selectivity) for d in range(1, depth + 1)]


cdef inline list solving_plan(int n_empties, int selectivity, bint limited):
    """Midgame iterations, then solves with rising selectivity up to `selectivity`.

    `limited`: time or nodes may run out, and the solve may be cut off. Then the presearch
    goes further, as the move of its last iteration may be played.
    """
    cdef int gap = LIMITED_PRESEARCH_GAP if limited else PRESEARCH_GAP
    percent = min(selectivity, PRESEARCH_SELECTIVITY)
    if n_empties < PRESEARCH_EMPTIES:
        depth = 1 if n_empties >= ONE_PLY_EMPTIES else 0
        return deepening_plan(depth, percent) + [(n_empties, selectivity)]
    plan = deepening_plan(n_empties - gap, percent)
    if limited and n_empties >= MORE_SELECTIVE_EMPTIES:
        plan += [(d, percent) for d in range(n_empties - gap + LAST_STEP, n_empties, LAST_STEP)]
    plan += [(n_empties, percent) for percent in selective_solves(n_empties, selectivity, limited)
             if percent < selectivity]
    return plan + [(n_empties, selectivity)]


cdef inline tuple selective_solves(int n_empties, int selectivity, bint limited):
    """The selectivities of the solves before the exact one, which guess its score and move order.

    What they find out about the last squares is exact, and the next one finds it in the table.
    """
    if n_empties < SELECTIVE_EMPTIES:
        return ()
    # Under a limit they are also what is left when the exact one is cut off. It takes ten times as
    # long as that at 99 %. In a game the first of them are found in the table.
    if limited:
        return (73, 87, 95, 98, 99)
    if n_empties >= MORE_SELECTIVE_EMPTIES and selectivity == NO_PRUNING:
        return (73, 95, 99)
    return (73,)
