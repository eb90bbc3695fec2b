"""The pattern evaluation's look-ups with WebAssembly's SIMD128: a row a register."""
from libc.stdint cimport int16_t, uint16_t
from pattern_sizes cimport LATENT_SHIFT, N_INSTANCES, ROW_BYTES, pattern_offset

cdef extern from *:
    """
    #include <wasm_simd128.h>

    /* With `half_row` a row has only the first half; the other is zero. */
    static inline v128_t one_row(const char* rows, const int half_row, int32_t at)
    {
        const char* row = rows + (half_row ? ROW_BYTES / 2 : ROW_BYTES) * at;
        return half_row ? wasm_v128_load64_zero(row) : wasm_v128_load(row);
    }

    static inline int rows_value(const void* rows, const int half_row, const uint16_t* number,
                                 int32_t player_mobility, int32_t opponent_mobility,
                                 const int16_t* start)
    {
        v128_t row = one_row((const char*)rows, half_row, player_mobility);
        v128_t words = row, odd = wasm_u16x8_shr(row, 8);
        v128_t even_sums, odd_sums, products;
        int i, weight;
        row = one_row((const char*)rows, half_row, opponent_mobility);
        words = wasm_i16x8_add(words, row);
        odd = wasm_i16x8_add(odd, wasm_u16x8_shr(row, 8));
        /* Unrolled, each load has the start of its table as a constant. */
        OTHELLO_UNROLL
        for (i = 0; i < N_INSTANCES; i++) {
            row = one_row((const char*)rows, half_row, pattern_offset[i] + number[i]);
            words = wasm_i16x8_add(words, row);
            odd = wasm_i16x8_add(odd, wasm_u16x8_shr(row, 8));
        }
        /* A word is its even byte plus 256 times its odd byte; sums of bytes fit 16 bits. */
        even_sums = wasm_i16x8_sub(words, wasm_i16x8_shl(odd, 8));
        even_sums = wasm_i16x8_add(even_sums, wasm_v128_load(start));
        odd_sums = wasm_i16x8_add(odd, wasm_v128_load(start + 8));
        weight = (int16_t)(wasm_i16x8_extract_lane(even_sums, 0)
                           + 256 * wasm_i16x8_extract_lane(odd_sums, 0));
        /* Without the first word of each, whose bytes are the weight's. */
        even_sums = wasm_i16x8_replace_lane(even_sums, 0, 0);
        odd_sums = wasm_i16x8_replace_lane(odd_sums, 0, 0);
        products = wasm_i32x4_sub(wasm_i32x4_dot_i16x8(even_sums, even_sums),
                                  wasm_i32x4_dot_i16x8(odd_sums, odd_sums));
        return weight + ((wasm_i32x4_extract_lane(products, 0)
                          + wasm_i32x4_extract_lane(products, 1)
                          + wasm_i32x4_extract_lane(products, 2)
                          + wasm_i32x4_extract_lane(products, 3)) >> LATENT_SHIFT);
    }
    """
    # The value that rows add up to, as scalar/lookup.pxd says.
    int rows_value(const void* rows, bint half_row, const uint16_t* number, int player_mobility,
                   int opponent_mobility, const int16_t* start) noexcept nogil
