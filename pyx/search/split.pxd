"""Split points: nodes whose remaining moves are searched by all workers that are free.

Young Brothers Wait (R. Feldmann, 1993): a worker that has searched the first move of a node without
a cutoff opens the node as a split and becomes its owner. The owner, and workers without work, take
moves from it, one at a time. A move that cuts off marks the split as cut, and every worker that
searches below it stops. When no moves are left but helpers still search some, the owner meanwhile
helps at splits below its own, and nowhere else ("helpful master"), so that it is free when its own
split is done.

All fields that change are guarded by one lock, which is taken a few times for each split; there are
some thousand splits a second. Without the lock, a node reads only `cut` of the splits above it, an
owner `n_helpers` of its own, and whoever looks for work `changes`.
"""
from atomics cimport load32, release32, store32
from clock cimport monotonic_seconds
from monitor cimport (Monitor, monitor_lock, monitor_unlock, monitor_wait, monitor_wait_1_ms,
                      monitor_wake_all, relax_processor)
from movelist cimport Move, MoveList, next_move
from node cimport Node

cdef extern from *:
    """
    #include <assert.h>
    /* The debug build delays an owner that is about to leave its split, and a worker that is about
       to join one. If one could join a split that its owner leaves, a test would show it then. */
    #if defined(OTHELLO_DEBUG) && OTHELLO_DEBUG && !defined(_WIN32)
      #include <unistd.h>
      #define othello_test_delay() usleep(200)
    #else
      #define othello_test_delay() ((void)0)
    #endif
    #define othello_check(condition) assert(condition)
    """
    void test_delay "othello_test_delay"() nogil
    void check "othello_check"(bint condition) nogil


cdef struct Split:
    Split* parent               # the split at which the owner worked before, or NULL
    Split* before               # neighbours in the list of open splits, the older one
    Split* after                # and the newer one
    const Node* node            # the owner's
    MoveList* listed            # the owner's; from place `n_taken` on not yet in order
    int owner                   # the worker that opened it
    int depth
    int selectivity             # its level
    int beta
    bint null_window            # alpha..beta is a null window: late moves are reduced
    # What follows is read and written under the lock.
    int alpha                   # of the node, raised to the best value so far
    int best
    int best_move
    int n_taken                 # moves at the front of the list that are searched or being searched
    int n_helpers               # workers at it, without the owner; read without the lock
    int cut                     # not 0: its moves are no longer needed; read without the lock
    bint is_open                # whether it is on the list of open splits


cdef struct SplitPool:
    Monitor monitor
    Split* newest
    int changes                 # counts the events that workers wait for; read without the lock
    int n_sleeping


cdef inline void notify(SplitPool* pool) noexcept nogil:
    """Count an event and wake the workers that sleep; the caller holds the lock.

    Who acquires the count sees what the caller wrote before.
    """
    release32(&pool.changes, <int> (<unsigned int> pool.changes + 1))
    if pool.n_sleeping:
        monitor_wake_all(&pool.monitor)


cdef inline void notify_end(SplitPool* pool) noexcept nogil:
    """Wake the workers that sleep, as the iteration is over; the caller does not hold the lock."""
    monitor_lock(&pool.monitor)
    notify(pool)
    monitor_unlock(&pool.monitor)


cdef inline void wait_for_change(SplitPool* pool, int seen, double spin_until,
                                 bint briefly) noexcept nogil:
    """Return when `pool.changes` is no longer `seen`, with `briefly` after a millisecond at most.

    Until `spin_until`, a time of the monotonic clock, it spins instead of sleeping: a sleeping
    thread takes some 50 microseconds to wake, and most waits are shorter.
    """
    cdef int _round
    while monotonic_seconds() < spin_until:
        for _round in range(16):
            if load32(&pool.changes) != seen:
                return
            relax_processor()
    monitor_lock(&pool.monitor)
    pool.n_sleeping += 1
    if pool.changes == seen:
        if briefly:
            monitor_wait_1_ms(&pool.monitor)
        else:
            monitor_wait(&pool.monitor)
    pool.n_sleeping -= 1
    monitor_unlock(&pool.monitor)


