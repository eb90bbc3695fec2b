"""The pattern evaluation's look-ups with AVX-512: four rows a register."""
from libc.stdint cimport int16_t, int32_t
from pattern_sizes cimport N_ROWS

cdef extern from *:
    """
    #include <immintrin.h>

    /* A narrow row has only the first half; the other is zero. */
    static inline __m128i one_row(const char* row, const int narrow)
    {
        return narrow ? _mm_loadl_epi64((const __m128i*)row)
                      : _mm_load_si128((const __m128i*)row);
    }

    static inline __m512i four_rows(const char* rows, const int narrow, const int32_t* at)
    {
        __m512i four = _mm512_castsi128_si512(one_row(rows + at[0], narrow));
        four = _mm512_inserti64x2(four, one_row(rows + at[1], narrow), 1);
        four = _mm512_inserti64x2(four, one_row(rows + at[2], narrow), 2);
        return _mm512_inserti64x2(four, one_row(rows + at[3], narrow), 3);
    }

    /* The sum of four rows, word by word. */
    static inline __m128i folded(__m512i four)
    {
        __m256i two = _mm256_add_epi16(_mm512_castsi512_si256(four),
                                       _mm512_extracti64x4_epi64(four, 1));
        return _mm_add_epi16(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1));
    }

    static inline void add_rows(const void* rows, const int narrow, const int32_t* at,
                                const int16_t* start, int16_t* sums)
    {
        __m512i words, odd;
        __m128i all_words, odd_bytes;
        int i;
        words = four_rows((const char*)rows, narrow, at);
        odd = _mm512_srli_epi16(words, 8);
        for (i = 4; i < N_ROWS; i += 4) {
            __m512i four = four_rows((const char*)rows, narrow, at + i);
            words = _mm512_add_epi16(words, four);
            odd = _mm512_add_epi16(odd, _mm512_srli_epi16(four, 8));
        }
        all_words = folded(words);
        odd_bytes = folded(odd);
        /* A word is its even byte plus 256 times its odd byte; sums of bytes fit 16 bits. */
        all_words = _mm_sub_epi16(all_words, _mm_slli_epi16(odd_bytes, 8));
        _mm_storeu_si128((__m128i*)sums, _mm_add_epi16(
            all_words, _mm_loadu_si128((const __m128i*)start)));
        _mm_storeu_si128((__m128i*)(sums + 8), _mm_add_epi16(
            odd_bytes, _mm_loadu_si128((const __m128i*)(start + 8))));
    }
    """
    # OUT `sums`: the sums of the bytes of the rows, as scalar/lookup.pxd says.
    void add_rows(const void* rows, bint narrow, const int32_t* at, const int16_t* start,
                  int16_t* sums) noexcept nogil
