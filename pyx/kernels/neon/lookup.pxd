"""The pattern evaluation's look-ups with NEON: a row a register."""
from libc.stdint cimport int16_t, uint16_t
from pattern_sizes cimport LATENT_SHIFT, N_INSTANCES, ROW_BYTES, pattern_offset

cdef extern from *:
    """
    #include <arm_neon.h>

    /* The pointer, of which the compiler shall not know what it was computed from. */
    #if defined(__GNUC__)
    #define OTHELLO_OPAQUE(pointer) __asm__("" : "+r"(pointer))
    #else
    #define OTHELLO_OPAQUE(pointer) ((void)0)
    #endif

    /* With `half_row` a row has only the first half; the other is zero. */
    static inline uint16x8_t one_row(const char* rows, const int half_row, int32_t at)
    {
        const char* row = rows + (half_row ? ROW_BYTES / 2 : ROW_BYTES) * (size_t)at;
        return half_row ? vcombine_u16(vld1_u16((const uint16_t*)row), vdup_n_u16(0))
                        : vld1q_u16((const uint16_t*)row);
    }

    static inline int rows_value(const void* rows, const int half_row, const uint16_t* number,
                                 int32_t player_mobility, int32_t opponent_mobility,
                                 const int16_t* start)
    {
        uint16x8_t row = one_row((const char*)rows, half_row, player_mobility);
        uint16x8_t words = row, odd = vshrq_n_u16(row, 8);
        int16x8_t even_sums, odd_sums;
        int32x4_t products;
        const char* table = (const char*)rows;
        int i, weight;
        /* Else the compiler loads the numbers before it looks at `half_row`, for both values of it:
           there are more numbers than registers. */
        OTHELLO_OPAQUE(number);
        row = one_row((const char*)rows, half_row, opponent_mobility);
        words = vaddq_u16(words, row);
        odd = vsraq_n_u16(odd, row, 8);
        /* One address for the table of each pattern, which several instances share: else each of
           them adds the start of the table to its number. */
        OTHELLO_UNROLL
        for (i = 0; i < N_INSTANCES; i++) {
            if (i == 0 || pattern_offset[i] != pattern_offset[i - 1]) {
                table = (const char*)rows
                    + (half_row ? ROW_BYTES / 2 : ROW_BYTES) * (size_t)pattern_offset[i];
                OTHELLO_OPAQUE(table);
            }
            row = one_row(table, half_row, number[i]);
            words = vaddq_u16(words, row);
            odd = vsraq_n_u16(odd, row, 8);
        }
        /* A word is its even byte plus 256 times its odd byte; sums of bytes fit 16 bits. */
        even_sums = vreinterpretq_s16_u16(vsubq_u16(words, vshlq_n_u16(odd, 8)));
        even_sums = vaddq_s16(even_sums, vld1q_s16(start));
        odd_sums = vaddq_s16(vreinterpretq_s16_u16(odd), vld1q_s16(start + 8));
        weight = (int16_t)(vgetq_lane_s16(even_sums, 0) + 256 * vgetq_lane_s16(odd_sums, 0));
        /* Without the first word of each, whose bytes are the weight's. */
        even_sums = vsetq_lane_s16(0, even_sums, 0);
        odd_sums = vsetq_lane_s16(0, odd_sums, 0);
        products = vmull_s16(vget_low_s16(even_sums), vget_low_s16(even_sums));
        products = vmlal_s16(products, vget_high_s16(even_sums), vget_high_s16(even_sums));
        products = vmlsl_s16(products, vget_low_s16(odd_sums), vget_low_s16(odd_sums));
        products = vmlsl_s16(products, vget_high_s16(odd_sums), vget_high_s16(odd_sums));
        return weight + (vaddvq_s32(products) >> LATENT_SHIFT);
    }
    """
    # The value that rows add up to, as scalar/lookup.pxd says.
    int rows_value(const void* rows, bint half_row, const uint16_t* number, int player_mobility,
                   int opponent_mobility, const int16_t* start) noexcept nogil
