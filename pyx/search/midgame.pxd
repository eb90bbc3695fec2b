"""Principal variation search: everything between the root and the leaves.

One function, `pvs`, serves every kind of node. A window of width 1 is a null window, which only
asks whether the value lies above alpha. A search whose depth is the number of empties solves: it
stays so in all its nodes, and leaves the last squares to endgame.pxd. Values are fail-soft: one
outside the window may lie beyond its end. Only a ProbCut cutoff returns alpha or beta (fail-hard).

With several workers, a node whose first move did not cut off becomes a split: see split.pxd. What a
search returns after it was stopped means nothing.
"""
from types cimport Bitboard, DISC, DISC_SHIFT, INFINITY_VALUE, MAX_VALUE, NO_MOVE
from bits cimport CORNER_SQUARES, bit
from atomics cimport acquire32, load32
from clock cimport monotonic_seconds
from kernel cimport moves
from rules cimport final_score
from movelist cimport Move, MoveList, list_moves, next_move
from split cimport (Split, SplitPool, close_split, cut_split, is_cut, join_split, leave_split,
                    new_split, next_split_move, open_split, report_value, test_delay,
                    wait_for_change)
from node cimport Node, child_node, passed
from table cimport TableEntry, make_entry, table_probe, table_store
from worker cimport (Shared, Worker, check_limits, count_node, eval_refresh, eval_update,
                     eval_update_pass, static_value, stopped)
from cutoff cimport midgame_stability_alpha, stability_cutoff, table_cutoff
from frontier cimport frontier_search
from ordering cimport score_when_needed
from probcut cimport NO_SELECTIVITY, probcut_depth, probcut_gate, probcut_margin
from endgame cimport ENDGAME_EMPTIES, solve, solve_window
from tuning cimport (ETC_DEPTH, HISTORY_LIMIT, LMR_MIN_DEPTH, LMR_MIN_MOVE, LMR_MORE_MOVE,
                     LMR_SCORE_GAP, PROBCUT_DEPTH, ROOT_PLIES_UNPRUNED)

cdef enum:
    FRONTIER_DEPTH = 2          # up to this depth `frontier_search` searches, without the table
    IID_EMPTIES = 18            # internal iterative deepening, in exact solves from here on
    IID_SELECTIVITY = 1         # the level of 87 %


cdef inline int solve_value(Worker* worker, const Node* node, int alpha,
                            int beta) noexcept nogil:
    """Solve `node`; alpha, beta and the result are in value units.

    The window in discs is the smallest that contains alpha..beta. Positions with ENDGAME_EMPTIES
    are also stored in the shared table: the next iteration asks for most of them again, and by then
    they have been overwritten in the workers' endgame tables.
    """
    cdef bint in_table = node.n_empties == ENDGAME_EMPTIES
    cdef int low = alpha >> DISC_SHIFT      # alpha / DISC, rounded down also if negative
    cdef int high = (beta + DISC - 1) >> DISC_SHIFT
    cdef TableEntry entry
    cdef int value
    if in_table:
        table_probe(&worker.shared.table, node.hash, &entry)
        if table_cutoff(&entry, node.n_empties, NO_SELECTIVITY, False, alpha, beta, &value):
            return value
    if high == low + 1:
        value = DISC * solve(worker, node.player, node.opponent, low)
    else:
        value = DISC * solve_window(worker, node.player, node.opponent, low, high)
    if in_table and not stopped(worker):
        entry = make_entry(DISC * low, DISC * high, value, node.n_empties, NO_SELECTIVITY, NO_MOVE)
        table_store(&worker.shared.table, node.hash, node.n_empties, &entry)
    return value


cdef inline bint midgame_etc_cutoff(Worker* worker, const MoveList* listed, int depth,
                                    int selectivity, int beta, int* value) noexcept nogil:
    """Enhanced transposition cutoff: in the table a move's value is at least beta; OUT `value`."""
    cdef TableEntry entry
    cdef int i
    for i in range(listed.n_moves):
        if (table_probe(&worker.shared.table, listed.moves[i].hash, &entry)
                and entry.depth >= depth - 1 and entry.selectivity >= selectivity
                and -entry.upper >= beta):
            value[0] = -entry.upper
            return True
    return False


cdef inline void update_killers(Worker* worker, int ply, int square) noexcept nogil:
    """Note that the move to `square` cut off at this ply."""
    if worker.killers[ply][0] != square:
        worker.killers[ply][1] = worker.killers[ply][0]
        worker.killers[ply][0] = square


