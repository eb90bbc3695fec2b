# For Python: the rules, the evaluation and the symmetries for each position of an array.
#
# A position is one uint64 in `player` and one in `opponent`; both are 0 where there is none. The
# functions write their results, marked OUT, into arrays of the caller, one row a position. The body
# of each `prange` is one call.

from cython.parallel cimport prange, threadid
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from types cimport Bitboard, PASS as PASS_MOVE
from bits cimport N_SYMMETRIES, swap_bytes, symmetric, transpose
from checks cimport check_lengths, check_positions, check_size
from interrupt cimport Interrupt, begin_interruptible, interrupted_by_signal, raise_error
from pattern cimport PatternWeights
from perft cimport count_leaves
from rules cimport Sides, child_of
from table cimport hash_of
from worker cimport static_value_of
cimport kernel
cimport rules
from othello._common cimport _Loaded, launch, loaded_for, weights_of


# ---------------------------------------------------------------------- the rules

def legal_masks(const uint64_t[:] player, const uint64_t[:] opponent, uint64_t[::1] masks,
                int threads=1):
    """OUT `masks`: the squares where each player may move."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    check_lengths(n, opponent.shape[0], masks.shape[0])
    n_threads = launch(threads)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            masks[i] = kernel.moves(player[i], opponent[i])


def flip_masks(const uint64_t[:] player, const uint64_t[:] opponent, const uint8_t[:] moves,
               uint64_t[::1] masks, int threads=1):
    """OUT `masks`: the discs that each move flips, 0 if it is illegal or a pass."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    check_lengths(n, opponent.shape[0], moves.shape[0])
    check_lengths(n, opponent.shape[0], masks.shape[0])
    n_threads = launch(threads)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            masks[i] = rules.legal_flip(player[i], opponent[i], moves[i])


cdef bint play_one(Bitboard player, Bitboard opponent, int square, Bitboard* own,
                   Bitboard* other) noexcept nogil:
    """OUT `own`, `other`: the position after a move or a pass; false if it was illegal."""
    cdef Bitboard flipped = rules.legal_flip(player, opponent, square)
    cdef Sides child
    if flipped:
        child = child_of(player, opponent, square, flipped)
        own[0], other[0] = child.player, child.opponent
        return True
    own[0], other[0] = opponent, player
    return square == PASS_MOVE and rules.must_pass(player, opponent)


def play_each(const uint64_t[:] player, const uint64_t[:] opponent, const uint8_t[:] moves,
              uint64_t[::1] own, uint64_t[::1] other):
    """OUT `own`, `other`: the positions after the moves.

    `own` are the discs of the side that did not move; it may have to pass now. Returns the row of
    the first illegal move, -1 if all are legal.
    """
    cdef Py_ssize_t i, n = player.shape[0], bad = -1
    check_lengths(n, opponent.shape[0], moves.shape[0])
    check_lengths(n, own.shape[0], other.shape[0])
    with nogil:
        for i in range(n):
            if not play_one(player[i], opponent[i], moves[i], &own[i], &other[i]):
                bad = i
                break
    return bad


def final_scores(const uint64_t[:] player, const uint64_t[:] opponent, int8_t[::1] scores):
    """OUT `scores`: the score of each position as if its game were over, empties to the winner."""
    cdef Py_ssize_t i, n = player.shape[0]
    check_lengths(n, opponent.shape[0], scores.shape[0])
    with nogil:
        for i in range(n):
            scores[i] = rules.final_score(player[i], opponent[i])


