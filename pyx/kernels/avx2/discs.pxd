"""Sets of discs in the form in which the last squares' solvers hand them on: in every lane.

A flip needs both sides in every lane of a register. Taken there from one flip to the next, they
need not go through the other registers, which takes longer than the flip. No look around the
square comes first, as it would be predicted wrongly too often.
"""
from types cimport Bitboard
from kernel cimport flips_in_lanes, moves_in_lanes
from registers cimport (__m256i, _mm256_castsi256_si128, _mm256_or_si256, _mm256_permute4x64_epi64,
                        _mm256_set1_epi64x, _mm256_shuffle_epi32, _mm256_xor_si256,
                        _mm_cvtsi128_si64)

ctypedef __m256i Discs

cdef enum:
    OTHER_HALF = 0x4E           # swaps the halves, of a register or of each half of it


cdef inline Discs as_discs(Bitboard a) noexcept nogil:
    return _mm256_set1_epi64x(<long long> a)


cdef inline Bitboard as_set(Discs a) noexcept nogil:
    return <Bitboard> _mm_cvtsi128_si64(_mm256_castsi256_si128(a))


cdef inline Discs toggled(Discs a, Discs b) noexcept nogil:
    """Exclusive or: the discs that are in one of the two sets, but not in both."""
    return _mm256_xor_si256(a, b)


cdef inline Discs try_flip(Discs player, Discs opponent, int square) noexcept nogil:
    """The discs that `player` flips by moving to the empty `square`; none if that is illegal."""
    cdef __m256i flipped = flips_in_lanes(player, opponent, square)
    flipped = _mm256_or_si256(flipped, _mm256_permute4x64_epi64(flipped, OTHER_HALF))
    return _mm256_or_si256(flipped, _mm256_shuffle_epi32(flipped, OTHER_HALF))


cdef inline Bitboard moves_of(Discs player, Discs opponent) noexcept nogil:
    """The squares where `player` may move."""
    return moves_in_lanes(player, opponent)
