"""Principal variation search: everything between the root and the leaves.

One function, `pvs`, serves every kind of node. A window of width 1 is a null window, which only
asks whether the value lies above alpha. A search whose depth is the number of empties solves: it
stays so in all its nodes, and leaves the last squares to endgame.pxd. Values are fail-soft: one
outside the window may lie beyond its end. Only those that ProbCut predicts lie at the end.

With several workers, a node whose first move did not cut off becomes a split: see split.pxd. What a
search returns after it was stopped means nothing.
"""
from types cimport Bitboard, DISC, DISC_SHIFT, INFINITY_VALUE, MAX_VALUE, NO_MOVE
from bits cimport CORNER_SQUARES, bit
from atomics cimport load32
from clock cimport monotonic_seconds
from kernel cimport moves
from rules cimport final_score
from movelist cimport Move, MoveList, list_moves, next_move
from split cimport (Split, SplitPool, close_split, cut_split, deliver, hold_up, is_cut, join_split,
                    leave_split, open_split, split_at, take_move, wait_for_change)
from node cimport Node, child_of, passed
from table cimport TableEntry, found_by_search, table_probe, table_store
from worker cimport (Shared, Worker, enter, poll, push, push_pass, reset, static_value,
                     stopped)
from cutoff cimport midgame_stability_alpha, stability_cutoff, table_cutoff
from shallow cimport shallow
from ordering cimport score_when_needed
from probcut cimport UNPRUNED, probcut_depth, probcut_gate, probcut_margin
from endgame cimport ENDGAME_EMPTIES, solve, solve_window
from tuning cimport (ETC_DEPTH, HISTORY_LIMIT, MORE_REDUCED_MOVE, PROBCUT_DEPTH, REDUCED_DEPTH,
                     REDUCED_GAP, REDUCED_MOVE, UNPRUNED_PLIES)

cdef enum:
    LEAF_DEPTH = 2              # up to this depth `shallow` searches, without the table
    IID_EMPTIES = 18            # internal iterative deepening, in exact solves from here on
    IID_SURENESS = 1            # 87 %


cdef inline int solve_value(Worker* worker, const Node* node, int alpha,
                            int beta) noexcept nogil:
    """Solve `node`; alpha, beta and the result are in value units.

    The window in discs is the smallest that contains alpha..beta. What was solved by the first
    solver below the midgame search stands in the shared table: the next iteration asks for most of
    it again, and the small tables have forgotten it by then.
    """
    cdef bint remembered = node.n_empties == ENDGAME_EMPTIES
    cdef int low = alpha >> DISC_SHIFT      # alpha / DISC, rounded down also if negative
    cdef int high = (beta + DISC - 1) >> DISC_SHIFT
    cdef TableEntry entry
    cdef int value
    if remembered:
        table_probe(&worker.shared.table, node.hash, &entry)
        if table_cutoff(&entry, node.n_empties, UNPRUNED, False, alpha, beta, &value):
            return value
    if high == low + 1:
        value = DISC * solve(worker, node.player, node.opponent, low)
    else:
        value = DISC * solve_window(worker, node.player, node.opponent, low, high)
    if remembered and not stopped(worker):
        entry = found_by_search(DISC * low, DISC * high, value, node.n_empties, UNPRUNED, NO_MOVE)
        table_store(&worker.shared.table, node.hash, node.n_empties, &entry)
    return value


cdef inline bint etc_cutoff(Worker* worker, const MoveList* listed, int depth, int sureness,
                            int beta, int* value) noexcept nogil:
    """Enhanced transposition cutoff: in the table a move's value is at least beta; OUT `value`."""
    cdef TableEntry entry
    cdef int i
    for i in range(listed.n_moves):
        if (table_probe(&worker.shared.table, listed.moves[i].hash, &entry)
                and entry.depth >= depth - 1 and entry.sureness >= sureness
                and -entry.upper >= beta):
            value[0] = -entry.upper
            return True
    return False


