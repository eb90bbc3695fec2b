"""The costs of a node's moves, from which the least is taken again and again: words of registers.

One instruction finds the least of eight words, without a loop whose end cannot be predicted. New
costs enter at the top: the last one is there, and what lies below the first is more than any cost.
"""
from libc.stdint cimport uint8_t, uint16_t
from registers cimport (__m128i, _mm_alignr_epi8, _mm_cvtsi128_si32, _mm_cvtsi32_si128,
                        _mm_loadu_si128, _mm_minpos_epu16, _mm_set1_epi16, _mm_shuffle_epi8,
                        _mm_storeu_si128)

cdef enum:
    MOST_COSTS = 16             # so many at most
    WORDS = 8                   # of a register
    LEAST_COST = -64            # no cost is less


cdef struct Costs:
    __m128i early
    __m128i late


cdef extern from *:
    """
    /* For each word of a register: bytes for VPSHUFB that copy the last word to it. */
    static const uint8_t copy_last_word[8][16] = {
        {14, 15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {0, 1, 14, 15, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {0, 1, 2, 3, 14, 15, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15},
        {0, 1, 2, 3, 4, 5, 6, 7, 14, 15, 10, 11, 12, 13, 14, 15},
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15, 12, 13, 14, 15},
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 14, 15},
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    };
    """
    const uint8_t copy_last_word[WORDS][16]


cdef inline void clear_costs(Costs* costs) noexcept nogil:
    costs.early = _mm_set1_epi16(-1)
    costs.late = _mm_set1_epi16(-1)


cdef inline void add_cost(Costs* costs, int cost) noexcept nogil:
    costs.early = _mm_alignr_epi8(costs.late, costs.early, 2)
    costs.late = _mm_alignr_epi8(_mm_cvtsi32_si128(cost - LEAST_COST), costs.late, 2)


cdef inline int take_least(Costs* costs, int n) noexcept nogil:
    """Take the least of the `n` costs away, and return its place; the last one gets this place."""
    cdef int word
    if n > WORDS:
        return take_least_of_many(costs, n)
    word = _mm_cvtsi128_si32(_mm_minpos_epu16(costs.late)) >> 16
    costs.late = _mm_shuffle_epi8(
        costs.late, _mm_loadu_si128(<const __m128i*> copy_last_word[word]))
    costs.late = _mm_alignr_epi8(costs.late, _mm_set1_epi16(-1), 14)
    return word - (WORDS - n)


cdef inline int take_least_of_many(Costs* costs, int n) noexcept nogil:
    """The same for more costs than a register has words, in memory: such nodes are few."""
    cdef uint16_t words[MOST_COSTS]
    cdef int i, first = MOST_COSTS - n, least = first
    _mm_storeu_si128(<__m128i*> words, costs.early)
    _mm_storeu_si128(<__m128i*> (words + WORDS), costs.late)
    for i in range(first + 1, MOST_COSTS):
        if words[i] < words[least]:
            least = i
    words[least] = words[MOST_COSTS - 1]
    for i in range(MOST_COSTS - 1, 0, -1):
        words[i] = words[i - 1]
    words[0] = 0xFFFF
    costs.early = _mm_loadu_si128(<const __m128i*> words)
    costs.late = _mm_loadu_si128(<const __m128i*> (words + WORDS))
    return least - first