cdef inline void update_history(Worker* worker, int square, int depth) noexcept nogil:
    """Note that the move to `square` cut off a search of this depth."""
    worker.history[square] += depth
    if worker.history[square] > HISTORY_LIMIT:
        age_history(worker)


cdef inline void age_history(Worker* worker) noexcept nogil:
    """Halve all counts of the history."""
    cdef int square
    for square in range(64):
        worker.history[square] //= 2


cdef inline bint probcut_cutoff(Worker* worker, const Node* node, Bitboard legal, int alpha,
                                int beta, int depth, int selectivity, int* value) noexcept nogil:
    """ProbCut: whether a shallow search predicts a value well outside a null window.

    OUT `value`: the end of the window. With the shallow value less the margin instead, FFO #40-49
    took 1.0 % more nodes to solve.
    """
    cdef int shallow_depth, margin, gate, high, low, evaluated
    if (selectivity == NO_SELECTIVITY or beta != alpha + 1 or depth < PROBCUT_DEPTH
            or (node.ply <= ROOT_PLIES_UNPRUNED and depth < node.n_empties)):
        return False
    shallow_depth = probcut_depth(depth)
    margin = probcut_margin(worker.shared.settings.sigmas, node.n_empties, depth, selectivity)
    gate = probcut_gate(margin)
    high = beta + margin
    low = alpha - margin
    evaluated = static_value(worker, node, legal)
    # Search only whether the value is above, or below, the window: as the static evaluation says,
    # and not at all where it says little.
    if evaluated > alpha + gate and high < MAX_VALUE:
        if pvs(worker, node, high - 1, high, shallow_depth, selectivity) >= high:
            value[0] = beta
            return not stopped(worker)
    elif evaluated <= alpha - gate and low > -MAX_VALUE:
        if pvs(worker, node, low, low + 1, shallow_depth, selectivity) <= low:
            value[0] = alpha
            return not stopped(worker)
    return False


cdef inline bint is_extended(const MoveList* listed, const Move* move) noexcept nogil:
    """Extensions: whether a move is forced or takes a corner, and so costs no depth."""
    return listed.n_moves == 1 or bit(move.square) & CORNER_SQUARES != 0


cdef inline int late_move_reduction(const Shared* shared, const Node* node, const MoveList* listed,
                                    const Move* move, int i, int depth,
                                    int selectivity) noexcept nogil:
    """By how many plies to reduce the first search of a move of a null-window node (LMR).

    `i` is its place in the order, from 0; the places before it are settled.
    """
    cdef int gap, reduction
    if (i < LMR_MIN_MOVE or depth < LMR_MIN_DEPTH or depth >= node.n_empties
            or node.ply <= ROOT_PLIES_UNPRUNED or selectivity == NO_SELECTIVITY
            or shared.settings.verify):
        return 0
    # Compare with the third move: the first two may be moves of the table, whose scores say only
    # that they come first.
    gap = listed.moves[min(i, 2)].score - move.score
    reduction = 1 + (i >= LMR_MORE_MOVE) + (gap > LMR_SCORE_GAP)
    return min(reduction, depth - 1)


cdef inline int search_first(Worker* worker, const Node* node, const Move* move, int alpha,
                             int beta, int depth, int selectivity) noexcept nogil:
    """The value of a node's first move, searched with the whole window."""
    cdef Node child = child_node(node, move)
    eval_update(worker, &child, move.square, move.flipped)
    return -pvs(worker, &child, -beta, -alpha, depth - 1, selectivity)


cdef inline int search_later(Worker* worker, const Node* node, const Move* move, int alpha,
                             int beta, int depth, int selectivity, int reduction) noexcept nogil:
    """The value of a later move: a null window first, then the whole one if it may be the best.

    If `reduction` is not 0, a null-window search shallower by so many plies comes before; a move
    that fails low in it is not searched again.
    """
    cdef Node child = child_node(node, move)
    cdef int value
    eval_update(worker, &child, move.square, move.flipped)
    if reduction > 0:
        value = -pvs(worker, &child, -alpha - 1, -alpha, depth - 1 - reduction, selectivity)
        if value <= alpha:
            return value
    value = -pvs(worker, &child, -alpha - 1, -alpha, depth - 1, selectivity)
    if value <= alpha or value >= beta:
        return value
    return -pvs(worker, &child, -beta, -alpha, depth - 1, selectivity)


