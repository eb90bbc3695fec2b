"""Split points: nodes whose remaining moves are searched by whoever has time.

Young Brothers Wait (R. Feldmann, 1993): a worker that has searched the first move of a node without
a cutoff opens the node as a split. Workers without work take moves from it, one at a time, as its
owner does. A move that cuts marks the split as cut, and all who search below it drop what they do.
When no moves are left but some are still being searched, the owner meanwhile helps at splits below
its own, and nowhere else, so that it is free again as soon as its own split is done.

All fields that change are guarded by one lock, which is taken a few times for each split; there are
some thousand splits a second. Without the lock, a node reads only `cut` of the splits above it.
"""
from atomics cimport load32, store32
from clock cimport monotonic_seconds
from monitor cimport (Monitor, monitor_lock, monitor_unlock, monitor_wait, monitor_wait_1_ms,
                      monitor_wake_all, relax_processor)
from movelist cimport Move, MoveList, next_move
from node cimport Node

cdef extern from *:
    """
    #include <assert.h>
    /* The debug build holds up an owner that is about to leave its split, and a worker that is
       about to join one: long enough for the one to join what the other leaves, if nothing prevents
       it. */
    #if defined(OTHELLO_DEBUG) && OTHELLO_DEBUG && !defined(_WIN32)
      #include <unistd.h>
      #define hold_up() usleep(200)
    #else
      #define hold_up() ((void)0)
    #endif
    #define check(condition) assert(condition)
    """
    void hold_up() nogil
    void check(bint condition) nogil


cdef struct Split:
    Split* parent               # the split that the owner was working at, NULL at none
    Split* before               # neighbours in the list of open splits
    Split* after
    const Node* node            # the owner's
    MoveList* listed            # the owner's; from place `n_taken` on not yet in order
    int owner                   # the worker that opened it
    int depth
    int selectivity
    int beta
    bint null_window            # all are searched with the window of the first
    # What follows is read and written under the lock.
    int alpha                   # risen to the best value so far
    int best
    int best_move
    int n_taken                 # moves at the front of the list that are searched or being searched
    int n_helpers               # workers at it besides the owner
    int cut                     # read without the lock
    bint is_open                # on the list


cdef struct SplitPool:
    Monitor monitor
    Split* newest
    int changes                 # goes up with each event to wait for; read without the lock
    int n_sleeping


cdef inline void announce(SplitPool* pool) noexcept nogil:
    """Under the lock: there is something new for those who wait."""
    store32(&pool.changes, pool.changes + 1)
    if pool.n_sleeping:
        monitor_wake_all(&pool.monitor)


cdef inline void announce_end(SplitPool* pool) noexcept nogil:
    monitor_lock(&pool.monitor)
    announce(pool)
    monitor_unlock(&pool.monitor)


cdef inline void wait_for_change(SplitPool* pool, int seen, double spin_until,
                                 bint briefly) noexcept nogil:
    """Return when `pool.changes` is no longer `seen`, or, `briefly`, after a millisecond.

    A sleeping thread takes some 50 microseconds to wake, and most waits are over by then: until
    the time `spin_until` it does not sleep.
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


cdef inline Split split_at(const Node* node, MoveList* listed, int alpha, int beta, int depth,
                           int selectivity) noexcept nogil:
    """A split of a node whose first move has been searched; its best is still to be filled in."""
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
    store32(&split.n_helpers, 0)
    store32(&split.cut, 0)
    split.after = NULL
    monitor_lock(&pool.monitor)
    split.is_open = True
    split.before = pool.newest
    if pool.newest != NULL:
        pool.newest.after = split
    pool.newest = split
    announce(pool)
    monitor_unlock(&pool.monitor)


cdef inline bint close_split(SplitPool* pool, Split* split) noexcept nogil:
    """Take a split off the list and return true; if somebody helps at it, change nothing: false.

    Looking and taking happen under one lock, as whoever finds a split on the list may join it. Once
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
    """Mark a split that its owner gives up: nobody joins it any more, and its helpers leave."""
    monitor_lock(&pool.monitor)
    store32(&split.cut, 1)
    monitor_unlock(&pool.monitor)


cdef inline bint take_move(SplitPool* pool, Split* split, Move* move, int* place,
                           int* alpha) noexcept nogil:
    """OUT: a `move` to search, its `place` in the order, its `alpha`; false: none is left."""
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


cdef inline void deliver(SplitPool* pool, Split* split, int square, int value) noexcept nogil:
    """Enter the value of a move in its split: the best, alpha, and whether the split is cut."""
    monitor_lock(&pool.monitor)
    if value > split.best:
        split.best = value
        split.best_move = square
        split.alpha = max(split.alpha, value)
        if value >= split.beta:
            store32(&split.cut, 1)
    monitor_unlock(&pool.monitor)


cdef inline bint is_cut(const Split* split) noexcept nogil:
    """True if this split or an ancestor was cut; False for NULL."""
    while split != NULL:
        if load32(&split.cut):
            return True
        split = split.parent
    return False


cdef inline bint is_below(const Split* split, const Split* top) noexcept nogil:
    while split != NULL and split != top:
        split = split.parent
    return split == top


cdef inline Split* join_split(SplitPool* pool, const Split* top) noexcept nogil:
    """The deepest search that needs help below the split `top` (NULL: anywhere), or NULL.

    The caller counts as a helper of it until it calls `leave_split`.
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
    monitor_lock(&pool.monitor)
    check(split.is_open)
    store32(&split.n_helpers, split.n_helpers - 1)
    if split.n_helpers == 0:
        announce(pool)
    monitor_unlock(&pool.monitor)
