"""Principal variation search: everything between the root and the leaves.

One function serves every kind of node. A window of width 1 is a null window, which only asks
whether the value lies above alpha; where the depth reaches to the end of the game (`depth` equals
the number of empties, and stays equal all the way down) the search solves, and hands the last
squares to endgame.pxd. Values are fail-soft.

With several workers, a node whose first move did not cut is a split: see split.pxd.
"""
from libc.stdint cimport uint64_t
from types cimport Bitboard, DISC, INFINITY_VALUE, MAX_VALUE, NO_MOVE
from bits cimport CORNER_SQUARES, bit
from atomics cimport load32
from clock cimport monotonic_seconds
from kernel cimport moves
from rules cimport final_score
from movelist cimport Move, MoveList, list_moves, next_move
from split cimport (Split, SplitPool, close_split, deliver, is_cut, join_split, leave_split,
                    open_split, take_move, wait_for_change)
from table cimport Known, hash_of, table_probe, table_store
from worker cimport (Shared, Worker, enter, evaluate, follow, follow_pass, look_up,
                     start_following, stopped)
from cutoff cimport stability_cutoff, table_cutoff
from shallow cimport shallow
from ordering cimport score_moves
from probcut cimport NO_PRUNING, probcut_depth, probcut_margin
from endgame cimport ENDGAME_EMPTIES, solve, solve_window
from tuning cimport (ETC_DEPTH, HISTORY_LIMIT, MORE_REDUCED_MOVE, PROBCUT_DEPTH, REDUCED_DEPTH,
                     REDUCED_MOVE)

cdef enum:
    LEAF_DEPTH = 2              # from here down `shallow` searches, without the table


cdef inline int solve_value(Worker* worker, Bitboard player, Bitboard opponent,
                            int alpha, int beta) noexcept nogil:
    """An exact score as a value, for a window in values: bounds round outwards to discs."""
    cdef int low = alpha >> 7       # rounds down, negative numbers too: DISC = 2 ** 7
    cdef int high = (beta + DISC - 1) >> 7
    if high == low + 1:
        return DISC * solve(worker, player, opponent, low)
    return DISC * solve_window(worker, player, opponent, low, high)