cdef inline void search_split(Worker* worker, Split* split) noexcept nogil:
    """Search the remaining moves of a split, together with the workers that come to help.

    IN `split`: as `new_split` makes it, with the best move so far and its value. OUT: the best of
    all moves; if stopped, of those whose search had ended.
    """
    cdef SplitPool* pool = &worker.shared.splits
    cdef double spin_until
    cdef int seen
    split.parent = worker.split
    split.owner = worker.id
    open_split(pool, split)
    search_split_moves(worker, split)
    spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
    while True:
        seen = acquire32(&pool.changes)
        if load32(&split.n_helpers) == 0:
            test_delay()
            if close_split(pool, split):
                break
        if help_at_split(worker, split):
            spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
            continue
        wait_for_change(pool, seen, spin_until, worker.id == 0)
        if worker.id == 0:
            check_limits(worker)
    # If a split above was cut while the owner slept, helpers have left moves half searched.
    worker.cancelled = is_cut(worker.split)


cdef inline void search_split_moves(Worker* worker, Split* split) noexcept nogil:
    """Take moves of the split and search them until none is left or the split is cut."""
    cdef const Node* node = split.node
    cdef Split* outer = worker.split
    cdef Move move
    cdef int i, alpha, depth, value, reduction = 0
    # Not at the root: its moves are compared at one depth.
    cdef bint extends = (worker.shared.settings.extensions and split.depth < node.n_empties
                         and node.ply > 0)
    worker.split = split
    while next_split_move(&worker.shared.splits, split, &move, &i, &alpha):
        if split.null_window:
            reduction = late_move_reduction(worker.shared, node, split.listed, &move, i,
                                            split.depth, split.selectivity)
        depth = split.depth + (extends and is_extended(split.listed, &move))
        value = search_later(worker, node, &move, alpha, split.beta, depth, split.selectivity,
                             reduction)
        if stopped(worker):
            if split.owner == worker.id:
                cut_split(&worker.shared.splits, split)
            break
        report_value(&worker.shared.splits, split, move.square, value)
    worker.split = outer
    worker.cancelled = is_cut(outer)


cdef inline bint help_at_split(Worker* worker, Split* top) noexcept nogil:
    """Help at an open split below `top` (NULL: at any); false if none needs help."""
    cdef Split* split
    test_delay()
    split = join_split(&worker.shared.splits, top)
    if split == NULL:
        return False
    eval_refresh(worker, split.node)
    search_split_moves(worker, split)
    leave_split(&worker.shared.splits, split)
    return True


cdef inline void help_until_iteration_ends(Worker* worker) noexcept nogil:
    """Help at splits until the iteration is over: what all workers but the first do."""
    cdef SplitPool* pool = &worker.shared.splits
    cdef double spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
    cdef int seen
    while True:
        # Acquired before looking for work and for the end, so that neither is missed if it comes
        # after the look.
        seen = acquire32(&pool.changes)
        if stopped(worker):
            break
        if help_at_split(worker, NULL):
            spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
        else:
            wait_for_change(pool, seen, spin_until, False)


cdef inline bint cutoff_before_moves(Worker* worker, const Node* node, int alpha, int beta,
                                     int depth, int selectivity, TableEntry* entry,
                                     int* value) noexcept nogil:
    """Whether a node needs none of its moves; OUT `value`.

    OUT `entry`: what the table knows of the node.
    """
    cdef bint verify = worker.shared.settings.verify
    if not count_node(worker):
        value[0] = alpha
        return True
    if (not verify and alpha >= midgame_stability_alpha(node.n_empties)
            and stability_cutoff(node.player, node.opponent, alpha, value)):
        return True
    table_probe(&worker.shared.table, node.hash, entry)
    return table_cutoff(entry, depth, selectivity, verify, alpha, beta, value)


cdef inline int value_without_moves(Worker* worker, const Node* node, int alpha, int beta,
                                    int depth, int selectivity) noexcept nogil:
    """The value of a node whose side to move has no move: that after a pass, or the final score."""
    cdef Node child
    if moves(node.opponent, node.player) == 0:
        return DISC * final_score(node.player, node.opponent)
    child = passed(node)
    eval_update_pass(worker, &child)
    return -pvs(worker, &child, -beta, -alpha, depth, selectivity)