def leaf_counts(const uint64_t[:] player, const uint64_t[:] opponent, uint64_t[::1] counts,
                int depth, int threads=1):
    """OUT `counts`: the leaves of each position's tree of `depth` plies, as `perft` counts them."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    cdef Interrupt interrupt
    check_lengths(n, opponent.shape[0], counts.shape[0])
    if depth < 0:
        raise ValueError(f"expected a depth of at least 0, got {depth}")
    n_threads = launch(threads)
    begin_interruptible(&interrupt)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="dynamic"):
            counts[i] = count_leaves(&interrupt, threadid(), player[i], opponent[i], depth)
    raise_error(&interrupt)


def static_values(const uint64_t[:] player, const uint64_t[:] opponent, int16_t[::1] values,
                  str evaluation="pattern", int threads=1):
    """OUT `values`: what `evaluate` returns for each position."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    cdef _Loaded used = loaded_for(evaluation)
    cdef const PatternWeights* weights = weights_of(used, evaluation)
    cdef Interrupt interrupt
    check_positions(player, opponent, values.shape[0])
    n_threads = launch(threads)
    begin_interruptible(&interrupt)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            if not interrupted_by_signal(&interrupt, threadid()):
                values[i] = static_value_of(weights, player[i], opponent[i])
    raise_error(&interrupt)


# ---------------------------------------------------------------------- symmetry

cdef void list_images(Bitboard player, Bitboard opponent, Bitboard* images) noexcept nogil:
    """OUT `images`: player and opponent of the eight images, each made from the one before."""
    cdef int i
    for i in range(N_SYMMETRIES):
        images[2 * i] = player
        images[2 * i + 1] = opponent
        if i % 2 == 0:
            player, opponent = swap_bytes(player), swap_bytes(opponent)
        else:
            player, opponent = transpose(player), transpose(opponent)


def symmetric_images(const uint64_t[:] player, const uint64_t[:] opponent,
                     uint64_t[:, :, ::1] images, int threads=1):
    """OUT `images`, shape (positions, 8, 2): the eight images of each position, itself first."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    check_lengths(n, opponent.shape[0], images.shape[0])
    check_size("images a position", N_SYMMETRIES, images.shape[1])
    check_size("bitboards an image", 2, images.shape[2])
    n_threads = launch(threads)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            list_images(player[i], opponent[i], &images[i, 0, 0])


cdef void least_image(Bitboard player, Bitboard opponent, Bitboard* least) noexcept nogil:
    """OUT `least`: of the eight images the one whose pair (player, opponent) is least."""
    cdef Bitboard images[2 * N_SYMMETRIES]
    cdef int i, best = 0
    list_images(player, opponent, images)
    for i in range(2, 2 * N_SYMMETRIES, 2):
        if (images[i] < images[best]
                or (images[i] == images[best] and images[i + 1] < images[best + 1])):
            best = i
    least[0] = images[best]
    least[1] = images[best + 1]


def canonical_images(const uint64_t[:] player, const uint64_t[:] opponent,
                     uint64_t[:, ::1] images, int threads=1):
    """OUT `images`, shape (positions, 2): the same image for all eight images of a position.

    It is the one whose pair (player, opponent) is least.
    """
    cdef Py_ssize_t i, n = player.shape[0]
    cdef int n_threads
    check_lengths(n, opponent.shape[0], images.shape[0])
    check_size("bitboards an image", 2, images.shape[1])
    n_threads = launch(threads)
    with nogil:
        for i in prange(n, num_threads=n_threads, schedule="static"):
            least_image(player[i], opponent[i], &images[i, 0])


cdef uint64_t canonical_hash(Bitboard player, Bitboard opponent) noexcept nogil:
    """The least of the hashes of a position's eight images."""
    cdef uint64_t least = 0xFFFFFFFFFFFFFFFFULL
    cdef int symmetry
    for symmetry in range(N_SYMMETRIES):
        least = min(least, hash_of(symmetric(player, symmetry), symmetric(opponent, symmetry)))
    return least


def canonical_hashes(const uint64_t[:] player, const uint64_t[:] opponent,
                     uint64_t[::1] hashes):
    """OUT `hashes`: for each position a number that its eight images share."""
    cdef Py_ssize_t i, n = player.shape[0]
    check_lengths(n, opponent.shape[0], hashes.shape[0])
    with nogil:
        for i in range(n):
            hashes[i] = canonical_hash(player[i], opponent[i])
