"""Structs passed between the Python searcher, compiled once, and a variant's search (`Variant`)."""
from types cimport Bitboard, MAX_PLY
from movelist cimport MoveList
from worker cimport CustomStaticValue, Worker


cdef struct Iteration:
    # One iteration: the search of the root moves, in order, in one window.
    Bitboard player
    Bitboard opponent
    int alpha
    int beta
    int depth
    int n_empties
    int selectivity
    MoveList root               # best first
    int value                   # the best so far; -INFINITY_VALUE before a move is searched
    bint finished               # all moves were searched, or one cut off
    bint proving                # the line of an exact value is proven move by move


cdef struct Variation:
    int moves[MAX_PLY]          # passes included
    int length


cdef struct TextbookMoves:
    # The root moves, while minimax or alpha-beta searches them.
    bint use_alphabeta
    int best_so_far             # at least alpha; read without the lock
    int next                    # the place of the next move to search; guarded by the lock
    int unfinished              # how many moves are not yet searched; read without the lock


cdef struct Variant:
    # What a variant of the core has for the searcher.
    # A worker's part in an iteration or, with a `line`, in finding its best move's line.
    void (*run_worker)(Worker* worker, Iteration* iteration, Variation* line) noexcept nogil
    # A worker's part in a textbook search.
    void (*run_textbook_worker)(Worker* worker, Iteration* iteration,
                                TextbookMoves* left) noexcept nogil
    CustomStaticValue custom_static_value
