"""The pattern evaluation's look-ups, one row after the other."""
from libc.stdint cimport int16_t, uint16_t
from pattern_sizes cimport (LATENT_SHIFT, N_INSTANCES, N_LANES, N_ROWS, ROW_BYTES,
                            pattern_offset)

cdef extern from *:
    """
    static inline int rows_value(const void* rows, const int half_row, const uint16_t* number,
                                 int32_t player_mobility, int32_t opponent_mobility,
                                 const int16_t* start)
    {
        const uint64_t even_bytes = 0x00FF00FF00FF00FFULL;
        const int32_t row_bytes = half_row ? ROW_BYTES / 2 : ROW_BYTES;
        uint64_t even[2] = {0, 0}, odd[2] = {0, 0};
        int32_t at[N_LANES];
        int i, half, weight = 0, products = 0;
        for (i = 0; i < N_INSTANCES; i++)
            at[i] = (pattern_offset[i] + number[i]) * row_bytes;
        at[N_INSTANCES] = player_mobility * row_bytes;
        at[N_INSTANCES + 1] = opponent_mobility * row_bytes;
        /* Sums of N_ROWS bytes fit the 16 bits between which four of them are held apart. */
        for (i = 0; i < N_ROWS; i++) {
            const uint64_t* row = (const uint64_t*)((const char*)rows + at[i]);
            for (half = 0; half < (half_row ? 1 : 2); half++) {
                even[half] += row[half] & even_bytes;
                odd[half] += row[half] >> 8 & even_bytes;
            }
        }
        for (i = 0; i < ROW_BYTES / 2; i++) {
            const int16_t even_sum = (int16_t)((even[i / 4] >> 16 * (i % 4)) + start[i]);
            const int16_t odd_sum = (int16_t)((odd[i / 4] >> 16 * (i % 4)) + start[8 + i]);
            if (i == 0)
                weight = (int16_t)(even_sum + 256 * odd_sum);
            else
                products += even_sum * even_sum - odd_sum * odd_sum;
        }
        return weight + (products >> LATENT_SHIFT);
    }
    """
    # The value that N_ROWS rows add up to: those with the numbers `number` in the tables of the
    # instances, and the rows `player_mobility` and `opponent_mobility` of `rows`. The sums of the
    # rows' bytes 0, 2, .. 14 begin with start[0 .. 7], those of their bytes 1, 3, .. 15 with
    # start[8 .. 15]. With `half_row` a row has the first 8 bytes only; it is a constant wherever
    # this is called.
    int rows_value(const void* rows, bint half_row, const uint16_t* number, int player_mobility,
                   int opponent_mobility, const int16_t* start) noexcept nogil
