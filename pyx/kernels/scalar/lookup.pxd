"""The pattern evaluation's look-ups, one load after the other."""
from libc.stdint cimport int32_t, uint16_t, uint64_t
from pattern_sizes cimport N_INSTANCES, N_LANES

cdef extern from *:
    """
    static inline void add_rows(const uint64_t* rows, const int32_t* offset, const uint16_t* own,
                                const uint16_t* other, int player_mobility, int opponent_mobility,
                                uint16_t* sums)
    {
        const uint64_t even_bytes = 0x00FF00FF00FF00FFULL;
        uint64_t first = rows[offset[N_INSTANCES] + player_mobility];
        uint64_t second = rows[offset[N_INSTANCES + 1] + opponent_mobility];
        uint64_t even = (first & even_bytes) + (second & even_bytes);
        uint64_t odd = (first >> 8 & even_bytes) + (second >> 8 & even_bytes);
        int32_t number[N_LANES];
        int i;
        for (i = 0; i < N_LANES; i++)
            number[i] = offset[i] + own[i] + 2 * other[i];
        for (i = 0; i < N_INSTANCES; i++) {
            /* Volatile keeps GCC 12 from "vectorising" the loads, which moves each of them through
               general registers into others and takes longer. */
            uint64_t row = *(const volatile uint64_t*)&rows[number[i]];
            even += row & even_bytes;
            odd += row >> 8 & even_bytes;
        }
        for (i = 0; i < 4; i++) {
            sums[i] = (uint16_t)(even >> 16 * i);
            sums[4 + i] = (uint16_t)(odd >> 16 * i);
        }
    }
    """
    # Look up the rows of all instances, at offset + own + 2 other, and of the two mobilities, at
    # the last two offsets + mobility. OUT `sums`: the sums of the rows' bytes 0, 2, 4 and 6,
    # then of their bytes 1, 3, 5 and 7.
    void add_rows(const uint64_t* rows, const int32_t* offset, const uint16_t* own,
                  const uint16_t* other, int player_mobility, int opponent_mobility,
                  uint16_t* sums) noexcept nogil
