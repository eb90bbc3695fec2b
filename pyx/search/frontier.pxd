"""The search of the last two plies of the midgame: alpha-beta without table and without sorting.

The killer, which is the move that last cut off at this distance from the root, is tried first, then
the others in a fixed order of squares: corners first and squares beside corners last.
"""
from types cimport Bitboard, DISC, INFINITY_VALUE
from bits cimport bit, take_lowest
from kernel cimport flip, moves
from probcut cimport NO_SELECTIVITY, futility_margin
from rules cimport final_score
from movelist cimport NOT_EVALUATED
from node cimport Node, passed
from worker cimport (Worker, eval_update, eval_update_leaf, eval_update_pass, evaluate,
                     static_value)

cdef extern from *:
    """
    enum { N_SQUARE_GROUPS = 5 };

    /* The order of moves: corners; other edge squares but C squares; the inside but X squares; C
       squares; X squares. */
    static const uint64_t square_groups[N_SQUARE_GROUPS] = {
        0x8100000000000081ULL, 0x3C0081818181003CULL, 0x003C7E7E7E7E3C00ULL,
        0x4281000000008142ULL, 0x0042000000004200ULL,
    };
    """
    enum:
        N_SQUARE_GROUPS
    const Bitboard square_groups[N_SQUARE_GROUPS]


cdef inline int frontier_search(Worker* worker, const Node* node, int alpha, int beta, int depth,
                                int selectivity) noexcept nogil:
    """The value of `node` by alpha-beta to `depth` plies, 2 at most, fail-soft.

    With a null window and forward pruning, a static value far outside the window ends it: futility
    pruning below the window, reverse futility pruning above it. The bound that is returned is the
    static value moved by the margin towards the window.

    The evaluation's state of `node` must be up to date, by `eval_update` or `eval_refresh`.
    """
    cdef Node child
    cdef Bitboard legal, killer, group, flipped
    cdef int square, value, margin, best, i
    worker.n_nodes += 1
    legal = moves(node.player, node.opponent)
    if depth == 0:
        return static_value(worker, node, legal)
    if selectivity < NO_SELECTIVITY and beta == alpha + 1:
        value = static_value(worker, node, legal)
        margin = futility_margin(worker.shared.settings.sigmas, node.n_empties, depth, selectivity)
        if value >= beta + margin:
            return value - margin
        if value <= alpha - margin:
            return value + margin
    if legal == 0:
        if moves(node.opponent, node.player) == 0:
            return DISC * final_score(node.player, node.opponent)
        child = passed(node)
        eval_update_pass(worker, &child)
        return -frontier_search(worker, &child, -beta, -alpha, depth, selectivity)
    child.n_empties = node.n_empties - 1
    child.ply = node.ply + 1
    child.static_value = NOT_EVALUATED
    best = -INFINITY_VALUE
    killer = legal & worker.frontier_killers[node.ply]
    for i in range(-1, N_SQUARE_GROUPS):
        group = killer if i < 0 else legal & ~killer & square_groups[i]
        while group:
            square = take_lowest(&group)
            flipped = flip(node.player, node.opponent, square)
            child.player = node.opponent ^ flipped
            child.opponent = node.player ^ flipped ^ bit(square)
            if depth == 1:
                eval_update_leaf(worker, &child, square, flipped)
                worker.n_nodes += 1
                value = -evaluate(worker, &child, moves(child.player, child.opponent))
            else:
                eval_update(worker, &child, square, flipped)
                value = -frontier_search(worker, &child, -beta, -max(alpha, best), depth - 1,
                                         selectivity)
            best = max(best, value)
            if value >= beta:
                worker.frontier_killers[node.ply] = bit(square)
                return best
    return best
