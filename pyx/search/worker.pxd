"""The workers of a search, one for each thread: counters, stacks, and what they share."""
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from types cimport Bitboard, DISC, MAX_PLY, MAX_THREADS, NO_MOVE, PASS
from bits cimport popcount
from atomics cimport load32, store32, load64, store64
from clock cimport monotonic_seconds, thread_nanoseconds
from pages cimport release_pages, reserve_pages
from kernel cimport moves
from rules cimport final_score
from stability cimport (Stability, StabilityCounters, grow_stability, no_stability,
                        stable_discs)
from classic cimport classic_value
from custom cimport Custom
from interrupt cimport Interrupt, interrupted_by_signal
from split cimport Split, SplitPool, is_cut
from pattern cimport (PatternState, PatternWeights, pattern_refresh, pattern_update,
                      pattern_update_leaf, pattern_value)
from movelist cimport NOT_EVALUATED
from node cimport Node
from probcut cimport Sigmas
from table cimport Table

cdef enum:
    PATTERN                     # the evaluations, in the order of EVALUATIONS in weights.pxi
    CLASSIC
    CUSTOM                      # a function from outside

cdef enum:
    CHECK_INTERVAL = 64         # nodes that `count_node` counts between two calls of `check_limits`
    # A call of an evaluation from outside counts as so many. In Python it may take longer than a
    # thousand nodes. In C it may be so fast that a check after each call doubles a search's time.
    NODES_OF_PYTHON_CALL = CHECK_INTERVAL
    NODES_OF_C_CALL = 4
    # 2 ** 13 entries in each worker's endgame table: with more it takes fewer nodes and more time,
    # as the processor's nearest caches are not large enough for it.
    ENDGAME_TABLE_BITS = 13
    PADDING = 128               # bytes: some processors fetch two cache lines at once


ctypedef int (*CustomStaticValue)(void* worker, Bitboard player, Bitboard opponent) noexcept nogil


cdef struct Settings:
    # How to search: the same for all workers, and fixed while a search runs.
    int evaluation
    PatternWeights weights      # of the evaluation by patterns
    const Sigmas* sigmas        # ProbCut's
    # What CUSTOM calls. Through a pointer: inlined, it would make every leaf slower, those of the
    # other evaluations too.
    CustomStaticValue custom_static_value
    Custom custom
    int n_workers
    int min_split_depth         # least depth at which a node is split
    bint verify                 # leave out what can make a value differ from plain alpha-beta's
    bint extensions             # forced moves and moves to corners cost no depth
    double spin_seconds         # how long a worker without work spins before it sleeps
    uint64_t max_nodes          # 0: no limit
    bint processor_time         # whether the deadline is in processor time
    double deadline             # in seconds of `limit_clock`; 0: none


cdef struct EndgameEntry:
    # An entry of a worker's endgame table. It holds the board itself instead of a hash,
    # so no position is ever taken for another.
    Bitboard player
    Bitboard opponent
    int8_t lower
    int8_t upper
    uint8_t move


cdef struct Published:
    # What a worker made known of itself when it last polled or ended its part: a cache line.
    uint64_t n_nodes
    uint64_t nanoseconds        # processor time in this search, kept only if that is limited
    uint64_t padding[6]


cdef struct Shared:
    Table table
    Settings settings
    int n_active                # how many workers run the present iteration
    int stop                    # whether the user has stopped the search; set until `arm`
    int limit_hit               # whether to end the search: by time, nodes or a signal handler
    int iteration_over          # whether to leave the iteration: it is finished or a limit was hit
    Interrupt interrupt         # Python's signals, handled by the first worker
    char padding[PADDING]       # what is often written is not beside what every node reads
    Published published[MAX_THREADS]    # by worker
    char more_padding[PADDING]
    SplitPool splits


