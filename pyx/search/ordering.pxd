"""The order of moves: the table's first, then by the evaluation and the opponent's replies."""
from libc.stdint cimport uint8_t
from types cimport Bitboard
from bits cimport CORNER_SQUARES, neighbours, popcount
from endgame cimport ENDGAME_EMPTIES
from kernel cimport moves
from movelist cimport Move, MoveList, bring_square_forward
from node cimport Node, child_of
from table cimport TableEntry
from tuning cimport (FRONTIER_COST, FRONTIER_COST_EXACT, KILLER_BONUS, REPLY_COST,
                     REPLY_COST_EXACT, REPLY_COST_FALL)
from worker cimport Worker, evaluate, push

cdef enum:
    FIRST = 1 << 28             # the table's best move
    SECOND = 1 << 27            # the table's second move
    WIPEOUT = 1 << 29           # a move that flips every disc of the opponent


cdef inline bint table_move_first(const TableEntry* entry, MoveList* listed) noexcept nogil:
    """Bring the table's best move to the front; false if it is not listed."""
    if not bring_square_forward(listed, entry.move):
        return False
    listed.moves[0].score = FIRST
    return True


cdef inline void score_when_needed(Worker* worker, const Node* node, int depth,
                                   const TableEntry* entry, MoveList* listed,
                                   int i) noexcept nogil:
    """Called before a search takes the move of place `i`: score what is left, if it has no scores.

    The table's move comes first without a score: mostly it cuts off, and the others need none.
    """
    if i == 0 and table_move_first(entry, listed):
        return
    if i == 0 or i == 1 and listed.moves[0].score == FIRST:
        score_moves(worker, node, depth, entry, listed, i)


cdef inline int reply_cost_in_solve(int n_empties) noexcept nogil:
    """The cost of a reply in a solve: the nearer the end, the more the size of the tree counts."""
    return max(REPLY_COST,
               REPLY_COST_EXACT - REPLY_COST_FALL * (n_empties - ENDGAME_EMPTIES - 1))


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
    cdef int reply_cost = reply_cost_in_solve(node.n_empties) if solves else REPLY_COST
    cdef int frontier_cost = FRONTIER_COST_EXACT if solves else FRONTIER_COST
    cdef int i
    for i in range(begin, listed.n_moves):
        move = &listed.moves[i]
        if move.flipped == node.opponent:
            move.score = WIPEOUT
            continue
        if move.square == entry.second_move:
            move.score = SECOND
            continue
        child = child_of(node, move)
        replies = moves(child.player, child.opponent)
        push(worker, &child, move.square, move.flipped)
        worker.n_nodes += 1
        move.estimate = evaluate(worker, &child, replies)
        move.score = (-move.estimate
                      - reply_cost * (popcount(replies) + popcount(replies & CORNER_SQUARES))
                      - frontier_cost * popcount(neighbours(child.opponent)
                                                 & ~(child.player | child.opponent)))
        if move.square == killers[0] or move.square == killers[1]:
            move.score += KILLER_BONUS
        move.score += worker.history[move.square]
