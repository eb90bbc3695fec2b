"""The principal variation of a root move, found after the search.

The line of an unproven value consists of the table's best moves, and may end early. The line of an
exact score is proven move by move to the end of the game: in each position null-window searches
find a move that keeps the score. The table still holds most of their results.
"""
from types cimport Bitboard, NO_MOVE, PASS
from bits cimport bit
from kernel cimport flip, moves
from rules cimport Sides, child_of
from table cimport TableEntry, Table, hash_of, table_probe
from probcut cimport NO_SELECTIVITY
from movelist cimport Move, MoveList, list_moves, move_to_front
from midgame cimport pvs
from node cimport Node, child_node, root_node
from iteration cimport Iteration, Variation
from worker cimport Worker, eval_refresh, eval_update, interrupted


cdef inline int table_move(const Table* table, Bitboard player, Bitboard opponent) noexcept nogil:
    """The table's best move in a position, if there is one and it is legal; else NO_MOVE."""
    cdef TableEntry entry
    table_probe(table, hash_of(player, opponent), &entry)
    if entry.move < 64 and moves(player, opponent) & bit(entry.move):
        return entry.move
    return NO_MOVE


cdef inline int proven_move(Worker* worker, Bitboard player, Bitboard opponent,
                            int target) noexcept nogil:
    """A move whose value is `target`, the position's exact value; NO_MOVE if stopped before."""
    cdef Node node = root_node(player, opponent)
    cdef Node child
    cdef MoveList listed
    cdef Move* move
    cdef int i, value
    list_moves(&worker.shared.table, player, opponent, moves(player, opponent), &listed)
    move_to_front(&listed, table_move(&worker.shared.table, player, opponent))
    eval_refresh(worker, &node)
    for i in range(listed.n_moves):
        move = &listed.moves[i]
        child = child_node(&node, move)
        eval_update(worker, &child, move.square, move.flipped)
        value = -pvs(worker, &child, -target, -target + 1, child.n_empties, NO_SELECTIVITY)
        if interrupted(worker.shared):
            return NO_MOVE
        if value >= target:
            return move.square
    return NO_MOVE


cdef inline void principal_variation(Worker* worker, const Iteration* iteration,
                                     Variation* line) noexcept nogil:
    """OUT `line`: the first root move of `iteration` and what follows it."""
    cdef Bitboard player = iteration.player, opponent = iteration.opponent
    cdef Sides child
    cdef int depth = iteration.depth, value = iteration.value
    cdef int move = iteration.root.moves[0].square
    line.length = 0
    while move != NO_MOVE:
        line.moves[line.length] = move
        line.length += 1
        if move == PASS:
            player, opponent = opponent, player
        else:
            child = child_of(player, opponent, move, flip(player, opponent, move))
            player, opponent = child.player, child.opponent
            depth -= 1
        value = -value
        if moves(player, opponent) == 0:
            move = PASS if moves(opponent, player) else NO_MOVE
        elif iteration.proving and not interrupted(worker.shared):
            move = proven_move(worker, player, opponent, value)
        elif depth > 0:
            move = table_move(&worker.shared.table, player, opponent)
        else:
            move = NO_MOVE
