"""The pattern evaluation's look-ups, one row after the other."""
from libc.stdint cimport int16_t, int32_t, uint16_t

cdef extern from *:
    """
    static inline void add_rows(const void* rows, const int32_t* offset, const uint16_t* own,
                                const uint16_t* other, int player_mobility, int opponent_mobility,
                                const int16_t* start, int16_t* sums)
    {
        const uint64_t even_bytes = 0x00FF00FF00FF00FFULL;
        uint64_t even[2] = {0, 0}, odd[2] = {0, 0};
        int32_t at[64];
        int i, half;
        for (i = 0; i < 64; i++)
            at[i] = (offset[i] + own[i] + 2 * other[i]) * 16;
        at[54] += player_mobility * 16;
        at[55] += opponent_mobility * 16;
        /* Sums of 56 bytes fit the 16 bits between which four of them are held apart. */
        for (i = 0; i < 56; i++) {
            const uint64_t* row = (const uint64_t*)((const char*)rows + at[i]);
            for (half = 0; half < 2; half++) {
                even[half] += row[half] & even_bytes;
                odd[half] += row[half] >> 8 & even_bytes;
            }
        }
        for (i = 0; i < 8; i++) {
            sums[i] = (int16_t)((even[i / 4] >> 16 * (i % 4)) + start[i]);
            sums[8 + i] = (int16_t)((odd[i / 4] >> 16 * (i % 4)) + start[8 + i]);
        }
    }
    """
    # OUT `sums`: of `start` and of the rows (16 bytes each) of 54 instances, those at
    # offset + own + 2 other, and of the two at the last offsets + mobility: of their bytes
    # 0, 2, .. 14, then of their bytes 1, 3, .. 15.
    void add_rows(const void* rows, const int32_t* offset, const uint16_t* own,
                  const uint16_t* other, int player_mobility, int opponent_mobility,
                  const int16_t* start, int16_t* sums) noexcept nogil
