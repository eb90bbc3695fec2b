# For Python: positions that deep searches evaluate, to train the evaluation on.
#
# The searches are the engine's own, with all its pruning. They evaluate by a function "from
# outside", which keeps some of the positions: so the search itself needs no code for this.

from libc.stdint cimport uint64_t

from types cimport Bitboard, DISC
from bits cimport popcount
from checks cimport check_size
from pattern cimport PatternWeights
from sample cimport Sample, new_sample, offer_leaf
from worker cimport pattern_value_of
cimport kernel
from othello._common cimport _Loaded, loaded_for


cdef struct Searched:
    const PatternWeights* weights
    Sample sample
    int fewest, most            # empties of the positions wanted


cdef double value_and_sample(Bitboard player, Bitboard opponent, void* context) noexcept nogil:
    """The pattern evaluation of a position, in discs; the position is offered to the sample."""
    cdef Searched* searched = <Searched*> context
    cdef int n_empties = 64 - popcount(player | opponent)
    if searched.fewest <= n_empties <= searched.most:
        offer_leaf(&searched.sample, player, opponent)
    return <double> pattern_value_of(searched.weights, player, opponent,
                                     kernel.moves(player, opponent),
                                     kernel.moves(opponent, player)) / DISC


def sample_searched(searcher, Bitboard player, Bitboard opponent, uint64_t nodes,
                    tuple empties, uint64_t[::1] kept_player, uint64_t[::1] kept_opponent,
                    uint64_t seed):
    """OUT `kept_player`, `kept_opponent`: positions that a search of one position evaluates.

    Parameters
    ----------
    searcher : Searcher
        Has one thread. It is cleared first, and has the default options afterwards.
    player, opponent : int
        The position to search.
    nodes : int
        The limit of the search.
    empties : tuple of int
        The fewest and the most empties of the positions to keep.
    kept_player, kept_opponent : arrays of uint64, shape (kept,)
        As many positions, drawn evenly from all; 0 where there were fewer. The side to move has a
        move. One may come twice.
    seed : int
        Seed of the draws.
    """
    cdef Searched searched
    cdef _Loaded used = loaded_for("pattern")
    check_size("positions kept", kept_player.shape[0], kept_opponent.shape[0])
    if searcher.threads != 1:
        raise ValueError(f"expected a searcher with 1 thread, got {searcher.threads}")
    kept_player[:] = 0
    kept_opponent[:] = 0
    if not kept_player.shape[0]:
        return
    searched.sample = new_sample(&kept_player[0], &kept_opponent[0], kept_player.shape[0], seed)
    searched.fewest, searched.most = empties
    searched.weights = &used.weights
    searcher.clear()
    searcher.set_options(evaluation="custom",
                         custom=(sample_searched, <size_t> <void*> value_and_sample,
                                 <size_t> &searched))
    try:
        searcher.search(player, opponent, nodes=nodes)
    finally:
        searcher.set_options()
