"""One iteration at the root: the search of its moves, in order, in one window.

Iterative deepening and the aspiration windows around it are in python/searcher.pxi.
"""
from types cimport INFINITY_VALUE
from atomics cimport store32
from iteration cimport Iteration, Variation
from movelist cimport Move, MoveList, bring_forward, move_to_front
from node cimport Node, root_node
from split cimport Split, new_split, notify_end
from midgame cimport help_until_iteration_ends, search_first, search_later, search_split
from variation cimport principal_variation
from worker cimport Worker, eval_refresh, publish, start_clock, stopped


cdef inline void search_root(Worker* worker, Iteration* iteration) noexcept nogil:
    """Search the root moves of `iteration`; OUT: `value`, `finished`, the best move in front."""
    cdef bint can_split = (worker.shared.n_active > 1
                           and iteration.depth >= worker.shared.settings.min_split_depth)
    cdef Node node = root_node(iteration.player, iteration.opponent)
    cdef Move* move
    cdef int i, value, alpha
    eval_refresh(worker, &node)
    for i in range(iteration.root.n_moves):
        if can_split and i > 0:
            split_root(worker, iteration, &node)
            break
        move = &iteration.root.moves[i]
        alpha = max(iteration.alpha, iteration.value)
        if iteration.value == -INFINITY_VALUE:
            value = search_first(worker, &node, move, alpha, iteration.beta, iteration.depth,
                                 iteration.selectivity)
        else:
            value = search_later(worker, &node, move, alpha, iteration.beta, iteration.depth,
                                 iteration.selectivity, 0)
        if stopped(worker):
            return
        if value > iteration.value:
            iteration.value = value
            bring_forward(&iteration.root, i, 0)
            if value >= iteration.beta:
                break
    iteration.finished = not stopped(worker)


cdef inline void split_root(Worker* worker, Iteration* iteration,
                            const Node* node) noexcept nogil:
    """Search the moves after the first as a split, with the other workers."""
    cdef MoveList listed = iteration.root
    cdef Split split = new_split(node, &listed, max(iteration.alpha, iteration.value),
                                 iteration.beta, iteration.depth, iteration.selectivity)
    cdef int i
    for i in range(listed.n_moves):
        listed.moves[i].score = -i
    split.null_window = False
    split.best = iteration.value
    split.best_move = listed.moves[0].square
    search_split(worker, &split)
    iteration.value = split.best
    move_to_front(&iteration.root, split.best_move)


cdef inline void run_worker(Worker* worker, Iteration* iteration, Variation* line) noexcept nogil:
    """A worker's part in an iteration or, if `line` is not NULL, in finding its best move's line.

    The first worker searches, and when it has ended the iteration is over. The others help.
    """
    if worker.id > 0:
        start_clock(worker)
        help_until_iteration_ends(worker)
        publish(worker)
        return
    if line == NULL:
        search_root(worker, iteration)
    else:
        principal_variation(worker, iteration, line)
    publish(worker)
    store32(&worker.shared.iteration_over, 1)
    notify_end(&worker.shared.splits)
