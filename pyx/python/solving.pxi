# For Python: exact scores of arrays of positions, which are as in batch.pxi.

from cython.parallel cimport prange, threadid
from libc.stdint cimport int8_t, uint64_t
from libc.stdlib cimport calloc, free

from types cimport Bitboard, DISC
from bits cimport popcount
from checks cimport check_positions
from costs cimport MOST_COSTS
from endgame cimport fill_square_costs, solve
from interrupt cimport begin_interruptible, raise_error
from plain cimport Plain, plain_value
from worker cimport Shared, Worker, check_limits, free_workers, new_workers, stopped
cimport kernel
from othello._common cimport _Loaded, launch, loaded

cdef enum:
    # So many moves can be sorted. With more empties a Searcher, which has a table, is faster.
    SOLVED_EMPTIES = MOST_COSTS

fill_square_costs()

BATCH_SOLVED_EMPTIES = SOLVED_EMPTIES


cdef int exact_score(const Plain* plain, Worker* worker, Bitboard player,
                     Bitboard opponent) noexcept nogil:
    """The exact score by null windows, as MTD(f): the first guess is a shallow search's value.

    Meaningless if stopped.
    """
    cdef int lower = -64, upper = 64, score, alpha = 0
    check_limits(worker)     # easy positions have too few nodes to come to it otherwise
    if plain.weights != NULL and kernel.moves(player, opponent):
        alpha = plain_value(plain, player, opponent, 1) // DISC
    # Scores are even: an odd alpha asks whether the score is at least the even number above it.
    alpha |= 1
    while lower < upper and not stopped(worker):
        alpha = max(lower, min(upper - 1, alpha))
        score = solve(worker, player, opponent, alpha)
        if score > alpha:
            lower = score
            alpha = score + 1
        else:
            upper = score
            alpha = score - 1
    return lower


def solve_scores(const uint64_t[:] player, const uint64_t[:] opponent, int8_t[::1] scores,
                 int threads=1):
    """OUT `scores`: the exact score of each position; ValueError above BATCH_SOLVED_EMPTIES."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    cdef _Loaded used = loaded()
    cdef Plain plain
    cdef Worker* workers = NULL
    cdef Shared* shared
    check_positions(player, opponent, scores.shape[0])
    plain.weights = NULL if used.tables is None else &used.weights
    plain.sample = NULL
    for i in range(n):
        if 64 - popcount(player[i] | opponent[i]) > SOLVED_EMPTIES:
            raise ValueError(f"expected at most {SOLVED_EMPTIES} empties, "
                             f"got {64 - popcount(player[i] | opponent[i])}")
    n_threads = launch(threads)
    shared = <Shared*> calloc(1, sizeof(Shared))
    if shared == NULL:
        raise MemoryError("no memory for the solvers")
    try:
        workers = new_workers(shared, n_threads)
        begin_interruptible(&shared.interrupt)
        with nogil:
            for i in prange(n, num_threads=n_threads, schedule="dynamic",
                            chunksize=64):
                scores[i] = exact_score(&plain, &workers[threadid()], player[i], opponent[i])
        raise_error(&shared.interrupt)
    finally:
        free_workers(workers, n_threads)
        free(shared)
