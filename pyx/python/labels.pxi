# For Python: labels for arrays of positions, that is best moves of a plain search or exact scores.
#
# Arrays are as in batch.pxi.

from cython.parallel cimport prange, threadid
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from types cimport Bitboard, DISC, INFINITY_VALUE, MAX_MOVES, PASS as PASS_MOVE
from bits cimport bit, lowest, popcount
from endgame cimport solve
from interrupt cimport Interrupt, interrupted_by_signal, listen, raise_heard
from launch cimport launched_threads
from pattern cimport PatternState, pattern_push, pattern_set, pattern_weights
from worker cimport Shared, Worker, poll, pattern_estimate, stopped
cimport kernel
cimport rules

cdef enum:
    SOLVED_EMPTIES = 16         # with more empties a Searcher, which has a table, is faster
    LABEL_DEPTH = 12            # the greatest depth of `best_moves`
    LABEL_STATES = 40           # states of a line so deep, with passes

BATCH_SOLVED_EMPTIES = SOLVED_EMPTIES


cdef struct Child:
    Bitboard flipped
    int square
    int value                   # its evaluation, for the side that makes the move


# ---------------------------------------------------------------------- leaves met

cdef struct Sample:
    # Leaves of one search, each as likely as any other to be kept (reservoir sampling).
    Bitboard* player
    Bitboard* opponent
    int n_kept                  # at most so many
    uint64_t n_seen
    uint64_t random             # state of the generator


cdef inline Sample new_sample(Bitboard* player, Bitboard* opponent, int n_kept,
                              uint64_t seed) noexcept nogil:
    """A sample of at most `n_kept` leaves, which will stand in the two arrays."""
    cdef Sample sample
    sample.player = player
    sample.opponent = opponent
    sample.n_kept = n_kept
    sample.n_seen = 0
    sample.random = seed
    next_random(&sample.random)
    return sample


cdef inline void offer_leaf(Sample* sample, Bitboard player, Bitboard opponent) noexcept nogil:
    """Keep this leaf instead of another one, or not, as chance has it."""
    cdef uint64_t place = sample.n_seen
    sample.n_seen += 1
    if place >= <uint64_t> sample.n_kept:
        place = next_random(&sample.random) % sample.n_seen
        if place >= <uint64_t> sample.n_kept:
            return
    sample.player[place] = player
    sample.opponent[place] = opponent


# ---------------------------------------------------------------------- searching

cdef int list_children(const PatternState* state, Bitboard player, Bitboard opponent,
                       Bitboard legal, int n_empties, Child* children) noexcept nogil:
    """OUT `children`: the moves, each with the evaluation after it; returns their number."""
    cdef PatternState after
    cdef Bitboard child_player, child_opponent
    cdef Child* child = children
    while legal:
        child.square = lowest(legal)
        child.flipped = kernel.flip(player, opponent, child.square)
        child_player = opponent ^ child.flipped
        child_opponent = player ^ child.flipped ^ bit(child.square)
        pattern_push(state, &after, child.square, child.flipped)
        child.value = -pattern_estimate(&after, n_empties - 1,
                                        popcount(kernel.moves(child_player, child_opponent)),
                                        popcount(kernel.moves(child_opponent, child_player)))
        child += 1
        legal &= legal - 1
    return child - children


cdef int plain_leaf(const PatternState* state, Bitboard player, Bitboard opponent, Bitboard legal,
                    int n_empties) noexcept nogil:
    """The value of a leaf: its evaluation, or the exact value if the game is over."""
    cdef Bitboard replies = kernel.moves(opponent, player)
    if legal | replies == 0:
        return DISC * rules.final_score(player, opponent)
    return pattern_estimate(state, n_empties, popcount(legal), popcount(replies))


