"""An evaluation from outside: a C function that is called at the leaves.

It gets a position whose game goes on and whose side to move has a move, and returns discs for that
side; the search takes at most 63 of them. All workers call it, several at once.
"""
from libc.math cimport isfinite, lround
from types cimport Bitboard, DISC, MAX_STATIC_VALUE
from interrupt cimport Interrupt, store_error

ctypedef double (*LeafFunction)(Bitboard player, Bitboard opponent,
                                void* context) noexcept nogil

cdef struct Custom:
    LeafFunction function
    void* context               # handed to the function as it is
    int n_nodes                 # what a call counts as, towards the next check of the limits


cdef inline int custom_value(const Custom* custom, Interrupt* interrupt, Bitboard player,
                             Bitboard opponent) noexcept nogil:
    """The function's value of a position, in 1/128 disc; what is no number ends the search."""
    cdef double discs = custom.function(player, opponent, custom.context)
    if not isfinite(discs):
        refuse(interrupt, player, opponent, discs)
        return 0
    return lround(max(-<double> MAX_STATIC_VALUE, min(<double> MAX_STATIC_VALUE, DISC * discs)))


cdef inline void refuse(Interrupt* interrupt, Bitboard player, Bitboard opponent,
                        double discs) noexcept with gil:
    try:
        from othello.errors import EvaluationError
        store_error(interrupt, EvaluationError(
            f"the evaluation returned {discs} for the position {player:#x}, {opponent:#x}: "
            "expected discs"))
    except BaseException as error:      # no memory, or a signal
        store_error(interrupt, error)
