"""The pattern evaluation's look-ups, one load after the other."""
from libc.stdint cimport int16_t, int32_t, uint16_t

cdef extern from *:
    """
    static inline int add_weights(const int16_t* weights, const int32_t* offset,
                                  const uint16_t* own, const uint16_t* other)
    {
        /* Volatile keeps GCC 12 from "vectorising" the loads, which moves each of them through
           general registers into others and takes twice as long. */
        const volatile int16_t* table = weights;
        int32_t number[64];
        int even = 0, odd = 0;
        int i;
        for (i = 0; i < 64; i++)
            number[i] = offset[i] + own[i] + 2 * other[i];
        for (i = 0; i < 54; i += 2) {
            even += table[number[i]];
            odd += table[number[i + 1]];
        }
        return even + odd;
    }
    """
    # The weights of 54 instances added up: those at offset + own + 2 other.
    int add_weights(const int16_t* weights, const int32_t* offset, const uint16_t* own,
                    const uint16_t* other) noexcept nogil