cdef int plain_search(PatternState* state, Bitboard player, Bitboard opponent, int alpha, int beta,
                      int depth, int n_empties, Sample* sample) noexcept nogil:
    """The value of a position by alpha-beta on the pattern evaluation; a pass costs no depth.

    Moves are tried in the order of their evaluations. `state` is the position's in an array of
    states; those after it are overwritten. Each leaf whose side to move has a move is offered to
    `sample`, which may be NULL.
    """
    cdef Child children[MAX_MOVES]
    cdef Child chosen
    cdef Bitboard legal = kernel.moves(player, opponent)
    cdef int n_moves, i, best_at, value, best = -INFINITY_VALUE
    if depth == 0 or n_empties == 0:
        if sample != NULL and legal:
            offer_leaf(sample, player, opponent)
        return plain_leaf(state, player, opponent, legal, n_empties)
    if legal == 0:
        if kernel.moves(opponent, player) == 0:
            return DISC * rules.final_score(player, opponent)
        pattern_push(state, state + 1, PASS_MOVE, 0)
        return -plain_search(state + 1, opponent, player, -beta, -alpha, depth, n_empties,
                             sample)
    if depth == 1 and sample == NULL:
        return plain_last(state, player, opponent, legal, beta, n_empties)
    n_moves = list_children(state, player, opponent, legal, n_empties, children)
    while n_moves:
        best_at = 0
        for i in range(1, n_moves):
            if children[i].value > children[best_at].value:
                best_at = i
        chosen = children[best_at]
        n_moves -= 1
        children[best_at] = children[n_moves]
        pattern_push(state, state + 1, chosen.square, chosen.flipped)
        value = -plain_search(state + 1, opponent ^ chosen.flipped,
                              player ^ chosen.flipped ^ bit(chosen.square), -beta,
                              -max(alpha, best), depth - 1, n_empties - 1, sample)
        if value > best:
            best = value
            if value >= beta:
                break
    return best


cdef int plain_last(PatternState* state, Bitboard player, Bitboard opponent, Bitboard legal,
                    int beta, int n_empties) noexcept nogil:
    """The search of one ply: the best value of the leaves after the moves `legal`."""
    cdef Bitboard flipped, child_player, child_opponent
    cdef int square, value, best = -INFINITY_VALUE
    while legal and best < beta:
        square = lowest(legal)
        legal &= legal - 1
        flipped = kernel.flip(player, opponent, square)
        child_player = opponent ^ flipped
        child_opponent = player ^ flipped ^ bit(square)
        pattern_push(state, state + 1, square, flipped)
        value = -plain_leaf(state + 1, child_player, child_opponent,
                            kernel.moves(child_player, child_opponent), n_empties - 1)
        best = max(best, value)
    return best


cdef int plain_value(Bitboard player, Bitboard opponent, int depth) noexcept nogil:
    """The value of a position by `plain_search` in the whole window."""
    cdef PatternState states[LABEL_STATES]
    pattern_set(&states[0], player, opponent)
    return plain_search(&states[0], player, opponent, -INFINITY_VALUE, INFINITY_VALUE, depth,
                        64 - popcount(player | opponent), NULL)


cdef check_search(int depth):
    """Raise ValueError for a depth out of range, or if no weights are loaded."""
    if not 1 <= depth <= LABEL_DEPTH:
        raise ValueError(f"expected a depth of 1 to {LABEL_DEPTH}, got {depth}")
    if pattern_weights.phase[0] == NULL:
        raise ValueError("expected load_weights to be called first")


cdef int best_move(Bitboard player, Bitboard opponent, int depth) noexcept nogil:
    """The move that `plain_search` finds best; among equals that on the lowest square."""
    cdef PatternState states[LABEL_STATES]
    cdef Child children[MAX_MOVES]
    cdef Child* child
    cdef int n_empties = 64 - popcount(player | opponent)
    cdef int n_moves, i, value, best = -INFINITY_VALUE, best_square = PASS_MOVE
    pattern_set(&states[0], player, opponent)
    n_moves = list_children(&states[0], player, opponent, kernel.moves(player, opponent),
                            n_empties, children)
    for i in range(n_moves):
        child = &children[i]
        pattern_push(&states[0], &states[1], child.square, child.flipped)
        value = -plain_search(&states[1], opponent ^ child.flipped,
                              player ^ child.flipped ^ bit(child.square), -INFINITY_VALUE, -best,
                              depth - 1, n_empties - 1, NULL)
        if value > best:
            best = value
            best_square = child.square
    return best_square


