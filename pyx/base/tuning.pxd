"""Constants of the search that can be tuned: one table of names, values and ranges.

In a normal build each is a compile-time constant. In a build with OTHELLO_TUNING=1 each is a
variable and an option of the engine, for which `othello tune` tries other values.
"""

cdef extern from *:
    """
    /* Name, default, least and largest value. Depths and gaps are in plies; windows, costs,
       bonuses, REDUCED_GAP and HISTORY_LIMIT are in 1/128 disc. The defaults were tuned by games
       ("Tuning" in docs/measurements.md). */
    #define OTHELLO_TUNABLES(X) \\
        /* Late-move reductions, from REDUCED_DEPTH on: moves from place REDUCED_MOVE on (the */ \\
        /* first has place 0) are searched one ply shallower at first, from MORE_REDUCED_MOVE */ \\
        /* on two. Tuning made the two equal. A late move whose score in the order of moves is */ \\
        /* REDUCED_GAP below the third's is searched yet one ply shallower. */ \\
        X(REDUCED_DEPTH, 2, 2, 12) \\
        X(REDUCED_MOVE, 4, 1, 20) \\
        X(MORE_REDUCED_MOVE, 4, 2, 30) \\
        X(REDUCED_GAP, 200, 0, 8000) \\
        /* The most that the history of cutoffs adds to a move's score. */ \\
        X(HISTORY_LIMIT, 57, 0, 512) \\
        /* Up to so many plies from the root the midgame reduces no move, and ProbCut cuts off */ \\
        /* no node: an error there decides the move, and there are few such nodes. */ \\
        X(UNPRUNED_PLIES, 3, 0, 60) \\
        /* Enhanced transposition cutoffs are looked for from this depth on. */ \\
        X(ETC_DEPTH, 5, 3, 20) \\
        /* ProbCut is tried from PROBCUT_DEPTH on. With 4, searches of depth 15 to 20 took */ \\
        /* 10 % more nodes and made as many errors. PROBCUT_PERCENT scales its margins in the */ \\
        /* midgame, PROBCUT_SOLVE_PERCENT in solves, but SURE_SOLVE_PERCENT in those at 99 %: */ \\
        /* they come last before the exact solve. The shallow search is made only if the */ \\
        /* static value lies outside the window by PROBCUT_GATE percent of the margin. */ \\
        X(PROBCUT_DEPTH, 3, 3, 12) \\
        X(PROBCUT_PERCENT, 55, 20, 300) \\
        X(PROBCUT_SOLVE_PERCENT, 70, 20, 300) \\
        X(SURE_SOLVE_PERCENT, 100, 20, 300) \\
        X(PROBCUT_GATE, 40, 0, 300) \\
        /* Nodes one and two plies above the leaves are cut off by their static value alone */ \\
        /* if it lies outside the window by so many percent of a margin like ProbCut's. */ \\
        X(STATIC_CUT_PERCENT_1, 95, 20, 900) \\
        X(STATIC_CUT_PERCENT_2, 120, 20, 900) \\
        /* From ASPIRATION_DEPTH on, an iteration begins with a window around the last value, */ \\
        /* whose half-width in the midgame is MIDGAME_WINDOW. Shallower ones have no limits. */ \\
        X(ASPIRATION_DEPTH, 5, 2, 20) \\
        X(MIDGAME_WINDOW, 401, 32, 4096) \\
        /* Move ordering: the cost of each reply left to the opponent and of each empty square */ \\
        /* beside the mover's discs, in the midgame and, EXACT, in a solve, where a small tree */ \\
        /* counts most. REPLY_COST_EXACT is that with 13 empties; each further one takes */ \\
        /* REPLY_COST_FALL off. And the bonus of a killer move. */ \\
        X(REPLY_COST, 27, 0, 500) \\
        X(REPLY_COST_EXACT, 375, 0, 2000) \\
        X(REPLY_COST_FALL, 30, 0, 500) \\
        X(FRONTIER_COST, 26, 0, 500) \\
        X(FRONTIER_COST_EXACT, 120, 0, 500) \\
        X(KILLER_BONUS, 179, 0, 2000) \\
        /* The midgame iterations before a solve stop so many plies before the game's end. */ \\
        X(REHEARSAL_GAP, 11, 4, 30) \\
        /* The same under a limit of time or nodes, which may cut the solve off. */ \\
        X(LIMITED_GAP, 9, 4, 30)

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
    const int REDUCED_DEPTH, REDUCED_MOVE, MORE_REDUCED_MOVE, REDUCED_GAP
    const int UNPRUNED_PLIES
    const int HISTORY_LIMIT
    const int ETC_DEPTH
    const int PROBCUT_DEPTH, PROBCUT_PERCENT, PROBCUT_SOLVE_PERCENT, SURE_SOLVE_PERCENT
    const int PROBCUT_GATE
    const int STATIC_CUT_PERCENT_1, STATIC_CUT_PERCENT_2
    const int ASPIRATION_DEPTH, MIDGAME_WINDOW
    const int REPLY_COST, REPLY_COST_EXACT, REPLY_COST_FALL
    const int FRONTIER_COST, FRONTIER_COST_EXACT, KILLER_BONUS
    const int REHEARSAL_GAP, LIMITED_GAP

    ctypedef struct Tunable:
        const char* name
        int* place              # the variable; NULL in a normal build
        int value
        int least
        int most
    const Tunable tunables[]
    const int N_TUNABLES
    const bint OTHELLO_TUNING
