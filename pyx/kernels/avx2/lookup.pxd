"""The pattern evaluation's look-ups with AVX2: two rows a register."""
from libc.stdint cimport int16_t, uint16_t
from pattern_sizes cimport LATENT_SHIFT, N_INSTANCES, ROW_BYTES, pattern_offset

cdef extern from *:
    """
    #include <immintrin.h>

    /* Use the sum so far here. Else GCC adds up in a tree: all rows come first, and do not fit the
       registers. */
    #if defined(__GNUC__)
      #define OTHELLO_SUM_SO_FAR(sum) __asm__("" : "+x"(sum))
    #else
      #define OTHELLO_SUM_SO_FAR(sum) (void)0
    #endif

    /* With `half_row` a row has only the first half; the other is zero. */
    static inline __m128i one_row(const char* rows, const int half_row, int32_t at)
    {
        const char* row = rows + (half_row ? ROW_BYTES / 2 : ROW_BYTES) * (size_t)at;
        return half_row ? _mm_loadl_epi64((const __m128i*)row)
                      : _mm_load_si128((const __m128i*)row);
    }

    static inline __m256i two_rows(const char* rows, const int half_row, int32_t first,
                                   int32_t second)
    {
        return _mm256_inserti128_si256(_mm256_castsi128_si256(one_row(rows, half_row, first)),
                                       one_row(rows, half_row, second), 1);
    }

    /* The sum of two rows, word by word. */
    static inline __m128i folded(__m256i two)
    {
        return _mm_add_epi16(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1));
    }

    static inline int rows_value(const void* rows, const int half_row, const uint16_t* number,
                                 int32_t player_mobility, int32_t opponent_mobility,
                                 const int16_t* start)
    {
        __m256i words, odd;
        __m128i even_sums, odd_sums, products;
        int i, weight;
        words = two_rows((const char*)rows, half_row, player_mobility, opponent_mobility);
        odd = _mm256_srli_epi16(words, 8);
        /* Unrolled, each row's address has the start of its table as a constant. */
        OTHELLO_UNROLL
        for (i = 0; i < N_INSTANCES; i += 2) {
            __m256i two = two_rows((const char*)rows, half_row, pattern_offset[i] + number[i],
                                   pattern_offset[i + 1] + number[i + 1]);
            words = _mm256_add_epi16(words, two);
            odd = _mm256_add_epi16(odd, _mm256_srli_epi16(two, 8));
            OTHELLO_SUM_SO_FAR(words);
            OTHELLO_SUM_SO_FAR(odd);
        }
        odd_sums = folded(odd);
        /* A word is its even byte plus 256 times its odd byte; sums of bytes fit 16 bits. */
        even_sums = _mm_sub_epi16(folded(words), _mm_slli_epi16(odd_sums, 8));
        even_sums = _mm_add_epi16(even_sums, _mm_loadu_si128((const __m128i*)start));
        odd_sums = _mm_add_epi16(odd_sums, _mm_loadu_si128((const __m128i*)(start + 8)));
        weight = (int16_t)((uint32_t)_mm_cvtsi128_si32(even_sums)
                           + ((uint32_t)_mm_cvtsi128_si32(odd_sums) << 8));
        /* Without the first word of each, whose bytes are the weight's. */
        even_sums = _mm_bsrli_si128(even_sums, 2);
        odd_sums = _mm_bsrli_si128(odd_sums, 2);
        products = _mm_sub_epi32(_mm_madd_epi16(even_sums, even_sums),
                                 _mm_madd_epi16(odd_sums, odd_sums));
        products = _mm_add_epi32(products, _mm_bsrli_si128(products, 8));
        products = _mm_add_epi32(products, _mm_bsrli_si128(products, 4));
        return weight + (_mm_cvtsi128_si32(products) >> LATENT_SHIFT);
    }
    """
    # The value that rows add up to, as scalar/lookup.pxd says.
    int rows_value(const void* rows, bint half_row, const uint16_t* number, int player_mobility,
                   int opponent_mobility, const int16_t* start) noexcept nogil
