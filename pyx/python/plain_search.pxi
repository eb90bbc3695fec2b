# For Python: best moves by a plain search, for arrays of positions, which are as in batch.pxi.

from cython.parallel cimport prange, threadid
from libc.stdint cimport uint8_t, uint64_t

from checks cimport check_positions
from interrupt cimport Interrupt, begin_interruptible, interrupted_by_signal, raise_error
from plain cimport Plain, best_move, check_plain_depth
from othello._common cimport _Loaded, launch, loaded_for


def best_moves(const uint64_t[::1] player, const uint64_t[::1] opponent, uint8_t[::1] moves,
               int depth, int threads=1):
    """OUT `moves`: the best move of each position by `plain_search`; 64 where there is no move."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    cdef _Loaded used
    cdef Plain plain
    cdef Interrupt interrupt
    check_plain_depth(depth)
    used = loaded_for("pattern")
    check_positions(player, opponent, moves.shape[0])
    plain.weights = &used.weights
    plain.sample = NULL
    n_threads = launch(threads)
    begin_interruptible(&interrupt)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="dynamic", chunksize=8):
            if not interrupted_by_signal(&interrupt, threadid()):
                moves[i] = best_move(&plain, player[i], opponent[i], depth)
    raise_error(&interrupt)