cdef inline void remember_cutoff(Worker* worker, int ply, int square, int depth) noexcept nogil:
    """Note that the move to `square` cut off: it probably does so in similar positions too."""
    if worker.killers[ply][0] != square:
        worker.killers[ply][1] = worker.killers[ply][0]
        worker.killers[ply][0] = square
    worker.history[square] += depth
    if worker.history[square] > HISTORY_LIMIT:
        age_history(worker)


cdef inline void age_history(Worker* worker) noexcept nogil:
    """Halve all counts of the history."""
    cdef int square
    for square in range(64):
        worker.history[square] //= 2


cdef inline bint probcut_cutoff(Worker* worker, const Node* node, Bitboard legal, int alpha,
                                int beta, int depth, int sureness, int* value) noexcept nogil:
    """Whether a shallow search predicts a value well outside a null window.

    OUT `value`: the end of the window. With the shallow value less the margin instead, FFO #40-49
    took 1.0 % more nodes to solve.
    """
    cdef int shallow_depth, margin, gate, high, low, estimate
    if (sureness == UNPRUNED or beta != alpha + 1 or depth < PROBCUT_DEPTH
            or (node.ply <= UNPRUNED_PLIES and depth < node.n_empties)):
        return False
    shallow_depth = probcut_depth(depth)
    margin = probcut_margin(worker.shared.settings.sigmas, node.n_empties, depth, sureness)
    gate = probcut_gate(margin)
    high = beta + margin
    low = alpha - margin
    estimate = static_value(worker, node, legal)
    # Search only whether the value is above, or below, the window: as the static evaluation says,
    # and not at all where it says little.
    if estimate > alpha + gate and high < MAX_VALUE:
        if pvs(worker, node, high - 1, high, shallow_depth, sureness) >= high:
            value[0] = beta
            return not stopped(worker)
    elif estimate <= alpha - gate and low > -MAX_VALUE:
        if pvs(worker, node, low, low + 1, shallow_depth, sureness) <= low:
            value[0] = alpha
            return not stopped(worker)
    return False


cdef inline bint is_hot(const MoveList* listed, const Move* move) noexcept nogil:
    """Whether a move is forced or takes a corner: with `deepen_hot` set it costs no depth."""
    return listed.n_moves == 1 or bit(move.square) & CORNER_SQUARES != 0


cdef inline int late_reduction(const Shared* shared, const Node* node, const MoveList* listed,
                               const Move* move, int i, int depth, int sureness) noexcept nogil:
    """By how many plies to reduce the first search of a move of a null-window node.

    `i` is its place in the order, from 0; the places before it are settled.
    """
    cdef int gap, reduction
    if (i < REDUCED_MOVE or depth < REDUCED_DEPTH or depth >= node.n_empties
            or node.ply <= UNPRUNED_PLIES or sureness == UNPRUNED or shared.settings.verify):
        return 0
    # The third move's score: the first two may have been remembered, which says nothing of them.
    gap = listed.moves[min(i, 2)].score - move.score
    reduction = 1 + (i >= MORE_REDUCED_MOVE) + (gap > REDUCED_GAP)
    return min(reduction, depth - 1)


cdef inline int search_first(Worker* worker, const Node* node, const Move* move, int alpha,
                             int beta, int depth, int sureness) noexcept nogil:
    """The value of a node's first move, searched with the whole window."""
    cdef Node child = child_of(node, move)
    push(worker, &child, move.square, move.flipped)
    return -pvs(worker, &child, -beta, -alpha, depth - 1, sureness)


cdef inline int search_later(Worker* worker, const Node* node, const Move* move, int alpha,
                             int beta, int depth, int sureness, int reduction) noexcept nogil:
    """The value of a later move: a null window first, then the whole one if it may be the best.

    If `reduction` is not 0, a null-window search shallower by so many plies comes before; a move
    that fails low in it is not searched again.
    """
    cdef Node child = child_of(node, move)
    cdef int value
    push(worker, &child, move.square, move.flipped)
    if reduction > 0:
        value = -pvs(worker, &child, -alpha - 1, -alpha, depth - 1 - reduction, sureness)
        if value <= alpha:
            return value
    value = -pvs(worker, &child, -alpha - 1, -alpha, depth - 1, sureness)
    if value <= alpha or value >= beta:
        return value
    return -pvs(worker, &child, -beta, -alpha, depth - 1, sureness)


