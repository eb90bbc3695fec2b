"""Sets of discs in the form in which the last squares' solvers hand them on: in every lane.

A flip needs both sides in every lane of a register. Taken there from one flip to the next, they
need not go through the other registers, which takes longer than the flip. No look around the
square comes first, as it would be predicted wrongly too often.
"""
from types cimport Bitboard
from kernel cimport flips_in_lanes, moves_in_lanes
from registers cimport (__m256i, _mm256_castsi256_si128, _mm256_or_si256,
                        _mm256_permute2x128_si256, _mm256_set1_epi64x, _mm256_shuffle_epi32,
                        _mm256_testz_si256, _mm256_xor_si256, _mm_cvtsi128_si64)

ctypedef __m256i Discs
ctypedef __m256i Flips          # of a move, those of two directions in each lane

cdef enum:
    HALVES_SWAPPED = 1          # of a register
    LANES_SWAPPED = 0x4E        # of each half of a register


cdef inline Discs as_discs(Bitboard a) noexcept nogil:
    return _mm256_set1_epi64x(<long long> a)


cdef extern from *:
    """
    #define OTHELLO_EIGHT_BITS(n) \\
        1ULL << (n), 2ULL << (n), 4ULL << (n), 8ULL << (n), \\
        16ULL << (n), 32ULL << (n), 64ULL << (n), 128ULL << (n)
    static const uint64_t bit_of_square[64] = {
        OTHELLO_EIGHT_BITS(0), OTHELLO_EIGHT_BITS(8), OTHELLO_EIGHT_BITS(16),
        OTHELLO_EIGHT_BITS(24), OTHELLO_EIGHT_BITS(32), OTHELLO_EIGHT_BITS(40),
        OTHELLO_EIGHT_BITS(48), OTHELLO_EIGHT_BITS(56),
    };
    """
    const Bitboard bit_of_square[64]


cdef inline Discs disc_on(int square) noexcept nogil:
    """The set of one disc; loaded, which is faster than a shift and the way to the register."""
    return _mm256_set1_epi64x(<long long> bit_of_square[square])


cdef inline Bitboard as_set(Discs a) noexcept nogil:
    return <Bitboard> _mm_cvtsi128_si64(_mm256_castsi256_si128(a))


cdef inline Discs toggled(Discs a, Discs b) noexcept nogil:
    """Exclusive or: the discs that are in one of the two sets, but not in both."""
    return _mm256_xor_si256(a, b)


cdef inline Flips try_flip(Discs player, Discs opponent, int square) noexcept nogil:
    """What `player` flips by moving to the empty `square`; nothing if that is illegal."""
    return flips_in_lanes(player, opponent, square)


cdef inline bint is_legal(Flips flips) noexcept nogil:
    """Whether a move flips anything: known before its flips are in every lane."""
    return not _mm256_testz_si256(flips, flips)


cdef inline Discs flipped_by(Flips flips) noexcept nogil:
    """The discs that a move flips."""
    cdef __m256i halves = _mm256_permute2x128_si256(flips, flips, HALVES_SWAPPED)
    flips = _mm256_or_si256(flips, halves)
    return _mm256_or_si256(flips, _mm256_shuffle_epi32(flips, LANES_SWAPPED))


cdef inline Bitboard moves_of(Discs player, Discs opponent) noexcept nogil:
    """The squares where `player` may move."""
    return moves_in_lanes(player, opponent)
