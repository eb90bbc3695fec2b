# For Python: leaves that plain searches meet, to train the evaluation on.
#
# Arrays are as in batch.pxi.

from cython.parallel cimport prange, threadid
from libc.stdint cimport uint64_t

from types cimport Bitboard
from checks cimport check_lengths, check_positions, check_size
from interrupt cimport Interrupt, begin_interruptible, interrupted_by_signal, raise_error
from pattern cimport PatternWeights
from plain cimport Plain, check_plain_depth, plain_value
from sample cimport Sample, new_sample
from othello._common cimport _Loaded, launch, loaded_for


cdef void sample_one(const PatternWeights* weights, Bitboard player, Bitboard opponent, int depth,
                     Bitboard* leaf_player, Bitboard* leaf_opponent, int n_kept,
                     uint64_t seed) noexcept nogil:
    """OUT `leaf_player`, `leaf_opponent`: leaves of a search of one position, then zeros."""
    cdef Sample sample = new_sample(leaf_player, leaf_opponent, n_kept, seed)
    cdef Plain plain
    cdef int i
    plain.weights = weights
    plain.sample = &sample
    for i in range(n_kept):
        leaf_player[i] = 0
        leaf_opponent[i] = 0
    plain_value(&plain, player, opponent, depth)


def sample_leaves(const uint64_t[::1] player, const uint64_t[::1] opponent, int depth,
                  uint64_t[:, ::1] leaf_player, uint64_t[:, ::1] leaf_opponent, uint64_t seed,
                  int threads=1):
    """OUT `leaf_player`, `leaf_opponent`: leaves met by a `plain_search` of each position.

    Parameters
    ----------
    player, opponent : arrays of uint64, shape (n,)
        The positions to search.
    depth : int
        Plies of the search.
    leaf_player, leaf_opponent : arrays of uint64, shape (n, kept)
        For each position `kept` of its leaves, drawn evenly from all; 0 where there were fewer.
        The side to move has a move.
    seed : int
        Seed of the draws.
    """
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    cdef _Loaded used
    cdef const PatternWeights* weights
    cdef Interrupt interrupt
    check_plain_depth(depth)
    used = loaded_for("pattern")
    weights = &used.weights
    check_positions(player, opponent, leaf_player.shape[0])
    check_lengths(n, leaf_opponent.shape[0], leaf_opponent.shape[0])
    check_size("leaves of a position", leaf_player.shape[1], leaf_opponent.shape[1])
    n_threads = launch(threads)
    begin_interruptible(&interrupt)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="dynamic",
                        chunksize=64):
            if not interrupted_by_signal(&interrupt, threadid()):
                sample_one(weights, player[i], opponent[i], depth, &leaf_player[i, 0],
                           &leaf_opponent[i, 0], leaf_player.shape[1], seed + <uint64_t> i * 2)
    raise_error(&interrupt)
