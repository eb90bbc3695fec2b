"""The principal variation behind a root move, read out after the search.

An estimate's line is what the table remembers of it, which may end early. An exact score's line is
proven move by move down to the end of the game: in each position a null window asks which move
keeps the score. The table still holds most of the answers.
"""
from types cimport Bitboard, MAX_PLY, NO_MOVE, PASS
from bits cimport bit
from kernel cimport flip, moves
from table cimport TableEntry, Table, hash_of, table_probe
from probcut cimport NO_PRUNING
from movelist cimport Move, MoveList, list_moves
from midgame cimport pvs
from worker cimport Worker, push, interrupted, reset


cdef struct Variation:
    int moves[MAX_PLY]          # passes included
    int length


cdef inline int table_move(const Table* table, Bitboard player, Bitboard opponent) noexcept nogil:
    """The table's best move, if it has one and it is legal here; else NO_MOVE."""
    cdef TableEntry entry
    table_probe(table, hash_of(player, opponent), &entry)
    if entry.move < 64 and moves(player, opponent) & bit(entry.move):
        return entry.move
    return NO_MOVE


cdef inline void try_first(MoveList* listed, int square) noexcept nogil:
    """Bring the move to `square`, if it is listed, to the front."""
    cdef Move move
    cdef int i
    for i in range(listed.n_moves):
        if listed.moves[i].square == square:
            move = listed.moves[i]
            listed.moves[i] = listed.moves[0]
            listed.moves[0] = move


cdef inline int proven_move(Worker* worker, Bitboard player, Bitboard opponent, int n_empties,
                            int target) noexcept nogil:
    """A move that keeps the exact value `target`; NO_MOVE if the search was stopped first."""
    cdef MoveList listed
    cdef Bitboard own, other
    cdef Move* move
    cdef int i, value
    list_moves(&worker.shared.table, player, opponent, moves(player, opponent), &listed)
    try_first(&listed, table_move(&worker.shared.table, player, opponent))
    reset(worker, 0, player, opponent)
    for i in range(listed.n_moves):
        move = &listed.moves[i]
        own = opponent ^ move.flipped
        other = player ^ move.flipped ^ bit(move.square)
        push(worker, 0, own, other, move.square, move.flipped)
        value = -pvs(worker, 1, own, other, -target, -target + 1, n_empties - 1, n_empties - 1,
                     NO_PRUNING)
        if interrupted(worker.shared):
            return NO_MOVE
        if value >= target:
            return move.square
    return NO_MOVE


cdef inline void principal_variation(Worker* worker, Bitboard player, Bitboard opponent,
                                     int n_empties, int depth, int value, bint exact, int first,
                                     Variation* line) noexcept nogil:
    """OUT `line`: what follows the root move `first`, whose search of `depth` gave `value`."""
    cdef Bitboard flipped, own
    cdef int move = first
    line.length = 0
    while move != NO_MOVE:
        line.moves[line.length] = move
        line.length += 1
        flipped = 0
        if move != PASS:
            flipped = flip(player, opponent, move)
            player ^= flipped ^ bit(move)
            n_empties -= 1
            depth -= 1
        own = opponent ^ flipped
        opponent = player
        player = own
        value = -value
        if moves(player, opponent) == 0:
            move = PASS if moves(opponent, player) else NO_MOVE
        elif exact and not interrupted(worker.shared):
            move = proven_move(worker, player, opponent, n_empties, value)
        elif depth > 0:
            move = table_move(&worker.shared.table, player, opponent)
        else:
            move = NO_MOVE
