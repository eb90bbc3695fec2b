"""Constants of the search that can be tuned: one table of names, values and ranges.

In a shipped build each is a constant that the compiler folds. A build with OTHELLO_TUNING=1 makes
them variables, options of the engine by name, which `othello tune` tries other values of.
"""

cdef extern from *:
    """
    /* Name, value, least, most. Values are in 1/128 disc where they weigh something. */
    #define OTHELLO_TUNABLES(X) \\
        /* Late moves are searched shallower first: from this depth on, from this move on by a */ \\
        /* ply, from this one by two. Against no reductions, 1,300 games at 20,000 and 100,000 */ \\
        /* nodes a move: +27 +- 18 Elo; depths 15 to 20 take 30 % fewer nodes, err no more. */ \\
        X(REDUCED_DEPTH, 4, 2, 12) \\
        X(REDUCED_MOVE, 3, 1, 20) \\
        X(MORE_REDUCED_MOVE, 8, 2, 30) \\
        /* Half a disc: what a history of cutoffs may be worth. */ \\
        X(HISTORY_LIMIT, 64, 0, 512) \\
        /* Enhanced transposition cutoffs from this depth on. */ \\
        X(ETC_DEPTH, 5, 3, 20) \\
        /* ProbCut from this depth on: 4 took 10 % more nodes at depths 15 to 20 and erred no */ \\
        /* less. Its margins are those measured times this many percent. */ \\
        X(PROBCUT_DEPTH, 3, 3, 12) \\
        X(PROBCUT_PERCENT, 100, 20, 300) \\
        /* Shallower iterations take the whole window; the half-width of the others. */ \\
        X(ASPIRATION_DEPTH, 5, 2, 20) \\
        X(MIDGAME_WINDOW, 384, 32, 4096) \\
        /* The order of moves: a reply left to the opponent when solving (small trees first), */ \\
        /* in the midgame; an empty square beside the mover's discs; a killer. */ \\
        X(REPLY_COST_EXACT, 300, 0, 2000) \\
        X(REPLY_COST, 24, 0, 500) \\
        X(FRONTIER_COST, 30, 0, 500) \\
        X(KILLER_BONUS, 192, 0, 2000) \\
        /* Midgame iterations before a solve stop this far before the end of the game. */ \\
        X(REHEARSAL_GAP, 12, 4, 30) \\
        /* The same under a limit of time or nodes, which may cut the solve off. */ \\
        X(LIMITED_GAP, 6, 4, 30)

    #ifndef OTHELLO_TUNING
    #define OTHELLO_TUNING 0
    #endif

    #if OTHELLO_TUNING
    #define X(name, value, least, most) static int name = value;
    OTHELLO_TUNABLES(X)
    #undef X
    #define X(name, value, least, most) {#name, &name, value, least, most},
    #else
    enum {
    #define X(name, value, least, most) name = value,
        OTHELLO_TUNABLES(X)
    #undef X
    };
    #define X(name, value, least, most) {#name, 0, value, least, most},
    #endif

    typedef struct { const char *name; int *place; int value, least, most; } Tunable;
    static const Tunable tunables[] = { OTHELLO_TUNABLES(X) };
    #undef X
    #define N_TUNABLES (int)(sizeof(tunables) / sizeof(tunables[0]))
    """
    const int REDUCED_DEPTH, REDUCED_MOVE, MORE_REDUCED_MOVE
    const int HISTORY_LIMIT
    const int ETC_DEPTH
    const int PROBCUT_DEPTH, PROBCUT_PERCENT
    const int ASPIRATION_DEPTH, MIDGAME_WINDOW
    const int REPLY_COST_EXACT, REPLY_COST, FRONTIER_COST, KILLER_BONUS
    const int REHEARSAL_GAP, LIMITED_GAP

    ctypedef struct Tunable:
        const char* name
        int* place              # NULL in a shipped build
        int value
        int least
        int most
    const Tunable tunables[]
    const int N_TUNABLES
    const bint OTHELLO_TUNING
