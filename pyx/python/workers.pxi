# For Python: the workers of a searcher, their memory and counters, and the `prange` that runs them.

import os

cimport cython
from cpython.object cimport PyObject
from cython.parallel cimport prange
from libc.errno cimport errno
from libc.stdint cimport uint64_t
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from types cimport Bitboard, INFINITY_VALUE, MAX_THREADS, MAX_VALUE
from atomics cimport load64, store32, store64
from custom cimport LeafFunction
from interrupt cimport Interrupt, store_error
from iteration cimport Iteration, TextbookMoves, Variant, Variation
from launch cimport launched_threads, most_threads, n_processors, threads_can_start
from monitor cimport monitor_destroy, monitor_init
from table cimport table_allocate, table_bytes, table_clear, table_free, table_share
from worker cimport (CUSTOM, ENDGAME_TABLE_BITS, NODES_OF_C_CALL, NODES_OF_PYTHON_CALL,
                     EndgameEntry, Shared, Worker, free_workers, limit_clock, new_workers, publish,
                     reset_worker, start_clock)

cdef enum:
    # Used unless the caller sets another; measured in docs/history/threads.md.
    DEFAULT_MIN_SPLIT_DEPTH = 8     # nodes of less depth are not split
    # To wake the other workers takes 0.1 ms. They run only in midgame iterations of at least this
    # depth and in solves of at least so many empties, which take much longer.
    LAUNCHED_DEPTH = 10
    LAUNCHED_EMPTIES = 16


cdef extern from *:
    const double SPIN_SECONDS "0.0002"      # how long a worker without work spins


cdef struct PythonLeaf:
    # An evaluation written in Python.
    PyObject* function          # called with player and opponent; borrowed
    Interrupt* interrupt        # takes what it raises


cdef double call_python(Bitboard player, Bitboard opponent, void* context) noexcept with gil:
    cdef PythonLeaf* leaf = <PythonLeaf*> context
    try:
        return (<object> leaf.function)(player, opponent)
    except BaseException as error:
        store_error(leaf.interrupt, error)
        return 0.0