cdef inline Split new_split(const Node* node, MoveList* listed, int alpha, int beta, int depth,
                            int selectivity) noexcept nogil:
    """A split of a node whose first move has been searched.

    The caller fills in `null_window`, `best` and `best_move`, and `search_split` the rest.
    """
    cdef Split split
    split.node = node
    split.listed = listed
    split.alpha = alpha
    split.beta = beta
    split.depth = depth
    split.selectivity = selectivity
    split.n_taken = 1
    return split


cdef inline void open_split(SplitPool* pool, Split* split) noexcept nogil:
    """Put a split on the list of open splits and wake the workers that sleep."""
    store32(&split.n_helpers, 0)
    store32(&split.cut, 0)
    split.after = NULL
    monitor_lock(&pool.monitor)
    split.is_open = True
    split.before = pool.newest
    if pool.newest != NULL:
        pool.newest.after = split
    pool.newest = split
    notify(pool)
    monitor_unlock(&pool.monitor)


cdef inline bint close_split(SplitPool* pool, Split* split) noexcept nogil:
    """Take a split off the list and return true; false, and nothing changed, if it has helpers.

    Both happen under one lock, because a worker that finds a split on the list may join it. Once
    it is off the list no other worker knows of it, and its owner may return.
    """
    cdef bint closed
    monitor_lock(&pool.monitor)
    closed = split.n_helpers == 0
    if closed:
        if split.before != NULL:
            split.before.after = split.after
        if split.after != NULL:
            split.after.before = split.before
        else:
            pool.newest = split.before
        split.is_open = False
    monitor_unlock(&pool.monitor)
    return closed


cdef inline void cut_split(SplitPool* pool, Split* split) noexcept nogil:
    """Mark a split that its owner gives up: no worker joins it any more, and its helpers leave."""
    monitor_lock(&pool.monitor)
    store32(&split.cut, 1)
    monitor_unlock(&pool.monitor)


cdef inline bint next_split_move(SplitPool* pool, Split* split, Move* move, int* place,
                                 int* alpha) noexcept nogil:
    """OUT: the next `move` to search, its `place` in the order, `alpha`; false if none is left."""
    cdef bint taken = False
    monitor_lock(&pool.monitor)
    if not split.cut and split.n_taken < split.listed.n_moves:
        move[0] = next_move(split.listed, split.n_taken)[0]
        place[0] = split.n_taken
        alpha[0] = split.alpha
        split.n_taken += 1
        taken = True
    monitor_unlock(&pool.monitor)
    return taken


cdef inline void report_value(SplitPool* pool, Split* split, int square, int value) noexcept nogil:
    """Enter the value of the move to `square`: raise the best and alpha; cut the split at beta."""
    monitor_lock(&pool.monitor)
    if value > split.best:
        split.best = value
        split.best_move = square
        split.alpha = max(split.alpha, value)
        if value >= split.beta:
            store32(&split.cut, 1)
    monitor_unlock(&pool.monitor)


cdef inline bint is_cut(const Split* split) noexcept nogil:
    """Whether this split or an ancestor is cut; false for NULL."""
    while split != NULL:
        if load32(&split.cut):
            return True
        split = split.parent
    return False


cdef inline bint is_below(const Split* split, const Split* top) noexcept nogil:
    """Whether `top` is `split` or an ancestor of it; true if `top` is NULL."""
    while split != NULL and split != top:
        split = split.parent
    return split == top


cdef inline Split* join_split(SplitPool* pool, const Split* top) noexcept nogil:
    """The open split of greatest depth that has moves left, below `top` (NULL: of all), or NULL.

    The caller is a helper of that split until it calls `leave_split`.
    """
    cdef Split* split
    cdef Split* chosen = NULL
    monitor_lock(&pool.monitor)
    split = pool.newest
    while split != NULL:
        if (split.n_taken < split.listed.n_moves and (chosen == NULL or split.depth > chosen.depth)
                and is_below(split, top) and not is_cut(split)):
            chosen = split
        split = split.before
    if chosen != NULL:
        store32(&chosen.n_helpers, chosen.n_helpers + 1)
    monitor_unlock(&pool.monitor)
    return chosen


cdef inline void leave_split(SplitPool* pool, Split* split) noexcept nogil:
    """End the caller's help at a split; the last helper wakes the workers that sleep."""
    monitor_lock(&pool.monitor)
    check(split.is_open)
    store32(&split.n_helpers, split.n_helpers - 1)
    if split.n_helpers == 0:
        notify(pool)
    monitor_unlock(&pool.monitor)
