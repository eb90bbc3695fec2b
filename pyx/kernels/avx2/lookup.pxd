"""The pattern evaluation's look-ups with AVX2: four rows an instruction."""
from libc.stdint cimport int32_t, uint16_t, uint64_t
from pattern_sizes cimport N_ROWS

cdef extern from "immintrin.h" nogil:
    ctypedef struct __m128i:
        pass
    ctypedef struct __m256i:
        pass
    __m128i _mm_add_epi16(__m128i a, __m128i b)
    __m128i _mm_add_epi32(__m128i a, __m128i b)
    __m128i _mm_cvtepu16_epi32(__m128i a)
    __m128i _mm_loadl_epi64(const __m128i* p)
    __m128i _mm_loadu_si128(const __m128i* p)
    __m128i _mm_setr_epi32(int a, int b, int c, int d)
    __m128i _mm_slli_epi32(__m128i a, int count)
    __m128i _mm_slli_epi16(__m128i a, int count)
    void _mm_storeu_si128(__m128i* p, __m128i a)
    __m128i _mm_sub_epi16(__m128i a, __m128i b)
    __m128i _mm_unpackhi_epi64(__m128i a, __m128i b)
    __m128i _mm_unpacklo_epi64(__m128i a, __m128i b)
    __m128i _mm256_castsi256_si128(__m256i a)
    __m128i _mm256_extracti128_si256(__m256i a, int half)
    __m256i _mm256_add_epi16(__m256i a, __m256i b)
    __m256i _mm256_i32gather_epi64(const long long* base, __m128i index, int scale)
    __m256i _mm256_srli_epi16(__m256i a, int count)

cdef enum:
    LAST = N_ROWS - 4           # the last four rows: of two instances and the two mobilities


cdef inline __m128i numbers(const int32_t* offset, const uint16_t* own,
                            const uint16_t* other) noexcept nogil:
    """The numbers of the rows of four instances: offset + own + 2 other."""
    cdef __m128i twice = _mm_slli_epi32(
        _mm_cvtepu16_epi32(_mm_loadl_epi64(<const __m128i*> other)), 1)
    cdef __m128i once = _mm_cvtepu16_epi32(_mm_loadl_epi64(<const __m128i*> own))
    return _mm_add_epi32(_mm_loadu_si128(<const __m128i*> offset), _mm_add_epi32(once, twice))


cdef inline __m128i folded(__m256i a) noexcept nogil:
    """The sum of four rows, word by word, in the lower half."""
    cdef __m128i half = _mm_add_epi16(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1))
    return _mm_add_epi16(half, _mm_unpackhi_epi64(half, half))


cdef inline void add_rows(const uint64_t* rows, const int32_t* offset, const uint16_t* own,
                          const uint16_t* other, int player_mobility, int opponent_mobility,
                          uint16_t* sums) noexcept nogil:
    """OUT `sums`: the sums of the bytes of the rows looked up, as scalar/lookup.pxd says."""
    cdef __m256i row = _mm256_i32gather_epi64(
        <const long long*> rows,
        _mm_add_epi32(numbers(offset + LAST, own + LAST, other + LAST),
                      _mm_setr_epi32(0, 0, player_mobility, opponent_mobility)), 8)
    cdef __m256i words = row
    cdef __m256i odd = _mm256_srli_epi16(row, 8)
    cdef __m128i all_words, odd_bytes
    cdef int i
    for i in range(0, LAST, 4):
        row = _mm256_i32gather_epi64(
            <const long long*> rows, numbers(offset + i, own + i, other + i), 8)
        words = _mm256_add_epi16(words, row)
        odd = _mm256_add_epi16(odd, _mm256_srli_epi16(row, 8))
    all_words = folded(words)
    odd_bytes = folded(odd)
    # A word is its even byte plus 256 times its odd byte; sums of bytes fit 16 bits.
    _mm_storeu_si128(<__m128i*> sums, _mm_unpacklo_epi64(
        _mm_sub_epi16(all_words, _mm_slli_epi16(odd_bytes, 8)), odd_bytes))
