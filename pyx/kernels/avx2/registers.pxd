"""Instructions on 128 and 256 bits, as functions of C."""
from types cimport Bitboard

cdef extern from "immintrin.h" nogil:
    ctypedef struct __m128i:
        pass
    ctypedef struct __m256i:
        pass
    __m128i _mm_alignr_epi8(__m128i a, __m128i b, int n_bytes)
    __m128i _mm_cvtsi32_si128(int a)
    int _mm_cvtsi128_si32(__m128i a)
    __m128i _mm_loadu_si128(const __m128i* p)
    __m128i _mm_minpos_epu16(__m128i a)
    __m128i _mm_or_si128(__m128i a, __m128i b)
    __m128i _mm_set1_epi16(short a)
    __m128i _mm_shuffle_epi8(__m128i a, __m128i bytes)
    void _mm_storeu_si128(__m128i* p, __m128i a)
    __m128i _mm_unpackhi_epi64(__m128i a, __m128i b)
    long long _mm_cvtsi128_si64(__m128i a)
    __m128i _mm256_castsi256_si128(__m256i a)
    __m128i _mm256_extracti128_si256(__m256i a, int half)
    __m256i _mm256_load_si256(const __m256i* p)
    __m256i _mm256_permute2x128_si256(__m256i a, __m256i b, int order)
    __m256i _mm256_shuffle_epi32(__m256i a, int order)
    __m256i _mm256_set1_epi64x(long long a)
    __m256i _mm256_set_epi64x(long long d, long long c, long long b, long long a)
    __m256i _mm256_setzero_si256()
    __m256i _mm256_and_si256(__m256i a, __m256i b)
    __m256i _mm256_andnot_si256(__m256i a, __m256i b)
    __m256i _mm256_or_si256(__m256i a, __m256i b)
    int _mm256_testz_si256(__m256i a, __m256i b)
    __m256i _mm256_xor_si256(__m256i a, __m256i b)
    __m256i _mm256_add_epi64(__m256i a, __m256i b)
    __m256i _mm256_sub_epi64(__m256i a, __m256i b)
    __m256i _mm256_cmpeq_epi64(__m256i a, __m256i b)
    __m256i _mm256_cmpgt_epi64(__m256i a, __m256i b)
    __m256i _mm256_sllv_epi64(__m256i a, __m256i count)
    __m256i _mm256_srlv_epi64(__m256i a, __m256i count)


cdef inline Bitboard union4(__m256i a) noexcept nogil:
    """The union of the sets in the four lanes."""
    cdef __m128i b = _mm_or_si128(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1))
    return <Bitboard> _mm_cvtsi128_si64(_mm_or_si128(b, _mm_unpackhi_epi64(b, b)))
