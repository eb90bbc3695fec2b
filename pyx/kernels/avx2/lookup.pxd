"""The pattern evaluation's look-ups with AVX2: eight of them an instruction."""
from libc.stdint cimport int16_t, int32_t, uint16_t

cdef extern from "immintrin.h" nogil:
    ctypedef struct __m128i:
        pass
    ctypedef struct __m256i:
        pass
    __m128i _mm_add_epi32(__m128i a, __m128i b)
    __m128i _mm_loadu_si128(const __m128i* p)
    __m128i _mm_shuffle_epi32(__m128i a, int order)
    int _mm_cvtsi128_si32(__m128i a)
    __m128i _mm256_castsi256_si128(__m256i a)
    __m128i _mm256_extracti128_si256(__m256i a, int half)
    __m256i _mm256_add_epi32(__m256i a, __m256i b)
    __m256i _mm256_cvtepu16_epi32(__m128i a)
    __m256i _mm256_i32gather_epi32(const int* base, __m256i index, int scale)
    __m256i _mm256_loadu_si256(const __m256i* p)
    __m256i _mm256_mask_i32gather_epi32(__m256i a, const int* base, __m256i index, __m256i mask,
                                        int scale)
    __m256i _mm256_setr_epi32(int a, int b, int c, int d, int e, int f, int g, int h)
    __m256i _mm256_setzero_si256()
    __m256i _mm256_slli_epi32(__m256i a, int count)
    __m256i _mm256_srai_epi32(__m256i a, int count)

cdef enum:
    N_WHOLE = 48                # of 54 instances; the last six are gathered under a mask
    SWAP_HALVES = 0x4E
    SWAP_PAIRS = 0xB1


cdef inline __m256i numbers(const int32_t* offset, const uint16_t* own,
                            const uint16_t* other) noexcept nogil:
    cdef __m256i twice = _mm256_slli_epi32(
        _mm256_cvtepu16_epi32(_mm_loadu_si128(<const __m128i*> other)), 1)
    cdef __m256i once = _mm256_cvtepu16_epi32(_mm_loadu_si128(<const __m128i*> own))
    return _mm256_add_epi32(_mm256_loadu_si256(<const __m256i*> offset),
                            _mm256_add_epi32(once, twice))


cdef inline __m256i low_halves(__m256i a) noexcept nogil:
    """What was asked for of 32 bits loaded, the lower 16, with its sign."""
    return _mm256_srai_epi32(_mm256_slli_epi32(a, 16), 16)


cdef inline int add_weights(const int16_t* weights, const int32_t* offset, const uint16_t* own,
                            const uint16_t* other) noexcept nogil:
    """The weights of 54 instances added up: those at offset + own + 2 other.

    Loads reach two bytes past each weight: there must be something after the last.
    """
    cdef __m256i mask = _mm256_setr_epi32(-1, -1, -1, -1, -1, -1, 0, 0)
    cdef __m256i sums = low_halves(_mm256_mask_i32gather_epi32(
        _mm256_setzero_si256(), <const int*> weights,
        numbers(offset + N_WHOLE, own + N_WHOLE, other + N_WHOLE), mask, 2))
    cdef __m128i half
    cdef int i
    for i in range(0, N_WHOLE, 8):
        sums = _mm256_add_epi32(sums, low_halves(_mm256_i32gather_epi32(
            <const int*> weights, numbers(offset + i, own + i, other + i), 2)))
    half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1))
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, SWAP_HALVES))
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, SWAP_PAIRS))
    return _mm_cvtsi128_si32(half)
