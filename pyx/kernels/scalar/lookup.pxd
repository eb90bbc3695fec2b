"""The pattern evaluation's look-ups, one row after the other."""
from libc.stdint cimport int16_t, int32_t, uint16_t
from pattern_sizes cimport N_ROWS

cdef extern from *:
    """
    /* `narrow` is a constant wherever this is called. */
    static inline void add_rows_of(const void* rows, const int narrow, const int32_t* offset,
                                   const uint16_t* own, const uint16_t* other,
                                   int player_mobility, int opponent_mobility,
                                   const int16_t* start, int16_t* sums)
    {
        const int row_bytes = narrow ? ROW_BYTES / 2 : ROW_BYTES;
        const uint64_t even_bytes = 0x00FF00FF00FF00FFULL;
        uint64_t even[2] = {0, 0}, odd[2] = {0, 0};
        int32_t at[N_LANES];
        int i, half;
        for (i = 0; i < N_LANES; i++)
            at[i] = (offset[i] + own[i] + 2 * other[i]) * row_bytes;
        at[N_INSTANCES] += player_mobility * row_bytes;
        at[N_INSTANCES + 1] += opponent_mobility * row_bytes;
        /* Sums of N_ROWS bytes fit the 16 bits between which four of them are held apart. */
        for (i = 0; i < N_ROWS; i++) {
            const uint64_t* row = (const uint64_t*)((const char*)rows + at[i]);
            for (half = 0; half < (narrow ? 1 : 2); half++) {
                even[half] += row[half] & even_bytes;
                odd[half] += row[half] >> 8 & even_bytes;
            }
        }
        for (i = 0; i < 8; i++) {
            sums[i] = (int16_t)((even[i / 4] >> 16 * (i % 4)) + start[i]);
            sums[8 + i] = (int16_t)((odd[i / 4] >> 16 * (i % 4)) + start[8 + i]);
        }
    }

    static inline void add_rows(const void* rows, int narrow, const int32_t* offset,
                                const uint16_t* own, const uint16_t* other, int player_mobility,
                                int opponent_mobility, const int16_t* start, int16_t* sums)
    {
        if (narrow)
            add_rows_of(rows, 1, offset, own, other, player_mobility, opponent_mobility, start,
                        sums);
        else
            add_rows_of(rows, 0, offset, own, other, player_mobility, opponent_mobility, start,
                        sums);
    }
    """
    # Look up the rows of all instances, at offset + own + 2 other, and of the two mobilities, at
    # the last two offsets + mobility. OUT `sums`: `start` plus the sums of the rows' bytes 0, 2,
    # .. 14, then of their bytes 1, 3, .. 15. A `narrow` row has the first 8 bytes only.
    void add_rows(const void* rows, int narrow, const int32_t* offset, const uint16_t* own,
                  const uint16_t* other, int player_mobility, int opponent_mobility,
                  const int16_t* start, int16_t* sums) noexcept nogil