cdef inline void search_together(Worker* worker, Split* split) noexcept nogil:
    """Search the remaining moves of a split, together with the workers that come to help.

    IN `split`: as `split_at` makes it, with the best move so far and its value. OUT: the best of
    all moves; meaningless if stopped.
    """
    cdef SplitPool* pool = &worker.shared.splits
    cdef double spin_until
    cdef int seen
    split.parent = worker.split
    split.owner = worker.id
    open_split(pool, split)
    work_at(worker, split)
    spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
    while True:
        seen = load32(&pool.changes)
        if load32(&split.n_helpers) == 0:
            hold_up()
            if close_split(pool, split):
                break
        if help_below(worker, split):
            spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
            continue
        wait_for_change(pool, seen, spin_until, worker.id == 0)
        if worker.id == 0:
            poll(worker)
    # If a split above was cut while the owner slept, helpers have left moves half searched.
    worker.cancelled = is_cut(worker.split)


cdef inline void work_at(Worker* worker, Split* split) noexcept nogil:
    """Take moves of the split and search them until none is left or the split is cut."""
    cdef const Node* node = split.node
    cdef Split* outer = worker.split
    cdef Move move
    cdef int i, alpha, depth, value, reduction = 0
    # Not at the root: its moves are compared at one depth.
    cdef bint deepens = (worker.shared.settings.deepen_hot and split.depth < node.n_empties
                         and node.ply > 0)
    worker.split = split
    while take_move(&worker.shared.splits, split, &move, &i, &alpha):
        if split.null_window:
            reduction = late_reduction(worker.shared, node, split.listed, &move, i, split.depth,
                                       split.sureness)
        depth = split.depth + (deepens and is_hot(split.listed, &move))
        value = search_later(worker, node, &move, alpha, split.beta, depth, split.sureness,
                             reduction)
        if stopped(worker):
            if split.owner == worker.id:
                cut_split(&worker.shared.splits, split)
            break
        deliver(&worker.shared.splits, split, move.square, value)
    worker.split = outer
    worker.cancelled = is_cut(outer)


cdef inline bint help_below(Worker* worker, Split* top) noexcept nogil:
    """Help at an open split below `top` (NULL: at any); false if none needs help."""
    cdef Split* split
    hold_up()
    split = join_split(&worker.shared.splits, top)
    if split == NULL:
        return False
    reset(worker, split.node)
    work_at(worker, split)
    leave_split(&worker.shared.splits, split)
    return True


cdef inline void help_until_over(Worker* worker) noexcept nogil:
    """Help at splits until the iteration is over: what all workers but the first do."""
    cdef SplitPool* pool = &worker.shared.splits
    cdef double spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
    cdef int seen
    while True:
        # Read before looking for work, so that no split that opens after the look is missed.
        seen = load32(&pool.changes)
        if stopped(worker):
            break
        if help_below(worker, NULL):
            spin_until = monotonic_seconds() + worker.shared.settings.spin_seconds
        else:
            wait_for_change(pool, seen, spin_until, False)


cdef inline bint cutoff_before_moves(Worker* worker, const Node* node, int alpha, int beta,
                                     int depth, int sureness, TableEntry* entry,
                                     int* value) noexcept nogil:
    """Whether a node needs none of its moves; OUT `value`.

    OUT `entry`: what the table knows of the node.
    """
    cdef bint verify = worker.shared.settings.verify
    if not enter(worker):
        value[0] = alpha
        return True
    if (not verify and alpha >= midgame_stability_alpha(node.n_empties)
            and stability_cutoff(node.player, node.opponent, alpha, value)):
        return True
    table_probe(&worker.shared.table, node.hash, entry)
    return table_cutoff(entry, depth, sureness, verify, alpha, beta, value)


