"""The moves of a position: what each flips, the hash of what it leads to, its ordering score."""
from libc.stdint cimport int64_t, uint64_t
from types cimport Bitboard, MAX_MOVES
from bits cimport popcount, take_lowest
from kernel cimport flip
from rules cimport Sides, child_of
from table cimport Table, hash_of, table_prefetch


cdef enum:
    NOT_EVALUATED = 1 << 20     # as a static value: not yet known


cdef struct Move:
    Bitboard flipped
    uint64_t hash               # of the position after the move
    int square
    int score                   # for ordering: moves are tried from the highest to the lowest
    int static_value            # of the position after the move, for the side to move there


cdef struct MoveList:
    Move moves[MAX_MOVES]
    int n_moves


cdef inline void list_moves(const Table* table, Bitboard player, Bitboard opponent,
                            Bitboard legal, MoveList* listed) noexcept nogil:
    """OUT `listed`: the moves to the squares `legal`, in the order of squares, with score 0.

    Prefetches the entries in `table` of the positions they lead to, which are looked up soon. If
    `table` is NULL, none is looked up, and the moves have no hashes.
    """
    cdef Move* move = listed.moves
    cdef Sides child
    listed.n_moves = popcount(legal)
    while legal:
        move.square = take_lowest(&legal)
        move.flipped = flip(player, opponent, move.square)
        move.hash = 0
        if table != NULL:
            child = child_of(player, opponent, move.square, move.flipped)
            move.hash = hash_of(child.player, child.opponent)
            table_prefetch(table, move.hash)
        move.score = 0
        move.static_value = NOT_EVALUATED
        move += 1


cdef inline void bring_forward(MoveList* listed, int i, int place) noexcept nogil:
    """Bring the i-th move to an earlier place; the others keep their order."""
    cdef Move chosen = listed.moves[i]
    cdef int j
    for j in range(i, place, -1):
        listed.moves[j] = listed.moves[j - 1]
    listed.moves[place] = chosen


cdef inline bint move_to_front(MoveList* listed, int square) noexcept nogil:
    """Move the move to `square` to the front; false if it is not listed."""
    cdef int i
    for i in range(listed.n_moves):
        if listed.moves[i].square == square:
            bring_forward(listed, i, 0)
            return True
    return False


cdef inline Move* next_move(MoveList* listed, int i) noexcept nogil:
    """Bring the best-scored move from place i on to place i: one step of a selection sort."""
    # Score and place, which is below 64, in one number: the largest of them is found without
    # branches, which cannot be predicted here. Of equal scores the first one is taken.
    cdef int j
    cdef int64_t best = (<int64_t> listed.moves[i].score) * 64 + 63 - i
    for j in range(i + 1, listed.n_moves):
        best = max(best, (<int64_t> listed.moves[j].score) * 64 + 63 - j)
    # Shift rather than swap, so that moves of equal score keep their order.
    bring_forward(listed, 63 - (best & 63), i)
    return &listed.moves[i]