def best_moves(const uint64_t[::1] player, const uint64_t[::1] opponent, uint8_t[::1] moves,
               int depth, int threads=1):
    """OUT `moves`: the best move of each position by `plain_search`; 64 where there is no move."""
    cdef Py_ssize_t i, n = player.shape[0]
    cdef Interrupt interrupt
    check_lengths(n, opponent.shape[0], moves.shape[0])
    check_search(depth)
    listen(&interrupt)
    begin_reading()
    with nogil:
        for i in prange(n, num_threads=launched_threads(threads), schedule="dynamic", chunksize=8):
            if not interrupted_by_signal(&interrupt, threadid()):
                moves[i] = best_move(player[i], opponent[i], depth)
    end_reading()
    raise_heard(&interrupt)


# ---------------------------------------------------------------------- sampling

cdef void sample_one(Bitboard player, Bitboard opponent, int depth, Bitboard* leaf_player,
                     Bitboard* leaf_opponent, int n_kept, uint64_t seed) noexcept nogil:
    """OUT `leaf_player`, `leaf_opponent`: leaves of a search of one position, then zeros."""
    cdef PatternState states[LABEL_STATES]
    cdef Sample sample = new_sample(leaf_player, leaf_opponent, n_kept, seed)
    cdef int i
    for i in range(n_kept):
        leaf_player[i] = 0
        leaf_opponent[i] = 0
    pattern_set(&states[0], player, opponent)
    plain_search(&states[0], player, opponent, -INFINITY_VALUE, INFINITY_VALUE, depth,
                 64 - popcount(player | opponent), &sample)


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
    cdef Interrupt interrupt
    check_lengths(n, opponent.shape[0], leaf_player.shape[0])
    check_lengths(n, leaf_opponent.shape[0], leaf_opponent.shape[0])
    check_size("leaves of a position", leaf_player.shape[1], leaf_opponent.shape[1])
    check_search(depth)
    listen(&interrupt)
    begin_reading()
    with nogil:
        for i in prange(n, num_threads=launched_threads(threads), schedule="dynamic",
                        chunksize=64):
            if not interrupted_by_signal(&interrupt, threadid()):
                sample_one(player[i], opponent[i], depth, &leaf_player[i, 0], &leaf_opponent[i, 0],
                           leaf_player.shape[1], seed + <uint64_t> i * 2)
    end_reading()
    raise_heard(&interrupt)


# ---------------------------------------------------------------------- solving

cdef int exact_score(Worker* worker, Bitboard player, Bitboard opponent) noexcept nogil:
    """The exact score by null windows, the first at a shallow search's guess.

    Meaningless if stopped.
    """
    cdef int lower = -64, upper = 64, score, alpha = 0
    poll(worker)     # easy positions have too few nodes to poll otherwise
    if pattern_weights.phase[0] != NULL and kernel.moves(player, opponent):
        alpha = plain_value(player, opponent, 1) // DISC
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
    cdef Worker* workers = NULL
    cdef Shared* shared
    check_lengths(n, opponent.shape[0], scores.shape[0])
    for i in range(n):
        if 64 - popcount(player[i] | opponent[i]) > SOLVED_EMPTIES:
            raise ValueError(f"expected at most {SOLVED_EMPTIES} empties, "
                             f"got {64 - popcount(player[i] | opponent[i])}")
    shared = <Shared*> calloc(1, sizeof(Shared))
    if shared == NULL:
        raise MemoryError("no memory for the solvers")
    try:
        workers = new_workers(shared, threads)
        listen(&shared.interrupt)
        begin_reading()
        with nogil:
            for i in prange(n, num_threads=launched_threads(threads), schedule="dynamic",
                            chunksize=64):
                scores[i] = exact_score(&workers[threadid()], player[i], opponent[i])
        end_reading()
        raise_heard(&shared.interrupt)
    finally:
        free_workers(workers, threads)
        free(shared)