cdef inline int stability_alpha(int n_empties) noexcept nogil:
    """Below this alpha too few discs are ever stable for a cutoff to be worth the look."""
    return DISC * (3 * n_empties // 2 - 10)


cdef inline bint etc_cutoff(Worker* worker, const MoveList* listed, int depth, int selectivity,
                            int beta, int* value) noexcept nogil:
    """Enhanced transposition cutoff: some move leads to a position known to be bad enough."""
    cdef Known known
    cdef int i
    for i in range(listed.n_moves):
        if (table_probe(&worker.shared.table, listed.moves[i].hash, &known)
                and known.depth >= depth - 1 and known.selectivity >= selectivity
                and -known.upper >= beta):
            value[0] = -known.upper
            return True
    return False


cdef inline void remember_cutoff(Worker* worker, int ply, int square, int depth) noexcept nogil:
    """Moves that cut here are likely to cut in the neighbouring positions too."""
    if worker.killers[ply][0] != square:
        worker.killers[ply][1] = worker.killers[ply][0]
        worker.killers[ply][0] = square
    worker.history[square] += depth
    if worker.history[square] > HISTORY_LIMIT:
        age_history(worker)


cdef inline void age_history(Worker* worker) noexcept nogil:
    cdef int square
    for square in range(64):
        worker.history[square] //= 2


cdef inline bint probcut(Worker* worker, int ply, Bitboard player, Bitboard opponent, int alpha,
                         int depth, int n_empties, int selectivity, int* value) noexcept nogil:
    """Cut the null window above `alpha` where a shallow search is surely outside; OUT `value`."""
    cdef int shallow_depth = probcut_depth(depth)
    cdef int margin = probcut_margin(n_empties, depth, selectivity)
    cdef int high = alpha + 1 + margin
    cdef int low = alpha - margin
    cdef int estimate = evaluate(worker, ply, player, opponent)
    # The shallow search is spent only on the side to which the static evaluation already points.
    if estimate > alpha and high < MAX_VALUE:
        if pvs(worker, ply, player, opponent, high - 1, high, shallow_depth, n_empties,
               selectivity) >= high:
            value[0] = alpha + 1
            return not stopped(worker)
    elif estimate <= alpha and low > -MAX_VALUE:
        if pvs(worker, ply, player, opponent, low, low + 1, shallow_depth, n_empties,
               selectivity) <= low:
            value[0] = alpha
            return not stopped(worker)
    return False


cdef inline int hot(const Shared* shared, const MoveList* listed, const Move* move, int depth,
                    int n_empties) noexcept nogil:
    """A ply more where the next move is forced or takes a corner, if the settings ask for it."""
    if not shared.settings.deepen_hot or depth >= n_empties:
        return 0
    return listed.n_moves == 1 or bit(move.square) & CORNER_SQUARES != 0


cdef inline int late_reduction(const Shared* shared, int i, int depth, int n_empties,
                               int selectivity) noexcept nogil:
    """Plies by which the i-th move of a null-window node is first searched too shallow."""
    if (i < REDUCED_MOVE or depth < REDUCED_DEPTH or depth >= n_empties
            or selectivity == NO_PRUNING or shared.settings.verify):
        return 0
    return 2 if i >= MORE_REDUCED_MOVE else 1


cdef inline int search_move(Worker* worker, int ply, Bitboard player, Bitboard opponent,
                            const Move* move, int alpha, int beta, int depth, int n_empties,
                            int selectivity, bint first, int reduction) noexcept nogil:
    """The value of one move: a null window, and the whole one if the move may be the best.

    A late move is looked at `reduction` plies shallower before, and mostly dismissed by that.
    """
    cdef Bitboard own = opponent ^ move.turned
    cdef Bitboard other = player ^ move.turned ^ bit(move.square)
    cdef int value
    follow(worker, ply, own, other, move.square, move.turned)
    if reduction > 0:
        value = -pvs(worker, ply + 1, own, other, -alpha - 1, -alpha, depth - 1 - reduction,
                     n_empties - 1, selectivity)
        if value <= alpha:
            return value
    if not first:
        value = -pvs(worker, ply + 1, own, other, -alpha - 1, -alpha, depth - 1, n_empties - 1,
                     selectivity)
        if value <= alpha or value >= beta:
            return value
    return -pvs(worker, ply + 1, own, other, -beta, -alpha, depth - 1, n_empties - 1, selectivity)


cdef inline void search_together(Worker* worker, int ply, Bitboard player, Bitboard opponent,
                                 MoveList* listed, int n_searched, int alpha, int beta, int depth,
                                 int n_empties, int selectivity, bint null_window, int* best,
                                 int* best_move) noexcept nogil:
    """Search the moves from the `n_searched`-th on with whoever comes to help.

    IN and OUT `best`, `best_move`: those of the moves before, and of all; meaningless if stopped.
    """
    cdef SplitPool* pool = &worker.shared.splits
    cdef Split split
    cdef double spin_until
    cdef int seen
    split.parent = worker.split
    split.player = player
    split.opponent = opponent
    split.listed = listed
    split.ply = ply
    split.depth = depth
    split.n_empties = n_empties
    split.selectivity = selectivity
    split.null_window = null_window
    split.beta = beta
    split.alpha = alpha
    split.best = best[0]
    split.best_move = best_move[0]
    split.n_taken = n_searched
    open_split(pool, &split)
    work_at(worker, &split)
    spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
    while True:
        seen = load32(&pool.changes)
        if load32(&split.n_helpers) == 0:
            break
        if help_below(worker, &split):
            spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
            continue
        wait_for_change(pool, seen, spin_until, worker.id == 0)
        if worker.id == 0:
            look_up(worker)
    close_split(pool, &split)
    # When a split above is cut helpers leave moves half searched; the owner may have slept over it.
    worker.cancelled = is_cut(worker.split)
    best[0] = split.best
    best_move[0] = split.best_move


cdef inline void work_at(Worker* worker, Split* split) noexcept nogil:
    """Search moves of the split until none is left, or none is needed."""
    cdef Split* outer = worker.split
    cdef Move move
    cdef int i, alpha, depth, value, reduction = 0
    worker.split = split
    while take_move(&worker.shared.splits, split, &move, &i, &alpha):
        if split.null_window:
            reduction = late_reduction(worker.shared, i, split.depth, split.n_empties,
                                       split.selectivity)
        depth = split.depth + hot(worker.shared, split.listed, &move, split.depth, split.n_empties)
        value = search_move(worker, split.ply, split.player, split.opponent, &move, alpha,
                            split.beta, depth, split.n_empties, split.selectivity, False,
                            reduction)
        if stopped(worker):
            break
        deliver(&worker.shared.splits, split, move.square, value)
    worker.split = outer
    worker.cancelled = is_cut(outer)


cdef inline bint help_below(Worker* worker, Split* top) noexcept nogil:
    """Work at a split below `top`, anywhere if that is NULL; false if none needs help."""
    cdef Split* split = join_split(&worker.shared.splits, top)
    if split == NULL:
        return False
    start_following(worker, split.ply, split.player, split.opponent)
    work_at(worker, split)
    leave_split(&worker.shared.splits, split)
    return True


cdef inline void help_until_over(Worker* worker) noexcept nogil:
    """What all workers but the first do: help wherever help is needed."""
    cdef SplitPool* pool = &worker.shared.splits
    cdef double spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
    cdef int seen
    while True:
        # Read before it looks, so that what comes after the look is not slept over.
        seen = load32(&pool.changes)
        if stopped(worker):
            break
        if help_below(worker, NULL):
            spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
        else:
            wait_for_change(pool, seen, spin_until, False)


cdef inline int pvs(Worker* worker, int ply, Bitboard player, Bitboard opponent,
                    int alpha, int beta, int depth, int n_empties, int selectivity) noexcept nogil:
    """The value of a position, exact within alpha..beta and else a bound on that side."""
    cdef Shared* shared = worker.shared
    cdef bint verify = shared.settings.verify
    cdef bint shares = shared.settings.n_active > 1 and depth >= shared.settings.granularity
    cdef Bitboard legal
    cdef MoveList listed
    cdef Known known
    cdef Move* move
    cdef uint64_t hash
    cdef int i, value, best, best_move, low, reduction = 0
    if depth >= n_empties and n_empties <= ENDGAME_EMPTIES:
        return solve_value(worker, player, opponent, alpha, beta)
    if depth <= LEAF_DEPTH:
        return shallow(worker, ply, player, opponent, alpha, beta, depth)
    if not enter(worker):
        return alpha
    if (not verify and alpha >= stability_alpha(n_empties)
            and stability_cutoff(player, opponent, alpha, &value)):
        return value
    hash = hash_of(player, opponent)
    table_probe(&shared.table, hash, &known)
    if table_cutoff(&known, depth, selectivity, verify, alpha, beta, &value):
        return value
    legal = moves(player, opponent)
    if legal == 0:
        if moves(opponent, player) == 0:
            return DISC * final_score(player, opponent)
        follow_pass(worker, ply)
        return -pvs(worker, ply + 1, opponent, player, -beta, -alpha, depth, n_empties, selectivity)
    if (selectivity < NO_PRUNING and beta == alpha + 1 and depth >= PROBCUT_DEPTH
            and probcut(worker, ply, player, opponent, alpha, depth, n_empties, selectivity,
                        &value)):
        return value
    list_moves(&shared.table, player, opponent, legal, &listed)
    if (not verify and depth >= ETC_DEPTH
            and etc_cutoff(worker, &listed, depth, selectivity, beta, &value)):
        return value
    score_moves(worker, ply, player, opponent, depth, n_empties, &known, &listed)

    best = -INFINITY_VALUE
    best_move = NO_MOVE
    low = alpha
    for i in range(listed.n_moves):
        if shares and i > 0:
            search_together(worker, ply, player, opponent, &listed, i, low, beta, depth,
                            n_empties, selectivity, beta == alpha + 1, &best, &best_move)
            if stopped(worker):
                return alpha
            if best >= beta:
                remember_cutoff(worker, ply, best_move, depth)
            break
        move = next_move(&listed, i)
        if beta == alpha + 1:
            reduction = late_reduction(shared, i, depth, n_empties, selectivity)
        value = search_move(worker, ply, player, opponent, move, low, beta,
                            depth + hot(shared, &listed, move, depth, n_empties), n_empties,
                            selectivity, best == -INFINITY_VALUE, reduction)
        if stopped(worker):
            return alpha
        if value > best:
            best = value
            best_move = move.square
            if value > low:
                low = value
                if value >= beta:
                    remember_cutoff(worker, ply, move.square, depth)
                    break
    table_store(&shared.table, hash, n_empties, depth, selectivity, alpha, beta, best, best_move)
    return best
