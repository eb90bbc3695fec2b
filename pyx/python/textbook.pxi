# For Python: the workers' part of textbook minimax and alpha-beta, which divide the root moves.

from types cimport Bitboard, INFINITY_VALUE
from atomics cimport load32, store32
from bits cimport bit
from minimax cimport alphabeta, minimax
from monitor cimport monitor_lock, monitor_unlock, monitor_wait_1_ms, monitor_wake_all
from movelist cimport Move
from root cimport Iteration
from split cimport SplitPool
from worker cimport Worker, check_limits, publish, start_clock


cdef void search_textbook_move(Worker* worker, Iteration* iteration, int* best_so_far, int i,
                               bint use_alphabeta) noexcept nogil:
    """Search the i-th root move by minimax or alpha-beta; its value becomes the move's `score`."""
    cdef Move* move = &iteration.root.moves[i]
    cdef Bitboard child_player = iteration.opponent ^ move.flipped
    cdef Bitboard child_opponent = iteration.player ^ move.flipped ^ bit(move.square)
    cdef int low = -INFINITY_VALUE
    if use_alphabeta and load32(best_so_far) >= iteration.beta:
        move.score = -INFINITY_VALUE    # a move before it has cut
    elif use_alphabeta:
        # One below the best so far, so that a move with the same value gets its exact value.
        low = max(low, load32(best_so_far) - 1)
        move.score = -alphabeta(worker, child_player, child_opponent, -INFINITY_VALUE, -low,
                                iteration.depth - 1)
        # Two workers may write at once. If the lower value stays, searches only take longer.
        if move.score > load32(best_so_far):
            store32(best_so_far, move.score)
    else:
        move.score = -minimax(worker, child_player, child_opponent, iteration.depth - 1)


cdef struct MovesLeft:
    # Of the root, while they are searched by minimax or alpha-beta. Changed under the lock.
    int next                    # the place of the next move to search
    int unfinished              # how many moves are not yet searched; read without the lock


cdef void run_textbook_worker(Worker* worker, Iteration* iteration, int* best_so_far,
                              MovesLeft* left, bint use_alphabeta) noexcept nogil:
    """A worker's part of the root moves: it searches one after another until none is left.

    The first worker then waits for the others: it alone checks the limits and signals.
    """
    cdef SplitPool* pool = &worker.shared.splits
    cdef int i
    if worker.id > 0:
        start_clock(worker)
    while True:
        monitor_lock(&pool.monitor)
        i = left.next
        left.next += 1
        monitor_unlock(&pool.monitor)
        if i >= iteration.root.n_moves:
            break
        search_textbook_move(worker, iteration, best_so_far, i, use_alphabeta)
        publish(worker)
        monitor_lock(&pool.monitor)
        store32(&left.unfinished, left.unfinished - 1)
        if left.unfinished == 0:
            monitor_wake_all(&pool.monitor)
        monitor_unlock(&pool.monitor)
    while worker.id == 0 and load32(&left.unfinished) > 0:
        monitor_lock(&pool.monitor)
        if left.unfinished > 0:
            monitor_wait_1_ms(&pool.monitor)
        monitor_unlock(&pool.monitor)
        check_limits(worker)