cdef struct Worker:
    Shared* shared
    int id
    int countdown               # nodes until the next call of `check_limits`
    Split* split                # the innermost split at which it works, or NULL
    bint cancelled              # whether that split, or one above it, is cut
    uint64_t n_nodes
    uint64_t n_evaluations
    uint64_t clock_began        # thread time at the start, less the time already counted
    EndgameEntry* endgame_table
    StabilityCounters stability_counters
    PatternState patterns[MAX_PLY]
    Stability stability[MAX_PLY]
    uint8_t killers[MAX_PLY][2]
    Bitboard frontier_killers[MAX_PLY]  # the square that last cut off in `frontier_search`, or none
    int history[64]
    char padding[PADDING]       # the next worker's fields are not beside these


cdef inline Worker* new_workers(Shared* shared, int n) except NULL:
    """Allocate `n` workers that share `shared`, each with its endgame table."""
    # Whole pages, as the states of the pattern evaluation lie in whole cache lines.
    cdef Worker* workers = <Worker*> reserve_pages(n * sizeof(Worker))
    cdef int i
    if workers == NULL:
        raise MemoryError(f"no memory for {n} threads")
    for i in range(n):
        workers[i].shared = shared
        workers[i].id = i
        workers[i].endgame_table = <EndgameEntry*> calloc(1 << ENDGAME_TABLE_BITS,
                                                          sizeof(EndgameEntry))
        if workers[i].endgame_table == NULL:
            free_workers(workers, n)
            raise MemoryError(f"no memory for {n} threads")
    return workers


cdef inline void free_workers(Worker* workers, int n) noexcept:
    cdef int i
    if workers != NULL:
        for i in range(n):
            free(workers[i].endgame_table)
        release_pages(workers, n * sizeof(Worker))


cdef inline void reset_worker(Worker* worker) noexcept:
    """Forget what was counted and learned in an earlier search, but for the endgame table."""
    worker.countdown = 0
    worker.n_nodes = 0
    worker.n_evaluations = 0
    memset(&worker.stability_counters, 0, sizeof(worker.stability_counters))
    memset(worker.killers, NO_MOVE, sizeof(worker.killers))
    memset(worker.frontier_killers, 0, sizeof(worker.frontier_killers))
    memset(worker.history, 0, sizeof(worker.history))


cdef inline bint stopped(const Worker* worker) noexcept nogil:
    """Whether this worker must stop: what its searches return from now on means nothing."""
    return load32(&worker.shared.stop) | load32(&worker.shared.iteration_over) | worker.cancelled


cdef inline bint interrupted(const Shared* shared) noexcept nogil:
    """Whether the whole search is to end, not only the iteration or a split."""
    return load32(&shared.stop) | load32(&shared.limit_hit)


cdef inline void start_clock(Worker* worker) noexcept nogil:
    """Count the calling thread's processor time from now on, with what the worker has used."""
    if worker.shared.settings.processor_time:
        worker.clock_began = (thread_nanoseconds()
                              - worker.shared.published[worker.id].nanoseconds)


cdef inline void publish(Worker* worker) noexcept nogil:
    """Let all know the worker's nodes and, if that is limited, its processor time."""
    cdef Published* published = &worker.shared.published[worker.id]
    store64(&published.n_nodes, worker.n_nodes)
    if worker.shared.settings.processor_time:
        store64(&published.nanoseconds, thread_nanoseconds() - worker.clock_began)


cdef inline double limit_clock(const Shared* shared) noexcept nogil:
    """The seconds by which limits are counted: elapsed ones, or the workers' processor time."""
    cdef uint64_t total = 0
    cdef int i
    if not shared.settings.processor_time:
        return monotonic_seconds()
    for i in range(shared.settings.n_workers):
        total += load64(&shared.published[i].nanoseconds)
    return 1e-9 * total


