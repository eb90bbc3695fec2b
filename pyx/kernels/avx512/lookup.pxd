"""The pattern evaluation's look-ups with AVX-512: eight rows an instruction."""
from libc.stdint cimport int32_t, uint16_t, uint64_t
from pattern_sizes cimport N_ROWS

cdef extern from "immintrin.h" nogil:
    ctypedef struct __m128i:
        pass
    ctypedef struct __m256i:
        pass
    ctypedef struct __m512i:
        pass
    __m128i _mm_add_epi16(__m128i a, __m128i b)
    __m128i _mm_loadu_si128(const __m128i* p)
    __m128i _mm_slli_epi16(__m128i a, int count)
    void _mm_storeu_si128(__m128i* p, __m128i a)
    __m128i _mm_sub_epi16(__m128i a, __m128i b)
    __m128i _mm_unpackhi_epi64(__m128i a, __m128i b)
    __m128i _mm_unpacklo_epi64(__m128i a, __m128i b)
    __m128i _mm256_castsi256_si128(__m256i a)
    __m128i _mm256_extracti128_si256(__m256i a, int half)
    __m256i _mm256_add_epi16(__m256i a, __m256i b)
    __m256i _mm256_add_epi32(__m256i a, __m256i b)
    __m256i _mm256_cvtepu16_epi32(__m128i a)
    __m256i _mm256_loadu_si256(const __m256i* p)
    __m256i _mm256_setr_epi32(int a, int b, int c, int d, int e, int f, int g, int h)
    __m256i _mm256_slli_epi32(__m256i a, int count)
    __m256i _mm512_castsi512_si256(__m512i a)
    __m256i _mm512_extracti64x4_epi64(__m512i a, int half)
    __m512i _mm512_add_epi16(__m512i a, __m512i b)
    __m512i _mm512_i32gather_epi64(__m256i index, const void* base, int scale)
    __m512i _mm512_srli_epi16(__m512i a, int count)

cdef enum:
    LAST = N_ROWS - 8           # the last eight rows: of six instances and the two mobilities


cdef inline __m256i numbers(const int32_t* offset, const uint16_t* own,
                            const uint16_t* other) noexcept nogil:
    """The numbers of the rows of eight instances: offset + own + 2 other."""
    cdef __m256i twice = _mm256_slli_epi32(
        _mm256_cvtepu16_epi32(_mm_loadu_si128(<const __m128i*> other)), 1)
    cdef __m256i once = _mm256_cvtepu16_epi32(_mm_loadu_si128(<const __m128i*> own))
    return _mm256_add_epi32(_mm256_loadu_si256(<const __m256i*> offset),
                            _mm256_add_epi32(once, twice))


cdef inline __m128i folded(__m512i a) noexcept nogil:
    """The sum of eight rows, word by word, in the lower half."""
    cdef __m256i half = _mm256_add_epi16(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64(a, 1))
    cdef __m128i quarter = _mm_add_epi16(_mm256_castsi256_si128(half),
                                         _mm256_extracti128_si256(half, 1))
    return _mm_add_epi16(quarter, _mm_unpackhi_epi64(quarter, quarter))


cdef inline void add_rows(const uint64_t* rows, const int32_t* offset, const uint16_t* own,
                          const uint16_t* other, int player_mobility, int opponent_mobility,
                          uint16_t* sums) noexcept nogil:
    """OUT `sums`: the sums of the bytes of the rows looked up, as scalar/lookup.pxd says."""
    cdef __m512i row = _mm512_i32gather_epi64(
        _mm256_add_epi32(
            numbers(offset + LAST, own + LAST, other + LAST),
            _mm256_setr_epi32(0, 0, 0, 0, 0, 0, player_mobility, opponent_mobility)), rows, 8)
    cdef __m512i words = row
    cdef __m512i odd = _mm512_srli_epi16(row, 8)
    cdef __m128i all_words, odd_bytes
    cdef int i
    for i in range(0, LAST, 8):
        row = _mm512_i32gather_epi64(numbers(offset + i, own + i, other + i), rows, 8)
        words = _mm512_add_epi16(words, row)
        odd = _mm512_add_epi16(odd, _mm512_srli_epi16(row, 8))
    all_words = folded(words)
    odd_bytes = folded(odd)
    # A word is its even byte plus 256 times its odd byte; sums of bytes fit 16 bits.
    _mm_storeu_si128(<__m128i*> sums, _mm_unpacklo_epi64(
        _mm_sub_epi16(all_words, _mm_slli_epi16(odd_bytes, 8)), odd_bytes))
