# For Python: the searcher, that is iterative deepening, aspiration windows, and the lines found.

from collections import namedtuple

from libc.stdint cimport uint64_t

from types cimport (Bitboard, DISC, INFINITY_VALUE, MAX_VALUE, N_PLIES as PLIES, NO_PRUNING,
                    PASS as PASS_MOVE)
from bits cimport bit, popcount
from atomics cimport load32
from clock cimport monotonic_seconds
from checks cimport check_apart
from iteration cimport Iteration, Variation
from lines cimport AT_LEAST, AT_MOST, IS_VALUE, image_of, images_of_moves, sign_of
from movelist cimport MoveList, list_moves
from interrupt cimport begin_interruptible, raise_error
from plan cimport deepening_plan, solving_plan, textbook_plan
from rays cimport fill_rays
from probcut cimport N_SELECTIVITIES, selectivity_percent
from table cimport table_new_search, table_permille
from tuning cimport ASPIRATION_DEPTH, ASPIRATION_WINDOW
from worker cimport CUSTOM, interrupted
cimport kernel
cimport rules

fill_rays()

VALUE_PER_DISC = DISC
PASS = PASS_MOVE
ALGORITHMS = ("pvs", "alphabeta", "minimax")

cdef enum:
    PVS                         # in the order of ALGORITHMS
    ALPHABETA
    MINIMAX

SELECTIVITIES = tuple(selectivity_percent[i] for i in range(N_SELECTIVITIES))

cdef enum:
    HASHFULL_SAMPLE = 4096      # buckets of the table whose slots are counted
    # Scores are even, so the guess plus or minus a disc holds no score but the guess.
    SOLVE_ASPIRATION_WINDOW = DISC


# What a search says of a line: the value is in 1/128 disc, the bound one of those in lines.pxd, `pv`
# the moves.
CoreLine = namedtuple("CoreLine", "depth selectivity value bound exact pv", module=__name__)


cdef check_asked(Bitboard player, Bitboard opponent, int depth, int selectivity):
    """Raise ValueError for a position or limits that cannot be searched."""
    check_apart(player, opponent)
    if depth < 1:
        raise ValueError(f"expected a depth of at least 1, got {depth}")
    if selectivity not in SELECTIVITIES:
        raise ValueError(f"expected a selectivity of {SELECTIVITIES}, got {selectivity}")