cdef inline void check_limits(Worker* worker) noexcept nogil:
    """Publish what is counted; the first worker also checks the limits and signals."""
    cdef Shared* shared = worker.shared
    cdef uint64_t total = 0
    cdef int i
    worker.countdown = CHECK_INTERVAL
    publish(worker)
    worker.cancelled = is_cut(worker.split)
    if worker.id != 0:
        return
    if shared.settings.deadline > 0 and limit_clock(shared) >= shared.settings.deadline:
        end_by_limit(shared)
    if shared.settings.max_nodes:
        for i in range(shared.settings.n_workers):
            total += load64(&shared.published[i].n_nodes)
        if total >= shared.settings.max_nodes:
            end_by_limit(shared)
    if interrupted_by_signal(&shared.interrupt, worker.id):
        end_by_limit(shared)


cdef inline void end_by_limit(Shared* shared) noexcept nogil:
    """End the search, as a limit was hit or a signal handler has raised."""
    store32(&shared.limit_hit, 1)
    store32(&shared.iteration_over, 1)


cdef inline bint count_node(Worker* worker) noexcept nogil:
    """Count a node, and call `check_limits` from time to time; false if the worker must stop.

    The smallest nodes, in `frontier_search` and in solves of up to 5 empties, are only counted.
    """
    worker.n_nodes += 1
    worker.countdown -= 1
    if worker.countdown <= 0:
        check_limits(worker)
    return not stopped(worker)


# An evaluation has a state for each ply of the present line, updated from that of the ply before. A
# search calls `eval_update` before it searches a child; the child uses the state at its own ply.

cdef inline void eval_update(Worker* worker, const Node* child, int square,
                             Bitboard flipped) noexcept nogil:
    """Compute the state of `child` from that of its parent, where `square` was played."""
    if worker.shared.settings.evaluation == PATTERN:
        pattern_update(&worker.patterns[child.ply - 1], &worker.patterns[child.ply], square,
                       flipped)
    else:
        eval_update_others(worker, child)


cdef inline void eval_update_leaf(Worker* worker, const Node* child, int square,
                                  Bitboard flipped) noexcept nogil:
    """As `eval_update`, for a child that is evaluated from this state, but not searched."""
    if worker.shared.settings.evaluation == PATTERN:
        pattern_update_leaf(&worker.patterns[child.ply - 1], &worker.patterns[child.ply], square,
                            flipped)
    else:
        eval_update_others(worker, child)


cdef inline void eval_update_others(Worker* worker, const Node* child) noexcept nogil:
    """`eval_update` without patterns."""
    if worker.shared.settings.evaluation == CLASSIC:
        grow_stability(child.player, child.opponent, &worker.stability[child.ply - 1],
                       &worker.stability[child.ply], &worker.stability_counters)


cdef inline void eval_update_pass(Worker* worker, const Node* child) noexcept nogil:
    """Compute the state of `child` from that of its parent, where the side to move passed."""
    if worker.shared.settings.evaluation == PATTERN:
        pattern_update(&worker.patterns[child.ply - 1], &worker.patterns[child.ply], PASS, 0)
    elif worker.shared.settings.evaluation == CLASSIC:
        worker.stability[child.ply] = worker.stability[child.ply - 1]


cdef inline void eval_refresh(Worker* worker, const Node* node) noexcept nogil:
    """Compute the state of `node` from its board alone."""
    cdef Stability* stability = &worker.stability[node.ply]
    no_stability(stability)
    grow_stability(node.player, node.opponent, stability, stability, &worker.stability_counters)
    pattern_refresh(&worker.patterns[node.ply], node.player, node.opponent)


cdef inline int evaluate(Worker* worker, const Node* node, Bitboard player_moves) noexcept nogil:
    """The static value of `node`: its evaluation, or the exact value if the game is over.

    `player_moves`: the moves of the side to move.
    """
    cdef Bitboard opponent_moves = moves(node.opponent, node.player)
    if player_moves | opponent_moves == 0:
        return DISC * final_score(node.player, node.opponent)
    worker.n_evaluations += 1
    if worker.shared.settings.evaluation == PATTERN:
        if player_moves == 0:   # the state of a leaf knows nothing of the other side
            return -pattern_value_of(&worker.shared.settings.weights, node.opponent, node.player,
                                     opponent_moves, 0)
        return pattern_value(&worker.shared.settings.weights, &worker.patterns[node.ply],
                             node.n_empties, popcount(player_moves), popcount(opponent_moves))
    return classic_or_custom_value(worker, node, player_moves, opponent_moves)