cdef class WorkerPool(_OneUser):
    """A table, and the workers that search with it, by the functions of a `Variant`.

    Parameters
    ----------
    threads : int
        Workers, 1 .. max_threads().
    hash_mb : int
        Megabytes of the transposition table (rounded down to a power of two).
    """

    cdef const Variant* variant
    cdef Shared* shared
    cdef Worker* workers
    cdef Iteration iteration    # what the workers run next
    cdef int n_workers
    cdef int min_split_depth    # in plies; 0: the engine's choice
    cdef int n_launched         # workers that the present search launches; 0: not yet known
    cdef int _hash_mb
    cdef _Loaded loaded         # what the present search evaluates and prunes by
    cdef uint64_t known_by      # which weights the table's values depend on; 0: empty
    cdef PythonLeaf python_leaf
    cdef object custom          # keeps alive what the evaluation from outside needs
    cdef double budget_started  # on `limit_clock`
    cdef int alpha, beta        # a value of the last depth outside them may be given as a bound

    def __cinit__(self, int threads=1, int hash_mb=64):
        self.variant = <const Variant*> PyCapsule_GetPointer(self.VARIANT, "othello.Variant")
        self.shared = <Shared*> calloc(1, sizeof(Shared))
        if self.shared == NULL:
            raise MemoryError("no memory for a searcher")
        monitor_init(&self.shared.splits.monitor)
        self.resize(hash_mb)
        self.threads = threads

    def __dealloc__(self):
        free_workers(self.workers, self.n_workers)
        if self.shared != NULL:
            table_free(&self.shared.table)
            monitor_destroy(&self.shared.splits.monitor)
            free(self.shared)

    @property
    def threads(self):
        return self.n_workers

    @threads.setter
    def threads(self, int threads):
        """Set the number; MemoryError, and nothing changed, if the system has no room for it."""
        cdef Worker* workers
        if not 1 <= threads <= most_threads():
            raise ValueError(f"expected 1 to {most_threads()} threads, got {threads}")
        self.begin()
        try:
            workers = new_workers(self.shared, threads)
            if not threads_can_start(threads - 1):
                free_workers(workers, threads)
                raise MemoryError(f"no memory for {threads} threads")
            # Others may read what was counted, without the interpreter's lock at any time.
            with cython.critical_section(self):
                free_workers(self.workers, self.n_workers)
                self.workers = workers
                self.n_workers = threads
                memset(self.shared.published, 0, sizeof(self.shared.published))
        finally:
            self.end()

    @property
    def hash_mb(self):
        return self._hash_mb

    def resize(self, int hash_mb):
        """Give the table `hash_mb` megabytes; MemoryError, and nothing changed, without room."""
        if hash_mb < 1:
            raise ValueError(f"expected at least 1 MB of hash table, got {hash_mb}")
        if hash_mb > <size_t> -1 >> 20:     # 4095 MB with 32 bits
            raise MemoryError(f"no memory for a hash table of {hash_mb} MB")
        self.begin()
        try:
            if not table_allocate(&self.shared.table, <size_t> hash_mb << 20):
                raise MemoryError(f"no memory for a hash table of {hash_mb} MB")
            self._hash_mb = hash_mb
        finally:
            self.end()

    def share_table(self, int descriptor):
        """Take all of a file as the table, which other processes may do too; see table.pxd.

        `resize` gives a table of one's own again. ValueError if the size of the file is not a power
        of two of at least 1 MB, OSError if it cannot be mapped; nothing has changed then.
        """
        cdef size_t size
        try:
            size = os.fstat(descriptor).st_size
        except OSError as error:
            raise OSError(error.errno, f"descriptor {descriptor}: {error.strerror}") from None
        if size < 1 << 20 or size != table_bytes(size):
            expected = "expected a power of two, 1048576 at least"
            raise ValueError(f"descriptor {descriptor}: a file of {size} bytes, {expected}")
        self.begin()
        try:
            if not table_share(&self.shared.table, descriptor, size):
                raise OSError(errno, f"descriptor {descriptor}: {os.strerror(errno)}")
            self._hash_mb = size >> 20
        finally:
            self.end()

    cdef set_evaluation(self, str evaluation, tuple custom):
        """Evaluate in this way from now on.

        `custom` is a callable that takes player and opponent and returns discs, and two zeros; or
        what keeps a C function alive, its address and that of its context. The function is a
        `LeafFunction` in custom.pxd.
        """
        cdef size_t address, context
        if evaluation not in (*EVALUATIONS, "custom"):
            expected = ", ".join(EVALUATIONS)
            raise ValueError(f"evaluation {evaluation!r}: expected one of {expected}, or custom")
        if evaluation != "custom":
            self.shared.settings.evaluation = EVALUATIONS.index(evaluation)
            self.custom = None
            self.python_leaf.function = NULL
            return
        if custom is None:
            raise ValueError("expected a custom evaluation, got none")
        function, address, context = custom
        self.custom = function
        self.shared.settings.evaluation = CUSTOM
        self.shared.settings.custom_static_value = self.variant.custom_static_value
        self.python_leaf.function = <PyObject*> self.custom
        self.python_leaf.interrupt = &self.shared.interrupt
        if address:
            self.shared.settings.custom.function = <LeafFunction> address
            self.shared.settings.custom.context = <void*> context
            self.shared.settings.custom.n_nodes = NODES_OF_C_CALL
        else:
            self.shared.settings.custom.function = call_python
            self.shared.settings.custom.context = &self.python_leaf
            self.shared.settings.custom.n_nodes = NODES_OF_PYTHON_CALL

    def clear(self):
        """Forget everything learned from earlier searches."""
        self.begin()
        self.forget()
        self.end()

    cdef void forget(self) noexcept:
        """Clear the tables; other threads of Python run meanwhile, as a large one takes a while."""
        cdef int i
        with nogil:
            table_clear(&self.shared.table)
            for i in range(self.n_workers):
                memset(self.workers[i].endgame_table, 0,
                       (1 << ENDGAME_TABLE_BITS) * sizeof(EndgameEntry))
        self.known_by = 0

    def stop(self):
        """End the running search, or the next one if none runs, until `arm` is called."""
        store32(&self.shared.stop, 1)

    def arm(self):
        """Clear the flag of an earlier `stop`, so that the next search runs."""
        store32(&self.shared.stop, 0)

    # ------------------------------------------------------------------ what was counted

    def counters(self):
        """Return what the last search counted, by name."""
        cdef int i
        counts = dict.fromkeys(("evaluations", "stability_calls", "stability_gated",
                                "stability_listed", "stability_computed"), 0)
        with cython.critical_section(self):     # `threads` may be set meanwhile
            for i in range(self.n_workers):
                counts["evaluations"] += self.workers[i].n_evaluations
                counts["stability_calls"] += self.workers[i].stability_counters.calls
                counts["stability_gated"] += self.workers[i].stability_counters.gated
                counts["stability_listed"] += self.workers[i].stability_counters.listed
                counts["stability_computed"] += self.workers[i].stability_counters.computed
        return counts

    def worker_nodes(self):
        """Return the nodes of the present or last search of each worker."""
        return [load64(&self.shared.published[i].n_nodes) for i in range(self.n_workers)]

    def nodes_so_far(self):
        """Return the nodes of the running search as last published; in any thread.

        Each worker publishes them every 64 nodes that `count_node` counts.
        """
        cdef uint64_t total = 0
        cdef int i
        for i in range(MAX_THREADS):
            total += load64(&self.shared.published[i].n_nodes)
        return total

    # ------------------------------------------------------------------ limits

    cdef set_limits(self, uint64_t nodes, double hard_seconds):
        """Set the limits at which the workers end the search; 0: no limit."""
        self.shared.settings.max_nodes = nodes
        self.budget_started = limit_clock(self.shared)
        if hard_seconds > 0:
            self.shared.settings.deadline = self.budget_started + self.budget(hard_seconds)
        else:
            self.shared.settings.deadline = 0.0

    cdef set_window(self, tuple window, bint for_opponent):
        """Take alpha and beta; without a window, or at the ends of the scale, there is none."""
        cdef int alpha, beta
        alpha, beta = window or (-MAX_VALUE, MAX_VALUE)
        if for_opponent:
            alpha, beta = -beta, -alpha
        self.alpha = alpha if alpha > -MAX_VALUE else -INFINITY_VALUE
        self.beta = beta if beta < MAX_VALUE else INFINITY_VALUE

    cdef double budget_used(self):
        """The seconds used up, on `limit_clock`; for the thread that called the search."""
        publish(&self.workers[0])
        return limit_clock(self.shared) - self.budget_started

    cdef double budget(self, double seconds):
        """A limit in seconds as seconds on `limit_clock`: processor time sums up the threads'."""
        return seconds * self.decide_launch() if self.shared.settings.processor_time else seconds

    # ------------------------------------------------------------------ running them

    cdef void reset_workers(self) noexcept:
        """Prepare the workers for a new search: settings, and counters at 0."""
        cdef Shared* shared = self.shared
        cdef int i
        self.n_launched = 0
        shared.settings.n_workers = self.n_workers
        shared.settings.min_split_depth = self.min_split_depth or DEFAULT_MIN_SPLIT_DEPTH
        shared.settings.spin_seconds = SPIN_SECONDS if self.n_workers <= n_processors() else 0.0
        shared.limit_hit = 0
        for i in range(MAX_THREADS):
            # Not memset: `nodes_so_far` may read in another thread.
            store64(&shared.published[i].n_nodes, 0)
            store64(&shared.published[i].nanoseconds, 0)
        for i in range(self.n_workers):
            reset_worker(&self.workers[i])
        start_clock(&self.workers[0])

    cdef void run_workers(self, Variation* line) noexcept:
        """Let the workers run `iteration` or, if `line` is not NULL, find its best move's line."""
        cdef int n_active = 1
        cdef int i
        if self.pays_to_launch() and (line == NULL or self.iteration.proving):
            n_active = self.decide_launch()
        self.shared.n_active = n_active
        store32(&self.shared.iteration_over, 0)
        with nogil:
            if n_active == 1:
                self.variant.run_worker(&self.workers[0], &self.iteration, line)
            else:
                for i in prange(n_active, num_threads=n_active, schedule="static", chunksize=1):
                    self.variant.run_worker(&self.workers[i], &self.iteration, line)

    cdef int decide_launch(self) noexcept:
        """How many workers to launch, all or one, as launch.pxd says; decided once a search."""
        if self.n_launched == 0:
            self.n_launched = launched_threads(self.n_workers)
        return self.n_launched

    cdef bint pays_to_launch(self) noexcept:
        """Whether `iteration` is likely to last long enough to wake all workers for it."""
        if self.min_split_depth > 0:
            return self.iteration.depth >= self.min_split_depth
        if self.iteration.depth >= self.iteration.n_empties:
            return self.iteration.n_empties >= LAUNCHED_EMPTIES
        return self.iteration.depth >= LAUNCHED_DEPTH

    cdef void run_textbook_moves(self, bint use_alphabeta) noexcept:
        """Search the moves of `iteration` by minimax or alpha-beta, divided among the workers."""
        cdef Iteration* iteration = &self.iteration
        cdef int n_active = 1
        cdef int i
        cdef TextbookMoves left
        if iteration.depth >= self.shared.settings.min_split_depth:
            n_active = self.decide_launch()
        left.use_alphabeta = use_alphabeta
        left.best_so_far = iteration.alpha
        left.next = 0
        left.unfinished = iteration.root.n_moves
        store32(&self.shared.iteration_over, 0)
        with nogil:
            for i in prange(n_active, num_threads=n_active, schedule="static", chunksize=1):
                self.variant.run_textbook_worker(&self.workers[i], iteration, &left)