cdef inline int value_without_moves(Worker* worker, const Node* node, int alpha, int beta,
                                    int depth, int sureness) noexcept nogil:
    """The value of a node whose side to move has no move: that after a pass, or the final score."""
    cdef Node child
    if moves(node.opponent, node.player) == 0:
        return DISC * final_score(node.player, node.opponent)
    child = passed(node)
    push_pass(worker, &child)
    return -pvs(worker, &child, -beta, -alpha, depth, sureness)


cdef inline void deepen_internally(Worker* worker, const Node* node, int alpha, int beta,
                                   int depth, int sureness, TableEntry* entry) noexcept nogil:
    """Internal iterative deepening: where no best move is known, a solve with pruning finds one.

    Only before an exact solve with a null window, of whose nodes it takes a small part. OUT
    `entry`: what the table knows of the node then.
    """
    if (sureness == UNPRUNED and beta == alpha + 1 and depth == node.n_empties
            and depth >= IID_EMPTIES and entry.move == NO_MOVE
            and not worker.shared.settings.verify):
        pvs(worker, node, alpha, beta, depth, IID_SURENESS)
        table_probe(&worker.shared.table, node.hash, entry)


cdef inline int pvs(Worker* worker, const Node* node, int alpha, int beta, int depth,
                    int sureness) noexcept nogil:
    """The value of `node`: exact inside alpha..beta, else a bound on that side."""
    cdef Bitboard legal
    cdef TableEntry entry
    cdef int value
    if depth >= node.n_empties and node.n_empties <= ENDGAME_EMPTIES:
        return solve_value(worker, node, alpha, beta)
    if depth <= LEAF_DEPTH:
        return shallow(worker, node, alpha, beta, depth,
                       UNPRUNED if worker.shared.settings.verify else sureness)
    if cutoff_before_moves(worker, node, alpha, beta, depth, sureness, &entry, &value):
        return value
    legal = moves(node.player, node.opponent)
    if legal == 0:
        return value_without_moves(worker, node, alpha, beta, depth, sureness)
    if probcut_cutoff(worker, node, legal, alpha, beta, depth, sureness, &value):
        return value
    deepen_internally(worker, node, alpha, beta, depth, sureness, &entry)
    return search_moves(worker, node, alpha, beta, depth, sureness, legal, &entry)


cdef inline int search_moves(Worker* worker, const Node* node, int alpha, int beta, int depth,
                             int sureness, Bitboard legal,
                             const TableEntry* entry) noexcept nogil:
    """The value of `node` by a search of its `legal` moves, as `pvs` gives it.

    `entry`: what the table knows of the node. What is found is stored there.
    """
    cdef Shared* shared = worker.shared
    cdef bint shares = shared.n_active > 1 and depth >= shared.settings.granularity
    cdef bint deepens = shared.settings.deepen_hot and depth < node.n_empties
    cdef MoveList listed
    cdef TableEntry found
    cdef Split split
    cdef Move* move
    cdef int i, value, extended, best = -INFINITY_VALUE, best_move = NO_MOVE, low = alpha
    cdef int reduction = 0
    list_moves(&shared.table, node.player, node.opponent, legal, &listed)
    if (depth >= ETC_DEPTH and not shared.settings.verify
            and etc_cutoff(worker, &listed, depth, sureness, beta, &value)):
        return value
    for i in range(listed.n_moves):
        score_when_needed(worker, node, depth, entry, &listed, i)
        if shares and i > 0:
            split = split_at(node, &listed, low, beta, depth, sureness)
            split.null_window = beta == alpha + 1
            split.best = best
            split.best_move = best_move
            search_together(worker, &split)
            best = split.best
            best_move = split.best_move
            break
        move = next_move(&listed, i)
        extended = depth + (deepens and is_hot(&listed, move))
        if best == -INFINITY_VALUE:
            value = search_first(worker, node, move, low, beta, extended, sureness)
        else:
            if beta == alpha + 1:
                reduction = late_reduction(shared, node, &listed, move, i, depth, sureness)
            value = search_later(worker, node, move, low, beta, extended, sureness, reduction)
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
        remember_cutoff(worker, node.ply, best_move, depth)
    found = found_by_search(alpha, beta, best, depth, sureness, best_move)
    table_store(&shared.table, node.hash, node.n_empties, &found)
    return best
