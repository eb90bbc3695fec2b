# The searcher: iterations over depth at the root, each one `prange` over the workers.

from cython.parallel cimport prange, threadid
from libc.stdint cimport int16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

include "position.pxi"
include "plan.pxi"

from types cimport DISC, EXACT, INFINITY_VALUE, MAX_MOVES, MAX_VALUE, NO_MOVE, PASS as PASS_MOVE
from atomics cimport load32, store32
from clock cimport monotonic_seconds
from midgame cimport help_until_over
from minimax cimport alphabeta, minimax
from monitor cimport monitor_destroy, monitor_init
from movelist cimport Move, MoveList, list_moves
from probcut cimport N_SELECTIVITIES, NO_PRUNING, probcut_sigma, selectivity_percent
from root cimport Iteration, search_root
from split cimport announce_end
from table cimport (table_allocate, table_clear, table_free, table_new_search, table_permille)
from variation cimport Variation, principal_variation
from worker cimport SMALL_TABLE_BITS, Shared, SmallEntry, Worker, interrupted

VALUE_PER_DISC = DISC
PASS = PASS_MOVE
ALGORITHMS = ("pvs", "alphabeta", "minimax")
SELECTIVITIES = tuple(selectivity_percent[i] for i in range(N_SELECTIVITIES))

cdef enum:
    # To wake the other workers takes 0.1 ms: iterations that last not much longer are left to the
    # first. The engine's choice; docs/measurements.md, Threads.
    DEFAULT_GRANULARITY = 8     # plies
    LAUNCHED_DEPTH = 10         # of the midgame, from here on
    LAUNCHED_EMPTIES = 16       # of solves

    HASHFULL_SAMPLE = 4096      # buckets looked at
    ASPIRATION_DEPTH = 5        # shallower iterations take the whole window
    MIDGAME_WINDOW = 3 * 128    # half-width, in value units
    SOLVE_WINDOW = 128          # exact scores are even: the guess alone lies within one disc of it


cdef extern from *:
    const double SPIN_SECONDS "0.0002"      # before a worker without work sleeps


cdef extern from "Python.h":
    void raise_pending "PyErr_Occurred"() except *


cdef void run_worker(Worker* worker, Iteration* iteration, Variation* line) noexcept nogil:
    """A worker's part in an iteration or, where `line` is given, in proving it.

    The first worker leads: what it does is done when all is done. The others help.
    """
    if worker.id > 0:
        help_until_over(worker)
        return
    if line == NULL:
        search_root(worker, iteration)
    else:
        principal_variation(worker, iteration.player, iteration.opponent, iteration.n_empties,
                            iteration.depth, iteration.value, iteration.proving,
                            iteration.root.moves[0].square, line)
    store32(&worker.shared.iteration_over, 1)
    announce_end(&worker.shared.splits)


cdef void run_textbook(Worker* worker, Iteration* iteration, int* best_so_far, int i,
                       bint use_alphabeta) noexcept nogil:
    """Search the i-th root move of `iteration` by the book; its value goes to the move's slot."""
    cdef Move* move = &iteration.root.moves[i]
    cdef Bitboard own = iteration.opponent ^ move.turned
    cdef Bitboard other = iteration.player ^ move.turned ^ (<Bitboard> 1 << move.square)
    cdef int low = -INFINITY_VALUE
    if use_alphabeta:
        # One below the best so far: a move as good as that still shows its true value.
        low = max(low, load32(best_so_far) - 1)
        move.score = -alphabeta(worker, own, other, -INFINITY_VALUE, -low, iteration.depth - 1)
        # Two workers may raise it at once; the lower of them only costs time.
        if move.score > load32(best_so_far):
            store32(best_so_far, move.score)
    else:
        move.score = -minimax(worker, own, other, iteration.depth - 1)