cdef inline int static_value(Worker* worker, const Node* node,
                             Bitboard player_moves) noexcept nogil:
    """`evaluate`, unless the value is known from the order of moves."""
    if node.static_value == NOT_EVALUATED:
        return evaluate(worker, node, player_moves)
    return node.static_value


cdef inline int classic_or_custom_value(Worker* worker, const Node* node, Bitboard player_moves,
                                        Bitboard opponent_moves) noexcept nogil:
    """The value of a leaf whose game goes on, by another evaluation than that by patterns."""
    if worker.shared.settings.evaluation == CUSTOM:
        return worker.shared.settings.custom_static_value(worker, node.player, node.opponent)
    return classic_value(node.player, node.opponent, worker.stability[node.ply].stable,
                         player_moves, opponent_moves)


cdef inline int pattern_static_value(const PatternWeights* weights, const PatternState* state,
                                     int n_empties, int player_mobility,
                                     int opponent_mobility) noexcept nogil:
    """The value by the pattern evaluation, for the side to move.

    The weights are those of positions with a move. A side that must pass is therefore given the
    value after its pass.
    """
    cdef PatternState passed
    if player_mobility:
        return pattern_value(weights, state, n_empties, player_mobility, opponent_mobility)
    pattern_update(state, &passed, PASS, 0)
    return -pattern_value(weights, &passed, n_empties, opponent_mobility, 0)


# The same from a board alone, for searches and functions that keep no states.

cdef inline int pattern_value_of(const PatternWeights* weights, Bitboard player, Bitboard opponent,
                                 Bitboard player_moves, Bitboard opponent_moves) noexcept nogil:
    """The value by the pattern evaluation of a position whose game goes on."""
    cdef PatternState state
    pattern_refresh(&state, player, opponent)
    return pattern_static_value(weights, &state, popcount(~(player | opponent)),
                                popcount(player_moves), popcount(opponent_moves))


cdef inline int classic_value_of(Bitboard player, Bitboard opponent, Bitboard player_moves,
                                 Bitboard opponent_moves) noexcept nogil:
    """The value by the classic evaluation of a position whose game goes on."""
    return classic_value(player, opponent, stable_discs(player, opponent), player_moves,
                         opponent_moves)


cdef inline int static_value_of(const PatternWeights* weights, Bitboard player,
                                Bitboard opponent) noexcept nogil:
    """The value, exact if the game is over; by the classic evaluation if `weights` is NULL."""
    cdef Bitboard player_moves = moves(player, opponent)
    cdef Bitboard opponent_moves = moves(opponent, player)
    if player_moves | opponent_moves == 0:
        return DISC * final_score(player, opponent)
    if weights != NULL:
        return pattern_value_of(weights, player, opponent, player_moves, opponent_moves)
    return classic_value_of(player, opponent, player_moves, opponent_moves)


cdef inline int evaluate_board(Worker* worker, Bitboard player, Bitboard opponent) noexcept nogil:
    """`evaluate` for a position whose game goes on."""
    cdef Bitboard player_moves = moves(player, opponent)
    cdef Bitboard opponent_moves = moves(opponent, player)
    worker.n_evaluations += 1
    if worker.shared.settings.evaluation == PATTERN:
        return pattern_value_of(&worker.shared.settings.weights, player, opponent, player_moves,
                                opponent_moves)
    if worker.shared.settings.evaluation == CUSTOM:
        return worker.shared.settings.custom_static_value(worker, player, opponent)
    return classic_value_of(player, opponent, player_moves, opponent_moves)