cdef inline void internal_iterative_deepening(Worker* worker, const Node* node, int alpha,
                                              int beta, int depth, int selectivity,
                                              TableEntry* entry) noexcept nogil:
    """Where no best move is known, let a solve with forward pruning find one.

    Only before an exact solve with a null window, of whose nodes it takes a small part. OUT
    `entry`: what the table knows of the node then.
    """
    if (selectivity == NO_SELECTIVITY and beta == alpha + 1 and depth == node.n_empties
            and depth >= IID_EMPTIES and entry.move == NO_MOVE
            and not worker.shared.settings.verify):
        pvs(worker, node, alpha, beta, depth, IID_SELECTIVITY)
        table_probe(&worker.shared.table, node.hash, entry)


cdef inline int pvs(Worker* worker, const Node* node, int alpha, int beta, int depth,
                    int selectivity) noexcept nogil:
    """The value of `node`: exact inside alpha..beta, else a bound on that side."""
    cdef Bitboard legal
    cdef TableEntry entry
    cdef int value
    if depth >= node.n_empties and node.n_empties <= ENDGAME_EMPTIES:
        return solve_value(worker, node, alpha, beta)
    if depth <= FRONTIER_DEPTH:
        return frontier_search(worker, node, alpha, beta, depth,
                               NO_SELECTIVITY if worker.shared.settings.verify else selectivity)
    if cutoff_before_moves(worker, node, alpha, beta, depth, selectivity, &entry, &value):
        return value
    legal = moves(node.player, node.opponent)
    if legal == 0:
        return value_without_moves(worker, node, alpha, beta, depth, selectivity)
    if probcut_cutoff(worker, node, legal, alpha, beta, depth, selectivity, &value):
        return value
    internal_iterative_deepening(worker, node, alpha, beta, depth, selectivity, &entry)
    return search_moves(worker, node, alpha, beta, depth, selectivity, legal, &entry)


cdef inline int search_moves(Worker* worker, const Node* node, int alpha, int beta, int depth,
                             int selectivity, Bitboard legal,
                             const TableEntry* entry) noexcept nogil:
    """The value of `node` by a search of its `legal` moves, as `pvs` gives it.

    `entry`: what the table knows of the node. What is found is stored there.
    """
    cdef Shared* shared = worker.shared
    cdef bint can_split = shared.n_active > 1 and depth >= shared.settings.min_split_depth
    cdef bint extends = shared.settings.extensions and depth < node.n_empties
    cdef MoveList listed
    cdef TableEntry found
    cdef Split split
    cdef Move* move
    cdef int i, value, extended, best = -INFINITY_VALUE, best_move = NO_MOVE, low = alpha
    cdef int reduction = 0
    # Not if all moves lead to `frontier_search`, which has no table.
    cdef bint in_table = depth > FRONTIER_DEPTH + 1 or depth == node.n_empties or extends
    list_moves(&shared.table if in_table else NULL, node.player, node.opponent, legal, &listed)
    if (depth >= ETC_DEPTH and not shared.settings.verify
            and midgame_etc_cutoff(worker, &listed, depth, selectivity, beta, &value)):
        return value
    for i in range(listed.n_moves):
        score_when_needed(worker, node, depth, entry, &listed, i)
        if can_split and i > 0:
            split = new_split(node, &listed, low, beta, depth, selectivity)
            split.null_window = beta == alpha + 1
            split.best = best
            split.best_move = best_move
            search_split(worker, &split)
            best = split.best
            best_move = split.best_move
            break
        move = next_move(&listed, i)
        extended = depth + (extends and is_extended(&listed, move))
        if best == -INFINITY_VALUE:
            value = search_first(worker, node, move, low, beta, extended, selectivity)
        else:
            if beta == alpha + 1:
                reduction = late_move_reduction(shared, node, &listed, move, i, depth, selectivity)
            value = search_later(worker, node, move, low, beta, extended, selectivity, reduction)
        if stopped(worker):
            return alpha
        if value > best:
            best = value
            best_move = move.square
            low = max(low, value)
            if value >= beta:
                break
    if stopped(worker):
        return alpha
    if best >= beta:
        update_killers(worker, node.ply, best_move)
        update_history(worker, best_move, depth)
    found = make_entry(alpha, beta, best, depth, selectivity, best_move)
    table_store(&shared.table, node.hash, node.n_empties, &found)
    return best
