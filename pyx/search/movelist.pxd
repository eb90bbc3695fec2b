"""The moves of a position: what each flips, what it leads to, and its place in the order."""
from libc.stdint cimport uint64_t
from types cimport Bitboard, MAX_MOVES
from bits cimport bit, popcount
from kernel cimport flip
from parity cimport take_lowest
from table cimport Table, hash_of, table_prefetch


cdef struct Move:
    Bitboard flipped
    uint64_t hash               # of the position after it
    int square
    int score                   # the higher, the earlier


cdef struct MoveList:
    Move moves[MAX_MOVES]
    int n_moves


cdef inline void list_moves(const Table* table, Bitboard player, Bitboard opponent,
                            Bitboard legal, MoveList* listed) noexcept nogil:
    """OUT `listed`: the moves of the mask `legal`, in the order of their squares, unscored.

    What `table` holds of the positions they lead to is asked for: it will be looked up soon.
    """
    cdef Move* move = listed.moves
    listed.n_moves = popcount(legal)
    while legal:
        move.square = take_lowest(&legal)
        move.flipped = flip(player, opponent, move.square)
        move.hash = hash_of(opponent ^ move.flipped, player ^ move.flipped ^ bit(move.square))
        table_prefetch(table, move.hash)
        move.score = 0
        move += 1


cdef inline Move* next_move(MoveList* listed, int i) noexcept nogil:
    """Bring the best of the moves from the i-th on to place i: a selection sort, on demand."""
    cdef int best = i
    cdef int j
    cdef Move chosen
    for j in range(i + 1, listed.n_moves):
        if listed.moves[j].score > listed.moves[best].score:
            best = j
    chosen = listed.moves[best]
    # Shift rather than swap: equal moves keep their order on every machine.
    for j in range(best, i, -1):
        listed.moves[j] = listed.moves[j - 1]
    listed.moves[i] = chosen
    return &listed.moves[i]
