"""Move ordering: the hash moves first, then by evaluation, mobility, killers and history."""
from libc.stdint cimport uint8_t
from types cimport Bitboard
from bits cimport CORNER_SQUARES, neighbours, popcount
from endgame cimport ENDGAME_EMPTIES
from kernel cimport moves
from movelist cimport Move, MoveList, move_to_front
from node cimport Node, child_node
from table cimport TableEntry
from tuning cimport (ORDER_KILLER, ORDER_MOBILITY, ORDER_MOBILITY_FALL, ORDER_MOBILITY_SOLVE,
                     ORDER_POTENTIAL_MOBILITY, ORDER_POTENTIAL_MOBILITY_SOLVE)
from worker cimport Worker, eval_update_leaf, evaluate

cdef enum:
    # Ordering scores above all that `score_moves` adds up.
    WIPEOUT_SCORE = 1 << 29         # a move that flips every disc of the opponent
    HASH_MOVE_SCORE = 1 << 28       # the table's best move
    SECOND_HASH_MOVE_SCORE = 1 << 27    # the table's second move


cdef inline bint hash_move_first(const TableEntry* entry, MoveList* listed) noexcept nogil:
    """Bring the table's best move to the front; false if it is not listed."""
    if not move_to_front(listed, entry.move):
        return False
    listed.moves[0].score = HASH_MOVE_SCORE
    return True


cdef inline void score_when_needed(Worker* worker, const Node* node, int depth,
                                   const TableEntry* entry, MoveList* listed,
                                   int i) noexcept nogil:
    """Called before a search takes the move of place `i`: score what is left, if it has no scores.

    The table's move comes first without a score: mostly it cuts off, and the others need none.
    """
    if i == 0 and hash_move_first(entry, listed):
        return
    if i == 0 or i == 1 and listed.moves[0].score == HASH_MOVE_SCORE:
        score_moves(worker, node, depth, entry, listed, i)


cdef inline int solve_mobility_weight(int n_empties) noexcept nogil:
    """The weight of a reply in a solve: the nearer the end, the more the size of the tree counts.

    Fewest replies first ("fastest first"), because such a move usually has the smallest subtree.
    """
    return max(ORDER_MOBILITY,
               ORDER_MOBILITY_SOLVE - ORDER_MOBILITY_FALL * (n_empties - ENDGAME_EMPTIES - 1))


cdef inline void score_moves(Worker* worker, const Node* node, int depth, const TableEntry* entry,
                             MoveList* listed, int begin) noexcept nogil:
    """Set the scores of the listed moves from place `begin` on.

    A search of a ply or two instead of the evaluation orders better but costs more than it saves.
    When it was tried, it took 19 % more nodes at depth 20 with 30 empties, and 4 % more for FFO
    #40-48.
    """
    cdef const uint8_t* killers = worker.killers[node.ply]
    cdef Node child
    cdef Bitboard replies
    cdef Move* move
    cdef bint solves = depth == node.n_empties
    cdef int mobility_weight = ORDER_MOBILITY, potential_weight = ORDER_POTENTIAL_MOBILITY
    cdef int i
    if solves:
        mobility_weight = solve_mobility_weight(node.n_empties)
        potential_weight = ORDER_POTENTIAL_MOBILITY_SOLVE
    for i in range(begin, listed.n_moves):
        move = &listed.moves[i]
        if move.flipped == node.opponent:
            move.score = WIPEOUT_SCORE
            continue
        if move.square == entry.second_move:
            move.score = SECOND_HASH_MOVE_SCORE
            continue
        child = child_node(node, move)
        replies = moves(child.player, child.opponent)
        eval_update_leaf(worker, &child, move.square, move.flipped)
        worker.n_nodes += 1
        move.static_value = evaluate(worker, &child, replies)
        move.score = (-move.static_value
                      - mobility_weight * (popcount(replies) + popcount(replies & CORNER_SQUARES))
                      - potential_weight * popcount(neighbours(child.opponent)
                                                    & ~(child.player | child.opponent)))
        if move.square == killers[0] or move.square == killers[1]:
            move.score += ORDER_KILLER
        move.score += worker.history[move.square]
