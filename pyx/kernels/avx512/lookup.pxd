"""The pattern evaluation's look-ups with AVX-512: sixteen of them an instruction."""
from libc.stdint cimport int16_t, int32_t, uint16_t

cdef extern from "immintrin.h" nogil:
    ctypedef struct __m256i:
        pass
    ctypedef struct __m512i:
        pass
    __m256i _mm256_loadu_si256(const __m256i* p)
    __m512i _mm512_add_epi32(__m512i a, __m512i b)
    __m512i _mm512_cvtepu16_epi32(__m256i a)
    __m512i _mm512_i32gather_epi32(__m512i index, const void* base, int scale)
    __m512i _mm512_loadu_si512(const void* p)
    __m512i _mm512_mask_i32gather_epi32(__m512i a, int mask, __m512i index, const void* base,
                                        int scale)
    int _mm512_reduce_add_epi32(__m512i a)
    __m512i _mm512_setzero_si512()
    __m512i _mm512_slli_epi32(__m512i a, int count)
    __m512i _mm512_srai_epi32(__m512i a, int count)

cdef enum:
    N_WHOLE = 48                # of 54 instances; the last six are gathered under a mask
    REST = 0x3F


cdef inline __m512i numbers(const int32_t* offset, const uint16_t* own,
                            const uint16_t* other) noexcept nogil:
    cdef __m512i twice = _mm512_slli_epi32(
        _mm512_cvtepu16_epi32(_mm256_loadu_si256(<const __m256i*> other)), 1)
    cdef __m512i once = _mm512_cvtepu16_epi32(_mm256_loadu_si256(<const __m256i*> own))
    return _mm512_add_epi32(_mm512_loadu_si512(offset), _mm512_add_epi32(once, twice))


cdef inline __m512i low_halves(__m512i a) noexcept nogil:
    """What was asked for of 32 bits loaded, the lower 16, with its sign."""
    return _mm512_srai_epi32(_mm512_slli_epi32(a, 16), 16)


cdef inline int add_weights(const int16_t* weights, const int32_t* offset, const uint16_t* own,
                            const uint16_t* other) noexcept nogil:
    """The weights of 54 instances added up: those at offset + own + 2 other.

    Loads reach two bytes past each weight: there must be something after the last.
    """
    cdef __m512i sums = low_halves(_mm512_mask_i32gather_epi32(
        _mm512_setzero_si512(), REST,
        numbers(offset + N_WHOLE, own + N_WHOLE, other + N_WHOLE), weights, 2))
    cdef int i
    for i in range(0, N_WHOLE, 16):
        sums = _mm512_add_epi32(sums, low_halves(_mm512_i32gather_epi32(
            numbers(offset + i, own + i, other + i), weights, 2)))
    return _mm512_reduce_add_epi32(sums)
