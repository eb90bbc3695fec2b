"""Constants of the search that can be tuned: one table of names, values and ranges.

In a normal build each is a compile-time constant. In a build with OTHELLO_TUNING=1 each is a
variable and an option of the engine, for which `othello tune` tries other values.
"""
from libc.string cimport strcmp

cdef extern from *:
    """
    /* Name, default, least and largest value. Depths and gaps are in plies; windows, costs,
       bonuses, LMR_SCORE_GAP and HISTORY_LIMIT are in 1/128 disc. The defaults were tuned by games
       (docs/history/tuning.md). */
    #define OTHELLO_TUNABLES(X) \\
        /* Late-move reductions, from LMR_MIN_DEPTH on: moves from place LMR_MIN_MOVE on (the */ \\
        /* first has place 0) are searched one ply shallower at first, from LMR_MORE_MOVE on */ \\
        /* two; tuning made the two equal. A late move whose ordering score is LMR_SCORE_GAP */ \\
        /* below the third move's is reduced by one ply more. */ \\
        X(LMR_MIN_DEPTH, 3, 3, 12) \\
        X(LMR_MIN_MOVE, 4, 1, 20) \\
        X(LMR_MORE_MOVE, 4, 2, 30) \\
        X(LMR_SCORE_GAP, 200, 0, 8000) \\
        /* The most that the history of cutoffs adds to a move's score. */ \\
        X(HISTORY_LIMIT, 57, 0, 512) \\
        /* Up to so many plies from the root the midgame reduces no move, and ProbCut cuts off */ \\
        /* no node: an error there decides the move, and there are few such nodes. */ \\
        X(ROOT_PLIES_UNPRUNED, 3, 0, 60) \\
        /* Enhanced transposition cutoffs are looked for from this depth on. */ \\
        X(ETC_DEPTH, 5, 4, 20) \\
        /* ProbCut is tried from PROBCUT_DEPTH on. With 4, searches of depth 15 to 20 took */ \\
        /* 10 % more nodes and made as many errors. PROBCUT_PERCENT scales its margins in the */ \\
        /* midgame and PROBCUT_SOLVE_PERCENT in solves. For solves at 99 %, the last before */ \\
        /* the exact one, PROBCUT_LAST_SOLVE_PERCENT does. The shallow search is made only if */ \\
        /* the static value lies outside the window by PROBCUT_GATE percent of the margin. */ \\
        X(PROBCUT_DEPTH, 3, 3, 12) \\
        X(PROBCUT_PERCENT, 55, 20, 300) \\
        X(PROBCUT_SOLVE_PERCENT, 70, 20, 300) \\
        X(PROBCUT_LAST_SOLVE_PERCENT, 100, 20, 300) \\
        X(PROBCUT_GATE, 40, 0, 300) \\
        /* Futility pruning, one and two plies above the leaves: a node whose static value */ \\
        /* lies below the window, or above it (reverse futility), by so many percent of a */ \\
        /* margin like ProbCut's is cut off. */ \\
        X(FUTILITY_PERCENT_1, 95, 20, 900) \\
        X(FUTILITY_PERCENT_2, 120, 20, 900) \\
        /* From ASPIRATION_DEPTH on, an iteration begins with an aspiration window around the */ \\
        /* last value, of half-width ASPIRATION_WINDOW in the midgame. Shallower ones have the */ \\
        /* whole window. */ \\
        X(ASPIRATION_DEPTH, 5, 2, 20) \\
        X(ASPIRATION_WINDOW, 401, 32, 4096) \\
        /* Move ordering: what each reply of the opponent (its mobility) and each empty square */ \\
        /* beside the mover's discs (its potential mobility) takes off a move's score; the */ \\
        /* same in a solve, where a small tree counts most. ORDER_MOBILITY_SOLVE is for 13 */ \\
        /* empties, and each further one takes ORDER_MOBILITY_FALL off. ORDER_KILLER is the */ \\
        /* bonus of a killer move. */ \\
        X(ORDER_MOBILITY, 27, 0, 500) \\
        X(ORDER_MOBILITY_SOLVE, 375, 0, 2000) \\
        X(ORDER_MOBILITY_FALL, 30, 0, 500) \\
        X(ORDER_POTENTIAL_MOBILITY, 26, 0, 500) \\
        X(ORDER_POTENTIAL_MOBILITY_SOLVE, 120, 0, 500) \\
        X(ORDER_KILLER, 179, 0, 2000) \\
        /* The presearch, which is the midgame iterations before a solve, stops so many plies */ \\
        /* before the end of the game. */ \\
        X(PRESEARCH_GAP, 11, 4, 30) \\
        /* The same under a limit of time or nodes, which may cut the solve off. */ \\
        X(LIMITED_PRESEARCH_GAP, 9, 4, 30)

    #ifndef OTHELLO_TUNING
    #define OTHELLO_TUNING 0
    #endif

    #if OTHELLO_TUNING
    #define OTHELLO_TUNABLE(name, value, least, most) static int name = value;
    OTHELLO_TUNABLES(OTHELLO_TUNABLE)
    #undef OTHELLO_TUNABLE
    #define OTHELLO_TUNABLE(name, value, least, most) {#name, &name, value, least, most},
    #else
    enum {
    #define OTHELLO_TUNABLE(name, value, least, most) name = value,
        OTHELLO_TUNABLES(OTHELLO_TUNABLE)
    #undef OTHELLO_TUNABLE
    };
    #define OTHELLO_TUNABLE(name, value, least, most) {#name, 0, value, least, most},
    #endif

    typedef struct { const char *name; int *place; int value, least, most; } Tunable;
    static const Tunable tunables[] = { OTHELLO_TUNABLES(OTHELLO_TUNABLE) };
    #undef OTHELLO_TUNABLE
    enum { N_TUNABLES = sizeof(tunables) / sizeof(tunables[0]) };
    """
    const int LMR_MIN_DEPTH, LMR_MIN_MOVE, LMR_MORE_MOVE, LMR_SCORE_GAP
    const int ROOT_PLIES_UNPRUNED
    const int HISTORY_LIMIT
    const int ETC_DEPTH
    const int PROBCUT_DEPTH, PROBCUT_PERCENT, PROBCUT_SOLVE_PERCENT, PROBCUT_LAST_SOLVE_PERCENT
    const int PROBCUT_GATE
    const int FUTILITY_PERCENT_1, FUTILITY_PERCENT_2
    const int ASPIRATION_DEPTH, ASPIRATION_WINDOW
    const int ORDER_MOBILITY, ORDER_MOBILITY_SOLVE, ORDER_MOBILITY_FALL
    const int ORDER_POTENTIAL_MOBILITY, ORDER_POTENTIAL_MOBILITY_SOLVE, ORDER_KILLER
    const int PRESEARCH_GAP, LIMITED_PRESEARCH_GAP

    ctypedef struct Tunable:
        const char* name
        int* place              # the variable; NULL in a normal build
        int value
        int least
        int most
    const Tunable tunables[]
    const int N_TUNABLES
    const bint OTHELLO_TUNING


cdef inline bint set_tunable(const char* name, int value) noexcept:
    """Give a constant another value in the module that calls this; false if it has none to set."""
    cdef int i
    for i in range(N_TUNABLES):
        if tunables[i].place != NULL and strcmp(tunables[i].name, name) == 0:
            tunables[i].place[0] = value
            return True
    return False
