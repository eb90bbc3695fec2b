"""A few of the leaves that a search meets, kept by chance to train the evaluation on."""
from libc.stdint cimport uint64_t
from types cimport Bitboard
from random cimport next_random


cdef struct Sample:
    # Leaves of one search, each as likely as any other to be kept (reservoir sampling).
    Bitboard* player
    Bitboard* opponent
    int n_kept                  # at most so many
    uint64_t n_seen
    uint64_t random             # state of the generator


cdef inline Sample new_sample(Bitboard* player, Bitboard* opponent, int n_kept,
                              uint64_t seed) noexcept nogil:
    """A sample of at most `n_kept` leaves, which will stand in the two arrays."""
    cdef Sample sample
    sample.player = player
    sample.opponent = opponent
    sample.n_kept = n_kept
    sample.n_seen = 0
    sample.random = seed
    next_random(&sample.random)
    return sample


cdef inline void offer_leaf(Sample* sample, Bitboard player, Bitboard opponent) noexcept nogil:
    """Keep this leaf instead of another one, or not, as chance has it."""
    cdef uint64_t place = sample.n_seen
    sample.n_seen += 1
    if place >= <uint64_t> sample.n_kept:
        place = next_random(&sample.random) % sample.n_seen
        if place >= <uint64_t> sample.n_kept:
            return
    sample.player[place] = player
    sample.opponent[place] = opponent
