"""One iteration at the root: its moves in order, each with what is known of its value."""
from libc.stdint cimport uint64_t
from types cimport Bitboard, INFINITY_VALUE, MAX_MOVES, NO_MOVE
from ordering cimport Move
from midgame cimport is_busy, mark_busy, search_move, unmark_busy
from worker cimport Shared, Worker, enter, stopped


cdef struct RootMoves:
    Move moves[MAX_MOVES]       # best first; `score` is a move's value in the last iteration
    int n_moves


cdef struct Iteration:
    # What every worker is to search, and its own copy of what it found.
    Bitboard player
    Bitboard opponent
    int alpha
    int beta
    int depth
    int n_empties
    int selectivity
    RootMoves root
    int value                   # the best value so far; -INFINITY_VALUE before the first
    bint finished


cdef inline void promote(RootMoves* root, int i, int value) noexcept nogil:
    """The i-th move is the new best: bring it to the front, the others keep their order."""
    cdef Move chosen = root.moves[i]
    cdef int j
    chosen.score = value
    for j in range(i, 0, -1):
        root.moves[j] = root.moves[j - 1]
    root.moves[0] = chosen


cdef inline void search_root(Worker* worker, Iteration* iteration) noexcept nogil:
    """Search all root moves in the window; leaves the best in front and its value in `value`.

    Moves that another worker is searching are put off once, as within the tree.
    """
    cdef Shared* shared = worker.shared
    cdef bint shares = (shared.settings.n_workers > 1
                        and iteration.depth >= shared.settings.granularity)
    cdef RootMoves* root = &iteration.root
    cdef bint done[MAX_MOVES]
    cdef Move move
    cdef int low = iteration.alpha
    cdef int round, i, value
    for i in range(root.n_moves):
        done[i] = False
    for round in range(2):
        i = 0
        while i < root.n_moves:
            move = root.moves[i]
            if done[i] or (shares and round == 0 and i > 0 and is_busy(shared, move.hash)):
                i += 1
                continue
            if shares:
                mark_busy(shared, move.hash)
            value = search_move(worker, 0, iteration.player, iteration.opponent, &move, low,
                                iteration.beta, iteration.depth, iteration.n_empties,
                                iteration.selectivity, iteration.value == -INFINITY_VALUE, 0)
            if shares:
                unmark_busy(shared, move.hash)
            if stopped(worker):
                return
            done[i] = True
            root.moves[i].score = value
            if value > iteration.value:
                iteration.value = value
                promote(root, i, value)
                promote_flag(done, i)
                low = max(low, value)
                if value >= iteration.beta:
                    iteration.finished = True
                    return
            i += 1
    iteration.finished = True


cdef inline void promote_flag(bint* done, int i) noexcept nogil:
    cdef int j
    for j in range(i, 0, -1):
        done[j] = done[j - 1]
    done[0] = True