cdef class Searcher:
    """A table, its worker threads and their search; one search at a time.

    Parameters
    ----------
    threads : int
        Workers, 1 .. max_threads().
    hash_mb : int
        Megabytes of the transposition table (rounded down to a power of two).
    """

    cdef Shared* shared
    cdef Worker* workers
    cdef Iteration iteration
    cdef int n_workers
    cdef int granularity        # 0: the engine's choice
    cdef int _hash_mb
    cdef bint searching
    cdef bint wld               # only the sign of the exact score is asked for
    cdef MoveList root          # best first
    cdef double started
    cdef object on_info

    def __cinit__(self, int threads=1, int hash_mb=64):
        self.shared = <Shared*> calloc(1, sizeof(Shared))
        if self.shared == NULL:
            raise MemoryError("no memory for a searcher")
        monitor_init(&self.shared.splits.monitor)
        self.resize(hash_mb)
        self.threads = threads

    def __dealloc__(self):
        self.free_workers()
        if self.shared != NULL:
            table_free(&self.shared.table)
            monitor_destroy(&self.shared.splits.monitor)
            free(self.shared)

    cdef void free_workers(self) noexcept:
        cdef int i
        if self.workers != NULL:
            for i in range(self.n_workers):
                free(self.workers[i].small_table)
        free(self.workers)
        self.workers = NULL
        self.n_workers = 0

    @property
    def threads(self):
        return self.n_workers

    @threads.setter
    def threads(self, int threads):
        cdef int i
        if not 1 <= threads <= max_threads():
            raise ValueError(f"expected 1 to {max_threads()} threads, got {threads}")
        self.check_idle()
        self.free_workers()
        self.workers = <Worker*> calloc(threads, sizeof(Worker))
        if self.workers == NULL:
            raise MemoryError(f"no memory for {threads} threads")
        self.n_workers = threads
        for i in range(threads):
            self.workers[i].shared = self.shared
            self.workers[i].id = i
            self.workers[i].small_table = <SmallEntry*> calloc(1 << SMALL_TABLE_BITS,
                                                               sizeof(SmallEntry))
            if self.workers[i].small_table == NULL:
                raise MemoryError(f"no memory for {threads} threads")

    @property
    def hash_mb(self):
        return self._hash_mb

    def resize(self, int hash_mb):
        """Give the table `hash_mb` megabytes; MemoryError (the old table stays) if none are had."""
        if hash_mb < 1:
            raise ValueError(f"expected at least 1 MB of hash table, got {hash_mb}")
        self.check_idle()
        if not table_allocate(&self.shared.table, <size_t> hash_mb << 20):
            raise MemoryError(f"no memory for a hash table of {hash_mb} MB")
        self._hash_mb = hash_mb

    def clear(self):
        """Forget everything learned from earlier searches."""
        cdef int i
        self.check_idle()
        table_clear(&self.shared.table)
        for i in range(self.n_workers):
            memset(self.workers[i].small_table, 0, (1 << SMALL_TABLE_BITS) * sizeof(SmallEntry))

    def stop(self):
        """End the running search, or the next one if none runs, until `arm` is called."""
        store32(&self.shared.stop, 1)

    def arm(self):
        """Let the next search run in spite of an earlier `stop`."""
        store32(&self.shared.stop, 0)

    cdef check_idle(self):
        if self.searching:
            raise RuntimeError("a search is running on this searcher")

    def counters(self):
        """Return what the last search counted, by name."""
        cdef int i
        counts = dict.fromkeys(("evaluations", "stability_calls", "stability_gated",
                                "stability_listed", "stability_computed"), 0)
        for i in range(self.n_workers):
            counts["evaluations"] += self.workers[i].n_evaluations
            counts["stability_calls"] += self.workers[i].stability_counters.calls
            counts["stability_gated"] += self.workers[i].stability_counters.gated
            counts["stability_listed"] += self.workers[i].stability_counters.listed
            counts["stability_computed"] += self.workers[i].stability_counters.computed
        return counts

    def search(self, Bitboard player, Bitboard opponent, *, int depth=60, bint exact=False,
               bint wld=False, int selectivity=100, uint64_t nodes=0, double soft_seconds=0.0,
               double hard_seconds=0.0, Bitboard root_moves=0, int multipv=1, str algorithm="pvs",
               str evaluation="pattern", bint verify=False, int granularity=0, int endgame_depth=0,
               bint deepen_hot=False, bint stability_gate=True, bint stability_list=True,
               on_info=None):
        """Search a position; return (lines, nodes, seconds, stopped).

        `lines` holds, best first, tuples (depth, selectivity, value, bound, exact, pv).
        """
        cdef Bitboard legal = kernel.moves(player, opponent)
        cdef bint passing = False
        self.check_idle()
        self.check_arguments(player, opponent, depth, selectivity, soft_seconds, hard_seconds,
                             multipv, algorithm, evaluation, granularity)
        if legal == 0:
            if kernel.moves(opponent, player) == 0:
                over = 0, EXACT, DISC * rules.final_score(player, opponent), 0, True, ()
                return [over], 0, 0.0, False
            passing = True
            player, opponent = opponent, player
            legal = kernel.moves(player, opponent)
            root_moves = 0
        if root_moves:
            if root_moves & ~legal:
                raise ValueError(f"root move mask {root_moves:#x} has illegal moves; "
                                 f"legal are {legal:#x}")
            legal = root_moves
        self.searching = True
        self.started = monotonic_seconds()
        self.on_info = on_info
        self.wld = wld
        try:
            self.prepare(player, opponent, legal, evaluation, nodes, hard_seconds, verify,
                         granularity, deepen_hot, stability_gate, stability_list)
            plan = self.plan(64 - popcount(player | opponent), depth, exact or wld, selectivity,
                             endgame_depth, algorithm)
            lines = self.iterate(player, opponent, plan, multipv, algorithm, soft_seconds, passing)
        finally:
            self.searching = False
            self.on_info = None
        raise_pending()
        return (lines, self.total_nodes(), monotonic_seconds() - self.started,
                interrupted(self.shared))

    cdef check_arguments(self, Bitboard player, Bitboard opponent, int depth, int selectivity,
                         double soft_seconds, double hard_seconds, int multipv, str algorithm,
                         str evaluation, int granularity):
        if player & opponent:
            raise ValueError(f"player {player:#x} and opponent {opponent:#x} share squares")
        if depth < 1:
            raise ValueError(f"expected a depth of at least 1, got {depth}")
        if selectivity not in SELECTIVITIES:
            raise ValueError(f"expected a selectivity of {SELECTIVITIES}, got {selectivity}")
        if soft_seconds < 0 or hard_seconds < 0:
            raise ValueError(f"expected no negative time, got {min(soft_seconds, hard_seconds)}")
        if multipv < 1:
            raise ValueError(f"expected at least 1 line of multipv, got {multipv}")
        if algorithm not in ALGORITHMS:
            raise ValueError(f"expected an algorithm of {ALGORITHMS}, got {algorithm!r}")
        check_evaluation(evaluation)
        if granularity < 0:
            raise ValueError(f"expected a granularity of at least 0, got {granularity}")

    cdef prepare(self, Bitboard player, Bitboard opponent, Bitboard legal, str evaluation,
                 uint64_t nodes, double hard_seconds, bint verify, int granularity, bint deepen_hot,
                 bint stability_gate, bint stability_list):
        """Set the limits, reset what a search counts, list the root's moves."""
        cdef Shared* shared = self.shared
        cdef MoveList listed
        cdef int i
        shared.settings.n_workers = self.n_workers
        shared.settings.evaluation = EVALUATIONS.index(evaluation)
        self.granularity = granularity
        shared.settings.granularity = granularity if granularity > 0 else DEFAULT_GRANULARITY
        shared.settings.spin_seconds = SPIN_SECONDS if self.n_workers <= n_processors() else 0.0
        shared.settings.verify = verify
        shared.settings.deepen_hot = deepen_hot and not verify
        shared.settings.stability_gate = stability_gate
        shared.settings.stability_list = stability_list
        shared.settings.max_nodes = nodes
        shared.settings.deadline = self.started + hard_seconds if hard_seconds > 0 else 0.0
        shared.next_signal_check = self.started if in_main_thread() else 0.0
        shared.limit_hit = 0
        memset(shared.published, 0, sizeof(shared.published))
        for i in range(self.n_workers):
            reset_worker(&self.workers[i])
        list_moves(&self.shared.table, player, opponent, legal, &listed)
        self.root.n_moves = listed.n_moves
        for i in range(listed.n_moves):
            self.root.moves[i] = listed.moves[i]
        table_new_search(&shared.table, 64 - popcount(player | opponent))

    cdef list plan(self, int n_empties, int depth, bint exact, int selectivity, int endgame_depth,
                   str algorithm):
        """The iterations: pairs (depth, selectivity)."""
        cdef bint limited = self.shared.settings.deadline > 0 or self.shared.settings.max_nodes > 0
        if exact or n_empties <= endgame_depth:
            depth = n_empties
        depth = min(depth, n_empties)
        if algorithm != "pvs":
            return textbook_plan(depth, limited)
        if (n_empties <= EARLY_SOLVED_EMPTIES and 2 * depth >= n_empties
                and not self.shared.settings.verify):
            depth = n_empties
        if depth < n_empties:
            return deepening_plan(depth, selectivity)
        return solving_plan(n_empties, selectivity)

    cdef list iterate(self, Bitboard player, Bitboard opponent, list plan, int multipv,
                      str algorithm, double soft_seconds, bint passing):
        """Run the plan; the lines of the last iteration that found any."""
        cdef int n_empties = 64 - popcount(player | opponent)
        cdef int n_lines = min(multipv, self.root.n_moves)
        cdef int depth, selectivity, k
        lines = []
        guesses = [None] * n_lines
        for depth, selectivity in plan:
            if lines and soft_seconds > 0 and monotonic_seconds() - self.started >= soft_seconds:
                break
            found = []
            for k in range(n_lines):
                if algorithm == "pvs":
                    line = self.search_line(player, opponent, depth, n_empties, selectivity, k,
                                            guesses[k], passing)
                else:
                    line = self.textbook_line(player, opponent, depth, n_empties, k, algorithm,
                                              passing)
                if line is None:
                    break
                found.append(line)
                guesses[k] = -line[2] if passing else line[2]
                self.report(line, k)
            # A stopped iteration's lines come before what the last whole one knew of the rest.
            if found:
                known = {line[5][:1 + passing] for line in found}
                lines = found + [line for line in lines if line[5][:1 + passing] not in known]
                del lines[n_lines:]
            if interrupted(self.shared):
                break
        return lines or [self.any_line(passing)]

    cdef tuple any_line(self, bint passing):
        """A legal move, for a search that was stopped before it began."""
        pv = (self.root.moves[0].square,)
        return 0, 0, 0, 0, False, ((PASS_MOVE,) + pv if passing else pv)

    cdef report(self, tuple line, int k):
        if self.on_info is not None:
            depth, selectivity, value, bound, exact, pv = line
            self.on_info(depth, selectivity, k + 1, value, bound, exact, self.total_nodes(),
                         monotonic_seconds() - self.started,
                         table_permille(&self.shared.table, HASHFULL_SAMPLE), pv)

    def total_nodes(self):
        """Return the nodes of the present or last search, over all workers."""
        cdef uint64_t total = 0
        cdef int i
        for i in range(self.n_workers):
            total += self.workers[i].n_nodes
        return total

    def worker_nodes(self):
        """Return the nodes of the last search worker by worker; its longest one is its span."""
        return [self.workers[i].n_nodes for i in range(self.n_workers)]

    cdef tuple search_line(self, Bitboard player, Bitboard opponent, int depth, int n_empties,
                           int selectivity, int k, object guess, bint passing):
        """Find the k-th best line: the best of the root moves but the first k. None if stopped."""
        cdef bint solving = depth >= n_empties
        cdef bint verify = self.shared.settings.verify
        cdef int level = NO_PRUNING if verify else SELECTIVITIES.index(selectivity)
        cdef int alpha = -MAX_VALUE, beta = MAX_VALUE
        cdef int half = SOLVE_WINDOW if solving else MIDGAME_WINDOW
        cdef int value, centre
        cdef bint exact = solving and selectivity == EXACT
        # What finished windows of an exact solve have proven.
        cdef int proven_low = -INFINITY_VALUE, proven_high = INFINITY_VALUE
        if solving and self.wld:
            alpha, beta = -DISC, DISC
        elif guess is not None and depth >= ASPIRATION_DEPTH:
            # An exact score is an even number of discs.
            centre = 2 * DISC * round(guess / (2 * DISC)) if solving else guess
            alpha = max(centre - half, -MAX_VALUE)
            beta = min(centre + half, MAX_VALUE)
        while True:
            value = self.run(player, opponent, depth, n_empties, level, k, alpha, beta)
            if value == -INFINITY_VALUE or interrupted(self.shared):
                # The best move of an unfinished iteration counts once it is known to be better
                # than what the iteration was sure of; of an exact solve, so does any bound.
                if value > max(alpha, proven_low):
                    proven_low = value
                if proven_low > -INFINITY_VALUE:
                    return self.line(player, opponent, depth, selectivity, proven_low, 1, False, k,
                                     passing)
                if proven_high < INFINITY_VALUE:
                    return self.line(player, opponent, depth, selectivity, proven_high, 2, False, k,
                                     passing)
                return None
            if exact and value <= alpha:
                proven_high = value
            if exact and value >= beta:
                proven_low = value
            half = min(2 * half, 2 * MAX_VALUE)
            # A bound that is exact holds whatever comes; others may be contradicted by a deeper
            # table entry, so the window only grows.
            if value <= alpha and alpha > -MAX_VALUE and not (solving and self.wld):
                beta = value + 1 if exact else beta
                alpha = max(value - half, -MAX_VALUE)
            elif value >= beta and beta < MAX_VALUE and not (solving and self.wld):
                alpha = value - 1 if exact else alpha
                beta = min(value + half, MAX_VALUE)
            else:
                break
        if solving and self.wld:
            value = DISC * ((value > 0) - (value < 0))
        return self.line(player, opponent, depth, selectivity, value, 0, exact, k, passing)

    cdef int run(self, Bitboard player, Bitboard opponent, int depth, int n_empties, int level,
                 int k, int alpha, int beta):
        """One window of one iteration on all workers; -INFINITY_VALUE if nothing was found."""
        cdef Iteration* iteration = &self.iteration
        cdef int j
        if load32(&self.shared.limit_hit):
            return -INFINITY_VALUE
        iteration.player = player
        iteration.opponent = opponent
        iteration.alpha = alpha
        iteration.beta = beta
        iteration.depth = depth
        iteration.n_empties = n_empties
        iteration.selectivity = level
        iteration.value = -INFINITY_VALUE
        iteration.finished = False
        iteration.root.n_moves = self.root.n_moves - k
        for j in range(iteration.root.n_moves):
            iteration.root.moves[j] = self.root.moves[j + k]
        self.run_workers(NULL)
        if iteration.finished or iteration.value > alpha:
            for j in range(iteration.root.n_moves):
                self.root.moves[j + k] = iteration.root.moves[j]
        return iteration.value

    cdef void run_workers(self, Variation* line) noexcept:
        """Let the workers run `iteration`, or prove the `line` of its best move."""
        cdef int n_active = 1
        cdef int i
        if self.worth_launching() and (line == NULL or self.iteration.proving):
            n_active = self.n_workers
        self.shared.settings.n_active = n_active
        store32(&self.shared.iteration_over, 0)
        with nogil:
            if n_active == 1:
                run_worker(&self.workers[0], &self.iteration, line)
            else:
                for i in prange(n_active, num_threads=n_active, schedule="static", chunksize=1):
                    run_worker(&self.workers[i], &self.iteration, line)

    cdef bint worth_launching(self) noexcept:
        """Whether `iteration` lasts long enough to wake all workers for it."""
        if self.granularity > 0:
            return self.iteration.depth >= self.granularity
        if self.iteration.depth >= self.iteration.n_empties:
            return self.iteration.n_empties >= LAUNCHED_EMPTIES
        return self.iteration.depth >= LAUNCHED_DEPTH

    cdef tuple textbook_line(self, Bitboard player, Bitboard opponent, int depth, int n_empties,
                             int k, str algorithm, bint passing):
        """The k-th best line by minimax or alpha-beta, root moves shared out over the workers."""
        cdef Iteration* iteration = &self.iteration
        cdef bint use_alphabeta = algorithm == "alphabeta"
        cdef int n_active = self.n_workers if depth >= self.shared.settings.granularity else 1
        cdef int best_so_far = -INFINITY_VALUE
        cdef int i, best = 0
        iteration.player = player
        iteration.opponent = opponent
        iteration.depth = depth
        iteration.root.n_moves = self.root.n_moves - k
        for i in range(iteration.root.n_moves):
            iteration.root.moves[i] = self.root.moves[i + k]
        store32(&self.shared.iteration_over, 0)
        with nogil:
            for i in prange(iteration.root.n_moves, num_threads=n_active, schedule="dynamic",
                            chunksize=1):
                run_textbook(&self.workers[threadid()], iteration, &best_so_far, i, use_alphabeta)
        if interrupted(self.shared):
            return None
        for i in range(iteration.root.n_moves):
            if iteration.root.moves[i].score > iteration.root.moves[best].score:
                best = i
        self.root.moves[k + best] = self.root.moves[k]
        self.root.moves[k] = iteration.root.moves[best]
        return self.line(player, opponent, depth, EXACT, self.root.moves[k].score, 0,
                         depth >= n_empties, k, passing)

    cdef tuple line(self, Bitboard player, Bitboard opponent, int depth, int selectivity, int value,
                    int bound, bint exact, int k, bint passing):
        """The result for the k-th root move, with its principal variation."""
        cdef Variation variation
        cdef Iteration* iteration = &self.iteration
        iteration.player = player
        iteration.opponent = opponent
        iteration.depth = depth
        iteration.n_empties = 64 - popcount(player | opponent)
        iteration.root.moves[0] = self.root.moves[k]
        iteration.value = value
        iteration.proving = exact and not self.wld
        self.run_workers(&variation)
        pv = tuple([variation.moves[i] for i in range(variation.length)])
        if passing:
            return depth, selectivity, -value, (0, 2, 1)[bound], exact, (PASS_MOVE,) + pv
        return depth, selectivity, value, bound, exact, pv


cdef void reset_worker(Worker* worker) noexcept:
    worker.countdown = 0
    worker.n_nodes = 0
    worker.n_evaluations = 0
    memset(&worker.stability_counters, 0, sizeof(worker.stability_counters))
    memset(worker.killers, NO_MOVE, sizeof(worker.killers))
    memset(worker.history, 0, sizeof(worker.history))


cdef bint in_main_thread():
    """Whether signals are handled by the calling thread."""
    import threading
    return threading.current_thread() is threading.main_thread()


include "train.pxi"
include "factors.pxi"
include "batch.pxi"
include "labels.pxi"


def load_probcut(const int16_t[:, ::1] sigmas):
    """Set ProbCut's sigmas for the whole process.

    Parameters
    ----------
    sigmas : int16[61, 61]
        By number of empties and depth, in 1/128 disc.
    """
    cdef int n_empties, depth
    if sigmas.shape[0] != 61 or sigmas.shape[1] != 61:
        raise ValueError(f"expected 61 x 61 sigmas, got {sigmas.shape[0]} x {sigmas.shape[1]}")
    for n_empties in range(61):
        for depth in range(61):
            probcut_sigma[n_empties][depth] = sigmas[n_empties, depth]