cdef class Searcher(WorkerPool):
    """A table, its worker threads and their search; one search at a time.

    Parameters
    ----------
    threads : int
        Workers, 1 .. max_threads().
    hash_mb : int
        Megabytes of the transposition table (rounded down to a power of two).
    """

    cdef int algorithm

    # What follows belongs to the present search. Its position is in `iteration`: the one after the
    # pass if the side to move must pass.
    cdef MoveList root          # the moves searched, best first
    cdef dict images            # of these moves by the position's symmetries; see lines.pxd
    cdef bint passing           # whether the side to move must pass
    cdef bint wld               # whether only the sign of the exact score is asked for
    cdef int last_depth         # of the plan
    cdef bint was_cut           # the plan was not carried out to its end, by a limit or a stop
    cdef double started
    cdef object on_info

    def set_options(self, *, str evaluation="pattern", tuple custom=None, str algorithm="pvs",
                    bint verify=False, int min_split_depth=0, bint extensions=False,
                    bint processor_time=False):
        """Set how to search from now on; an option that is not given gets its default.

        Parameters
        ----------
        evaluation, algorithm : str
            One of EVALUATIONS, or "custom"; one of ALGORITHMS.
        custom : tuple, optional
            What "custom" is; see `WorkerPool.set_evaluation`.
        verify : bool
            Search no line deeper than asked, so that all algorithms give the same values.
        min_split_depth : int
            Least depth in plies at which nodes are split between threads; 0: the engine's choice.
        extensions : bool
            Search forced moves and moves to corners a ply deeper; not with `verify`.
        processor_time : bool
            Limits in seconds are processor time of each thread, not elapsed time.
        """
        if algorithm not in ALGORITHMS:
            raise ValueError(f"algorithm {algorithm!r}: expected one of {', '.join(ALGORITHMS)}")
        if min_split_depth < 0:
            raise ValueError(f"expected a split depth of at least 0, got {min_split_depth}")
        self.begin()
        try:
            self.set_evaluation(evaluation, custom)
            self.shared.settings.verify = verify
            self.shared.settings.extensions = extensions and not verify
            self.shared.settings.processor_time = processor_time
            self.algorithm = ALGORITHMS.index(algorithm)
            self.min_split_depth = min_split_depth
        finally:
            self.end()

    def search(self, Bitboard player, Bitboard opponent, *, int depth=60, bint exact=False,
               bint wld=False, int selectivity=100, uint64_t nodes=0, double soft_seconds=0.0,
               double hard_seconds=0.0, Bitboard moves=0, int multipv=1, tuple window=None,
               on_info=None):
        """Search a position; return (lines, nodes, seconds, stopped).

        `othello.limits` checks the limits and says what they mean. `moves` is the set of squares to
        search, 0 for all, `window` alpha and beta as values for `player`. `lines` are, best first,
        each a `CoreLine`: the value is in 1/128 disc for `player`, the bound an index into
        `othello.result.BOUNDS`. If `player` must pass, the lines differ in the opponent's reply:
        the one that is best for the opponent comes first. Of moves that are alike by a symmetry of
        the position one is searched, and gives the others its line. `on_info` is called as
        `report` says.
        """
        check_asked(player, opponent, depth, selectivity)
        self.begin()
        try:
            self.take_loaded()
            self.wld = wld
            if not self.set_position(player, opponent, moves):
                return self.no_search(player, opponent)
            self.set_window(window, self.passing)
            self.started = monotonic_seconds()
            self.on_info = on_info
            try:
                begin_interruptible(&self.shared.interrupt)
                self.reset_workers()
                self.set_limits(nodes, hard_seconds)
                plan = self.plan(depth, exact or wld, selectivity)
                self.last_depth, _ = plan[len(plan) - 1]
                lines = self.iterative_deepening(plan, multipv, soft_seconds)
                lines = self.with_images(lines)[:multipv]
            finally:
                raise_error(&self.shared.interrupt)
            return (lines, sum(self.worker_nodes()), monotonic_seconds() - self.started,
                    self.was_cut)
        finally:
            self.on_info = None
            self.loaded = None
            self.end()

    # ------------------------------------------------------------------ what is asked

    cdef take_loaded(self):
        """Let the search evaluate and prune by what was loaded last, whatever is loaded meanwhile.

        The table is cleared if other weights filled it.
        """
        if self.shared.settings.evaluation == CUSTOM:
            self.loaded = loaded()
        else:
            self.loaded = loaded_for(EVALUATIONS[self.shared.settings.evaluation])
        if self.known_by not in (0, self.loaded.number):
            self.forget()
        self.known_by = self.loaded.number
        self.shared.settings.weights = self.loaded.weights
        self.shared.settings.sigmas = &self.loaded.sigmas

    cdef bint set_position(self, Bitboard player, Bitboard opponent, Bitboard moves) except -1:
        """Search this position next, and of its moves those to the squares `moves`; 0: all.

        If the side to move must pass, it is the position after the pass. False if there is nothing
        to search, as the game is over.
        """
        cdef Bitboard legal = kernel.moves(player, opponent)
        cdef int n_empties = 64 - popcount(player | opponent)
        self.passing = legal == 0
        if self.passing:
            player, opponent = opponent, player
            legal = kernel.moves(player, opponent)
            if legal == 0:
                return False
        elif moves:
            legal &= moves
            if legal == 0:
                raise ValueError(f"none of the moves {moves:#x} is legal")
        self.iteration.player = player
        self.iteration.opponent = opponent
        self.iteration.n_empties = n_empties
        # The textbook's searches are references: they look at every move. And an evaluation from
        # outside need not give symmetric positions the same value.
        self.images = {}
        if self.algorithm == PVS and self.shared.settings.evaluation != CUSTOM:
            self.images = images_of_moves(player, opponent, legal)
        for symmetries in self.images.values():
            for square, _ in symmetries:
                legal ^= bit(square)
        list_moves(&self.shared.table, player, opponent, legal, &self.root)
        table_new_search(&self.shared.table, n_empties)
        return True

    cdef tuple no_search(self, Bitboard player, Bitboard opponent):
        """What `search` returns for a position whose game is over."""
        cdef int value = DISC * rules.final_score(player, opponent)
        value = sign_of(value) if self.wld else value
        return [CoreLine(0, NO_PRUNING, value, IS_VALUE, True, ())], 0, 0.0, False

    cdef list plan(self, int depth, bint exact, int selectivity):
        """The iterations to run, in order: pairs (depth, selectivity in percent)."""
        cdef int n_empties = self.iteration.n_empties
        cdef bint limited = self.shared.settings.deadline > 0 or self.shared.settings.max_nodes > 0
        # A search of all depths ends by `stop` or a soft limit: something must be known by then.
        cdef bint endless = depth >= PLIES - 1 and not exact
        if exact:
            depth = n_empties
        depth = min(depth, n_empties)
        if self.algorithm != PVS:
            return textbook_plan(depth, limited or endless)
        if depth < n_empties:
            plan = deepening_plan(depth, selectivity)
        else:
            # A caller that asks for a proof wants it as soon as possible, also under a limit.
            plan = solving_plan(n_empties, selectivity, limited and not exact)
        if self.shared.settings.verify:  # nothing is pruned
            plan = list(dict.fromkeys((depth, NO_PRUNING) for depth, _ in plan))
        return plan

    # ------------------------------------------------------------------ iterations

    cdef list iterative_deepening(self, list plan, int multipv, double soft_seconds):
        """Run the plan; returns the lines of the last complete iteration, best first.

        If an iteration is stopped before it has found all its lines, their values cannot be
        compared with those of the iteration before. They count only if they are proven, or if there
        are no others.
        """
        cdef int n_lines = min(multipv, self.root.n_moves)
        lines = []
        guesses = [None] * n_lines
        self.was_cut = False
        for depth, selectivity in plan:
            if lines and soft_seconds > 0 and self.budget_used() >= self.budget(soft_seconds):
                break
            self.iteration.depth = depth
            self.iteration.selectivity = SELECTIVITIES.index(selectivity)
            found, is_whole = self.find_lines(n_lines, multipv, selectivity, guesses)
            if n_lines == 1:
                lines = found or lines
            elif is_whole:
                lines = found
            else:
                found = [line for line in found if line.exact] if lines else found
                known = {self.beginning(line) for line in found}
                lines = found + [line for line in lines if self.beginning(line) not in known]
                del lines[n_lines:]
            if interrupted(self.shared):
                self.was_cut = not is_whole or (depth, selectivity) != plan[len(plan) - 1]
                break
        return lines or [self.any_line()]

    cdef tuple find_lines(self, int n_lines, int multipv, int selectivity, list guesses):
        """The lines of an iteration, best first, and whether it has found all of them to its depth.

        If it is stopped, they may be fewer than `n_lines`. Whoever hears of the last of them may
        stop the search: that comes too late for this iteration.

        Lines of up to `multipv` moves are reported, those of images among them. IN and OUT
        `guesses`: the value of each line in the last iteration, None in the first. A value is for
        the side that moves in `iteration`.
        """
        cdef int k
        cdef bint is_whole = False
        cdef MoveList root
        found = []
        for k in range(n_lines):
            if self.algorithm == PVS:
                line = self.aspiration_search(k, selectivity, guesses[k])
            else:
                line = self.textbook_line(k)
            if line is None:
                break
            found.append(line)
            is_whole = len(found) == n_lines and not interrupted(self.shared)
            guesses[k] = -line.value if self.passing else line.value
            # Proven lines are found best first. Others may not be, as their searches prune: they
            # are sorted, and reported, when all are known. An unproven line of an iteration that
            # was stopped is not reported: it is in the result only.
            if line.exact or n_lines == 1 and (line.bound or not interrupted(self.shared)):
                self.report(found, k, multipv)
        if n_lines == 1 or not found or found[len(found) - 1].exact:
            return found, is_whole
        order = sorted(range(len(found)), key=lambda k: -guesses[k])
        found = [found[k] for k in order]
        guesses[:len(found)] = [guesses[k] for k in order]
        root = self.root
        for k in range(len(order)):
            self.root.moves[k] = root.moves[<int> order[k]]
        if is_whole:
            for k in range(n_lines):
                self.report(found, k, multipv)
        return found, is_whole

    cdef report(self, list found, int k, int multipv):
        """Call `on_info` with the k-th of the lines found, from 0, and with its images.

        It gets the line, its rank from 1, the nodes and seconds so far, and per mille of the table.
        """
        if self.on_info is None:
            return
        rank = len(self.with_images(found[:k]))
        for line in self.with_images(found[k:k + 1])[:max(multipv - rank, 0)]:
            rank += 1
            self.on_info(line, rank, sum(self.worker_nodes()), monotonic_seconds() - self.started,
                         table_permille(&self.shared.table, HASHFULL_SAMPLE))

    cdef list with_images(self, list lines):
        """The lines, each followed by those of the moves that are its move's images."""
        cdef int place = self.passing       # of the root move in a line
        if not self.images:
            return lines
        return [image_of(line, symmetry) for line in lines
                for _, symmetry in [(None, 0), *self.images.get(line.pv[place], ())]]

    cdef tuple beginning(self, line):
        """A line's root move, after the pass if there is one: it tells lines apart."""
        return line.pv[:1 + self.passing]

    cdef any_line(self):
        """A line with a legal move only, for a search that was stopped before it found one."""
        pv = (self.root.moves[0].square,)
        return CoreLine(0, 0, 0, IS_VALUE, False, (PASS_MOVE,) + pv if self.passing else pv)

    # ------------------------------------------------------------------ the line of an iteration

    cdef aspiration_search(self, int k, int selectivity, object guess):
        """The best line of the root moves from the k-th on (from 0); None if stopped."""
        cdef bint solving = self.iteration.depth >= self.iteration.n_empties
        cdef bint exact = solving and selectivity == NO_PRUNING
        cdef bint only_sign = solving and self.wld
        cdef bint bounded = only_sign or (self.iteration.depth == self.last_depth
                                          and self.beta - self.alpha < 2 * INFINITY_VALUE)
        cdef int alpha = -MAX_VALUE, beta = MAX_VALUE
        cdef int half = SOLVE_ASPIRATION_WINDOW if solving else ASPIRATION_WINDOW
        cdef int value, centre
        # The bounds that an exact solve has proven by finished windows.
        cdef int proven_low = -INFINITY_VALUE, proven_high = INFINITY_VALUE
        if only_sign:
            alpha, beta = -DISC, DISC
        elif bounded:
            alpha, beta = max(self.alpha, -MAX_VALUE), min(self.beta, MAX_VALUE)
        elif guess is not None and self.iteration.depth >= ASPIRATION_DEPTH:
            # An exact score is an even number of discs.
            centre = 2 * DISC * round(guess / (2 * DISC)) if solving else guess
            alpha = max(centre - half, -MAX_VALUE)
            beta = min(centre + half, MAX_VALUE)
        while True:
            value = self.search_window(k, alpha, beta)
            if value == -INFINITY_VALUE or interrupted(self.shared):
                # In an unfinished window a move counts if its value is above alpha. In an exact
                # solve this is a bound, and those proven by earlier windows count as well. In
                # others it is a value that is not proven.
                if not exact and value > alpha:
                    return self.line(k, selectivity, value, IS_VALUE, False)
                if exact and value > max(alpha, proven_low):
                    proven_low = value
                if proven_low > -INFINITY_VALUE:
                    return self.line(k, selectivity, proven_low, AT_LEAST, False)
                if proven_high < INFINITY_VALUE:
                    return self.line(k, selectivity, proven_high, AT_MOST, False)
                return None
            if exact and value <= alpha:
                proven_high = value
            if exact and value >= beta:
                proven_low = value
            half = min(2 * half, 2 * MAX_VALUE)
            # A proven bound stays true, so the window may shrink to it. Other bounds may be
            # contradicted by a deeper table entry, so there the window only grows.
            if value <= alpha and alpha > -MAX_VALUE and not bounded:
                beta = value + 1 if exact else beta
                alpha = max(value - half, -MAX_VALUE)
            elif value >= beta and beta < MAX_VALUE and not bounded:
                alpha = value - 1 if exact else alpha
                beta = min(value + half, MAX_VALUE)
            else:
                break
        if only_sign:
            value = sign_of(value)
        elif bounded:
            return self.bounded_line(k, selectivity, value, exact)
        return self.line(k, selectivity, value, IS_VALUE, exact)

    cdef bounded_line(self, int k, int selectivity, int value, bint exact):
        """The line of a search in the window that was asked for."""
        if self.alpha < value < self.beta:
            return self.line(k, selectivity, value, IS_VALUE, exact)
        return self.line(k, selectivity, value, AT_MOST if value <= self.alpha else AT_LEAST, False)

    cdef int search_window(self, int k, int alpha, int beta):
        """The value of the root moves from the k-th on in one window; -INFINITY_VALUE if none."""
        cdef Iteration* iteration = &self.iteration
        cdef int i
        if load32(&self.shared.limit_hit):
            return -INFINITY_VALUE
        iteration.alpha = alpha
        iteration.beta = beta
        iteration.value = -INFINITY_VALUE
        iteration.finished = False
        self.list_moves_from(k)
        self.run_workers(NULL)
        if iteration.finished or iteration.value > alpha:
            for i in range(iteration.root.n_moves):
                self.root.moves[k + i] = iteration.root.moves[i]
        return iteration.value

    cdef textbook_line(self, int k):
        """As `aspiration_search`, by minimax or alpha-beta."""
        cdef Iteration* iteration = &self.iteration
        cdef int i, value, best = 0
        cdef bint solved = iteration.depth >= iteration.n_empties
        iteration.alpha = self.alpha
        iteration.beta = self.beta
        self.list_moves_from(k)
        self.run_textbook_moves(self.algorithm == ALPHABETA)
        if interrupted(self.shared):
            return None
        for i in range(iteration.root.n_moves):
            if iteration.root.moves[i].score > iteration.root.moves[best].score:
                best = i
        self.root.moves[k + best] = self.root.moves[k]
        self.root.moves[k] = iteration.root.moves[best]
        value = self.root.moves[k].score
        if solved and self.wld:
            value = sign_of(value)
        return self.bounded_line(k, NO_PRUNING, value, solved)

    cdef void list_moves_from(self, int k) noexcept:
        """Let the iteration search the root moves from the k-th on (from 0)."""
        cdef int i
        self.iteration.root.n_moves = self.root.n_moves - k
        for i in range(self.iteration.root.n_moves):
            self.iteration.root.moves[i] = self.root.moves[k + i]

    cdef line(self, int k, int selectivity, int value, int bound, bint exact):
        """The line of the k-th root move as `search` returns it, with its principal variation."""
        cdef Variation variation
        self.iteration.root.moves[0] = self.root.moves[k]
        self.iteration.value = value
        self.iteration.proving = exact and not self.wld
        self.run_workers(&variation)
        pv = tuple([variation.moves[i] for i in range(variation.length)])
        if self.passing:
            pv = (PASS_MOVE,) + pv
            value = -value
            bound = (IS_VALUE, AT_MOST, AT_LEAST)[bound]
        return CoreLine(self.iteration.depth, selectivity, value, bound, exact, pv)
