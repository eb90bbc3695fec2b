"""Textbook minimax and alpha-beta on the same evaluation: a reference for tests and measurements.

Simple, so that a reader sees that it is right: no table, no move ordering, nothing carried from
node to node. Root moves may be searched in parallel; nothing below the root is split.
"""
from types cimport Bitboard, DISC, INFINITY_VALUE
from atomics cimport load32, store32
from bits cimport take_lowest
from iteration cimport Iteration, TextbookMoves
from kernel cimport flip, moves
from monitor cimport (Monitor, monitor_lock, monitor_unlock, monitor_wait_1_ms,
                      monitor_wake_all)
from movelist cimport Move
from rules cimport Sides, child_of, final_score
from worker cimport Worker, check_limits, count_node, evaluate_board, publish, start_clock


cdef inline int minimax(Worker* worker, Bitboard player, Bitboard opponent,
                        int depth) noexcept nogil:
    """The value of a position by minimax to `depth` plies; a pass costs no depth."""
    cdef Bitboard legal = moves(player, opponent)
    cdef Sides child
    cdef int square, best = -INFINITY_VALUE
    if not count_node(worker):
        return 0
    if legal == 0 and moves(opponent, player) == 0:
        return DISC * final_score(player, opponent)
    if depth == 0:
        return evaluate_board(worker, player, opponent)
    if legal == 0:
        return -minimax(worker, opponent, player, depth)
    while legal:
        square = take_lowest(&legal)
        child = child_of(player, opponent, square, flip(player, opponent, square))
        best = max(best, -minimax(worker, child.player, child.opponent, depth - 1))
    return best


cdef inline int alphabeta(Worker* worker, Bitboard player, Bitboard opponent,
                          int alpha, int beta, int depth) noexcept nogil:
    """The same value by alpha-beta: exact inside alpha..beta, else a bound on that side."""
    cdef Bitboard legal = moves(player, opponent)
    cdef Sides child
    cdef int square, best = -INFINITY_VALUE
    if not count_node(worker):
        return 0
    if legal == 0 and moves(opponent, player) == 0:
        return DISC * final_score(player, opponent)
    if depth == 0:
        return evaluate_board(worker, player, opponent)
    if legal == 0:
        return -alphabeta(worker, opponent, player, -beta, -alpha, depth)
    while legal and best < beta:
        square = take_lowest(&legal)
        child = child_of(player, opponent, square, flip(player, opponent, square))
        best = max(best, -alphabeta(worker, child.player, child.opponent, -beta,
                                    -max(alpha, best), depth - 1))
    return best


cdef inline void search_textbook_move(Worker* worker, Iteration* iteration, int i,
                                      TextbookMoves* left) noexcept nogil:
    """Search the i-th root move by minimax or alpha-beta; its value becomes the move's `score`."""
    cdef Move* move = &iteration.root.moves[i]
    cdef Sides child = child_of(iteration.player, iteration.opponent, move.square, move.flipped)
    cdef int low
    if not left.use_alphabeta:
        move.score = -minimax(worker, child.player, child.opponent, iteration.depth - 1)
    elif load32(&left.best_so_far) >= iteration.beta:
        move.score = -INFINITY_VALUE    # a move before it has cut
    else:
        # One below the best so far, so that a move with the same value gets its exact value.
        low = max(-INFINITY_VALUE, load32(&left.best_so_far) - 1)
        move.score = -alphabeta(worker, child.player, child.opponent, -INFINITY_VALUE, -low,
                                iteration.depth - 1)
        # Two workers may write at once. If the lower value stays, searches only take longer.
        if move.score > load32(&left.best_so_far):
            store32(&left.best_so_far, move.score)


cdef inline void run_textbook_worker(Worker* worker, Iteration* iteration,
                                     TextbookMoves* left) noexcept nogil:
    """A worker's part of the root moves: it searches one after another until none is left.

    The first worker then waits for the others: it alone checks the limits and signals.
    """
    cdef Monitor* monitor = &worker.shared.splits.monitor
    cdef int i
    if worker.id > 0:
        start_clock(worker)
    while True:
        monitor_lock(monitor)
        i = left.next
        left.next += 1
        monitor_unlock(monitor)
        if i >= iteration.root.n_moves:
            break
        search_textbook_move(worker, iteration, i, left)
        publish(worker)
        monitor_lock(monitor)
        store32(&left.unfinished, left.unfinished - 1)
        if left.unfinished == 0:
            monitor_wake_all(monitor)
        monitor_unlock(monitor)
    while worker.id == 0 and load32(&left.unfinished) > 0:
        monitor_lock(monitor)
        if left.unfinished > 0:
            monitor_wait_1_ms(monitor)
        monitor_unlock(monitor)
        check_limits(worker)
