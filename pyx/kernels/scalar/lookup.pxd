"""The pattern evaluation's look-ups, one row after the other."""
from libc.stdint cimport int16_t, int32_t
from pattern_sizes cimport N_ROWS

cdef extern from *:
    """
    static inline void add_rows(const void* rows, const int narrow, const int32_t* at,
                                const int16_t* start, int16_t* sums)
    {
        const uint64_t even_bytes = 0x00FF00FF00FF00FFULL;
        uint64_t even[2] = {0, 0}, odd[2] = {0, 0};
        int i, half;
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
    """
    # Add up N_ROWS rows, which begin at the bytes `at` of `rows`. OUT `sums`: `start` plus the sums
    # of the rows' bytes 0, 2, .. 14, then of their bytes 1, 3, .. 15. A `narrow` row has the first
    # 8 bytes only; `narrow` is a constant wherever this is called.
    void add_rows(const void* rows, bint narrow, const int32_t* at, const int16_t* start,
                  int16_t* sums) noexcept nogil
